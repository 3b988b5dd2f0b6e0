package local

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
	"sinew/decide/adapter/local/spelt"
	"sinew/decide/question"
	"sinew/internal/sidebyside"
	"sinew/pkg/text"
)

// What the very words of a reflex count for, as logarithms of odds, set by
// hand: the public requests the weights are fitted on never repeat an example,
// where people do, and what a person teaches must count at once.
const (
	countsVery  = 8.0  // the very words of an example
	countsNever = 30.0 // the very words of what it is not for
	countsTurns = 3.0  // it opens by turning around what follows, as no example does
)

// route is which reflex the text asks for.
func (s *scene) route(q question.Question) question.Answer {
	offered := reflexes(q)
	weights := s.judge(offered)
	switch {
	case s.valueAlone(len(offered)):
		weights = discounted(weights, valueLeaves)
	case len(offered) == 1 && weights[0] < narrowedSays && s.saysRequest(offered[0]):
		weights = []float64{narrowedSays, 1 - narrowedSays}
	}
	at := -1
	return shares(q.Keys(), func(_ int, key string) float64 {
		if key == question.None {
			return weights[len(offered)]
		}
		at++
		return weights[at]
	})
}

// valueLeaves is what is left of each share where a text is one listed word.
const valueLeaves = 0.1

// narrowedSays is how surely a reflex is asked for that is the only one, where
// it says every word of the request: the scorer has nothing to compare it with.
// A call then waits for a yes.
const narrowedSays = 0.7

// saysRequest reports whether a reflex says every word of the text that tells
// more than grammar, but for values, and the text says what to do.
func (s *scene) saysRequest(o question.Option) bool {
	l := newLexicon(s.request, stemsEach)
	said := append(slices.Clone(s.described(o.Text.What).does), s.key(o.Key)...)
	for _, e := range o.Text.Examples {
		said = append(said, s.tokens(e)...)
	}
	held, listed, acts := l.held(l.phrase(said)), s.listedStems(o.Key), false
	for _, t := range s.request {
		switch says := held[l.ids[t.stem]] >= spelt.Slip; {
		case t.typed || listed[t.stem] || weight(t) < weighsLight && !t.is(negation):
		case !says || t.is(negation):
			return false
		default:
			acts = true
		}
	}
	return acts && opensWith(trimmed(s.request)) == opensRequest
}

// listedStems are the words of a reflex's lists.
func (s *scene) listedStems(reflex string) map[string]bool {
	all := map[string]bool{}
	for _, q := range s.args[reflex] {
		for _, o := range s.keyed(q) {
			for _, t := range s.key(o.Key) {
				all[t.stem] = true
			}
		}
	}
	return all
}

// discounted are shares times a part; the last, of none, takes the rest.
func discounted(weights []float64, part float64) []float64 {
	left := slices.Clone(weights)
	rest := 1.0
	for i := range left[:len(left)-1] {
		left[i] *= part
		rest -= left[i]
	}
	left[len(left)-1] = rest
	return left
}

// reflexes are a route's options without none.
func reflexes(route question.Question) []question.Option {
	return slices.DeleteFunc(slices.Clone(route.Options), func(o question.Option) bool { return o.Key == question.None })
}

// judge is the share of each reflex, then that of none.
func (s *scene) judge(offered []question.Option) []float64 {
	asked, set := s.askedBeside(offered)
	if len(asked.Stems) == 0 || len(offered) == 0 { // nothing said, or nobody to say it to
		return append(make([]float64, len(offered)), 1)
	}
	logits := scorer.Fitted().Logits(set.Features(asked))
	turned := turns(s.request)
	for i, o := range offered {
		logits[i] += s.quoted(o.Text)
		if turned && !slices.ContainsFunc(o.Text.Examples, func(e string) bool { return turns(s.tokens(e)) }) {
			logits[i] -= countsTurns
		}
	}
	return scorer.Shares(logits)
}

// askedBeside is the request and the set, which are made side by side.
func (s *scene) askedBeside(offered []question.Option) (asked *likeness.Text, set *scorer.Set) {
	var request sync.WaitGroup
	request.Go(func() { asked = s.asked() })
	set = s.set(offered)
	request.Wait()
	return asked, set
}

// asked is the request itself.
func (s *scene) asked() *likeness.Text {
	if s.likened == nil {
		s.likened = s.memory.Request(wording(s.said))
	}
	return s.likened
}

// set is the reflexes as classes. Those of a route are made once, however many
// texts are asked about.
func (s *scene) set(offered []question.Option) *scorer.Set {
	if len(offered) == 1 { // as a fit is asked of one alone: it would only drive the route's out
		return s.prepared(offered)
	}
	return s.memory.Set(offered, s.prepared)
}

// prepared is a set made. Its texts are asked for at once.
func (s *scene) prepared(offered []question.Option) *scorer.Set {
	var said []string
	for _, o := range offered {
		said = append(append(append(said, told(o.Text.What)), o.Text.Examples...), o.Text.NotFor...)
	}
	texts := s.texts(said)
	classes := make([]scorer.Class, len(offered))
	for i, o := range offered {
		examples, end := 1+len(o.Text.Examples), 1+len(o.Text.Examples)+len(o.Text.NotFor)
		classes[i] = scorer.Class{About: texts[0], Examples: texts[1:examples], Against: texts[examples:end]}
		texts = texts[end:]
	}
	return scorer.Prepare(classes)
}

// texts are what is compared of what reflexes say.
func (s *scene) texts(said []string) []*likeness.Text {
	worded := make([]string, len(said))
	sidebyside.Do(len(said), runtime.GOMAXPROCS(0), func(i int) { worded[i] = wording(said[i]) })
	s.memory.encode(worded)
	vectors := make([]*encoder.Vector, len(said))
	for i, text := range worded {
		vectors[i] = s.memory.Vector(text)
	}
	all := make([]*likeness.Text, len(said))
	sidebyside.Do(len(said), runtime.GOMAXPROCS(0), func(i int) {
		all[i] = likeness.With(worded[i], *vectors[i])
		all[i].Said = said[i]
	})
	return all
}

// told is a description without the clauses that say what the reflex does not
// do: their words would speak for it.
func told(what string) string {
	var kept []string
	for clause := range strings.FieldsFuncSeq(what, endsClause) {
		if !some(tokens(clause), func(t token) bool { return t.is(negation) }) {
			kept = append(kept, strings.TrimSpace(clause))
		}
	}
	return strings.Join(kept, ", ")
}

func endsClause(r rune) bool { return strings.ContainsRune(".,;:\n", r) }

// quoted is what a request counts for that is, word for word, an example or
// what the reflex is not for.
func (s *scene) quoted(t question.Text) float64 {
	counts := 0.0
	if s.among(t.Examples) {
		counts += countsVery
	}
	if s.among(t.NotFor) {
		counts -= countsNever
	}
	return counts
}

func (s *scene) among(texts []string) bool {
	for _, t := range texts {
		if text.Identity(t) == s.identity {
			return true
		}
	}
	return false
}

// turns reports whether a text opens by turning around what follows: don't, do
// not, never.
func turns(all []token) bool {
	return some(all[:min(len(all), opens)], func(t token) bool { return t.is(negation) })
}

// opens is how many words open a text.
const opens = 2

// fits is whether one reflex does what the text asks, were it alone.
func (s *scene) fits(q question.Question) question.Answer {
	weights := s.judge([]question.Option{{Key: q.Subject.Reflex, Text: q.Yes}})
	return yes(weights[0])
}
