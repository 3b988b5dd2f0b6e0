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

// flag answers whether a flag is raised: by the very words of an example, by a
// word of its name or its ask that the reflex does not say of itself, or by one
// that only the examples that raise it say.
func (s *scene) flag(q question.Question) question.Answer {
	if key, ok := s.taughtKey(q.Options); ok {
		return one(key, sure, otherKey(q, key))
	}
	own := s.ownWords(q)
	l := newLexicon(s.request, 8)
	for _, t := range slices.Concat(s.key(q.Subject.Arg), s.tokens(q.Ask), s.raising(q)) {
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

// ownWords are what a reflex says whatever the value is: its name and its
// description.
func (s *scene) ownWords(q question.Question) map[string]bool {
	own := map[string]bool{}
	d := s.described(s.reflex(q).What)
	for _, said := range append([][]token{s.key(q.Subject.Reflex), d.does}, d.not...) {
		for _, t := range said {
			own[t.stem] = true
		}
	}
	return own
}

// raisesTwice is how many examples that raise a flag must say a word: one says
// many words by chance.
const raisesTwice = 2

// raising are the words that examples which raise a flag say, and no other
// example of the reflex does.
func (s *scene) raising(q question.Question) []token {
	said, others := map[string]int{}, map[string]bool{}
	var found []token
	for _, e := range q.About.Reflex.Examples {
		raises := slices.Contains(q.Options[0].Text.Examples, e)
		seen := map[string]bool{}
		for _, t := range s.tokens(e) {
			if !raises {
				others[t.stem] = true
			} else if !seen[t.stem] {
				seen[t.stem] = true
				if said[t.stem]++; said[t.stem] == raisesTwice {
					found = append(found, t)
				}
			}
		}
	}
	return slices.DeleteFunc(found, func(t token) bool { return others[t.stem] })
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
