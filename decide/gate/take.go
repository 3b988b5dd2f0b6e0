package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A Given is a value another part of a sentence states for an argument: what it
// stands on there, and the judgment it came by, nil where nobody judged it.
type Given struct {
	Arg      string
	Value    call.Value
	Basis    reading.Basis
	Judgment *reading.Judgment
}

// Take is a decision with values that other parts of its sentence state. Where
// Fill's values are a person's, these keep what they stand on, and their
// judgments count as its own do (reading.md 6.6). A value no such argument can
// take is left out. An abstain stays as it is.
func Take(cat *catalog.Catalog, d Decision, given []Given) Decision {
	if d.Reading.Winner == nil || len(given) == 0 {
		return d
	}
	x := cat.Reflex(d.Reading.Winner.Reflex)
	if x == nil {
		return d.abstain()
	}
	w := *d.Reading.Winner
	for _, g := range given {
		a := x.Manifest.Arg(g.Arg)
		if a == nil {
			continue
		}
		if v, ok := typed(cat, *a, g.Value); ok && (v.Kind != call.Pick || a.Range.Holds(v.Read.Number)) {
			g.Value = v
			g.into(&w, x.Manifest)
			d.Reading.Judgments = g.judged(d.Reading.Judgments)
		}
	}
	d.Reading.Winner = &w
	return d.again(cat)
}

// Reread is a decision with one value of its call read anew: the words are the
// same, and so is what it stands on.
func Reread(cat *catalog.Catalog, d Decision, arg string, v call.Value) Decision {
	if d.Reading.Winner == nil {
		return d
	}
	w := *d.Reading.Winner
	w.Args = slices.Clone(w.Args)
	for i := range w.Args {
		if w.Args[i].Name == arg {
			w.Args[i].Value = v
		}
	}
	d.Reading.Winner = &w
	return d.again(cat)
}

// into puts the value into a winner, in the manifest's order, in place of what
// stood there.
func (g Given) into(w *reading.Winner, m *manifest.Manifest) {
	g.Basis.Arg = g.Arg
	place := func(name string) int {
		return slices.IndexFunc(m.Args, func(a manifest.Argument) bool { return a.Name == name })
	}
	w.Args = slices.DeleteFunc(slices.Clone(w.Args), func(a call.Arg) bool { return a.Name == g.Arg })
	w.Args = append(w.Args, call.Arg{Name: g.Arg, Value: g.Value})
	slices.SortStableFunc(w.Args, func(a, b call.Arg) int { return place(a.Name) - place(b.Name) })
	w.Basis = slices.DeleteFunc(slices.Clone(w.Basis), func(b reading.Basis) bool { return b.Arg == g.Arg })
	if g.Basis.By != "" {
		w.Basis = append(w.Basis, g.Basis)
		slices.SortStableFunc(w.Basis, func(a, b reading.Basis) int { return place(a.Arg) - place(b.Arg) })
	}
	w.Missing = slices.DeleteFunc(slices.Clone(w.Missing), func(m reading.Missing) bool { return m.Arg == g.Arg })
}

// judged are judgments with the value's own in place of those of its argument.
func (g Given) judged(all []reading.Judgment) []reading.Judgment {
	all = slices.DeleteFunc(slices.Clone(all), func(j reading.Judgment) bool {
		return j.Subject.Kind != question.Route && j.Subject.Arg == g.Arg
	})
	if g.Judgment != nil {
		all = append(all, *g.Judgment)
	}
	return all
}
