package answers

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/decide/adapter"
	"sinew/decide/question"
)

// found are grounds by where they stand, so that a file holds no text: examples
// by their number among the reflex's, words by their bytes in the text in lower
// case.
type found struct {
	Nearest []like   `json:"nearest,omitempty"`
	Words   [][2]int `json:"words,omitempty"`
}

// like is an example and how alike the text is to it.
type like struct {
	Example int     `json:"example"`
	Alike   float64 `json:"alike"`
}

// Grounds are the adapter's own, kept like its answers; an adapter that gives
// none has none.
func (k *kept) Grounds(text string, route question.Question, reflex string) (g question.Grounds, ok bool) {
	by, gives := k.Adapter.(adapter.Grounded)
	at := slices.IndexFunc(route.Options, func(o question.Option) bool { return o.Key == reflex })
	if !gives || at < 0 {
		return question.Grounds{}, false
	}
	path, option := k.groundsPath(text, route, reflex), route.Options[at]
	var kept found
	if k.recall(path, &kept) {
		g, ok = kept.grounds(text, option)
	}
	if ok {
		return g, true
	}
	if g, ok = by.Grounds(text, route, reflex); ok {
		k.keep(path, find(g, text, option))
	}
	return g, ok
}

func (k *kept) groundsPath(text string, route question.Question, reflex string) string {
	key := k.key(text, []question.Question{route})
	key.add("grounds")
	key.add(reflex)
	return k.path(key)
}

// find are grounds by where they stand. What stands nowhere is left out.
func find(g question.Grounds, text string, of question.Option) (f found) {
	for _, n := range g.Nearest {
		if at := slices.Index(of.Text.Examples, n.Example); at >= 0 {
			f.Nearest = append(f.Nearest, like{at, n.Alike})
		}
	}
	said := strings.ToLower(text)
	for _, w := range g.Words {
		if at := strings.Index(said, w); at >= 0 {
			f.Words = append(f.Words, [2]int{at, at + len(w)})
		}
	}
	return f
}

// grounds are what was found, in words again; ok is false where a place is none.
func (f found) grounds(text string, of question.Option) (g question.Grounds, ok bool) {
	g.Reflex = of.Key
	for _, n := range f.Nearest {
		if n.Example < 0 || n.Example >= len(of.Text.Examples) || n.Alike < 0 || n.Alike > 1 {
			return question.Grounds{}, false
		}
		g.Nearest = append(g.Nearest, question.Near{Example: of.Text.Examples[n.Example], Alike: n.Alike})
	}
	said := strings.ToLower(text)
	for _, w := range f.Words {
		if w[0] < 0 || w[0] >= w[1] || w[1] > len(said) || !utf8.ValidString(said[w[0]:w[1]]) {
			return question.Grounds{}, false
		}
		g.Words = append(g.Words, said[w[0]:w[1]])
	}
	return g, true
}
