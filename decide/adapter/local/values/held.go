package values

import "sinew/decide/adapter/local/spelt"

// How surely a few words name a choice: by its key, or by a word that its
// meaning alone has.
const (
	heldByKey     = 0.97
	heldBySlip    = 0.93
	heldByMeaning = 0.9
)

// Held is how surely some words, and nothing around them, name each choice of a
// list; 0 where they share no word with its key or its meaning.
func Held(l List, said string, from Source) []float64 {
	l.About = nil
	c := newComparison(l, said, from)
	held := make([]float64, len(c.texts))
	for i := range c.texts {
		held[i] = c.holds(&c.texts[i])
	}
	return held
}

func (c *comparison) holds(o *option) float64 {
	switch by := c.byKey(o); {
	case by == 1:
		return heldByKey
	case by >= spelt.Slip:
		return heldBySlip
	}
	for _, w := range c.own {
		for _, v := range o.words {
			if v.Stem == w.Stem && c.held[v.Stem] == 1 && telling(v) {
				return heldByMeaning
			}
		}
	}
	return 0
}
