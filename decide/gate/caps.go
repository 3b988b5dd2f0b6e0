package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// A Cap is one reason a complete call stops at confirm. Only the fields its
// type uses are set; Phrase is the reason as a person reads it.
type Cap struct {
	Type     string
	Judgment *reading.Judgment // under_floor
	Floor    float64           // under_floor, whole
	Arg      string            // one_view, cut, text_left
	Words    *text.Span        // more, cut, quoted, text_left
	Said     string            // more, for words that ask for the call once more
	P        float64           // whole
	Phrase   string
}

// The types of caps in this version, in the order they are listed.
const (
	capDestructive = "destructive"
	capNoGate      = "no_gate"
	capUnderFloor  = "under_floor"
	capOneView     = "one_view"
	capMore        = "more"
	capCut         = "cut"
	capQuoted      = "quoted"
	capTextLeft    = "text_left"
	capWhole       = "whole"
)

// caps are the reasons a complete call waits (reading.md 5).
func caps(cat *catalog.Catalog, x *catalog.Reflex, d Decision) []Cap {
	w := d.Reading.Winner
	all := barCaps(cat, x, d)
	all = append(all, basisCaps(w)...)
	all = append(all, wordCaps(x.Manifest, w)...)
	all = append(all, wholeCap(cat, w)...)
	for _, said := range w.Again {
		if !slices.ContainsFunc(all, func(c Cap) bool { return c.Type == capMore && said == wordsOf(c) }) {
			all = append(all, Cap{Type: capMore, Said: said, Phrase: words.AnotherThing(said)})
		}
	}
	return all
}

func wordsOf(c Cap) string {
	if c.Words != nil {
		return c.Words.Text
	}
	return c.Said
}

// barCaps are what the effect and the adapter's bars say.
func barCaps(cat *catalog.Catalog, x *catalog.Reflex, d Decision) []Cap {
	var all []Cap
	if x.Effect == manifest.Destructive {
		all = append(all, Cap{Type: capDestructive, Phrase: words.Destructive})
	}
	bars := cat.Bars()
	if bars == nil {
		return append(all, Cap{Type: capNoGate, Phrase: words.NoBars})
	}
	if bar, ok := bars.Effect(x.Effect); ok && d.Confidence < bar {
		weakest := d.Weakest
		all = append(all, Cap{Type: capUnderFloor, Judgment: &weakest, Floor: bar, Phrase: words.RunsAt(x.Effect.String(), bar)})
	}
	return all
}

// basisCaps are the values that rest on words of the text alone.
func basisCaps(w *reading.Winner) []Cap {
	var all []Cap
	for _, b := range w.Basis {
		if b.Holds() {
			all = append(all, Cap{Type: capOneView, Arg: b.Arg, Phrase: words.ReadFrom(b.Arg, b.Words.Text)})
		}
	}
	return all
}

// half is where what a run of words does begins to count.
const half = 0.5

// wordCaps are what the words no value holds say: another thing, a part of a
// value, a text the call should hold.
func wordCaps(m *manifest.Manifest, w *reading.Winner) []Cap {
	var more, cut, quoted, left []Cap
	for _, l := range w.Left {
		span := l.Words
		switch {
		case l.P < half:
		case l.Does == question.More:
			more = append(more, Cap{Type: capMore, Words: &span, Phrase: words.AnotherThing(span.Text)})
		case l.Cut:
			cut = append(cut, Cap{Type: capCut, Arg: l.Arg, Words: &span, Phrase: words.MayBePart(span.Text, l.Arg)})
		case mayBeText(w, l):
			arg := textless(m, w)
			if arg != "" {
				left = append(left, Cap{Type: capTextLeft, Arg: arg, Words: &span, Phrase: words.MayBe(span.Text, arg)})
			}
		}
	}
	for _, q := range w.Quotes {
		span := q.Words
		quoted = append(quoted, Cap{Type: capQuoted, Words: &span, Phrase: words.InQuotes(span.Text)})
	}
	return slices.Concat(more, cut, quoted, left)
}

// mayBeText reports whether a run may be a text the call lacks: words that say
// what is wanted from the result.
func mayBeText(w *reading.Winner, l reading.Left) bool {
	return w.LacksText && l.Does == question.Result && l.P >= half
}

// textless is the first argument in quotes without a value, or "".
func textless(m *manifest.Manifest, w *reading.Winner) string {
	for _, a := range m.Args {
		if _, has := w.Call().Arg(a.Name); a.Pick == "quoted" && !has {
			return a.Name
		}
	}
	return ""
}

// wholeCap is a call that was read back and leaves something out.
func wholeCap(cat *catalog.Catalog, w *reading.Winner) []Cap {
	bars := cat.Bars()
	if bars == nil || bars.Whole == nil || w.Whole == nil || *w.Whole >= *bars.Whole {
		return nil
	}
	leftOut, wanted := LeftOut(w)
	return []Cap{{Type: capWhole, P: *w.Whole, Floor: *bars.Whole,
		Phrase: words.HoldsAt(*w.Whole, *bars.Whole, leftOut, wanted)}}
}

// Reason is why a call waits, in one line.
func Reason(because []Cap) string {
	phrases := make([]string, len(because))
	for i, c := range because {
		phrases[i] = c.Phrase
	}
	return words.Reasons(phrases)
}
