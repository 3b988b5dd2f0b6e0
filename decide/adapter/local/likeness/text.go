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
	"hash/fnv"
	"math"
	"slices"

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
	words, letters := map[uint32]float64{}, map[uint32]float64{}
	before, told := "^", 0.3
	for _, w := range Words(text) {
		stem, tells := Stem(w), telling(w)
		t.Stems = append(t.Stems, Weighed{w, stem, tells * tells})
		words[number("w:", stem)] += tells * tells
		words[number("b:", before+" "+stem)] += 0.5 * told * tells
		addLetters(letters, w, stem, tells)
		before, told = stem, tells
	}
	t.Words, t.Letters = sparse(words), sparse(letters)
	return t
}

func addLetters(to map[uint32]float64, word, stem string, tells float64) {
	if stem == figure {
		word = figure
	}
	runes := []rune("<" + word + ">")
	for n := 3; n <= 5; n++ {
		for i := 0; i+n <= len(runes); i++ {
			to[number("", string(runes[i:i+n]))] += tells
		}
	}
}

func number(kind, piece string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(kind))
	h.Write([]byte(piece))
	return h.Sum32()
}

// A Sparse is a vector of length one with few numbers that are not zero, by
// their places in order. That of nothing is empty.
type Sparse struct {
	at    []uint32
	share []float64
}

func sparse(of map[uint32]float64) Sparse {
	var s Sparse
	for at := range of {
		s.at = append(s.at, at)
	}
	slices.Sort(s.at)
	square := 0.0
	for _, at := range s.at {
		s.share = append(s.share, of[at])
		square += float64(of[at] * of[at])
	}
	for i := range s.share {
		s.share[i] /= math.Sqrt(square)
	}
	return s
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
