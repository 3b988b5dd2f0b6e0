package text

// Slips is how many characters are to be added, dropped, changed, or swapped
// with their neighbour to make b of a (optimal string alignment). Its time is
// the product of their lengths.
func Slips(a, b string) int {
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
