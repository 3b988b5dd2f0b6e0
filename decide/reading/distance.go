package reading

import (
	"math/bits"
	"unicode/utf8"

	"sinew/pkg/text"
)

// A spelled is a word, with what is told of its distance to others at once.
type spelled struct {
	word  string
	runes int
	holds uint64 // a bit for each letter it holds; some letters have one bit
}

func spell(word string) spelled {
	s := spelled{word: word, runes: utf8.RuneCountInString(word)}
	for _, r := range word {
		s.holds |= 1 << (uint(r) % 64)
	}
	return s
}

// near is how many slips two words are apart, where they are at most so many.
// It counts only where their lengths and their letters allow it: a slip
// changes either by one at most.
func (s spelled) near(other spelled, most int) (slips int, ok bool) {
	apart := s.runes - other.runes
	if max(apart, -apart) > most || bits.OnesCount64(s.holds&^other.holds) > most || bits.OnesCount64(other.holds&^s.holds) > most {
		return 0, false
	}
	slips = text.Slips(s.word, other.word)
	return slips, slips <= most
}
