package manifest

import (
	"slices"

	"sinew/pkg/text"
)

// An Effective is a shipped manifest with a person's overlay merged in: what
// decides (manual, "Tuning", "Overlays").
type Effective struct {
	Manifest *Manifest
	Yours    [][]string // the paths of what the overlay says, sorted
	Orphaned [][]string // the overlay's own
}

// IsYours reports whether the overlay says what stands at a path: a key of the
// top, args.<name>.ask, args.<name>.options.<key>, or a record by its table
// and utterance.
func (e Effective) IsYours(path ...string) bool {
	_, found := slices.BinarySearchFunc(e.Yours, path, slices.Compare[[]string])
	return found
}

// Over is the overlay laid over the manifest it was read against, which stays
// as it is (behaviour.md 7.2). o may be nil: nothing is laid over. The two
// manifests share what they have in common.
//
// Whatever the overlay holds, the contract is the shipped one and the effect
// never looser.
func (o *Overlay) Over(shipped *Manifest) Effective {
	if o == nil {
		return Effective{Manifest: shipped}
	}
	l := &layer{m: *shipped}
	l.top(o)
	l.args(o.Args)
	l.records(o)
	slices.SortFunc(l.yours, slices.Compare[[]string])
	return Effective{Manifest: &l.m, Yours: l.yours, Orphaned: o.Orphaned}
}

// A layer is a merge on its way. m shares what is shipped, so a list is copied
// before it changes.
type layer struct {
	m     Manifest
	yours [][]string
}

func (l *layer) mine(path ...string) { l.yours = append(l.yours, path) }

func (l *layer) top(o *Overlay) {
	if o.Description != "" {
		l.m.Description = o.Description
		l.mine("description")
	}
	if o.NotFor != nil {
		l.m.NotFor = slices.Clone(o.NotFor)
		l.mine("not_for")
	}
	if o.Tags != nil {
		l.m.Tags = slices.Clone(o.Tags)
		l.mine("tags")
	}
	if o.Effect != nil {
		l.m.Effect, l.m.EffectWritten = Tighter(l.m.Effect, *o.Effect), true
		l.mine("effect")
	}
	if o.Confirm != "" {
		l.m.Confirm = o.Confirm
		l.mine("confirm")
	}
}

func (l *layer) args(wordings []Wording) {
	l.m.Args = slices.Clone(l.m.Args)
	byName := map[string]*Argument{}
	for i := range l.m.Args {
		byName[l.m.Args[i].Name] = &l.m.Args[i]
	}
	for _, w := range wordings {
		if a := byName[w.Arg]; a != nil {
			l.arg(a, w)
		}
	}
}

func (l *layer) arg(a *Argument, w Wording) {
	if w.Ask != "" {
		a.Ask = w.Ask
		l.mine("args", a.Name, "ask")
	}
	meanings := map[string]string{}
	for _, o := range w.Options {
		meanings[o.Key] = o.Meaning
	}
	a.Options = slices.Clone(a.Options)
	for i, o := range a.Options {
		if meaning, ok := meanings[o.Key]; ok {
			a.Options[i].Meaning = meaning
			l.mine("args", a.Name, "options", o.Key)
		}
	}
}

// records lets the overlay decide the table and the value of every utterance it
// names, in either table.
func (l *layer) records(o *Overlay) {
	named := map[string]bool{}
	for _, r := range slices.Concat(o.Examples, o.Tests) {
		named[text.Identity(r.Utterance)] = true
	}
	l.m.Examples = l.table("examples", l.m.Examples, o.Examples, named)
	l.m.Tests = l.table("tests", l.m.Tests, o.Tests, named)
}

func (l *layer) table(name string, shipped, yours []Record, named map[string]bool) []Record {
	var records []Record
	for _, r := range shipped {
		if !named[text.Identity(r.Utterance)] {
			records = append(records, r)
		}
	}
	for _, r := range yours {
		l.mine(name, r.Utterance)
	}
	return append(records, yours...)
}

// Teaches reports whether an example says already what a record would: the same
// utterance under identity, with the same values in any order.
func (m *Manifest) Teaches(r Record) bool {
	id := text.Identity(r.Utterance)
	at := slices.IndexFunc(m.Examples, func(e Record) bool { return text.Identity(e.Utterance) == id })
	return at >= 0 && m.Examples[at].sameValues(r)
}

func (r Record) sameValues(other Record) bool {
	if r.Never != other.Never || len(r.Asserts) != len(other.Asserts) {
		return false
	}
	for _, a := range other.Asserts {
		if !slices.Contains(r.Asserts, a) {
			return false
		}
	}
	return true
}
