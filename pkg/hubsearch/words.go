package hubsearch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/text"
)

const (
	maxQuery   = 1000 // characters of a query
	maxWords   = 16   // of a query
	maxLetters = 40   // of a word
)

// stops are words that say nothing of a reflex.
var stops = stopWords("a an and are as at be by for from i in is it its me my of on or that the this to with you your")

func stopWords(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// Words are the words of a text, in its order: runs of letters and digits,
// folded to compatibility forms without accents, in lower case, a plural's `s`
// dropped, at most 40 characters each. A character of Chinese or Japanese is a
// word of its own. Words that say nothing are left out.
func Words(s string) []string {
	var words []string
	for _, run := range runs(fold(s)) {
		if !stops[run] {
			words = append(words, singular(run))
		}
	}
	return words
}

// fold takes each character alone, as search.js does: lower case that depends
// on what stands around it, as the Greek sigma's, would differ.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x300 && r <= 0x36f || zeroWidth(r):
			return -1
		case r == 'ς':
			return 'σ'
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
	return norm.NFC.String(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func runs(s string) []string {
	var all []string
	for {
		s = strings.TrimLeftFunc(s, func(r rune) bool { return !isLetter(r) })
		if s == "" {
			return all
		}
		end := lengthOfRun(s)
		all = append(all, text.First(s[:end], maxLetters))
		s = s[end:]
	}
}

// lengthOfRun is that of the run that s begins with, in bytes.
func lengthOfRun(s string) int {
	first, size := utf8.DecodeRuneInString(s)
	if alone(first) {
		return size
	}
	end := strings.IndexFunc(s, func(r rune) bool { return !isLetter(r) && !unicode.IsMark(r) || isLetter(r) && alone(r) })
	if end < 0 {
		return len(s)
	}
	return end
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// alone reports whether a letter is of a script that is written without spaces.
func alone(r rune) bool {
	return r >= 0x2e80 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff
}

// singular drops the `s` of lights, and keeps that of bus, glass and this.
func singular(word string) string {
	stem, plural := strings.CutSuffix(word, "s")
	if !plural || len([]rune(stem)) < 3 || strings.ContainsAny(stem[len(stem)-1:], "sui") {
		return word
	}
	return stem
}

// queryWords are the different words of a query, the first of them.
func queryWords(query string) []string {
	var words []string
	seen := map[string]bool{}
	for _, word := range Words(text.First(query, maxQuery)) {
		if !seen[word] && len(words) < maxWords {
			seen[word] = true
			words = append(words, word)
		}
	}
	return words
}
