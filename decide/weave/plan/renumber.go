package plan

import "slices"

// Renumber is the sentence with everything that names a step naming the one
// that now gives for it: both count from 0. Its parts stay as they are, and so
// does s.
func (s Sentence) Renumber(now func(at int) int) Sentence {
	s.Folded, s.Reviews, s.Causes = slices.Clone(s.Folded), slices.Clone(s.Reviews), slices.Clone(s.Causes)
	for i := range s.Folded {
		s.Folded[i].Into = now(s.Folded[i].Into)
	}
	for i := range s.Reviews {
		s.Reviews[i].First = now(s.Reviews[i].First-1) + 1
	}
	for i := range s.Causes {
		if s.Causes[i].Step > 0 {
			s.Causes[i].Step = now(s.Causes[i].Step-1) + 1
		}
	}
	return s
}
