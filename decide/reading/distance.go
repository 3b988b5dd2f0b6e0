package reading

import "unicode/utf8"

// near reports whether two words are at most so many slips apart. It looks
// closer only where their lengths allow it.
func near(a, b string, most int) bool {
	apart := utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	return max(apart, -apart) <= most && distance(a, b) <= most
}

// distance counts the inserts, deletes, changes and swaps of neighbours that
// make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	width := len(y) + 1
	cells := make([]int, 3*width) // the row before the last, the last, the next
	before, last, next := cells[:width], cells[width:2*width], cells[2*width:]
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
