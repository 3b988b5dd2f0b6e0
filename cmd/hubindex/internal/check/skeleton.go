package check

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// drawn are letters and digits that common fonts draw alike, each run with the
// one letter it counts as. The left side is as it is after folding. The table
// holds what occurs in names of repositories: Latin, Greek, Cyrillic and
// Armenian letters, and digits; it is far smaller than Unicode's own
// (UTS 39), and a script it lacks is caught by no rule but the edit distance.
var drawn = strings.NewReplacer(
	"rn", "m", "vv", "w", "cl", "d",
	"0", "o", "1", "l", "i", "l", "|", "l", "5", "s", "3", "e", "8", "b", "9", "g",
	// Greek
	"α", "a", "β", "b", "γ", "y", "ε", "e", "η", "n", "ι", "l", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "σ", "o", "ς", "s", "τ", "t", "υ", "u", "χ", "x", "ω", "w",
	// Cyrillic
	"а", "a", "в", "b", "г", "r", "ԁ", "d", "е", "e", "һ", "h", "і", "l", "ј", "j", "к", "k", "ӏ", "l", "м", "m", "н", "h", "о", "o", "п", "n",
	"р", "p", "ԛ", "q", "с", "c", "ѕ", "s", "т", "t", "у", "y", "ѵ", "v", "ԝ", "w", "х", "x", "ь", "b", "з", "e",
	// Armenian, and Latin letters that are no marks on another
	"օ", "o", "ո", "n", "ս", "u", "հ", "h", "ց", "g", "ı", "l", "ɩ", "l", "ɡ", "g", "ɑ", "a", "ø", "o", "đ", "d", "ł", "l", "ħ", "h", "ŧ", "t", "ſ", "s",
)

// folded is a name as no letter's case changes it, with a URL's escapes read.
func folded(name string) string {
	if read, err := url.PathUnescape(name); err == nil {
		name = read
	}
	return cases.Fold().String(norm.NFKC.String(name))
}

// skeleton is a name as an eye sees it: two names with one skeleton look alike.
// Letters lose their case and their marks, signs between words are dropped, and
// what is drawn alike is one letter.
func skeleton(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || strings.ContainsRune("-_.", r) {
			return -1
		}
		return r
	}, norm.NFKD.String(folded(name)))
	return drawn.Replace(drawn.Replace(bare)) // once more: what became letters may be a run
}
