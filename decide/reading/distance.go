package reading

import (
	"math/bits"
	"unicode/utf8"
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
	slips = distance(s.word, other.word)
	return slips, slips <= most
}

// distance counts the inserts, deletes, changes and swaps of neighbours that
// make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	width := len(y) + 1
	var few [3 * 24]int // as many as most words need
	cells := few[:]
	if 3*width > len(few) {
		cells = make([]int, 3*width)
	}
	before, last, next := cells[:width], cells[width:2*width], cells[2*width:3*width] // the row before the last, the last, the next
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		next[0] = i
		for j := 1; j <= len(y); j++ {
			next[j] = min(last[j]+1, next[j-1]+1, last[j-1]+differ(x[i-1], y[j-1]))
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(y)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
