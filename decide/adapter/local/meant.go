package local

import (
	"slices"

	"sinew/decide/question"
)

// meant is whether words that spell a value out mean it: as surely as the one
// candidate there is would be taken, where nothing else could be the argument's
// value and the words no other's. The spelling is the reader's; nothing here
// hears it anew.
func (s *scene) meant(q question.Question) question.Answer {
	switch {
	case s.statesAnother(q) || slices.ContainsFunc(s.spelled[q.Subject.Reflex], func(r question.Question) bool { return rivalOf(q.Subject, r.Subject) }):
		return yes(pickAny)
	case s.isNumber(q.About.Option.Key):
		return yes(pickNumber)
	}
	return yes(pickOnly)
}

// rivalOf reports whether two spelled values are of one argument, or share words.
func rivalOf(a, b question.Subject) bool {
	return a != b && (a.Arg == b.Arg || a.From < b.To && b.From < a.To)
}

// statesAnother reports whether a typed value of the text could be the
// argument's as well.
func (s *scene) statesAnother(q question.Question) bool {
	for _, own := range s.args[q.Subject.Reflex] {
		if own.Subject.Arg == q.Subject.Arg {
			return len(choices(own)) > 0
		}
	}
	return false
}

// isNumber reports whether a value is a number, which may count anything.
func (s *scene) isNumber(value string) bool {
	read := s.tokens(value)
	return len(read) > 0 && read[0].stem == numberStem
}
