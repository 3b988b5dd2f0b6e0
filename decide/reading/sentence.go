package reading

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/text"
)

// A sentence is the text a reading is about, in NFC, by its code points and
// the words white space separates. A lone mark is a word.
type sentence struct {
	runes   []rune
	words   []word
	tokens  []*token
	windows []window
}

// A word is one word of a sentence: where it stands, and its core, without the
// marks at its edges. The core keeps a leading # or @ and a closing %.
type word struct {
	start, end         int
	coreStart, coreEnd int
	core               string // as typed
	fold               string // lower case
}

func newSentence(s string) sentence {
	st := sentence{runes: []rune(norm.NFC.String(s))}
	for i := 0; i < len(st.runes); {
		if unicode.IsSpace(st.runes[i]) {
			i++
			continue
		}
		start := i
		for i < len(st.runes) && !unicode.IsSpace(st.runes[i]) {
			i++
		}
		st.words = append(st.words, st.word(start, i))
	}
	st.layOut()
	return st
}

func (s sentence) word(start, end int) word {
	from, to := start, end
	for from < to && !opens(s.runes[from]) {
		from++
	}
	for to > from && !closes(s.runes[to-1]) {
		to--
	}
	core := string(s.runes[from:to])
	return word{start: start, end: end, coreStart: from, coreEnd: to, core: core, fold: strings.ToLower(core)}
}

func opens(r rune) bool  { return isPart(r) || r == '#' || r == '@' }
func closes(r rune) bool { return isPart(r) || r == '%' }
func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// span is the piece of the sentence between two code points.
func (s sentence) span(start, end int) text.Span {
	return text.Span{Start: start, End: end, Text: string(s.runes[start:end])}
}

// cores is the piece from the core of word a to the core of word b.
func (s sentence) cores(a, b int) text.Span {
	return s.span(s.words[a].coreStart, s.words[b].coreEnd)
}

// onlyFunction reports whether nothing but function words and marks stands
// between two code points.
func (s sentence) onlyFunction(from, to int) bool {
	for _, w := range s.words {
		if w.start >= from && w.end <= to && w.core != "" && !function.has(w.fold) {
			return false
		}
	}
	return true
}

func overlaps(a text.Span, start, end int) bool { return a.Start < end && start < a.End }

func within(a, b text.Span) bool { return a.Start >= b.Start && a.End <= b.End }

// stem is a word without its possessive and then its plural ending (reading.md
// 10), in lower case.
func stem(w string) string {
	w = unpossessed(strings.ToLower(w))
	switch {
	case strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && len(w) > 3:
		return w[:len(w)-1]
	}
	return w
}

// unpossessed is a word without its possessive.
func unpossessed(w string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(w, "’", "'"), "'s"), "'")
}

// verbStem is a stem without the endings of a tense as well.
func verbStem(w string) string {
	w = stem(w)
	for _, ending := range []string{"ing", "ed"} {
		if cut, ok := strings.CutSuffix(w, ending); ok && len(cut) >= 3 {
			return strings.TrimSuffix(cut, "e")
		}
	}
	return strings.TrimSuffix(w, "e")
}
