package sentence

import (
	"slices"
	"strings"
	"unicode"

	"sinew/decide/reading"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// The words that say how a part stands to the others (reading.md 6.5, 6.8, 10).
var (
	determiners = []string{"the", "a", "an", "this", "that", "these", "those", "my", "our", "your", "its", "his", "her", "their"}
	pronouns    = []string{"it", "its", "them", "they", "their", "him", "his", "her", "hers", "he", "she", "this", "that", "these", "those"}
	onceMore    = []string{"too", "also", "well", "aswell", "more", "another", "again", "extra", "plus"}
	repeats     = []string{"same for", "as well", "aswell", "too", "also", "the same", "likewise", "as before"}
	pointers    = []string{"it", "its", "them", "their", "they", "that", "this", "those", "these", "the same", "there", "him", "her", "his", "both", "each"}
	sameAgain   = []string{"the same", "likewise", "as before"}
	several     = []string{"both of them", "each of them", "all of them", "the two", "them", "those", "these", "both"}
	picks       = [][]string{{"first", "former", "1st"}, {"second", "2nd"}, {"third", "3rd"}, {"fourth", "4th"}, {"last", "latter"}}
)

// IsDeterminer reports whether a word stands before a noun alone.
func IsDeterminer(word string) bool { return slices.Contains(determiners, strings.ToLower(word)) }

// CourtesyAlone reports whether a text is nothing but words of courtesy.
func CourtesyAlone(s string) bool {
	w := split(s)
	return len(w.all) > 0 && w.every(nil, func(fold string) bool { return fold == "" || reading.IsCourtesy(fold) })
}

// every reports whether each word outside the spans is such.
func (w words) every(outside []text.Span, such func(fold string) bool) bool {
	return !slices.ContainsFunc(w.all, func(one word) bool {
		in := slices.ContainsFunc(outside, func(s text.Span) bool { return s.Start < one.end && one.start < s.End })
		return !in && !such(one.fold)
	})
}

// ValuesAlone reports whether a text holds nothing beside the values, at these
// spans, but words that join and words for once more.
func ValuesAlone(s string, values []text.Span) bool {
	return len(values) > 0 && split(s).every(values, func(fold string) bool {
		return fold == "" || reading.IsFunction(fold) || slices.Contains(onceMore, fold)
	})
}

// SaidAgain reports whether a text says that the same is wanted for the values
// at these spans, and nothing else.
func SaidAgain(s string, values []text.Span) bool {
	if len(values) == 0 || !has(s, repeats) {
		return false
	}
	own := strings.Fields(strings.Join(repeats, " "))
	return split(s).every(values, func(fold string) bool {
		return fold == "" || reading.IsFunction(fold) || slices.Contains(onceMore, fold) || slices.Contains(own, fold)
	})
}

// has reports whether one of the phrases stands in a text.
func has(s string, phrases []string) bool {
	_, ok := find(s, phrases)
	return ok
}

// find is the first of the phrases, the longest where several begin together.
func find(s string, phrases []string) (text.Span, bool) {
	w := split(s)
	w.quotes = reading.Quoted(s)
	for i := range w.all {
		if n := w.longest(i, phrases); n > 0 && !w.quoted(w.all[i].start) {
			return w.span(w.all[i].coreStart, w.all[i+n-1].coreEnd), true
		}
	}
	return text.Span{}, false
}

// Points reports whether words of a text point at something outside it.
func Points(s string) bool { return has(s, pointers) }

// Repeats reports whether a text asks for the same again.
func Repeats(s string) bool { return has(s, sameAgain) }

// HasPronoun reports whether a text speaks of something outside it.
func HasPronoun(s string) bool { return has(s, pronouns) }

// Several is the first words that point at several things said before.
func Several(s string) (text.Span, bool) { return find(s, several) }

// OneNoun reports whether a text is a determiner and one word.
func OneNoun(s string) bool {
	w := split(s)
	return len(w.all) == 2 && IsDeterminer(w.all[0].fold)
}

// NounOf is a text without the determiner at its head.
func NounOf(s string) string {
	if said, rest, ok := strings.Cut(s, " "); ok && IsDeterminer(said) {
		return rest
	}
	return s
}

// Picks is which of n things a word of the text picks, from 0, and the word.
func Picks(s string, n int) (which int, word string, ok bool) {
	for i, said := range picks {
		if at, found := find(s, said); found {
			if i == len(picks)-1 {
				i = n - 1
			}
			return i, at.Text, i < n
		}
	}
	return 0, "", false
}

// FirstWord is the first word of a text, and what follows it.
func FirstWord(s string) (first, rest text.Span, more bool) {
	w := split(s)
	if len(w.all) == 0 {
		return first, rest, false
	}
	first = w.span(w.all[0].coreStart, w.all[0].coreEnd)
	if len(w.all) == 1 {
		return first, rest, false
	}
	return first, w.span(w.all[1].start, w.trimmed(len(w.runes))), true
}

// Words is how many words a text has.
func Words(s string) int { return len(split(s).all) }

// TwoVerbs are the words of `verb and verb` in a text that says what to do: the
// first, the joining word and the second alone, which are two words each side of
// an and.
func TwoVerbs(s string) (second, joined text.Span, ok bool) {
	w := split(s)
	for i := 1; i+1 < len(w.all); i++ {
		a, b := w.all[i-1], w.all[i+1]
		if w.says(i, "and") > 0 && !reading.IsFunction(a.fold) && !reading.IsFunction(b.fold) && a.coreEnd == a.end {
			return w.span(b.coreStart, b.coreEnd), w.span(a.coreEnd, b.coreEnd), true
		}
	}
	return second, joined, false
}

// WordIn is where a word stands whole in a text, each time: not beside a
// letter, a figure, a _ or a -, and not after a #.
func WordIn(s, key string) []text.Span {
	runes, wanted := lowered(s), lowered(key)
	var all []text.Span
	for i := 0; len(wanted) > 0 && i+len(wanted) <= len(runes); i++ {
		end := i + len(wanted)
		if slices.Equal(runes[i:end], wanted) && (i == 0 || !beside(runes[i-1]) && runes[i-1] != '#') && (end == len(runes) || !beside(runes[end])) {
			all = append(all, text.Span{Start: i, End: end, Text: string([]rune(s)[i:end])})
		}
	}
	return all
}

// lowered is a text in lower case, rune by rune.
func lowered(s string) []rune {
	runes := []rune(s)
	for i, r := range runes {
		runes[i] = unicode.ToLower(r)
	}
	return runes
}

func beside(r rune) bool { return isPart(r) || r == '_' || r == '-' }

// CountedBack is how many of something said before a text speaks of: `the last
// 2 orders`, `both orders`. nouns name it, in the singular; a count without a
// word that points back speaks of none.
func CountedBack(s string, nouns ...string) (n int, words text.Span, ok bool) {
	w := split(s)
	for i, one := range w.all {
		noun := strings.TrimSuffix(one.fold, "s")
		if i == 0 || noun == one.fold || !slices.Contains(nouns, noun) {
			continue
		}
		from, n := i-1, w.count(i-1)
		if n >= 2 && w.all[from].fold != "both" {
			from = w.pointsBack(from)
		}
		if n >= 2 && from >= 0 {
			return n, w.span(w.all[from].coreStart, one.coreEnd), true
		}
	}
	return 0, words, false
}

// count is the number a word says, 0 for none.
func (w words) count(i int) int {
	if w.all[i].fold == "both" {
		return 2
	}
	v, ok := pick.Whole(w.all[i].fold, pick.Number)
	if !ok || v.Number != float64(int(v.Number)) {
		return 0
	}
	return int(v.Number)
}

// pointsBack is the first of the words before the i-th that point back; -1 for
// none.
func (w words) pointsBack(i int) int {
	from := -1
	for i--; i >= 0 && slices.Contains(back, w.all[i].fold); i-- {
		from = i
	}
	return from
}

var back = []string{"the", "these", "those", "my", "our", "last", "latest", "newest", "recent", "most", "previous", "all"}

// Joins reports whether a text is only marks and words that join.
func Joins(s string) bool {
	return split(s).every(nil, func(fold string) bool { return fold == "" || fold == "&" || reading.IsFunction(fold) })
}
