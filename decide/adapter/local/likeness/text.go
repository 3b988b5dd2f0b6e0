// Package likeness says how alike two texts are, four ways:
//
//	words     stems and pairs of neighbours, the telling ones more
//	letters   pieces of three to five letters, which a slip of the fingers leaves
//	meaning   the cosine of the encoder's vectors
//	place     the same, seen from the middle of a set of texts
//
// A Text holds what all of them need and is made once. Everything is a function
// of the text alone, the same on every machine.
package likeness

import (
	"math"
	"slices"
	"unicode/utf8"

	"sinew/decide/adapter/local/encoder"
)

// A Text is what is compared of a text. It is not changed once it is shared.
type Text struct {
	Said    string // for a person to read; nothing is computed of it
	Words   Sparse // stems and pairs of them
	Letters Sparse
	Stems   []Weighed
	Vector  encoder.Vector
	Square  float64 // of the vector's length
}

// Weighed is a word in lower case, its stem and how much it tells.
type Weighed struct {
	Word, Stem string
	Weight     float64
}

// Of makes a text with the encoder's vector of it.
func Of(text string) *Text { return With(text, encoder.Embed(text)) }

// With makes a text whose vector is at hand.
func With(text string, vector encoder.Vector) *Text {
	t := &Text{Said: text, Vector: vector, Square: vector.Cosine(&vector)}
	said := Words(text)
	words, letters := pieces{}, pieces{}
	words.grow(2 * len(said))
	letters.grow(3 * len(text))
	before, told := "^", 0.3
	for _, w := range said {
		stem, tells := Stem(w), telling(w)
		t.Stems = append(t.Stems, Weighed{w, stem, tells * tells})
		words.add(offset.text("w:").text(stem), tells*tells)
		words.add(offset.text("b:").text(before).text(" ").text(stem), 0.5*told*tells)
		letters.addLetters(w, stem, tells)
		before, told = stem, tells
	}
	t.Words, t.Letters = words.sparse(), letters.sparse()
	return t
}

// pieces are numbered pieces of a text, some of them more than once.
type pieces struct {
	at    []uint32
	share []float64
}

func (p *pieces) grow(n int) {
	p.at, p.share = make([]uint32, 0, n), make([]float64, 0, n)
}

func (p *pieces) add(at number, share float64) {
	p.at, p.share = append(p.at, uint32(at)), append(p.share, share)
}

// The shortest and the longest pieces of a word that letters compare.
const (
	shortest = 3
	longest  = 5
)

func (p *pieces) addLetters(word, stem string, tells float64) {
	if stem == figure {
		word = figure
	}
	runes := []rune("<" + word + ">")
	for i := range runes {
		of := offset
		for n := 1; n <= longest && i+n <= len(runes); n++ {
			if of = of.rune(runes[i+n-1]); n >= shortest {
				p.add(of, tells)
			}
		}
	}
}

// A number stands for a piece of a text: its FNV-1a hash.
type number uint32

const (
	offset number = 2166136261
	prime  number = 16777619
)

// text is the number of a piece that goes on with a text.
func (n number) text(s string) number {
	for i := range len(s) {
		n = (n ^ number(s[i])) * prime
	}
	return n
}

// rune is the number of a piece that goes on with a character.
func (n number) rune(r rune) number {
	var room [utf8.UTFMax]byte
	for _, b := range utf8.AppendRune(room[:0], r) {
		n = (n ^ number(b)) * prime
	}
	return n
}

// A Sparse is a vector of length one with few numbers that are not zero, by
// their places in order. That of nothing is empty.
type Sparse struct {
	at    []uint32
	share []float64
}

// sparse adds up pieces of one number, in the order they came.
func (p *pieces) sparse() Sparse {
	order := make([]uint64, len(p.at))
	for i, at := range p.at {
		order[i] = uint64(at)<<32 | uint64(i)
	}
	slices.Sort(order)
	s := Sparse{make([]uint32, 0, len(order)), make([]float64, 0, len(order))}
	for _, o := range order {
		at, share := uint32(o>>32), p.share[uint32(o)]
		if last := len(s.at) - 1; last >= 0 && s.at[last] == at {
			s.share[last] += share
			continue
		}
		s.at, s.share = append(s.at, at), append(s.share, share)
	}
	s.normalize()
	return s
}

func (s *Sparse) normalize() {
	square := 0.0
	for _, share := range s.share {
		square += float64(share * share)
	}
	for i := range s.share {
		s.share[i] /= math.Sqrt(square)
	}
}

// Cosine is how alike two are, from 0 to 1.
func (s Sparse) Cosine(other Sparse) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(s.at) && j < len(other.at); {
		a, b := s.at[i], other.at[j]
		if a == b {
			sum += float64(s.share[i] * other.share[j])
		}
		// Which of two hashes is less cannot be foreseen: both steps are sums, so
		// that no branch hangs on it.
		i += 1 + int((int64(b)-int64(a))>>63)
		j += 1 + int((int64(a)-int64(b))>>63)
	}
	return sum
}
