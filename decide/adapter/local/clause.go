package local

import (
	"slices"
	"strings"
	"sync"

	"sinew/decide/adapter/local/spelt"
)

// An opening is what the first words of a piece of a request say of it.
type opening int

const (
	opensNothing   opening = iota // courtesies and words around a request alone
	opensRequest                  // it says what to do, or asks something
	opensThing                    // it names a thing
	opensValue                    // a value stands first: a number, a quoted text
	opensMore                     // it asks for more of the same: another one
	opensDetail                   // it goes on about something else: in, for, only
	opensStatement                // it tells something: I think
)

// A piece is words of a request as a clause.
type piece struct {
	all   []token // without the words around it at its head
	opens opening
	said  bool // something of its own is said: more than grammar
	ends  bool // with a mark that ends a sentence
}

func (s *scene) piece(of string) piece {
	p := piece{all: trimmed(typed(of)), ends: strings.HasSuffix(of, "?") || strings.HasSuffix(of, "!") || strings.HasSuffix(of, ".")}
	if p.opens = opensWith(p.all); isOneMore(p.all, of) {
		p.opens = opensMore
	}
	says := func(t token) bool { return t.typed || weight(t) >= weighsLight && !t.is(courtesy) }
	p.said = some(p.all, says) || p.opens == opensRequest && len(p.all) > 2
	return p
}

// isOneMore reports whether a piece opens with a one that stands for a thing
// named before: one for 10 minutes.
func isOneMore(all []token, of string) bool {
	return len(all) > 1 && all[0].typed && isWord(all[1], detailWords) && strings.EqualFold(string([]rune(of)[all[0].start:all[0].end]), "one")
}

// trimmed are the words of a piece without those that may stand around any.
func trimmed(all []token) []token {
	for len(all) > 0 && isWord(all[0], aroundWords) {
		all = all[1:]
	}
	for len(all) > 0 && isWord(all[len(all)-1], behindWords) {
		all = all[:len(all)-1]
	}
	return all
}

// opensWith is how a piece opens.
func opensWith(all []token) opening {
	if len(all) == 0 || every(all, func(t token) bool { return t.is(courtesy) }) {
		return opensNothing
	}
	switch first := all[0]; {
	case first.typed:
		return opensValue
	case asksSomething(all), wishes(all), isVerb(all, 0), actsOn(all):
		return opensRequest
	case isWord(first, subjectWords) || len(all) > 1 && isWord(first, "im ive ill") || isWord(first, thirdWords) && follows(all, auxiliaryWords):
		return clauseOf(first)
	case isWord(first, againWords) || startsWith(all, "the", "same") || startsWith(all, "one", "more"):
		return opensMore
	case isWord(first, detailWords):
		return opensDetail
	}
	return opensThing
}

// clauseOf is what a clause with a subject does: of another thing it says how
// that should be.
func clauseOf(subject token) opening {
	if isWord(subject, thirdWords) {
		return opensDetail
	}
	return opensStatement
}

// asksSomething reports whether a piece opens as a question does, or as a
// request that is put as one.
func asksSomething(all []token) bool {
	return len(all) > 1 && (isWord(all[0], questionWords) || isWord(all[0], auxiliaryWords))
}

// wishes reports whether a piece opens with what somebody wants: I need, let me.
func wishes(all []token) bool {
	return len(all) > 1 && (isWord(all[0], subjectWords) && isWord(all[1], wishWords) || isWord(all[0], "let lets") || startsWith(all, "id", "like"))
}

// isVerb reports whether the i-th word of a piece says what to do. Many words
// are verbs or nouns by what follows them.
func isVerb(all []token, i int) bool {
	t := all[i]
	switch kind := verbs()[t.fold]; {
	case t.typed:
		return false
	case kind == verbAlways:
		return true
	case kind == verbBefore:
		return i+1 < len(all) && !isFinite(all[i+1]) && (!isWord(all[i+1], detailWords) || some(all, isQuoted))
	case kind == verbBeforeObject:
		return i+1 < len(all) && isObject(all[i+1])
	}
	return isSlip(t.fold)
}

func isQuoted(t token) bool { return t.fold == "<quoted>" }

// actsOn reports whether an unknown word stands before what it must be done to:
// shrink the pictures.
func actsOn(all []token) bool {
	return len(all) > 1 && !all[0].typed && all[0].class == 0 && !isWord(all[0], detailWords) && isWord(all[1], objectWords)
}

// isObject reports whether a word begins what a verb is about, or belongs to
// the verb: the lamp, me, 5, off.
func isObject(t token) bool {
	return t.typed || isWord(t, determinerWords) || isWord(t, particleWords)
}

// shortestSlip is how many letters a word has that is taken for a verb with a
// slip: two letters in the wrong order, or one too often or too seldom. Other
// slips make other words of verbs: white of write, house of mouse.
const shortestSlip = 5

func isSlip(fold string) bool {
	if len(fold) < shortestSlip || classes()[fold] != 0 {
		return false
	}
	return slices.ContainsFunc(strings.Fields(alwaysVerbs), func(verb string) bool {
		return len(verb) >= shortestSlip && spelt.Alike(fold, verb) >= spelt.Slip &&
			(len(verb) == len(fold) && letters(fold) == letters(verb) || squeezed(fold) == squeezed(verb))
	})
}

// letters are a word's letters in order.
func letters(word string) string {
	all := []rune(word)
	slices.Sort(all)
	return string(all)
}

// squeezed is a word with each letter once where it stands several times.
func squeezed(word string) string { return string(slices.Compact([]rune(word))) }

func follows(all []token, words string) bool { return len(all) > 1 && isWord(all[1], words) }

func startsWith(all []token, words ...string) bool {
	return len(all) >= len(words) && slices.EqualFunc(all[:len(words)], words, func(t token, w string) bool { return t.fold == w })
}

// isWord reports whether a word is one of a list.
func isWord(t token, list string) bool { return !t.typed && listed(list)[t.fold] }

var lists sync.Map // of each list of words, its set

func listed(list string) map[string]bool {
	if set, ok := lists.Load(list); ok {
		return set.(map[string]bool)
	}
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	lists.Store(list, set)
	return set
}

// A verbKind says when a word says what to do.
type verbKind int

const (
	verbAlways       verbKind = iota + 1
	verbBefore                // before anything but a preposition: text ana, a text to ana
	verbBeforeObject          // before what it is about: load the page, load average
)

var verbs = sync.OnceValue(func() map[string]verbKind {
	all := make(map[string]verbKind, 512)
	for kind, words := range []string{verbAlways: alwaysVerbs, verbBefore: beforeVerbs, verbBeforeObject: objectVerbs} {
		for word := range strings.FieldsSeq(words) {
			all[word] = verbKind(kind)
		}
	}
	return all
})
