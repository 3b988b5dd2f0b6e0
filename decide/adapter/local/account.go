package local

import (
	"math"
	"slices"
	"strings"

	"sinew/decide/adapter/local/spelt"
	"sinew/decide/question"
	"sinew/pkg/text"
)

// What a run of words does, and how surely.
const (
	runCourtesy = 0.9  // nothing but words of courtesy
	runAction   = 0.9  // the reflex says most of it
	runVerb     = 0.7  // it opens the request, and adds one word at most
	runResult   = 0.6  // it says how the result should be
	runAnswers  = 0.6  // it says a word of an argument's ask
	runMore     = 0.65 // it says several things the reflex does not, or joins one on
	runUnsure   = 0.4  // it says one thing the reflex does not

	mostHeld    = 0.6 // the part of a run's weight that is most of it
	lightUnsaid = 0.3 // the weight of words that hardly tell anything
	twoUnsaid   = 1.5 // the weight of more than one word that tells something
)

// does answers what a run of words does beside the call.
func (s *scene) does(q question.Question) question.Answer {
	run := s.tokens(q.About.Words)
	l := newLexicon(run, stemsEach)
	held := l.heldBy(s, run, q.About.Reflex.Examples, q.About.Reflex.What)
	share, unsaid := l.weighHeld(held)
	switch {
	case every(run, func(t token) bool { return t.is(courtesy) }):
		return spread(q, question.Courtesy, runCourtesy)
	case s.joinsOn(run, l, held):
		return spread(q, question.More, runMore)
	case share >= mostHeld || unsaid <= lightUnsaid:
		return spread(q, question.Action, runAction)
	}
	if arg := s.asksWord(q, run); arg != "" {
		return spread(q, arg, runAnswers)
	}
	switch {
	case some(run, func(t token) bool { return t.is(result) }) && q.Subject.From > 0:
		return spread(q, question.Result, runResult)
	case q.Subject.From == 0 && unsaid < twoUnsaid:
		return spread(q, question.Action, runVerb)
	case unsaid >= twoUnsaid:
		return spread(q, question.More, runMore)
	}
	return spread(q, question.More, runUnsure)
}

// spread gives p to one key and the rest to the others alike.
func spread(q question.Question, key string, p float64) question.Answer {
	rest := (1 - p) / float64(max(1, len(q.Options)-1))
	return shares(q.Keys(), func(_ int, k string) float64 {
		if k == key {
			return p
		}
		return rest
	})
}

// heldBy is, for each word of the lexicon's request, how surely a reflex says
// it: in its examples, or in what a description says it does.
func (l *lexicon) heldBy(s *scene, request []token, examples []string, description string) []float64 {
	said := slices.Clone(s.described(description).does)
	for _, e := range examples {
		said = append(said, s.tokens(e)...)
	}
	held := l.held(l.phrase(said))
	says := l.says(held)
	for i, t := range request {
		if id := l.ids[t.stem]; !says(t) && means(t) && !named(request, i, says) {
			held[id] = max(held[id], s.nearly(t, said))
		}
	}
	return held
}

// says reports of a word of the request whether it is held in some spelling.
func (l *lexicon) says(held []float64) func(token) bool {
	return func(t token) bool { return held[l.ids[t.stem]] >= spelt.Prefix }
}

// How far a word of a near meaning stands for another: from a cosine of their
// vectors where words have little to do with each other to one where they are
// hardly told apart.
const (
	nearFrom = 0.5
	nearTo   = 0.7
	nearMost = 0.65 // less than any spelling of the word itself
)

// nearly is how far some word that is said stands for t.
func (s *scene) nearly(t token, said []token) float64 {
	best := 0.0
	for _, other := range said {
		if means(other) {
			best = max(best, s.memory.Vector(t.fold).Cosine(s.memory.Vector(other.fold)))
		}
	}
	return nearMost * min(1, max(0, (best-nearFrom)/(nearTo-nearFrom)))
}

// means reports whether a word has a meaning of its own.
func means(t token) bool { return !t.typed && weight(t) >= weighsContent }

// joinsOn reports whether a run goes on, after a word that joins, with a word
// that tells something and that the reflex does not say.
func (s *scene) joinsOn(run []token, l *lexicon, held []float64) bool {
	joined := false
	for _, t := range run {
		switch {
		case t.is(joining):
			joined = true
		case joined && weight(t) >= weighsContent && held[l.ids[t.stem]] < 1:
			return true
		}
	}
	return false
}

// asksWord is the key of the argument whose ask says a word of the run that
// tells something, or "".
func (s *scene) asksWord(q question.Question, run []token) string {
	for _, o := range q.Options {
		if !strings.HasPrefix(o.Key, question.AnswersKey("")) {
			continue
		}
		// The ask stands in quotes there, and is no quoted value.
		for _, t := range s.tokens(strings.ReplaceAll(o.Text.What, `"`, " ")) {
			if weight(t) >= weighsContent && some(run, func(r token) bool { return r.stem == t.stem }) {
				return o.Key
			}
		}
	}
	return ""
}

// How far a call holds all that was said: less with every word that tells
// something and that neither the reflex nor a value says.
const (
	wholeAtBest = 0.95
	wholeFalls  = 0.9 // the exponent for one such word
	turnsUnsaid = 1.0 // a word that turns the request around
	asksUnsaid  = 1.0 // a question word where the reflex answers no such question
	valuesAlone = 0.3 // times what is left, where the values are all that is said
	valueUnsaid = 1.0 // a typed value the call does not hold
	lessOfRest  = 0.6 // what is not whole is rather less than something else
)

// against answers whether a call holds all that was said.
func (s *scene) against(q question.Question) question.Answer {
	r := s.newReadBack(q)
	unsaid, acted, seen := 0.0, len(q.About.Values) == 0, map[string]bool{}
	for i, t := range s.request {
		if t.typed || !seen[t.stem] {
			unsaid += r.missed(t) * r.narrows(i)
		}
		seen[t.stem] = true
		acted = acted || r.acts(t)
	}
	p := wholeAtBest * math.Exp(-wholeFalls*unsaid)
	switch {
	case s.isExample(q.About.Reflex):
		p = wholeAtBest
	case !acted:
		p *= valuesAlone
	}
	weights := map[string]float64{
		question.Whole: p, question.Less: (1 - p) * lessOfRest, question.Other: (1 - p) * (1 - lessOfRest),
	}
	return shares(q.Keys(), func(_ int, key string) float64 { return weights[key] })
}

// isExample reports whether the request is an example of a reflex.
func (s *scene) isExample(reflex question.Text) bool {
	return slices.ContainsFunc(reflex.Examples, func(e string) bool { return text.Identity(e) == s.identity })
}

// toldCounts is what a word counts that only tells how something is asked for,
// to one that names a thing: the latter narrows what is asked for.
const toldCounts = 0.75

func (r readBack) narrows(i int) float64 {
	if t := r.request[i]; t.typed || t.is(negation|asking) || named(r.request, i, r.says(r.held)) {
		return 1
	}
	return toldCounts
}

// namedWords is how many words behind one like the or of are named.
const namedWords = 2

// named reports whether a word names a thing, by what stands before it: not
// where a word that is said stands between, which then is the thing.
func named(all []token, i int, said func(token) bool) bool {
	for j := i - 1; j >= max(0, i-namedWords); j-- {
		if all[j].is(naming) {
			return true
		}
		if all[j].is(function) || said(all[j]) {
			return false
		}
	}
	return false
}

// A readBack is what a call and its reflex say of the request's words.
type readBack struct {
	*scene
	*lexicon
	held   []float64       // by the call as it is told or the reflex's examples, for each of the lexicon's words
	own    []float64       // by the reflex alone: an ask always has a question word
	typed  []place         // where the call's values stand in the text, if a typed one stands there
	listed map[string]bool // the stems of the others: keys and words of a list
}

func (s *scene) newReadBack(q question.Question) readBack {
	r := readBack{scene: s, lexicon: newLexicon(s.request, stemsEach), listed: map[string]bool{}}
	r.held = r.heldBy(s, s.request, q.About.Reflex.Examples, q.About.Told)
	r.own = r.heldBy(s, s.request, q.About.Reflex.Examples, q.About.Reflex.What)
	for _, v := range q.About.Values {
		if at, stands := s.find(v); stands && some(s.request, func(t token) bool { return t.typed && at.holds(t) }) {
			r.typed = append(r.typed, at)
			continue
		}
		for _, t := range s.key(v) {
			r.listed[t.stem] = true
		}
	}
	return r
}

// A place is a piece of the request by its code points.
type place struct{ start, end int }

func (p place) holds(t token) bool { return p.start <= t.start && t.end <= p.end }

// find is where a text first stands in the request, whatever its capitals.
func (s *scene) find(what string) (place, bool) {
	all, sought := s.runes(), []rune(what)
	for i := 0; i+len(sought) <= len(all); i++ {
		if strings.EqualFold(string(all[i:i+len(sought)]), what) {
			return place{i, i + len(sought)}, true
		}
	}
	return place{}, false
}

// isTyped reports whether a word stands in a value of the call.
func (r readBack) isTyped(t token) bool {
	return slices.ContainsFunc(r.typed, func(p place) bool { return p.holds(t) })
}

// acts reports whether a word says what to do: more than grammar, said by the
// reflex, and no listed value of the call.
func (r readBack) acts(t token) bool {
	return !t.typed && !r.isTyped(t) && weight(t) >= weighsLight && r.says(r.held)(t) && !r.listed[t.stem]
}

// missed is what a word weighs that the call does not hold.
func (r readBack) missed(t token) float64 {
	held, own := r.held[r.ids[t.stem]], r.own[r.ids[t.stem]]
	switch {
	case r.isTyped(t), t.is(courtesy):
		return 0
	case t.typed:
		return valueUnsaid
	case t.is(negation):
		return turnsUnsaid * (1 - own)
	case t.is(asking):
		return asksUnsaid * (1 - own)
	}
	return math.Pow(weight(t), 2) * (1 - held)
}

func every(all []token, ok func(token) bool) bool {
	return !some(all, func(t token) bool { return !ok(t) })
}

func some(all []token, ok func(token) bool) bool {
	for _, t := range all {
		if ok(t) {
			return true
		}
	}
	return false
}
