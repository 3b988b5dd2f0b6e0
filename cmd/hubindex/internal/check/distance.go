package check

import "unicode/utf8"

// shortName is below how many characters one slip is the most that makes two
// names near; from there on two do.
const shortName = 8

// near reports whether one name is a slip or two of the keys away from the
// other. Equal names are.
func near(a, b string) bool {
	most := 2
	if min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) < shortName {
		most = 1
	}
	return distance([]rune(a), []rune(b), most) <= most
}

// distance is how many letters are to be added, dropped, replaced, or swapped
// with their neighbour to make b of a (optimal string alignment). Past most it
// may be any number above most.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func cost(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
