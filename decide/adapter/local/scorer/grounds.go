package scorer

import (
	"cmp"
	"math"
	"slices"

	"sinew/decide/adapter/local/likeness"
	"sinew/decide/question"
)

// blend is how much each kernel counts where one number tells a person how
// alike two texts are. Shares come of the fitted weights instead.
var blend = [kernels]float64{words: 0.25, letters: 0.2, meaning: 0.25, place: 0.3}

// Nearest are the examples of a class, the most alike to the text first.
func (s *Set) Nearest(t *likeness.Text, class int) []question.Near {
	asked := s.item(t)
	var all []question.Near
	for _, e := range s.classes[class].examples {
		alike := 0.0
		for k, by := range s.alike(asked, e) {
			alike += float64(blend[k] * by)
		}
		all = append(all, question.Near{Example: e.text.Said, Alike: rounded(min(max(alike, 0), 1))})
	}
	slices.SortStableFunc(all, func(a, b question.Near) int { return cmp.Compare(b.Alike, a.Alike) })
	return all
}

// rounded is a likeness to as many places as a share has.
func rounded(alike float64) float64 { return math.Round(alike*1e4) / 1e4 }

// tellsSomething is the weight from which a shared word is worth naming.
const tellsSomething = 0.2

// Shared are the telling words of a text that a class knows in some form, in
// the text's order, each once.
func (s *Set) Shared(t *likeness.Text, class int) []string {
	var shared []string
	for _, w := range t.Stems {
		if w.Weight >= tellsSomething && s.classes[class].stems[w.Stem] && !slices.Contains(shared, w.Word) {
			shared = append(shared, w.Word)
		}
	}
	return shared
}
