package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sinew/decide/question"
	"sinew/pkg/text"
)

// How words of the text hold a listed word, the best first (reading.md 3.3).
const (
	howSame     = "same"
	howForm     = "form"
	howStem     = "stem"
	howSpelling = "spelling"
	howMeaning  = "meaning"
)

// A Finding is a listed word that words of the text hold.
type Finding struct {
	Key  string
	At   int // the key's place in the list
	Span text.Span
	How  string
}

// Found are the listed words that a text holds, in the list's order, one
// finding at most for each: its best, and then its earliest. A finding that is
// only the reflex's own name is none.
func Found(s string, list []question.Option, reflex string) []Finding {
	f := finder{sentence: newSentence(s), list: list, reflex: reflex}
	var found []Finding
	for i := range list {
		if one, ok := f.find(i); ok {
			found = append(found, one)
		}
	}
	return found
}

type finder struct {
	sentence
	list   []question.Option
	reflex string
}

func (f finder) find(at int) (Finding, bool) {
	for _, how := range []struct {
		name string
		find func(at int) (text.Span, bool)
	}{{howSame, f.same}, {howForm, f.form}, {howStem, f.stem}, {howSpelling, f.spelling}, {howMeaning, f.meaning}} {
		if span, ok := how.find(at); ok {
			return Finding{Key: f.list[at].Key, At: at, Span: span, How: how.name}, true
		}
	}
	return Finding{}, false
}

// isName reports whether a word is the reflex's own name in any number or
// tense.
func (f finder) isName(w string) bool {
	return f.reflex != "" && verbStem(w) == verbStem(f.reflex)
}

// adjacent is the first run of one to three adjacent words that ok takes.
func (f finder) adjacent(ok func(span text.Span, words int) bool) (text.Span, bool) {
	for a := range f.words {
		for n := 1; n <= 3 && a+n <= len(f.words); n++ {
			if f.words[a].core == "" || f.words[a+n-1].core == "" {
				continue
			}
			if span := f.cores(a, a+n-1); ok(span, n) {
				return span, true
			}
		}
	}
	return text.Span{}, false
}

func (f finder) same(at int) (text.Span, bool) {
	key := bare(f.list[at].Key)
	return f.adjacent(func(s text.Span, n int) bool {
		if bare(s.Text) != key {
			return false
		}
		// The reflex's name as written says nothing of the value.
		return n > 1 || !f.isName(s.Text) || s.Text != f.reflex
	})
}

// bare is a word as it is compared: lower case, one space for white space, no
// leading #.
func bare(s string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(strings.ToLower(s)), " "), "#")
}

func (f finder) form(at int) (text.Span, bool) {
	key := joined(f.list[at].Key)
	if key == "" {
		return text.Span{}, false
	}
	return f.adjacent(func(s text.Span, n int) bool {
		return joined(s.Text) == key && !(n == 1 && f.isName(s.Text))
	})
}

// joined is a word without what joins its parts.
func joined(s string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(bare(s))
}

func (f finder) stem(at int) (text.Span, bool) {
	key := f.list[at].Key
	return f.one(func(w word) bool {
		return stem(w.core) == stem(key) && (!givenNames[w.fold] || givenNames[strings.ToLower(key)])
	})
}

// one is the first single word that ok takes and that is not the reflex's name.
func (f finder) one(ok func(w word) bool) (text.Span, bool) {
	for i, w := range f.words {
		if w.core != "" && !f.isName(w.core) && ok(w) {
			return f.cores(i, i), true
		}
	}
	return text.Span{}, false
}

func (f finder) spelling(at int) (text.Span, bool) {
	key, radius := strings.ToLower(f.list[at].Key), f.radius(at)
	best, span := radius+1, text.Span{}
	for i, w := range f.words {
		if !letters(w.fold) || function[w.fold] || f.isName(w.core) {
			continue
		}
		if d := distance(w.fold, key); d < best {
			best, span = d, f.cores(i, i)
		}
	}
	return span, best <= radius
}

func letters(s string) bool {
	return s != "" && strings.TrimFunc(s, unicode.IsLetter) == ""
}

// radius is how many slips away from a key a word may be.
func (f finder) radius(at int) int {
	key := strings.ToLower(f.list[at].Key)
	radius := 2
	switch n := utf8.RuneCountInString(key); {
	case n <= 3:
		return 0
	case n <= 7:
		radius = 1
	}
	for i, other := range f.list {
		if i != at {
			radius = min(radius, (distance(key, strings.ToLower(other.Key))-1)/2)
		}
	}
	return max(radius, 0)
}

func (f finder) meaning(at int) (text.Span, bool) {
	mine := meaningWords(f.list[at].Text.What)
	others := map[string]bool{}
	for i, o := range f.list {
		if i != at {
			for w := range meaningWords(o.Text.What) {
				others[stem(w)] = true
			}
		}
	}
	return f.one(func(w word) bool {
		if utf8.RuneCountInString(w.fold) < 4 || function[w.fold] || kindOf[w.fold] {
			return false
		}
		for m := range mine {
			if !others[stem(m)] && nearMeaning(w.fold, m) {
				return true
			}
		}
		return false
	})
}

func nearMeaning(typed, meant string) bool {
	if typed == meant || stem(typed) == stem(meant) {
		return true
	}
	return utf8.RuneCountInString(typed) >= 6 && utf8.RuneCountInString(meant) >= 6 && distance(typed, meant) <= 1
}

// meaningWords are the words of a meaning that say something.
func meaningWords(what string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(what), func(r rune) bool { return !isPart(r) && r != '-' && r != '\'' }) {
		if utf8.RuneCountInString(w) > 3 && !function[w] && !kindOf[w] {
			words[w] = true
		}
	}
	return words
}
