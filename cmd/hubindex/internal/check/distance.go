package check

import (
	"unicode/utf8"

	"sinew/pkg/text"
)

// shortName is below how many characters one slip is the most that makes two
// names near; from there on two do.
const shortName = 8

// near reports whether one name is a slip or two of the keys away from the
// other. Equal names are.
func near(a, b string) bool {
	most, ofA, ofB := 2, utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if min(ofA, ofB) < shortName {
		most = 1
	}
	if max(ofA-ofB, ofB-ofA) > most { // each slip changes the length by one at most
		return false
	}
	return text.Slips(a, b) <= most
}
