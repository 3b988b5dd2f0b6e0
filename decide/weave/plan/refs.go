package plan

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// A How says how a reference was found.
type How string

// The ways a reference is found, by their names on the wire.
const (
	HowPronoun How = "pronoun" // by a word that stands for something
	HowPhrase  How = "phrase"  // by a noun an earlier step holds
	HowEngine  How = "engine"  // by the classifier's answer
	HowVerb    How = "verb"    // by nothing: the second of two verbs takes from the first
)

// A Ref is words of a step that point at earlier ones. Span is in the NFC of the
// step's text. From counts steps from 0.
type Ref struct {
	Span text.Span
	From []int
	How  How
	Weak bool // `the`: nothing unless something is taken
	Noun string
	Many bool
	P    float64 // HowEngine
}

// The words that point, in English (reading.md 6.8). Longer ones stand first.
var (
	pronounsMany = []string{"both of them", "each of them", "all of them", "the two", "them", "those", "these", "both"}
	pronounOne   = "it"
	determiners  = []string{"that", "this", "those", "these", "the", "its", "each", "every"}
	many         = []string{"those", "these", "each", "every"}
	between      = []string{"same", "resulting", "new"}
	stopNouns    = strings.Fields(`one ones other others way ways time times thing things moment end rest
		first second third fourth last latter former next same two three all`)
)

// verbLetters is how many first letters a noun and a verb share: a deployment
// and deploy.
const verbLetters = 5

// A finder finds the references of one step among those before it.
type finder struct {
	cat    *catalog.Catalog
	parts  []Part
	at     int // the step, from 0
	runes  []rune
	tokens []token
	quoted []text.Span
}

// A token is a word of a text, lower case, its place in code points.
type token struct {
	start, end int
	fold       string
}

// references are the references of the step at a place, in its text's order.
func references(cat *catalog.Catalog, parts []Part, at int) []Ref {
	if at == 0 {
		return nil
	}
	said := norm.NFC.String(parts[at].Text)
	f := &finder{cat: cat, parts: parts, at: at, runes: []rune(said), tokens: tokens(said), quoted: reading.Quoted(said)}
	refs := f.all()
	if parts[at].Object && len(refs) == 0 {
		end := len(f.runes)
		refs = append(refs, Ref{Span: text.Span{Start: end, End: end}, From: []int{at - 1}, How: HowVerb})
	}
	return refs
}

func (f *finder) all() []Ref {
	var refs []Ref
	for i := 0; i < len(f.tokens); {
		r, n := f.from(i)
		if n > 0 {
			refs = append(refs, r)
		}
		i += max(n, 1)
	}
	return refs
}

// from is the reference that begins at the i-th word, and its length in words.
func (f *finder) from(i int) (Ref, int) {
	if f.hidden(f.tokens[i]) {
		return Ref{}, 0
	}
	if r, n := f.phrase(i); n > 0 {
		return r, n
	}
	before := f.before()
	if len(before) == 0 {
		return Ref{}, 0
	}
	if f.tokens[i].fold == pronounOne && !f.empty(i) {
		return Ref{Span: f.span(i, 1), From: before[len(before)-1:], How: HowPronoun}, 1
	}
	for _, words := range pronounsMany {
		if n := f.says(i, words); n > 0 && !f.nounFollows(i+n-1) {
			return Ref{Span: f.span(i, n), From: before, How: HowPronoun, Many: true}, n
		}
	}
	return Ref{}, 0
}

// empty reports whether an it stands for nothing: what time it is, how late is
// it, is it monday.
func (f *finder) empty(i int) bool {
	near := func(at int, of string) bool {
		return at >= 0 && at < len(f.tokens) && slices.Contains(strings.Fields(of), f.tokens[at].fold)
	}
	switch {
	case near(i+1, beWords):
		return near(i-1, timeWords)
	case near(i-1, beWords):
		return near(i-2, timeWords) || near(i+1, dayWords)
	}
	return false
}

// The words around an it that stands for nothing.
const (
	beWords   = "is was"
	timeWords = "time day date late early month year weekday hour"
	dayWords  = "monday tuesday wednesday thursday friday saturday sunday late early noon midnight today"
)

// hidden reports whether a word stands in quotes or after a mark that makes a
// name of it.
func (f *finder) hidden(t token) bool {
	if t.start > 0 && strings.ContainsRune("#@/", f.runes[t.start-1]) {
		return true
	}
	return slices.ContainsFunc(f.quoted, func(s text.Span) bool { return t.start >= s.Start && t.end <= s.End })
}

// before are the steps a reference may point at. One that was made of the same
// words of the person's, for another value, is none: they point at nothing of
// its.
func (f *finder) before() []int {
	var all []int
	for i := range f.at {
		if family(f.parts, i) != family(f.parts, f.at) {
			all = append(all, i)
		}
	}
	return all
}

// family is the first of the steps that were made of one part's words.
func family(parts []Part, at int) int {
	for ; at > 0; at-- {
		me, last := parts[at], parts[at-1]
		samePlace := me.Own() && last.Own() && me.From == last.From && me.To == last.To
		if me.Repair != weave.Again && !samePlace {
			break
		}
	}
	return at
}

func (f *finder) span(i, n int) text.Span {
	start, end := f.tokens[i].start, f.tokens[i+n-1].end
	return text.Span{Start: start, End: end, Text: string(f.runes[start:end])}
}

// says is how many words the phrase has where it stands at the i-th, else 0.
func (f *finder) says(i int, phrase string) int {
	all := strings.Fields(phrase)
	for n, w := range all {
		if i+n >= len(f.tokens) || f.tokens[i+n].fold != w || n > 0 && !f.adjoins(i+n-1) {
			return 0
		}
	}
	return len(all)
}

// adjoins reports whether nothing but white space parts the i-th word from the
// next.
func (f *finder) adjoins(i int) bool {
	return i+1 < len(f.tokens) && strings.TrimSpace(string(f.runes[f.tokens[i].end:f.tokens[i+1].start])) == ""
}

// nounFollows reports whether `those` or `both` only opens a phrase.
func (f *finder) nounFollows(i int) bool {
	if word := f.tokens[i].fold; word != "those" && word != "these" {
		return false
	}
	return f.adjoins(i) && !slices.Contains(follows, f.tokens[i+1].fold)
}

// follows are words that end a phrase: after them `those` stands alone.
var follows = strings.Fields(`to for in on at with by from into onto and or then but as of off over about up out too also please now
	is are was were if via per`)

// phrase is `that release`: a determiner, and a noun an earlier step knows.
func (f *finder) phrase(i int) (Ref, int) {
	word, n := f.tokens[i].fold, 1
	if !slices.Contains(determiners, word) {
		return Ref{}, 0
	}
	if f.adjoins(i) && slices.Contains(between, f.tokens[i+1].fold) {
		n++
	}
	if !f.adjoins(i + n - 1) {
		return Ref{}, 0
	}
	noun := f.tokens[i+n].fold
	if slices.Contains(stopNouns, noun) || slices.Contains(follows, noun) || !named(noun) {
		return Ref{}, 0
	}
	from, ok := f.knows(noun, word == "the")
	if !ok {
		return Ref{}, 0
	}
	return Ref{Span: f.span(i, n+1), From: []int{from}, How: HowPhrase, Weak: word == "the", Noun: noun,
		Many: slices.Contains(many, word)}, n + 1
}

func named(noun string) bool { return strings.IndexFunc(noun, unicode.IsLetter) >= 0 }

// knows is the nearest step before whose words hold the noun, whose result has
// such a field, or whose verb is the noun's.
func (f *finder) knows(noun string, weak bool) (step int, ok bool) {
	for _, at := range slices.Backward(f.before()) {
		words := tokens(f.parts[at].Text)
		if weak && len(words) > 0 {
			if slices.ContainsFunc(words[1:], func(t token) bool { return same(t.fold, noun) }) {
				return at, true
			}
		} else if slices.ContainsFunc(words, func(t token) bool { return same(t.fold, noun) }) || sharesVerb(words, noun) {
			return at, true
		}
		if slices.ContainsFunc(yields(f.cat, f.parts[at]), func(y manifest.Yield) bool { return fieldNamed(y, noun) }) {
			return at, true
		}
	}
	return 0, false
}

func sharesVerb(words []token, noun string) bool {
	if len(words) == 0 {
		return false
	}
	verb, n := []rune(words[0].fold), []rune(noun)
	return len(verb) >= verbLetters && len(n) >= verbLetters && string(verb[:verbLetters]) == string(n[:verbLetters])
}

// yields are the fields a step's result has.
func yields(cat *catalog.Catalog, p Part) []manifest.Yield {
	if x := reflexOf(cat, p); x != nil {
		return x.Manifest.Yields
	}
	return nil
}

func reflexOf(cat *catalog.Catalog, p Part) *catalog.Reflex {
	if p.Decision.Reading.Winner == nil {
		return nil
	}
	return cat.Reflex(p.Decision.Reading.Winner.Reflex)
}

// fieldNamed reports whether a noun names a field, or a field of its records.
func fieldNamed(y manifest.Yield, noun string) bool {
	if sameField(y.Field, noun) {
		return true
	}
	return slices.ContainsFunc(y.Each, func(inner manifest.Yield) bool { return sameField(inner.Field, noun) })
}

// sameField compares a noun with a field's name, whose last word is its noun.
func sameField(field, noun string) bool {
	words := strings.Split(field, "_")
	return same(field, noun) || same(words[len(words)-1], noun)
}

// same compares two words by their stems.
func same(a, b string) bool { return stem(a) == stem(b) }

// stem takes a possessive and a plural off a word.
func stem(w string) string {
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "'")
	switch {
	case strings.HasSuffix(w, "sses"):
		return strings.TrimSuffix(w, "es")
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return strings.TrimSuffix(w, "ies") + "y"
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && len([]rune(w)) > 3:
		return strings.TrimSuffix(w, "s")
	}
	return w
}

// tokens are the words of a text: letters, figures, and what joins them.
func tokens(s string) []token {
	var all []token
	runes := []rune(s)
	for i := 0; i < len(runes); {
		start := i
		for i < len(runes) && inWord(runes, i) {
			i++
		}
		if i > start {
			fold := strings.ReplaceAll(strings.ToLower(string(runes[start:i])), "’", "'")
			all = append(all, token{start, i, fold})
		} else {
			i++
		}
	}
	return all
}

func inWord(runes []rune, i int) bool {
	if r := runes[i]; unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || unicode.IsMark(r) {
		return true
	}
	joint := strings.ContainsRune("-'’", runes[i])
	return joint && i > 0 && i+1 < len(runes) && isLetter(runes[i-1]) && isLetter(runes[i+1])
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// ask puts the question of a reference to one step, where more than one step
// stands before it, and takes its answer; open is the question without one.
func (r *Ref) ask(parts []Part, at, place int, answers question.Answers) (open *question.Question) {
	if at < 2 || len(r.From) != 1 || r.How == HowVerb {
		return nil
	}
	steps := make([]string, at)
	for i := range steps {
		steps[i] = parts[i].Text
	}
	q := question.WhichStep(at, place, r.Span.Text, parts[at].Text, steps)
	answer, ok := answers[q.ID()]
	if !ok {
		return &q
	}
	top, p := q.Top(answer)
	from, err := strconv.Atoi(strings.TrimPrefix(top, "step"))
	if err == nil && from < at {
		r.From, r.How, r.P = []int{from}, HowEngine, p
	}
	return nil
}
