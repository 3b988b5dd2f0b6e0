package local

import (
	"math"

	"sinew/decide/question"
)

// How words hold a listed word, in the argument's own question: by its key or
// by a word of its meaning that no other key's meaning has.
const (
	heldByKey     = 1.0  // times alike: the whole key, word by word
	heldByGrammar = 0.75 // a key that is a word of grammar, like on or all: it may stand there for itself
	heldByMeaning = 0.75 // times alike: a word of the meaning that tells something
	heldByLight   = 0.6  // a light word of the meaning
)

// From how surely a word is held to shares: odds grow by the exponent, and
// what is held less than statedAt is rather not stated.
const (
	steep    = 6.0
	statedAt = 0.42
	noneAt   = -0.2 // a word that is stated and not listed: comparing words hardly sees it
)

// listed answers an argument's own question over options or words.
func (s *scene) listed(q question.Question) question.Answer {
	reflex, all := q.Subject.Reflex, choices(q)
	own := s.spared(s.ownWords(reflex, q.Ask), reflex, all)
	return fromHeld(q, s.heldWords(all, s.request, own))
}

// named is which listed word some words of the text name, and nothing else of
// the text counts.
func (s *scene) named(q question.Question) question.Answer {
	return fromHeld(q, s.heldWords(choices(q), s.tokens(q.About.Words), nil))
}

// is whether the text means one listed word. It is asked beside others, or of a
// word that two questions agree on: the ask's words count here.
func (s *scene) is(q question.Question) question.Answer {
	own := s.ownWords(q.Subject.Reflex, "")
	held := s.heldWords([]question.Option{q.About.Option}, s.request, own)[0]
	odds := heldOdds(held)
	return yes(odds / (odds + math.Exp(steep*statedAt)))
}

func heldOdds(held float64) float64 { return math.Expm1(steep * held) }

// fromHeld is an answer from how surely each choice is held.
func fromHeld(q question.Question, held []float64) question.Answer {
	at := 0
	return shares(q.Keys(), func(_ int, key string) float64 {
		switch key {
		case question.Unstated:
			return math.Exp(steep * statedAt)
		case question.None:
			return math.Exp(steep * noneAt)
		}
		at++
		return heldOdds(held[at-1])
	})
}

// ownWords are what a reflex says whatever the value is: its name, its
// description and the ask.
func (s *scene) ownWords(reflex, ask string) map[string]bool {
	own := map[string]bool{}
	d := s.described(s.offered[reflex].What)
	for _, said := range append([][]token{s.key(reflex), d.does, s.tokens(ask)}, d.not...) {
		for _, t := range said {
			own[t.stem] = true
		}
	}
	return own
}

// spared are own words a meaning may be meant by after all: those that stand in
// the examples of one key alone. The reflex's name is never one.
func (s *scene) spared(own map[string]bool, reflex string, all []question.Option) map[string]bool {
	for stem, keys := range s.exampleKeys(all) {
		if keys == 1 {
			delete(own, stem)
		}
	}
	for _, t := range s.key(reflex) {
		own[t.stem] = true
	}
	return own
}

// exampleKeys is in how many keys' examples each stem stands.
func (s *scene) exampleKeys(all []question.Option) map[string]int {
	keys, last := map[string]int{}, map[string]int{}
	for i, o := range all {
		for _, e := range o.Text.Examples {
			for _, t := range s.tokens(e) {
				if last[t.stem] != i+1 {
					last[t.stem] = i + 1
					keys[t.stem]++
				}
			}
		}
	}
	return keys
}

// heldWords is how surely words hold each choice, in order.
func (s *scene) heldWords(all []question.Option, request []token, own map[string]bool) []float64 {
	l := newLexicon(request, 4*len(all))
	meanings := make([]phrase, len(all))
	for i, o := range all {
		meanings[i] = l.phrase(s.tokens(o.Text.What))
		l.count(i, meanings[i])
	}
	held := make([]float64, len(all))
	for i, o := range all {
		held[i] = max(l.byKey(s.key(o.Key)), l.byMeaning(meanings[i], own))
	}
	return held
}

// byKey is how surely the request says every word of a key.
func (l *lexicon) byKey(key []token) float64 {
	if len(key) == 0 {
		return 0
	}
	least, grammar := heldByKey, true
	for _, t := range key {
		least = min(least, l.terms[l.id(t)].alike)
		grammar = grammar && t.is(function)
	}
	if grammar {
		return least * heldByGrammar
	}
	return least
}

// byMeaning is how surely it says a word that only this meaning has.
func (l *lexicon) byMeaning(meaning phrase, own map[string]bool) float64 {
	best := 0.0
	for _, id := range meaning {
		t := &l.terms[id]
		if t.near < 0 || t.in > 1 || own[t.stem] {
			continue
		}
		switch {
		case t.weight >= weighsContent:
			best = max(best, heldByMeaning*t.alike)
		case t.weight >= weighsLight && t.alike == 1:
			best = max(best, heldByLight)
		}
	}
	return best
}
