package scorer

import (
	"math"

	"sinew/decide/adapter/local/likeness"
)

// A kernel is one way two texts are alike.
type kernel int

const (
	words kernel = iota
	letters
	meaning
	place
	kernels int = iota
)

// The features of a class: three for each kernel, then one for the words it
// knows, then 1.
const (
	nearest = iota // its most alike example
	middle         // the middle of its examples
	about          // its description
	perKernel
	known      = kernels * perKernel
	classCount = known + 2
)

// The features of none: 1, the size of the set, the usual number of examples,
// how many words the text has and how much they tell, then two for each kernel:
// how well the best class did, and how far it leads.
const (
	noneOwn     = 5
	noneKernels = 2
	noneCount   = noneOwn + noneKernels*kernels
)

// Features are what a text's shares are made of: a row for each class, the rows
// of what each class is not for, and that of none.
type Features struct {
	Classes [][]float64
	Against [][][]float64
	None    []float64
}

// Features are those of a text.
func (s *Set) Features(t *likeness.Text) Features {
	asked := s.item(t)
	f := Features{Against: make([][][]float64, len(s.classes))}
	for i := range s.classes {
		f.Classes = append(f.Classes, s.of(&s.classes[i], asked))
		for k := range s.classes[i].against {
			f.Against[i] = append(f.Against[i], s.of(&s.classes[i].against[k], asked))
		}
	}
	f.None = s.none(t)
	for k := range kernels {
		best, second := leaders(f.Classes, k)
		f.None = append(f.None, best, best-second)
	}
	return f
}

// none is what speaks for none before any class is looked at.
func (s *Set) none(t *likeness.Text) []float64 {
	tells := 0.0
	for _, w := range t.Stems {
		tells += w.Weight
	}
	own := make([]float64, 0, noneCount)
	return append(own, 1, math.Log(float64(max(1, len(s.classes)))), math.Log(1+s.usual), math.Log(float64(1+len(t.Stems))), tells)
}

// leaders are the two best scores by one kernel.
func leaders(classes [][]float64, k int) (best, second float64) {
	for _, c := range classes {
		score := (c[k*perKernel+nearest] + c[k*perKernel+middle]) / 2
		second = max(second, min(best, score))
		best = max(best, score)
	}
	return best, second
}

// of are the features of one class.
func (s *Set) of(c *class, asked item) []float64 {
	f := make([]float64, classCount)
	var told [kernels]float64
	if c.about != nil {
		told = s.alike(asked, *c.about)
	}
	best, sums := s.examples(c, asked)
	for k := range kernels {
		f[k*perKernel+about] = told[k]
		f[k*perKernel+nearest], f[k*perKernel+middle] = best[k], sums[k]/c.norms[k]
		if len(c.examples) == 0 {
			f[k*perKernel+nearest], f[k*perKernel+middle] = told[k], told[k]
		}
	}
	f[known], f[known+1] = c.share(asked.text), 1
	return f
}

// examples are, by kernel, the likeness of the nearest example and the sum of
// all.
func (s *Set) examples(c *class, asked item) (best, sums [kernels]float64) {
	for i, e := range c.examples {
		for k, alike := range s.alike(asked, e) {
			sums[k] += alike
			if i == 0 || alike > best[k] {
				best[k] = alike
			}
		}
	}
	return best, sums
}

// share is how much of what a text tells is in words the class knows.
func (c *class) share(t *likeness.Text) float64 {
	hit, all := 0.0, 1e-9
	for _, w := range t.Stems {
		all += w.Weight
		if c.stems[w.Stem] {
			hit += w.Weight
		}
	}
	return hit / all
}
