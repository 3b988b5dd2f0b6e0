package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// Detail holds a step back beside words of its sentence that may add to it.
func Detail(said string) Cap { return Cap{Type: capDetail, Said: said, Phrase: words.MayAdd(said)} }

// Named holds a step back whose reflex the whole sentence gave at p.
func Named(said, reflex string, p float64) Cap {
	return Cap{Type: capNamed, Said: said, P: p, Phrase: words.NamedByWhole(said, reflex, p)}
}

// Pointed holds a step back whose argument words that point at it gave.
func Pointed(arg, said string) Cap {
	return Cap{Type: capPointed, Arg: arg, Said: said, Phrase: words.ReadFrom(arg, said)}
}

// Hold puts reasons on a decision, each once: a run becomes a confirm, an ask
// keeps them until it is filled, an abstain stays one.
func Hold(cat *catalog.Catalog, d Decision, more ...Cap) Decision {
	d.Put = slices.Clone(d.Put)
	for _, c := range more {
		if !slices.ContainsFunc(d.Put, func(o Cap) bool { return o.Type == c.Type && o.Said == c.Said && o.Arg == c.Arg }) {
			d.Put = append(d.Put, c)
		}
	}
	return d.again(cat)
}

// Repeated is a decision beside which another step asks for the same reflex:
// words that say it is wanted once more ask for nothing else.
func Repeated(cat *catalog.Catalog, d Decision) Decision {
	if d.Reading.Winner == nil || len(d.Reading.Winner.Again) == 0 {
		return d
	}
	w := *d.Reading.Winner
	w.Again = nil
	d.Reading.Winner = &w
	return d.again(cat)
}

// again gates a decision once more.
func (d Decision) again(cat *catalog.Catalog) Decision {
	if d.Reading.Winner == nil {
		return d
	}
	d.Because, d.Prompt, d.Choices, d.permit, d.held = nil, Prompt{}, nil, Permit{}, Held{}
	return d.judge(cat)
}

// A Gift is a value the rest of the sentence gives an argument, with what it
// stands on; Judgment is nil where nobody judged it.
type Gift struct {
	Arg      string
	Value    call.Value
	Basis    reading.Basis
	Judgment *reading.Judgment
}

// Give puts values the sentence gives into a decision that lacks them, and
// gates it again. A value for an argument it holds or does not have, of another
// kind, or out of its range, is none.
func Give(cat *catalog.Catalog, d Decision, gifts ...Gift) Decision {
	if d.Reading.Winner == nil || cat.Reflex(d.Reading.Winner.Reflex) == nil {
		return d
	}
	m := cat.Reflex(d.Reading.Winner.Reflex).Manifest
	w := *d.Reading.Winner
	w.Args, w.Missing, w.Basis = slices.Clone(w.Args), slices.Clone(w.Missing), slices.Clone(w.Basis)
	judgments := slices.Clone(d.Reading.Judgments)
	for _, g := range gifts {
		if !fits(cat, m, &w, g) {
			continue
		}
		w.Args = append(w.Args, call.Arg{Name: g.Arg, Value: g.Value})
		w.Basis = append(w.Basis, g.Basis)
		w.Missing = slices.DeleteFunc(w.Missing, func(m reading.Missing) bool { return m.Arg == g.Arg })
		if g.Judgment != nil {
			judgments = append(judgments, *g.Judgment)
		}
	}
	d.Reading.Winner, d.Reading.Judgments = &w, judgments
	d.Reading.InOrder(m)
	return d.again(cat)
}

// fits reports whether a call lacks what it is given, and may hold it.
func fits(cat *catalog.Catalog, m *manifest.Manifest, w *reading.Winner, g Gift) bool {
	a := m.Arg(g.Arg)
	if _, held := w.Call().Arg(g.Arg); held || a == nil {
		return false
	}
	v, ok := typed(cat, *a, g.Value)
	return ok && (v.Kind != call.Pick || a.Range.Holds(v.Read.Number))
}
