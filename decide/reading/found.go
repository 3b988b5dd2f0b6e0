package reading

import (
	"slices"
	"strings"
	"unicode"

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

// A token is one word that is more than marks, as it is compared.
type token struct {
	word
	at      int     // among the words
	as      spelled // in lower case
	own     string  // without its possessive
	stem    string
	verb    string // its stem as a verb
	letters bool   // letters alone, and no function word
	tells   bool   // says something, as a word of a meaning does
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
		s.tokens = append(s.tokens, &token{
			word: w, at: a, as: spell(w.fold), own: unpossessed(w.fold), stem: stem(w.core), verb: verbStem(w.core),
			letters: letters(w.fold) && !function.has(w.fold), tells: tellsSomething(w.fold),
		})
		for n := 1; n <= 3 && a+n <= len(s.words); n++ {
			if s.words[a+n-1].core != "" {
				s.windows = append(s.windows, s.window(a, n))
			}
		}
	}
}

// window are n words from word a on.
func (s *sentence) window(a, n int) window {
	span := s.cores(a, a+n-1)
	w := window{span: span, words: n, bare: bare(span.Text)}
	if w.joined = unjoined(w.bare); n == 1 {
		w.verb = verbStem(span.Text)
	}
	return w
}

// A finder looks for the words of one list in one sentence.
type finder struct {
	sentence
	*listing
	reflex string
	verb   string   // the reflex's name, its stem as a verb; "" where the sentence does not say it
	single []*token // the words that are not the reflex's name
}

func newFinder(s sentence, list []question.Option, reflex string) *finder {
	return newListing(list).in(s, reflex, verbStem(reflex))
}

// in is a finder of the list's words; verb is the reflex's name as a verb.
func (l *listing) in(s sentence, reflex, verb string) *finder {
	f := &finder{sentence: s, listing: l, reflex: reflex, single: s.tokens}
	if s.names(reflex, verb) {
		f.verb = verb
		f.single = slices.DeleteFunc(slices.Clone(s.tokens), func(w *token) bool { return w.verb == f.verb })
	}
	return f
}

// names reports whether a word is a reflex's own name in any number or tense.
func (s *sentence) names(reflex, verb string) bool {
	return reflex != "" && slices.ContainsFunc(s.tokens, func(w *token) bool { return w.verb == verb })
}

func (f *finder) findAll() []Finding {
	return f.all(f.find)
}

// saidAll are the listed words that the text says in some form of them, in the
// list's order. What only may mean one is none.
func (f *finder) saidAll() []Finding { return f.all(f.findSaid) }

func (f *finder) all(find func(at int) (Finding, bool)) []Finding {
	var found []Finding
	for i := range f.list {
		if one, ok := find(i); ok {
			found = append(found, one)
		}
	}
	return found
}

// find looks for one key in every way, the best first.
func (f *finder) find(at int) (Finding, bool) {
	if one, ok := f.findSaid(at); ok {
		return one, true
	}
	if span, ok := f.spelling(at); ok {
		return f.finding(at, span, howSpelling), true
	}
	span, ok := f.meaning(at)
	return f.finding(at, span, howMeaning), ok
}

// findSaid looks for one key in some form of it.
func (f *finder) findSaid(at int) (Finding, bool) {
	if span, ok := f.same(at); ok {
		return f.finding(at, span, howSame), true
	}
	if span, ok := f.form(at); ok {
		return f.finding(at, span, howForm), true
	}
	span, ok := f.stem(at)
	return f.finding(at, span, howStem), ok
}

func (f *finder) finding(at int, span text.Span, how string) Finding {
	return Finding{Key: f.list[at].Key, At: at, Span: span, How: how}
}

// adjacent is the first window that ok takes.
func (f *finder) adjacent(ok func(w *window) bool) (text.Span, bool) {
	for i := range f.windows {
		if w := &f.windows[i]; ok(w) {
			return w.span, true
		}
	}
	return text.Span{}, false
}

func (f *finder) same(at int) (text.Span, bool) {
	key := f.keys[at].bare
	return f.adjacent(func(w *window) bool {
		// The reflex's name as written says nothing of the value.
		return w.bare == key && (w.words > 1 || w.span.Text != f.reflex)
	})
}

// bare is a word as it is compared: lower case, one space for white space, no
// leading #.
func bare(s string) string {
	s = strings.ToLower(s)
	if strings.ContainsFunc(s, unicode.IsSpace) {
		s = strings.Join(strings.Fields(s), " ")
	}
	return strings.TrimPrefix(s, "#")
}

func (f *finder) form(at int) (text.Span, bool) {
	key := f.keys[at].joined
	if key == "" {
		return text.Span{}, false
	}
	return f.adjacent(func(w *window) bool {
		return w.joined == key && !(w.words == 1 && f.verb != "" && w.verb == f.verb)
	})
}

// joined is a word without what joins its parts.
func joined(s string) string { return unjoined(bare(s)) }

func unjoined(bare string) string {
	if !strings.ContainsAny(bare, "-_ ") {
		return bare
	}
	return joints.Replace(bare)
}

var joints = strings.NewReplacer("-", "", "_", "", " ", "")

func (f *finder) stem(at int) (text.Span, bool) {
	key := &f.keys[at]
	return f.one(func(w *token) bool { return w.stem == key.stem && !othersName(w.own, key.word) })
}

// othersName reports whether a word names a person where the listed word does
// not. A name that is an ordinary word as well does not by itself: "miles" are
// a mile's, "temp" is one of the temps.
func othersName(typed, key string) bool {
	return givenname.Is(typed) && !givenname.Ordinary(typed) && !givenname.Is(key)
}

// one is the first single word that ok takes.
func (f *finder) one(ok func(w *token) bool) (text.Span, bool) {
	if i := slices.IndexFunc(f.single, ok); i >= 0 {
		return f.cores(f.single[i].at, f.single[i].at), true
	}
	return text.Span{}, false
}

func (f *finder) spelling(at int) (text.Span, bool) {
	best, nearest := farthest+1, -1
	for _, w := range f.single {
		if !w.letters {
			continue
		}
		if slips, ok := w.as.near(f.keys[at].spelled, best-1); ok {
			best, nearest = slips, w.at
		}
	}
	if nearest < 0 || best > f.radius(at) {
		return text.Span{}, false
	}
	return f.cores(nearest, nearest), true
}

// farthest is how many slips away from the longest key a word may be.
const farthest = 2

func letters(s string) bool {
	return s != "" && strings.TrimFunc(s, unicode.IsLetter) == ""
}

func (f *finder) meaning(at int) (text.Span, bool) {
	tells := f.tells()[at]
	return f.one(func(w *token) bool {
		return w.tells && slices.ContainsFunc(tells, func(m tell) bool { return m.isNear(w) })
	})
}
