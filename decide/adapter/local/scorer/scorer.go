// Package scorer gives each of a set of classes, and none of them, its share of
// a text: a class is a reflex, known by its examples and its description.
//
// Each class has a few features, from how alike the text is to what the class
// is known by; the class's logit is a weighted sum of them. None has a logit of
// its own, from the size of the set and from how well the best classes did. The
// shares are the softmax of all logits. The weights were fitted once
// (internal/eval) and stand in weights.json; nothing is trained when a set
// changes, so what a person teaches counts at once.
package scorer

import (
	"math"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
)

// A Class is what one class is known by.
type Class struct {
	Examples []*likeness.Text
	About    *likeness.Text // nil for none
}

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
	known       = kernels * perKernel
	classCount  = known + 2
	noneOwn     = 3
	noneKernels = 2 // the best class and how far it leads
	noneCount   = noneOwn + noneKernels*kernels
)

// A Set is classes prepared for scoring. It may be used from several
// goroutines.
type Set struct {
	classes []class
	centre  encoder.Vector
	square  float64 // of the centre's length
	usual   float64 // the mean number of examples of a class
}

type class struct {
	examples []item
	about    *item
	norms    [kernels]float64
	stems    map[string]bool
}

// An item is a text and where it stands from the set's centre.
type item struct {
	text   *likeness.Text
	toward float64 // the product of its vector and the centre
	length float64 // of its vector from the centre
}

// centred is how much of the centre is taken off a vector.
const centred = 1.0

// Prepare makes a set of classes.
func Prepare(all []Class) *Set {
	s := &Set{}
	for _, c := range all {
		s.lean(c, len(all))
		s.usual += float64(len(c.Examples)) / float64(len(all))
	}
	s.square = s.centre.Cosine(&s.centre)
	for _, c := range all {
		s.classes = append(s.classes, s.class(c))
	}
	return s
}

// lean moves the centre by one class, which counts as much as every other.
func (s *Set) lean(c Class, classes int) {
	texts := c.Examples
	if c.About != nil {
		texts = append(texts[:len(texts):len(texts)], c.About)
	}
	share := float32(centred / float64(classes) / math.Max(1, float64(len(texts))))
	for _, t := range texts {
		for k, f := range t.Vector {
			s.centre[k] += float32(f * share)
		}
	}
}

func (s *Set) item(t *likeness.Text) item {
	toward := t.Vector.Cosine(&s.centre)
	length := math.Sqrt(math.Max(0, t.Vector.Cosine(&t.Vector)-2*toward+s.square))
	return item{t, toward, length}
}

func (s *Set) class(c Class) class {
	out := class{stems: map[string]bool{}}
	for _, e := range c.Examples {
		out.examples = append(out.examples, s.item(e))
		out.knows(e)
	}
	if c.About != nil {
		one := s.item(c.About)
		out.about = &one
		out.knows(c.About)
	}
	for _, a := range out.examples {
		for _, b := range out.examples {
			for k, alike := range s.alike(a, b) {
				out.norms[k] += alike
			}
		}
	}
	for k := range out.norms {
		out.norms[k] = math.Sqrt(math.Max(out.norms[k], 1e-9))
	}
	return out
}

func (c *class) knows(t *likeness.Text) {
	for _, w := range t.Stems {
		c.stems[w.Stem] = true
	}
}

// alike is how alike two items are, by kernel.
func (s *Set) alike(a, b item) (by [kernels]float64) {
	by[words] = a.text.Words.Cosine(b.text.Words)
	by[letters] = a.text.Letters.Cosine(b.text.Letters)
	by[meaning] = a.text.Vector.Cosine(&b.text.Vector)
	if lengths := float64(a.length * b.length); lengths > 1e-9 {
		by[place] = (by[meaning] - a.toward - b.toward + s.square) / lengths
	}
	return by
}

// Features are what a text's shares are made of.
type Features struct {
	Classes [][]float64
	None    []float64
}

// Features are those of a text.
func (s *Set) Features(t *likeness.Text) Features {
	asked := s.item(t)
	f := Features{None: []float64{1, math.Log(float64(len(s.classes))), math.Log(1 + s.usual)}}
	for i := range s.classes {
		f.Classes = append(f.Classes, s.of(&s.classes[i], asked))
	}
	for k := range kernels {
		best, second := 0.0, 0.0
		for _, c := range f.Classes {
			score := (c[k*perKernel+nearest] + c[k*perKernel+middle]) / 2
			second = max(second, min(best, score))
			best = max(best, score)
		}
		f.None = append(f.None, best, best-second)
	}
	return f
}

func (s *Set) of(c *class, asked item) []float64 {
	f := make([]float64, classCount)
	var sums [kernels]float64
	for i, e := range c.examples {
		for k, alike := range s.alike(asked, e) {
			sums[k] += alike
			if i == 0 || alike > f[k*perKernel+nearest] {
				f[k*perKernel+nearest] = alike
			}
		}
	}
	var told [kernels]float64
	if c.about != nil {
		told = s.alike(asked, *c.about)
	}
	for k := range kernels {
		f[k*perKernel+about] = told[k]
		f[k*perKernel+middle] = sums[k] / c.norms[k]
		if len(c.examples) == 0 {
			f[k*perKernel+nearest], f[k*perKernel+middle] = told[k], told[k]
		}
	}
	f[known], f[known+1] = c.share(asked.text), 1
	return f
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

// Weights weigh the features of a class, and those of none.
type Weights struct {
	Class []float64 `json:"class"`
	None  []float64 `json:"none"`
}

// Logits are the classes' logits, then that of none.
func (w Weights) Logits(f Features) []float64 {
	logits := make([]float64, 0, len(f.Classes)+1)
	for _, c := range f.Classes {
		logits = append(logits, product(w.Class, c))
	}
	return append(logits, product(w.None, f.None))
}

func product(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// Shares are the softmax of logits.
func Shares(logits []float64) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, l := range logits {
		most = max(most, l)
	}
	shares := make([]float64, len(logits))
	for i, l := range logits {
		shares[i] = math.Exp(l - most)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
