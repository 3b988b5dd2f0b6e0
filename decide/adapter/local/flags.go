package local

import (
	"slices"

	"sinew/decide/question"
)

const (
	flagRaised = 0.85 // a word of the flag stands in the text
	flagDenied = 0.9  // one does, and is turned around
	turnsWords = 3    // how many words before one may turn it around
)

func isFlag(q question.Question) bool {
	return len(q.Options) == 3 && q.Options[0].Key == question.Yes && q.Options[1].Key == question.No
}

// flag answers whether a flag is raised: by a word of its name or its ask that
// the reflex does not say of itself.
func (s *scene) flag(q question.Question) question.Answer {
	own := s.ownWords(q.Subject.Reflex, "")
	l := newLexicon(s.request, 8)
	for _, t := range slices.Concat(s.key(q.Subject.Arg), s.tokens(q.Ask)) {
		term := l.terms[l.id(t)]
		if term.near < 0 || term.alike < 1 || term.weight < weighsContent || own[t.stem] {
			continue
		}
		if s.turned(t.stem) {
			return one(question.No, flagDenied, question.Unstated)
		}
		return one(question.Yes, flagRaised, question.Unstated)
	}
	return one(question.Unstated, sure, question.No)
}

// turned reports whether a word that turns things around stands shortly before
// the first word with a stem.
func (s *scene) turned(stem string) bool {
	for i, t := range s.request {
		if t.stem != stem {
			continue
		}
		for j := max(0, i-turnsWords); j < i; j++ {
			if s.request[j].is(negation) {
				return true
			}
		}
		return false
	}
	return false
}
