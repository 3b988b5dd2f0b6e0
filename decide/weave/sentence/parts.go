package sentence

import (
	"slices"

	"sinew/pkg/text"
)

// The numbers of reading.md 6.4.
const (
	tried = 0.35 // a place is cut
	half  = 0.5  // surely enough that nothing is doubted
	firm  = 0.8  // for good
)

// A Cut is a place that is cut, and how surely.
type Cut struct {
	Place
	P float64 // 1 for a sure place
}

// Doubted reports whether the two sides may be one thing.
func (c Cut) Doubted() bool { return c.P < half }

// Firm reports whether the two sides are never one thing again. What was set
// apart by its words says nothing of what stands on both sides of it.
func (c Cut) Firm() bool { return c.P >= firm && !c.Apart }

// A Part is what stands between two cuts.
type Part struct {
	Words         text.Span
	Role          Role
	Before, After *Cut    // nil at the ends of the sentence
	Inner         []Place // the places within it that are not cut
}

// Parts cuts the sentence: shares are the yes of each place that was asked
// about, in order. Together with the places between them the parts are the
// whole sentence.
func (s *Sentence) Parts(shares []float64) []Part {
	var all []Part
	var before *Cut
	var inner []Place
	start, n := s.firstWord(), 0
	for _, p := range s.Places {
		cut := &Cut{Place: p, P: 1}
		if !p.Sure {
			cut.P = share(shares, n)
			n++
		}
		if cut.P < tried {
			inner = append(inner, p)
			continue
		}
		all = append(all, s.part(start, p.Start, before, cut, inner))
		start, before, inner = p.End, cut, nil
	}
	return append(all, s.part(start, s.trimmed(len(s.runes)), before, nil, inner))
}

func share(shares []float64, n int) float64 {
	if n < len(shares) {
		return shares[n]
	}
	return 0
}

// Everywhere are the shares that cut a sentence at every place.
func (s *Sentence) everywhere() []float64 { return slices.Repeat([]float64{1}, len(s.Asked())) }

// Everything are the parts that cutting at every place gives.
func (s *Sentence) Everything() []Part { return s.Parts(s.everywhere()) }

func (s *Sentence) firstWord() int {
	if len(s.all) == 0 {
		return 0
	}
	return s.all[0].start
}

func (s *Sentence) part(start, end int, before, after *Cut, inner []Place) Part {
	p := Part{Words: s.span(start, max(start, end)), Before: before, After: after, Inner: inner}
	if i := slices.IndexFunc(s.aparts, func(a apart) bool { return a.start == start }); i >= 0 {
		p.Role = s.aparts[i].role
	} else if s.opens(start, negations) {
		p.Role = Excluded
	}
	return p
}

// Doubted reports whether one of a part's ends may be none.
func (p Part) Doubted() bool {
	return p.Before != nil && p.Before.Doubted() || p.After != nil && p.After.Doubted()
}
