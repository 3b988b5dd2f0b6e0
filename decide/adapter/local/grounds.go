package local

import (
	"slices"
	"strings"

	"sinew/decide/question"
)

// How much of the grounds is told: what a person takes in at a glance.
const (
	mostNearest = 2
	mostWords   = 8
)

// Grounds are those of one reflex of a route, for the same text and question as
// the answer: its few nearest examples, and the first of the words that are
// shared. ok is false for a reflex that is not among them. After an answer about
// the same text they cost next to nothing.
func (e Engine) Grounds(text string, route question.Question, reflex string) (g question.Grounds, ok bool) {
	m, asked := e.remembers().hear(), []question.Question{route}
	defer m.keep(text, asked)
	s := newScene(text, asked, m)
	offered := reflexes(route)
	at := slices.IndexFunc(offered, func(o question.Option) bool { return o.Key == reflex })
	if at < 0 {
		return question.Grounds{}, false
	}
	set, said := s.set(offered), s.asked()
	g = question.Grounds{Reflex: reflex, Nearest: set.Nearest(said, at), Words: s.spoke(set.Shared(said, at))}
	g.Nearest = g.Nearest[:min(len(g.Nearest), mostNearest)]
	g.Words = g.Words[:min(len(g.Words), mostWords)]
	return g, true
}

// spoke are the words that were said, and do not stand for a value.
func (s *scene) spoke(words []string) []string {
	said := strings.ToLower(s.said)
	return slices.DeleteFunc(words, func(w string) bool { return !strings.Contains(said, w) })
}
