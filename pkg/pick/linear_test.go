package pick

import (
	"strings"
	"testing"
)

// looks is how often the tokens of a text are looked at until all of its
// values are found.
func looks(s string) int {
	r := &reader{tokens: scan([]rune(s)), words: &english}
	for i := 0; i < len(r.tokens); {
		_, end := r.value(i)
		i = max(end, i+1)
	}
	return r.looks
}

func TestATextOfTwiceTheLengthTakesTwiceTheWork(t *testing.T) {
	for _, piece := range []string{
		"two ", "hundred and ", "twenty-", "a ", "a hundred ", "the ", "and ", "in ", "1 ", "1,", "1.", "1/", "1-", "1:", "5:05 ", "-", "- ", ", ", "'s",
		"a-1-", "a1", "A1_", "1a", "$", "$1", "$1,", "5 dollars and ", "5 dollars 5 cents ", "EUR ", "USD 5 ", "friday, ", "next ", "next friday ",
		"may ", "may 5 ", "may 5, ", "5 may ", "dec. ", "the 5th of ", "twenty second ", "half ", "half past ", "a quarter to ", "ten past ", "5pm ",
		"seven oh ", "o'clock ", "in the ", "1 week ", "in 1 week, ", "1 week 1 day 1 hour ", "in two weeks, three days ", "an hour and a half ", "1h", "1h1m1s",
		"every ", "day after ", "2026-05-", "27/03/", "p.m.", "% ", "per cent ", "twenty seventeen ", "\u00a0", "é",
	} {
		const n = 500
		once, twice := looks(strings.Repeat(piece, n)), looks(strings.Repeat(piece, 2*n))
		if twice > 2*once+once/10 {
			t.Errorf("%q: %d times are %d looks, %d times %d", piece, n, once, 2*n, twice)
		}
	}
}
