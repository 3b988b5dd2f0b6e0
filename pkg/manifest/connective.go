package manifest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// connective is the first word or mark of a step that the sentence reader
// would cut it at, or "" (manual, "Weaving"; reading.md 6.1, 6.2). Nothing in
// quotes is cut, and nothing at the very start or end.
func connective(say string) string {
	// A slot stands for words nobody knows yet: a plain word, in small letters.
	words := cutWords(slotless(say, "slot"))
	for i, word := range words {
		if ordersAt(words, i) {
			return word.folded
		}
		if phrase := phraseAt(words, i); phrase != "" {
			return phrase
		}
		if joinsAt(words, i) {
			return word.folded
		}
		if word.mark == "" || i+1 == len(words) {
			continue
		}
		if phrase := phraseAt(words, i+1); phrase != "" {
			return phrase
		}
		return word.mark
	}
	return ""
}

// A cutWord is a word of a sentence as a cut sees it. A quoted text is one
// word that matches nothing.
type cutWord struct {
	typed  string
	folded string
	mark   string // the comma or semicolon after it
	ends   bool   // any mark stands after it
}

// phraseAt is the connective that starts at a word, the longest first, or "".
func phraseAt(words []cutWord, i int) string {
	if i == 0 {
		return ""
	}
	for _, phrase := range connectives {
		if end := i + len(phrase); end < len(words) && matches(words[i:end], phrase) {
			return strings.Join(phrase, " ")
		}
	}
	return ""
}

func matches(words []cutWord, phrase []string) bool {
	for j, word := range words {
		if word.folded != phrase[j] || word.ends && j+1 < len(words) {
			return false
		}
	}
	return true
}

// ordersAt reports whether a before or an after at i puts two steps in order:
// `before you X, Y`, `after X, Y`, `Y after you X`.
func ordersAt(words []cutWord, i int) bool {
	if word := words[i].folded; word != "before" && word != "after" || i+1 == len(words) {
		return false
	}
	next := words[i+1].folded
	if i > 0 {
		return next == "you"
	}
	if slices.Contains([]string{"i", "we", "that", "this", "which"}, next) {
		return false
	}
	comma := slices.IndexFunc(words, func(w cutWord) bool { return w.mark == "," })
	return comma > 0 && comma+1 < len(words)
}

// joinsAt reports whether a sign or a letter typed for and stands at i, alone
// between two words.
func joinsAt(words []cutWord, i int) bool {
	if i == 0 || i+1 == len(words) || !slices.Contains(signs, words[i].folded) || words[i].ends {
		return false
	}
	before, after := words[i-1], words[i+1]
	if before.ends || before.short() || after.short() || before.number() || after.number() {
		return false
	}
	return !before.capital() || !after.capital()
}

func (w cutWord) short() bool { return utf8.RuneCountInString(w.typed) < 2 }

func (w cutWord) number() bool {
	return strings.ContainsFunc(w.folded, unicode.IsDigit) || slices.Contains(numberWords, w.folded)
}

func (w cutWord) capital() bool {
	first, _ := utf8.DecodeRuneInString(w.typed)
	return unicode.IsUpper(first)
}

var closing = map[rune]rune{'"': '"', '“': '”', '‘': '’'}

// cutWords cuts a sentence at white space, commas and semicolons; a comma
// between two digits is the number's own.
func cutWords(s string) []cutWord {
	var words []cutWord
	runes, last := []rune(s), lastOf(s)
	start := 0
	end := func(i int) {
		if i > start {
			words = append(words, newCutWord(string(runes[start:i])))
		}
		start = i + 1
	}
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		switch {
		case closing[c] != 0 && last[closing[c]] > i:
			end(i)
			i += 1 + slices.Index(runes[i+1:], closing[c])
			words, start = append(words, cutWord{}), i+1
		case unicode.IsSpace(c):
			end(i)
		case c == ';' || c == ',' && !betweenDigits(runes, i):
			end(i)
			if len(words) > 0 {
				words[len(words)-1].mark, words[len(words)-1].ends = string(c), true
			}
		}
	}
	end(len(runes))
	return words
}

// lastOf is where each character of s stands last, in code points.
func lastOf(s string) map[rune]int {
	last := map[rune]int{}
	for i, c := range []rune(s) {
		last[c] = i
	}
	return last
}

func betweenDigits(runes []rune, i int) bool {
	return i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1])
}

func newCutWord(typed string) cutWord {
	trimmed := strings.TrimRight(typed, ".:?!)")
	return cutWord{
		typed:  strings.TrimLeft(trimmed, "("),
		folded: strings.ToLower(strings.TrimLeft(trimmed, "(")),
		ends:   trimmed != typed,
	}
}
