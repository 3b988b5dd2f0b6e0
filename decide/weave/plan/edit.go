package plan

import "slices"

// Replace is the sentence with the parts from one index to another, exclusive,
// replaced by others. What names a step by its number names the same step
// after it; what names a replaced one names the first that stands in its place,
// or the step before where none does. s stays as it is.
func (s Sentence) Replace(from, to int, parts ...Part) Sentence {
	moved := func(n int) int {
		switch at := n - 1; {
		case at >= to:
			return n + len(parts) - (to - from)
		case at >= from && len(parts) == 0:
			return max(from, 1)
		case at >= from:
			return from + min(at-from, len(parts)-1) + 1
		}
		return n
	}
	s.Parts = slices.Concat(s.Parts[:from], parts, s.Parts[to:])
	s.Folded, s.Reviews, s.Causes = slices.Clone(s.Folded), slices.Clone(s.Reviews), slices.Clone(s.Causes)
	for i := range s.Folded {
		s.Folded[i].Into = moved(s.Folded[i].Into)
	}
	for i := range s.Reviews {
		s.Reviews[i].First = moved(s.Reviews[i].First)
	}
	for i, c := range s.Causes {
		if c.Step > 0 {
			s.Causes[i].Step = moved(c.Step)
		}
	}
	return s
}

// Fold is the sentence without one part, which repeats the step of another:
// into is that part's index. gave and picked are as a Folded has them.
func (s Sentence) Fold(part, into int, gave []string, picked string) Sentence {
	p := s.Parts[part]
	number := into + 1
	if into > part {
		number--
	}
	out := s.Replace(part, part+1)
	out.Folded = append(out.Folded, Folded{Words: p.Words(), Into: number, Gave: gave, Picked: picked})
	return out
}
