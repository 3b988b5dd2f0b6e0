package sentence

import (
	"slices"
	"strings"
	"unicode"

	"sinew/pkg/text"
)

// words is a text by its words: what white space separates, a lone mark being a
// word.
type words struct {
	runes  []rune
	all    []word
	quotes []text.Span
}

// A word is where one stands, with its marks and without them. A leading # or @
// is part of it.
type word struct {
	start, end         int
	coreStart, coreEnd int
	fold               string // without its marks, lower case, apostrophes straight
	raw                string // with them, as typed
}

func split(s string) words {
	w := words{runes: []rune(s)}
	for i := 0; i < len(w.runes); {
		if unicode.IsSpace(w.runes[i]) {
			i++
			continue
		}
		start := i
		for i < len(w.runes) && !unicode.IsSpace(w.runes[i]) {
			i++
		}
		w.all = append(w.all, w.word(start, i))
	}
	return w
}

func (w words) word(start, end int) word {
	from, to := start, end
	for from < to && !isPart(w.runes[from]) && w.runes[from] != '#' && w.runes[from] != '@' {
		from++
	}
	for to > from && !isPart(w.runes[to-1]) {
		to--
	}
	fold := straight.Replace(strings.ToLower(string(w.runes[from:to])))
	return word{start, end, from, to, fold, string(w.runes[start:end])}
}

// straight makes one apostrophe of all that are typed for it.
var straight = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "´", "'", "`", "'", "＇", "'")

func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func (w words) span(start, end int) text.Span {
	return text.Span{Start: start, End: end, Text: string(w.runes[start:end])}
}

// says is how many words the phrase has, where it stands whole at the i-th
// word with no mark inside it; else 0.
func (w words) says(i int, phrase string) int {
	n := 0
	for more := true; more; n++ {
		if i+n >= len(w.all) {
			return 0
		}
		var one string
		one, phrase, more = strings.Cut(phrase, " ")
		at := w.all[i+n]
		if at.fold != one || n > 0 && at.coreStart > at.start || more && at.coreEnd < at.end {
			return 0
		}
	}
	return n
}

// longest is the phrase of most words that stands at the i-th word, and how
// many it has; 0 for none.
func (w words) longest(i int, phrases []string) int {
	most := 0
	for _, p := range phrases {
		most = max(most, w.says(i, p))
	}
	return most
}

// from is the number of the first word that begins at a code point or after it.
func (w words) from(at int) int {
	n, _ := slices.BinarySearchFunc(w.all, at, func(one word, at int) int { return one.start - at })
	return n
}

// opens reports whether one of the phrases stands at a code point.
func (w words) opens(at int, phrases []string) bool { return w.longest(w.from(at), phrases) > 0 }

// quoted reports whether a code point is within quotes.
func (w words) quoted(at int) bool {
	return slices.ContainsFunc(w.quotes, func(q text.Span) bool { return q.Start <= at && at < q.End })
}

// mark is the mark a word ends with, or 0.
func (w words) mark(i int) rune {
	if one := w.all[i]; one.coreEnd < one.end {
		return w.runes[one.end-1]
	}
	return 0
}

// isMark reports whether a rune ends a clause.
func isMark(r rune) bool { return strings.ContainsRune(",;:.!?", r) && r != 0 }

// trimmed is where a piece ends without the white space before `end`.
func (w words) trimmed(end int) int {
	for end > 0 && unicode.IsSpace(w.runes[end-1]) {
		end--
	}
	return end
}
