package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sinew/decide/question"
	"sinew/pkg/givenname"
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

// sure reports whether the words are the listed word, in some form of it.
func (f Finding) sure() bool { return f.How == howSame || f.How == howForm || f.How == howStem }

// Found are the listed words that a text holds, in the list's order, one
// finding at most for each: its best, and then its earliest. A finding that is
// only the reflex's own name is none.
func Found(s string, list []question.Option, reflex string) []Finding {
	return newFinder(newSentence(s), list, reflex).findAll()
}

// Words are a text laid out once, to look for the words of several lists. They
// may be read from several goroutines.
type Words struct{ sentence }

// Lay lays a text out.
func Lay(s string) Words { return Words{newSentence(s)} }

// Found is as the function Found.
func (w Words) Found(list []question.Option, reflex string) []Finding {
	return newFinder(w.sentence, list, reflex).findAll()
}

// Said are the listed words that the text says in some form of them, in the
// list's order. What only may mean one is none.
func (w Words) Said(list []question.Option, reflex string) []Finding {
	f := newNamer(w.sentence, list, reflex)
	var found []Finding
	for at := range list {
		if one, ok := f.findSaid(at); ok {
			found = append(found, one)
		}
	}
	return found
}

// A token is one word that is more than marks, as it is compared.
type token struct {
	word
	at      int    // among the words
	own     string // without its possessive
	stem    string
	verb    string // its stem as a verb
	runes   int
	letters bool // letters alone, and no function word
	tells   bool // says something, as a word of a meaning does
}

// A window is one to three adjacent words.
type window struct {
	span         text.Span
	words        int
	bare, joined string
	verb         string // of one word
}

// layOut makes the tokens and the windows, once for all lists.
func (s *sentence) layOut() {
	for a, w := range s.words {
		if w.core == "" {
			continue
		}
		s.tokens = append(s.tokens, token{
			word: w, at: a, own: unpossessed(w.fold), stem: stem(w.core), verb: verbStem(w.core), runes: utf8.RuneCountInString(w.fold),
			letters: letters(w.fold) && !function.has(w.fold), tells: tellsSomething(w.fold),
		})
		for n := 1; n <= 3 && a+n <= len(s.words); n++ {
			if s.words[a+n-1].core != "" {
				span := s.cores(a, a+n-1)
				s.windows = append(s.windows, window{span, n, bare(span.Text), joined(span.Text), verbStem(span.Text)})
			}
		}
	}
}

// A finder looks for the words of one list in one sentence.
type finder struct {
	sentence
	list   []question.Option
	keys   []string // the list's keys in lower case
	reflex string
	verb   string   // the reflex's name, its stem as a verb
	single []token  // the words that are not the reflex's name
	tells  [][]tell // the words of each key's meaning that no other meaning holds
}

func newFinder(s sentence, list []question.Option, reflex string) *finder {
	f := newNamer(s, list, reflex)
	f.tells = telling(list)
	return f
}

// newNamer is a finder that knows no meanings.
func newNamer(s sentence, list []question.Option, reflex string) *finder {
	f := &finder{sentence: s, list: list, reflex: reflex, single: s.tokens}
	for _, o := range list {
		f.keys = append(f.keys, strings.ToLower(o.Key))
	}
	if s.names(reflex) {
		f.verb = verbStem(reflex)
		f.single = slices.DeleteFunc(slices.Clone(s.tokens), func(w token) bool { return w.verb == f.verb })
	}
	return f
}

// names reports whether a word is a reflex's own name in any number or tense.
func (s *sentence) names(reflex string) bool {
	if reflex == "" {
		return false
	}
	verb := verbStem(reflex)
	return slices.ContainsFunc(s.tokens, func(w token) bool { return w.verb == verb })
}

func (f *finder) findAll() []Finding {
	var found []Finding
	for i := range f.list {
		if one, ok := f.find(i); ok {
			found = append(found, one)
		}
	}
	return found
}

// A way is one kind of finding.
type way struct {
	name string
	find func(at int) (text.Span, bool)
}

func (f *finder) find(at int) (Finding, bool) {
	return f.by(at, way{howSame, f.same}, way{howForm, f.form}, way{howStem, f.stem}, way{howSpelling, f.spelling}, way{howMeaning, f.meaning})
}

func (f *finder) findSaid(at int) (Finding, bool) {
	return f.by(at, way{howSame, f.same}, way{howForm, f.form}, way{howStem, f.stem})
}

func (f *finder) by(at int, ways ...way) (Finding, bool) {
	for _, how := range ways {
		if span, ok := how.find(at); ok {
			return Finding{Key: f.list[at].Key, At: at, Span: span, How: how.name}, true
		}
	}
	return Finding{}, false
}

// adjacent is the first window that ok takes.
func (f *finder) adjacent(ok func(w window) bool) (text.Span, bool) {
	if i := slices.IndexFunc(f.windows, ok); i >= 0 {
		return f.windows[i].span, true
	}
	return text.Span{}, false
}

func (f *finder) same(at int) (text.Span, bool) {
	key := bare(f.list[at].Key)
	return f.adjacent(func(w window) bool {
		// The reflex's name as written says nothing of the value.
		return w.bare == key && (w.words > 1 || w.span.Text != f.reflex)
	})
}

// bare is a word as it is compared: lower case, one space for white space, no
// leading #.
func bare(s string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(strings.ToLower(s)), " "), "#")
}

func (f *finder) form(at int) (text.Span, bool) {
	key := joined(f.list[at].Key)
	if key == "" {
		return text.Span{}, false
	}
	return f.adjacent(func(w window) bool {
		return w.joined == key && !(w.words == 1 && f.verb != "" && w.verb == f.verb)
	})
}

// joined is a word without what joins its parts.
func joined(s string) string { return joints.Replace(bare(s)) }

var joints = strings.NewReplacer("-", "", "_", "", " ", "")

func (f *finder) stem(at int) (text.Span, bool) {
	key := stem(f.keys[at])
	return f.one(func(w token) bool { return w.stem == key && !othersName(w.own, f.keys[at]) })
}

// othersName reports whether a word names a person where the listed word does
// not. A name that is an ordinary word as well does not by itself: "miles" are
// a mile's, "temp" is one of the temps.
func othersName(typed, key string) bool {
	return givenname.Is(typed) && !givenname.Ordinary(typed) && !givenname.Is(key)
}

// one is the first single word that ok takes.
func (f *finder) one(ok func(w token) bool) (text.Span, bool) {
	if i := slices.IndexFunc(f.single, ok); i >= 0 {
		return f.cores(f.single[i].at, f.single[i].at), true
	}
	return text.Span{}, false
}

func (f *finder) spelling(at int) (text.Span, bool) {
	best, span := farthest+1, text.Span{}
	for _, w := range f.single {
		if w.letters && near(w.fold, f.keys[at], best-1) {
			best, span = distance(w.fold, f.keys[at]), f.cores(w.at, w.at)
		}
	}
	return span, best <= farthest && best <= f.radius(at)
}

// farthest is how many slips away from the longest key a word may be.
const farthest = 2

func letters(s string) bool {
	return s != "" && strings.TrimFunc(s, unicode.IsLetter) == ""
}

// radius is how many slips away from a key a word may be.
func (f *finder) radius(at int) int {
	radius := farthest
	switch n := utf8.RuneCountInString(f.keys[at]); {
	case n <= 3:
		return 0
	case n <= 7:
		radius = 1
	}
	for i, other := range f.keys {
		if i != at {
			radius = min(radius, (distance(f.keys[at], other)-1)/2)
		}
	}
	return max(radius, 0)
}

func (f *finder) meaning(at int) (text.Span, bool) {
	return f.one(func(w token) bool {
		return w.tells && slices.ContainsFunc(f.tells[at], func(m tell) bool { return m.isNear(w) })
	})
}

// A tell is a word of a meaning that tells its key from the others.
type tell struct{ word, stem string }

func (m tell) isNear(w token) bool {
	if w.fold == m.word || w.stem == m.stem {
		return true
	}
	return w.runes >= 6 && utf8.RuneCountInString(m.word) >= 6 && near(w.fold, m.word, 1)
}

// telling are, for each key of a list, the words of its meaning whose stem no
// other key's meaning holds.
func telling(list []question.Option) [][]tell {
	last := make(map[string]int, 4*len(list)) // the last key whose meaning holds a stem
	shared := map[string]bool{}
	tells := make([][]tell, len(list))
	for i, o := range list {
		tells[i] = meaningWords(o.Text.What)
		for _, m := range tells[i] {
			if at, held := last[m.stem]; held && at != i {
				shared[m.stem] = true
			}
			last[m.stem] = i
		}
	}
	for i := range tells {
		tells[i] = slices.DeleteFunc(tells[i], func(m tell) bool { return shared[m.stem] })
	}
	return tells
}

// meaningWords are the words of a meaning that say something.
func meaningWords(what string) []tell {
	var words []tell
	for w := range strings.FieldsFuncSeq(strings.ToLower(what), endsMeant) {
		if tellsSomething(w) {
			words = append(words, tell{w, stem(w)})
		}
	}
	return words
}

func endsMeant(r rune) bool { return !isPart(r) && r != '-' && r != '\'' }

func tellsSomething(w string) bool {
	return utf8.RuneCountInString(w) > 3 && !function.has(w) && !kindOf.has(w)
}
