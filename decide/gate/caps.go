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
	Arg      string            // one_view, respelt, text_read, cut, text_left, pointed
	Words    *text.Span        // more, cut, quoted, text_left
	Said     string            // detail, named, pointed; more, for words that ask for the call once more
	P        float64           // whole, named
	Phrase   string
}

// The types of caps in this version, in the order they are listed.
const (
	capDestructive = "destructive"
	capNoGate      = "no_gate"
	capUnderFloor  = "under_floor"
	capOneView     = "one_view"
	capRespelt     = "respelt"
	capTextRead    = "text_read"
	capMore        = "more"
	capCut         = "cut"
	capQuoted      = "quoted"
	capTextLeft    = "text_left"
	capWhole       = "whole"
	capDetail      = "detail"
	capNamed       = "named"
	capPointed     = "pointed"
)

// caps are the reasons a complete call waits (reading.md 5).
func caps(bars *catalog.Bars, x *catalog.Reflex, d Decision) []Cap {
	w := d.Reading.Winner
	all := barCaps(bars, x, d)
	all = append(all, basisCaps(w)...)
	all = append(all, wordCaps(x.Manifest, w)...)
	all = append(all, wholeCap(bars, x.Manifest, w)...)
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
func barCaps(bars *catalog.Bars, x *catalog.Reflex, d Decision) []Cap {
	var all []Cap
	if x.Effect == manifest.Destructive {
		all = append(all, Cap{Type: capDestructive, Phrase: words.Destructive})
	}
	if bars == nil {
		return append(all, Cap{Type: capNoGate, Phrase: words.NoBars})
	}
	if bar, ok := bars.Effect(x.Effect); ok && d.Confidence < bar {
		weakest := d.Weakest
		all = append(all, Cap{Type: capUnderFloor, Judgment: &weakest, Floor: bar, Phrase: words.RunsAt(x.Effect.String(), bar)})
	}
	return all
}

// basisCaps are the values that rest on words of the text alone, or on words
// that do not spell them as they are typed, or that are such words.
func basisCaps(w *reading.Winner) []Cap {
	var all []Cap
	for _, b := range w.Basis {
		switch {
		case b.By == reading.ByText:
			all = append(all, Cap{Type: capTextRead, Arg: b.Arg, Phrase: words.WithoutQuotes(b.Arg)})
		case b.Respelt():
			value, _ := w.Call().Arg(b.Arg)
			all = append(all, Cap{Type: capRespelt, Arg: b.Arg, Phrase: words.ReadFrom(b.Arg, value.Span.Text)})
		case b.Holds():
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
	text := lackedText(m, w)
	for _, l := range w.Left {
		span := l.Words
		switch {
		case l.P < half:
		case l.Does == question.More:
			more = append(more, Cap{Type: capMore, Words: &span, Phrase: words.AnotherThing(span.Text)})
		case l.Cut:
			cut = append(cut, Cap{Type: capCut, Arg: l.Arg, Words: &span, Phrase: words.MayBePart(span.Text, l.Arg)})
		case mayBe(text, l):
			left = append(left, Cap{Type: capTextLeft, Arg: text, Words: &span, Phrase: words.MayBe(span.Text, text)})
		}
	}
	for _, q := range w.Quotes {
		span := q.Words
		quoted = append(quoted, Cap{Type: capQuoted, Words: &span, Phrase: words.InQuotes(span.Text)})
	}
	return slices.Concat(more, cut, quoted, left)
}

// mayBe reports whether a run may be the text the call lacks: words that say
// what is wanted from the result.
func mayBe(text string, l reading.Left) bool {
	return text != "" && l.Does == question.Result && l.P >= half
}

// lackedText is the first argument in quotes without a value, or "".
func lackedText(m *manifest.Manifest, w *reading.Winner) string {
	for _, a := range m.Args {
		if _, has := w.Call().Arg(a.Name); a.Pick == "quoted" && !has {
			return a.Name
		}
	}
	return ""
}

// wholeCap is a call that was read back and leaves something out.
func wholeCap(bars *catalog.Bars, m *manifest.Manifest, w *reading.Winner) []Cap {
	if !underWhole(bars, w) {
		return nil
	}
	leftOut, wanted := LeftOut(m, w)
	return []Cap{{Type: capWhole, P: *w.Whole, Floor: *bars.Whole,
		Phrase: words.HoldsAt(*w.Whole, *bars.Whole, leftOut, wanted)}}
}

// underWhole reports whether a call was read back and is under its bar.
func underWhole(bars *catalog.Bars, w *reading.Winner) bool {
	return bars != nil && bars.Whole != nil && w.Whole != nil && *w.Whole < *bars.Whole
}

// LeftOut are the words a call that was read back leaves out, in the text's
// order, and the words that say what is wanted from the result (reading.md
// 3.8, 5). m is the reflex's manifest.
func LeftOut(m *manifest.Manifest, w *reading.Winner) (leftOut, wanted []string) {
	var spans []text.Span
	lacked := lackedText(m, w)
	for _, l := range w.Left {
		switch {
		case l.Does == question.Result && !mayBe(lacked, l):
			wanted = append(wanted, l.Words.Text)
		case leaves(w, l):
			spans = append(spans, l.Words)
		}
	}
	for _, u := range w.Unconsumed {
		if !slices.ContainsFunc(spans, func(s text.Span) bool { return u.Start >= s.Start && u.End <= s.End }) {
			spans = append(spans, u)
		}
	}
	slices.SortStableFunc(spans, func(a, b text.Span) int { return a.Start - b.Start })
	for _, s := range spans {
		leftOut = append(leftOut, s.Text)
	}
	return leftOut, wanted
}

// leaves reports whether the call leaves a run out: words that ask for nothing
// or for more, or that answer an argument whose value it lacks, or has from
// other words. A value given at a prompt stands on no words.
func leaves(w *reading.Winner, l reading.Left) bool {
	switch {
	case l.Read:
		return false
	case l.Does == reading.DoesNothing, l.Does == question.More:
		return true
	case l.Does != reading.DoesAnswer, l.Cut:
		return false
	}
	_, has := w.Call().Arg(l.Arg)
	return !has || slices.ContainsFunc(w.Basis, func(b reading.Basis) bool { return b.Arg == l.Arg })
}

// Reason is why a call waits, in one line.
func Reason(because []Cap) string {
	phrases := make([]string, len(because))
	for i, c := range because {
		phrases[i] = c.Phrase
	}
	return words.Reasons(phrases)
}
