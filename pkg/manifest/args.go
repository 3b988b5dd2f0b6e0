package manifest

import (
	"math"
	"slices"

	"sinew/pkg/name"
	"sinew/pkg/tomldoc"
)

// named is an argument the file names. One with problems of its own is not
// sound: nothing that refers to it is blamed a second time.
type named struct {
	Argument
	at      *tomldoc.Value
	sound   bool
	current string // an argument under a former name: its name today
	noted   bool   // that former name is used
}

const notAnArgument = "which is not an argument"

// blame says why a place cannot name the argument x, by the place's own rule,
// or "".
func (r *reader) blame(x string, rule func(Argument) string) string {
	a := r.named[x]
	switch {
	case a == nil && r.lost:
		return ""
	case a == nil:
		return notAnArgument
	case !a.sound:
		return ""
	}
	return rule(a.Argument)
}

// arguments reads [args] (manual, "Arguments").
func (r *reader) arguments(v *tomldoc.Value) {
	r.lost = v != nil && !v.IsTable()
	for _, e := range r.entries(v, "args") {
		a := Argument{Name: e.Key}
		sound := r.sound(func() { r.argument(&a, e.Value) })
		r.named[e.Key] = &named{Argument: a, at: e.Value, sound: sound}
		r.m.Args = append(r.m.Args, a)
	}
	r.retired()
}

func (r *reader) argument(a *Argument, v *tomldoc.Value) {
	at := keyPath("args", a.Name)
	r.checkName(v, at, a.Name, name.Argument)
	switch {
	case !v.IsTable():
		r.refuse(v, "%s must be a table", at)
	case v.Get("takes") != nil:
		r.takes(a, v, at)
	default:
		r.asked(a, v, at)
	}
}

func (r *reader) takes(a *Argument, v *tomldoc.Value, at string) {
	a.Source = Takes
	a.Takes, _ = r.optionalName(v.Get("takes"), at+".takes", name.Field)
	for _, other := range alone {
		if given := v.Get(other.key); given != nil {
			r.refuse(given, "%s takes a result, %s: remove %s", at, other.why, other.key)
		}
	}
	if recent := v.Get("recent"); recent != nil {
		r.refuse(recent, "%s has recent, which only a pick takes", at)
	}
}

func (r *reader) asked(a *Argument, v *tomldoc.Value, at string) {
	if ask := v.Get("ask"); ask != nil {
		a.Ask, _ = r.line(ask, at+".ask")
	} else {
		r.refuse(v, "%s.ask is required", at)
	}
	r.source(a, v, at)
	r.bounds(a, v.Get("range"), at)
	r.recent(a, v.Get("recent"), at)
	if optional := v.Get("optional"); optional != nil && a.Source == Flag {
		r.refuse(optional, "%s is a flag, which takes no optional", at)
	} else {
		a.Optional = r.boolean(optional, at+".optional")
	}
	r.was(a, v.Get("was"), at)
}

func (r *reader) source(a *Argument, v *tomldoc.Value, at string) {
	var given []string
	var from *tomldoc.Value
	for _, key := range sources {
		if source := v.Get(key); source != nil {
			given, from = append(given, key), source
		}
	}
	switch len(given) {
	case 0:
		r.refuse(v, "%s has no source: %s", at, listWith(sources, "or"))
	case 1:
		r.sourceOf(a, given[0], from, at)
	default:
		r.refuse(from, "%s has %s sources: %s", at, count(len(given)), list(given))
	}
}

func (r *reader) sourceOf(a *Argument, key string, from *tomldoc.Value, at string) {
	switch key {
	case "options":
		a.Source, a.Options = Options, r.options(from, at)
	case "vocab":
		a.Source = Vocab
		a.Vocab, _ = r.optionalName(from, at+".vocab", name.Vocab)
	case "pick":
		a.Source, a.Pick = Pick, r.recognizer(from, at+".pick")
	case "flag":
		a.Source = Flag
		if from.Kind != tomldoc.Bool || !from.Bool {
			r.refuse(from, "%s.flag must be true; omit it otherwise", at)
		}
	}
}

func (r *reader) options(v *tomldoc.Value, at string) []Option {
	entries := r.entries(v, at+".options")
	if v.IsTable() && len(entries) == 0 {
		r.refuse(v, "%s has no options", at)
	}
	var options []Option
	for _, e := range entries {
		if why := unclean(e.Key); why != "" {
			r.refuse(e.Value, "option key %s %s", quote(e.Key), why)
		} else if slices.Contains(reservedOptions, e.Key) {
			r.refuse(e.Value, "option key %s is reserved", quote(e.Key))
		}
		meaning, _ := r.line(e.Value, at+"."+keyPath("options", e.Key))
		options = append(options, Option{Key: e.Key, Meaning: meaning})
	}
	return options
}

// bounds reads a range. An argument whose source is not known yet is not
// blamed for having one.
func (r *reader) bounds(a *Argument, v *tomldoc.Value, at string) {
	if v == nil || a.Source == 0 || a.Source == Pick && a.Pick == "" {
		return
	}
	if !slices.Contains(ranged, a.Pick) {
		r.refuse(v, "%s has range, which only number and duration take", at)
		return
	}
	numbers, isNumber := "two numbers", number
	if a.Pick == "duration" {
		numbers, isNumber = "two whole numbers of seconds", whole
	}
	if v.Kind != tomldoc.Array || len(v.Items) != 2 || !isNumber(v.Items[0]) || !isNumber(v.Items[1]) {
		r.refuse(v, "%s.range must be [min, max], %s", at, numbers)
		return
	}
	a.Range = &Range{Min: v.Items[0].Float, Max: v.Items[1].Float}
	if a.Range.Min > a.Range.Max {
		r.refuse(v, "%s.range has min above max", at)
	}
}

func number(v *tomldoc.Value) bool {
	return v.Kind == tomldoc.Integer ||
		v.Kind == tomldoc.Float && !math.IsNaN(v.Float) && !math.IsInf(v.Float, 0)
}

func whole(v *tomldoc.Value) bool { return number(v) && v.Float == math.Trunc(v.Float) }

func (r *reader) recent(a *Argument, v *tomldoc.Value, at string) {
	if v == nil {
		return
	}
	if a.Source != 0 && a.Source != Pick {
		r.refuse(v, "%s has recent, which only a pick takes", at)
		return
	}
	a.Recent, _ = r.optionalName(v, at+".recent", name.Field)
}

// A former is one name of a was, kept until every argument is known.
type former struct {
	old, arg string
	at       *tomldoc.Value
}

func (r *reader) was(a *Argument, v *tomldoc.Value, at string) {
	seen := map[string]bool{}
	r.strings(v, at+".was", func(item *tomldoc.Value, old string) {
		if seen[old] {
			r.refuse(item, "%s.was repeats %s", at, old)
		} else if r.checkName(item, at+".was", old, name.Argument) {
			a.Was = append(a.Was, old)
			r.formers = append(r.formers, former{old: old, arg: a.Name, at: item})
		}
		seen[old] = true
	})
}

// retired refuses a former name that is claimed twice, or that is live.
func (r *reader) retired() {
	first := map[string]string{}
	for _, f := range r.formers {
		if claimed, ok := first[f.old]; ok {
			r.refuse(f.at, "%s is a former name of both %s and %s", f.old, claimed, f.arg)
			continue
		}
		first[f.old] = f.arg
		if r.named[f.old] != nil {
			r.refuse(f.at, "%s.was names %s, a live argument", keyPath("args", f.arg), f.old)
		}
	}
}

const destructiveTakes = "takes a result, and the reflex is destructive: a destructive step takes what it acts on as a field its confirm can show"

// taken holds the arguments that take a result against the rest of the file.
func (r *reader) taken(doc *tomldoc.Value) {
	playbook := doc.Get("steps") != nil && doc.Get("run") == nil
	run := doc.Get("run")
	takers := map[string]string{}
	for _, a := range r.m.Args {
		if a.Source != Takes || playbook {
			continue
		}
		for _, why := range r.against(a, run, takers) {
			r.refuse(r.named[a.Name].at.Get("takes"), "%s %s", keyPath("args", a.Name), why)
		}
	}
}

// against is every reason an argument cannot take its result here. takers are
// the results taken so far, by who takes them.
func (r *reader) against(a Argument, run *tomldoc.Value, takers map[string]string) []string {
	var why []string
	if taker, ok := takers[a.Takes]; ok && a.Takes != "" {
		why = append(why, "takes "+a.Takes+", which "+keyPath("args", taker)+" takes already")
	} else {
		takers[a.Takes] = a.Name
	}
	if a.Takes != "" && a.Takes == r.m.Returns {
		why = append(why, "takes "+a.Takes+", which this reflex also returns: return a new name, so a later step has one source")
	}
	if run != nil && run.Kind == tomldoc.Array {
		why = append(why, "takes a result, which an argv body cannot receive: use a file body")
	}
	if r.effectOK && r.m.Effect == Destructive {
		why = append(why, destructiveTakes)
	}
	return why
}
