package manifest

import (
	"slices"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// An Overlay is one overlays/<name>.toml that reads: a person's wording for one
// reflex (manual, "Tuning", "Overlays"). It names every argument by its current
// name. What the file leaves out is the zero value, and stays as shipped.
type Overlay struct {
	Description string
	NotFor      []string // nil leaves the shipped list; an empty one replaces it
	Tags        []string // as NotFor
	Effect      *Effect  // never looser than the shipped one
	Confirm     string
	Args        []Wording
	Examples    []Record
	Tests       []Record

	Renamed  []Rename   // the former names the file uses, each once
	Orphaned [][]string // the paths, as written, of keys that address nothing
}

// A Wording is what a person says of one argument.
type Wording struct {
	Arg     string
	Ask     string   // "" leaves the shipped one
	Options []Option // new meanings of options the argument has
}

// A Rename is an argument addressed by a name it had before.
type Rename struct{ Former, Arg string }

// Key is where the overlay holds an utterance, under identity: the table and
// the key as written. o may be nil, which holds none.
func (o *Overlay) Key(utterance string) (table, key string, ok bool) {
	if o == nil {
		return "", "", false
	}
	id := text.Identity(utterance)
	for _, in := range []struct {
		table   string
		records []Record
	}{{"examples", o.Examples}, {"tests", o.Tests}} {
		for _, r := range in.records {
			if text.Identity(r.Utterance) == id {
				return in.table, r.Utterance, true
			}
		}
	}
	return "", "", false
}

// ReadOverlay reads the overlay of a reflex, called reflex locally, against its
// shipped manifest, which must not be nil. The error is a diag.Problems with
// every problem of the file, in file order; the Overlay is nil then. A key that
// addresses nothing the reflex has is no problem: upstream may have dropped it.
// See Overlay.Orphaned.
//
// The refusals are behaviour.md 7.1's, and 9.3's for the values.
func ReadOverlay(reflex string, src []byte, shipped *Manifest) (*Overlay, error) {
	file := diag.File{Kind: diag.OverlayFile, Name: reflex}
	doc, err := tomldoc.Parse(src)
	if err != nil {
		return nil, syntaxProblem(reflex, file, err)
	}
	r := &overlayReader{
		reader:  reader{reflex: reflex, file: file, placed: true, named: everyName(shipped), overlay: &Overlay{}},
		shipped: shipped,
		worded:  map[string]int{},
		written: map[string]string{},
	}
	r.document(doc)
	if len(r.problems) > 0 {
		r.sort()
		return nil, r.problems
	}
	return r.overlay, nil
}

// everyName is the arguments of a manifest by the names they have and had. One
// under a former name goes by that name, so that messages say what is written.
func everyName(m *Manifest) map[string]*named {
	all := map[string]*named{}
	for _, a := range m.Args {
		all[a.Name] = &named{Argument: a, sound: true}
	}
	for _, a := range m.Args {
		for _, old := range a.Was {
			if all[old] == nil {
				former := &named{Argument: a, sound: true, current: a.Name}
				former.Name = old
				all[old] = former
			}
		}
	}
	return all
}

// addressesNothing reports whether a person names an argument that is not
// there. In a manifest that is refused; here it is skipped.
func (r *reader) addressesNothing(arg string) bool {
	return r.overlay != nil && r.named[arg] == nil
}

func (r *reader) orphan(path ...string) {
	r.overlay.Orphaned = append(r.overlay.Orphaned, path)
}

// current is the name today of the argument x names. A former name is noted,
// once.
func (r *reader) current(x string) string {
	a := r.named[x]
	if a == nil || a.current == "" {
		return x
	}
	if !a.noted {
		a.noted = true
		r.overlay.Renamed = append(r.overlay.Renamed, Rename{Former: x, Arg: a.current})
	}
	return a.current
}

// An overlayReader reads values as a manifest's reader does, and leaves in its
// manifest what it read.
type overlayReader struct {
	reader
	shipped *Manifest
	worded  map[string]int    // by argument, its place among the overlay's
	written map[string]string // by what is worded, the path it is worded under
}

// document goes in file order, so that what is orphaned is met in that order.
func (r *overlayReader) document(doc *tomldoc.Value) {
	seen := map[string]string{}
	for _, e := range doc.Entries {
		switch e.Key {
		case "description":
			r.description(e.Value)
			r.overlay.Description = r.m.Description
		case "not_for":
			r.overlay.NotFor = given(r.lines(e.Value, e.Key))
		case "tags":
			r.overlay.Tags = given(r.tags(e.Value))
		case "effect":
			r.tighten(e.Value)
		case "confirm":
			r.reconfirm(e.Value)
		case "args":
			r.wordings(e.Value)
		case "examples":
			r.overlay.Examples = r.recordTable(e, seen)
		case "tests":
			r.overlay.Tests = r.recordTable(e, seen)
		default:
			r.others(contractKeys, e.Value, e.Key)
		}
	}
}

// given is a list that is written, which is never nil.
func given(lines []string) []string {
	if lines == nil {
		return []string{}
	}
	return lines
}

// others refuses a key of the contract, and skips one the format does not have.
func (r *overlayReader) others(contract []string, v *tomldoc.Value, path ...string) {
	if slices.Contains(contract, path[len(path)-1]) {
		r.refuse(v, "%s is contract, not wording; an overlay cannot change it", keyPath(path...))
	} else {
		r.orphan(path...)
	}
}

func (r *overlayReader) tighten(v *tomldoc.Value) {
	r.effect(v)
	if !r.effectOK {
		return
	}
	effect := r.m.Effect
	r.overlay.Effect = &effect
	if effect < r.shipped.Effect {
		r.refuse(v, "effect %s loosens %s; an overlay may only tighten", quote(effect.String()), quote(r.shipped.Effect.String()))
	}
	// A yes is given to what the confirm shows, and it cannot show a taken
	// result: this tightening would only look like one.
	for _, a := range r.shipped.Args {
		if a.Source == Takes && effect == Destructive {
			r.refuse(v, "%s %s", keyPath("args", a.Name), destructiveTakes)
		}
	}
}

// reconfirm names every argument by its current name.
func (r *overlayReader) reconfirm(v *tomldoc.Value) {
	r.confirm(v)
	template, err := ParseTemplate(r.m.Confirm)
	if err != nil {
		return
	}
	r.overlay.Confirm = template.Fill(func(x string) string { return "{" + r.current(x) + "}" })
}

func (r *overlayReader) wordings(v *tomldoc.Value) {
	for _, e := range r.entries(v, "args") {
		if r.addressesNothing(e.Key) {
			r.orphan("args", e.Key)
			continue
		}
		a := r.named[e.Key].Argument
		for _, key := range r.entries(e.Value, keyPath("args", a.Name)) {
			r.wording(a, key)
		}
	}
}

// wording reads one key of an argument.
func (r *overlayReader) wording(a Argument, e tomldoc.Entry) {
	switch {
	case e.Key == "ask" && a.Source != Takes:
		path := keyPath("args", a.Name, "ask")
		ask, ok := r.line(e.Value, path)
		if ok && r.once(e.Value, a, path, "ask") {
			r.of(a).Ask = ask
		}
	case e.Key == "options" && a.Source == Options:
		r.meanings(a, e.Value)
	default:
		r.others(argumentKeys, e.Value, "args", a.Name, e.Key)
	}
}

func (r *overlayReader) meanings(a Argument, v *tomldoc.Value) {
	offered := map[string]bool{}
	for _, o := range a.Options {
		offered[o.Key] = true
	}
	for _, e := range r.entries(v, keyPath("args", a.Name, "options")) {
		path := keyPath("args", a.Name, "options", e.Key)
		if !offered[e.Key] {
			r.refuse(e.Value, "%s is new; an overlay rewords existing options", path)
			continue
		}
		meaning, ok := r.line(e.Value, path)
		if ok && r.once(e.Value, a, path, "options", e.Key) {
			of := r.of(a)
			of.Options = append(of.Options, Option{Key: e.Key, Meaning: meaning})
		}
	}
}

// once refuses what is worded under two names of one argument. what is the keys
// below the argument.
func (r *overlayReader) once(at *tomldoc.Value, a Argument, path string, what ...string) bool {
	key := keyPath(append([]string{r.current(a.Name)}, what...)...)
	first, twice := r.written[key]
	if twice {
		r.refuse(at, "%s repeats %s; they are one argument", path, first)
	}
	r.written[key] = path
	return !twice
}

// of is the wording of an argument, made when there is none yet.
func (r *overlayReader) of(a Argument) *Wording {
	arg := r.current(a.Name)
	at, ok := r.worded[arg]
	if !ok {
		at = len(r.overlay.Args)
		r.worded[arg] = at
		r.overlay.Args = append(r.overlay.Args, Wording{Arg: arg})
	}
	return &r.overlay.Args[at]
}
