package local

import (
	"slices"

	"sinew/decide/adapter/local/scorer"
	"sinew/decide/question"
)

// Grounds are what a reflex's share of a route stood on.
type Grounds struct {
	Nearest []scorer.Near // its examples, the most alike to the text first
	Words   []string      // the telling words of the text that it says itself
}

// Grounds are those of one reflex of a route, for the same text and question as
// the answer; ok is false for a reflex that is not among them. They are for a
// person to read, and decide nothing.
func (e Engine) Grounds(text string, route question.Question, reflex string) (g Grounds, ok bool) {
	s := newScene(text, []question.Question{route}, e.remembers())
	offered := reflexes(route)
	at := slices.IndexFunc(offered, func(o question.Option) bool { return o.Key == reflex })
	if at < 0 {
		return Grounds{}, false
	}
	set, asked := s.set(offered), s.asked()
	return Grounds{Nearest: set.Nearest(asked, at), Words: set.Shared(asked, at)}, true
}
