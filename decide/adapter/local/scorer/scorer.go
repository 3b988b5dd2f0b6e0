// Package scorer gives each of a set of classes, and none of them, its share of
// a text: a class is a reflex, known by its examples and its description.
//
// Each class has a few features, from how alike the text is to what the class
// is known by; the class's logit is a weighted sum of them. None has a logit of
// its own, from the size of the set, the length of the text and how well the
// best classes did. The shares are the softmax of all logits. The weights were
// fitted once (internal/eval) and stand in weights.json; nothing is trained
// when a set changes, so what a person teaches counts at once.
//
// A text that a class is not for is a class of its own beside it, and takes
// what it gets from that class alone, in favour of none (Deny).
package scorer

import (
	"math"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
)

// A Class is what one class is known by.
type Class struct {
	Examples []*likeness.Text
	About    *likeness.Text   // nil for none
	Against  []*likeness.Text // what it is not for
}

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
	against  []class
	norms    [kernels]float64
	stems    map[string]bool
}

// An item is a text and where it stands from the set's centre.
type item struct {
	text   *likeness.Text
	toward float64 // the product of its vector and the centre
	length float64 // of its vector from the centre
}

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
	share := float32(1 / (float64(classes) * math.Max(1, float64(len(texts)))))
	for _, t := range texts {
		for k, f := range t.Vector {
			s.centre[k] += float32(f * share)
		}
	}
}

func (s *Set) item(t *likeness.Text) item {
	toward := t.Vector.Cosine(&s.centre)
	length := math.Sqrt(math.Max(0, t.Square-2*toward+s.square))
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
	for _, t := range c.Against {
		out.against = append(out.against, s.class(Class{About: t}))
	}
	out.norms = s.norms(out.examples)
	return out
}

func (c *class) knows(t *likeness.Text) {
	for _, w := range t.Stems {
		c.stems[w.Stem] = true
	}
}

// norms are, by kernel, the length of the sum of items: what their mean
// likeness to a text is divided by to be that of their middle.
func (s *Set) norms(items []item) (norms [kernels]float64) {
	var sum, far encoder.Vector
	for i, a := range items {
		for j := range i + 1 {
			twice := 2.0
			if i == j {
				twice = 1
			}
			norms[words] += twice * a.text.Words.Cosine(items[j].text.Words)
			norms[letters] += twice * a.text.Letters.Cosine(items[j].text.Letters)
		}
		s.add(&sum, &far, a)
	}
	norms[meaning], norms[place] = sum.Cosine(&sum), far.Cosine(&far)
	for k := range norms {
		norms[k] = math.Sqrt(math.Max(norms[k], 1e-9))
	}
	return norms
}

// add adds an item's vector, and its direction from the centre.
func (s *Set) add(sum, far *encoder.Vector, a item) {
	share := float32(1 / math.Max(a.length, 1e-9))
	for k, f := range a.text.Vector {
		sum[k] += f
		far[k] += float32((f - s.centre[k]) * share)
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
