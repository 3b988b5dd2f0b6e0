package site

import (
	"testing"
)

func TestASiteIsBuilt(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	sum := s.all("site")
	if sum.Reflexes != 3 || sum.Versions != 4 || sum.Made != 3 || !sum.Whole || sum.Missing != 0 {
		t.Errorf("the build did %+v", sum)
	}
	page := s.page("site", "r/github.com/radhi/house/-/greet/index.html")
	s.has(page, "<h1>greet <span", "sinew add radhi/house/greet<", "Greet a person or a room.", "Since 1.0.0: contract minor, effect tightened from read to write",
		"a text in quotes, picked from what you say", "one of a closed set", "The small room.", "~/guests", "Reaches", "a.txt", "changed, +2 −1",
		"who = &#34;Mary&#34;", "who is left out", "never this reflex", "widened: reads", "30 November 2026")
}

func TestNothingNewIsNothingDone(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.all("site")
	if sum := s.build("site"); sum.Whole || sum.Written != 0 || sum.Made != 0 || sum.Reflexes != 3 {
		t.Errorf("a second build did %+v", sum)
	}
}
