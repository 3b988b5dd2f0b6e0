package local

import (
	"slices"

	"sinew/decide/question"
)

// A frame is where a value stands in a text: what is on each side of it, and
// which of the values it is.
type frame struct {
	left, right string // stems; "" at an end of the text
	nth, of     int    // among the values of its kind
}

// What two frames share: each side, and the place among the values.
const (
	sideCounts  = 1.0
	orderCounts = 0.5
	framedLeast = sideCounts + orderCounts
	framedWhole = 2 * sideCounts
)

func (f frame) shared(other frame) float64 {
	sum := 0.0
	if f.left == other.left {
		sum += sideCounts
	}
	if f.right == other.right {
		sum += sideCounts
	}
	if f.nth == other.nth && f.of == other.of {
		sum += orderCounts
	}
	return sum
}

// frameOf is the frame of the value at a token.
func frameOf(all []token, at int) frame {
	var f frame
	if at > 0 {
		f.left = all[at-1].stem
	}
	if at+1 < len(all) {
		f.right = all[at+1].stem
	}
	for i, t := range all {
		if t.typed && t.stem == all[at].stem {
			f.of++
			if i < at {
				f.nth++
			}
		}
	}
	return f
}

// framed is the candidate of each rival that stands where the examples have the
// rival's value, and how surely; nil unless each has one of its own.
func (s *scene) framed(rivals []question.Question, all []question.Option) (at []int, p float64) {
	p = pickFramed
	for _, r := range rivals {
		i, fits := s.fitting(r, all)
		switch {
		case fits < framedLeast || slices.Contains(at, i):
			return nil, 0
		case fits < framedWhole:
			p = pickEdged
		}
		at = append(at, i)
	}
	return at, p
}

// fitting is the candidate whose frame an argument's examples fit best, and how
// well; 0 where two fit as well.
func (s *scene) fitting(q question.Question, all []question.Option) (at int, fits float64) {
	second := 0.0
	for i, o := range all {
		start, end, _ := span(o)
		t := s.valueAt(start, end)
		if t < 0 {
			continue
		}
		best := 0.0
		for _, f := range s.frames(q) {
			best = max(best, f.shared(frameOf(s.request, t)))
		}
		if best > fits {
			at, fits, second = i, best, fits
		} else {
			second = max(second, best)
		}
	}
	if second == fits {
		return at, 0
	}
	return at, fits
}

// frames are those of an argument's values in its reflex's examples.
func (s *scene) frames(q question.Question) []frame {
	var found []frame
	for _, e := range q.About.Stated {
		read, runes := s.tokens(e.Example), []rune(e.Example)
		at := slices.IndexFunc(read, func(t token) bool {
			return t.typed && t.end <= len(runes) && string(runes[t.start:t.end]) == e.Value
		})
		if at >= 0 {
			found = append(found, frameOf(read, at))
		}
	}
	return found
}
