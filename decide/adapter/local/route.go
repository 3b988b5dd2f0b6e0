package local

import (
	"math"

	"sinew/decide/question"
	"sinew/pkg/text"
)

// evidence is how a request stands to one reflex. But for unsaid, which counts
// words, each number is from 0 to 1.
type evidence struct {
	near    float64 // its words against the nearest example's
	pairs   float64 // its pairs of neighbouring words against the nearest example's
	about   float64 // how much of it the description says
	covered float64 // how much of it the reflex says anywhere
	unsaid  float64 // the weight of the words the reflex says nowhere
	refused float64 // its words against the nearest line of what the reflex is not for
	very    bool    // it is an example
	never   bool    // it is a line of what the reflex is not for
}

// A router weighs a request against the reflexes of one route.
type router struct {
	*lexicon
	scene   *scene
	request phrase
	pairs   map[[2]int]bool
	size    float64
}

func newRouter(s *scene) *router {
	r := &router{lexicon: newLexicon(s.request, s.stems()), scene: s}
	r.request = r.phrase(s.request)
	r.pairs = pairs(r.request)
	return r
}

// stems is about how many stems the offered reflexes say.
func (s *scene) stems() int { return stemsEach * len(s.offered) }

const stemsEach = 32

// A wording is what one reflex says, by its terms.
type wording struct {
	about    phrase
	examples []phrase
	notFor   []phrase
	takes    phrase // the words of its arguments, and the values they can take
	very     bool   // the request is an example
	never    bool   // it is a line of not_for
}

// read is what a reflex says, by its terms, and counts who says them.
func (r *router) read(o question.Option, takes []token) wording {
	r.wordings++
	d := r.scene.described(o.Text.What)
	w := wording{about: append(r.phrase(r.scene.key(o.Key)), r.phrase(d.does)...), takes: r.phrase(takes)}
	for _, clause := range d.not {
		w.notFor = append(w.notFor, r.phrase(clause))
	}
	for _, e := range o.Text.Examples {
		w.examples = append(w.examples, r.phrase(r.scene.tokens(e)))
		w.very = w.very || text.Identity(e) == r.scene.identity
	}
	for _, n := range o.Text.NotFor {
		w.notFor = append(w.notFor, r.phrase(r.scene.tokens(n)))
		w.never = w.never || text.Identity(n) == r.scene.identity
	}
	for _, p := range append([]phrase{w.about}, w.examples...) {
		r.count(r.wordings, p)
	}
	return w
}

// weigh is the evidence for one reflex, once all of them are read.
func (r *router) weigh(w wording) evidence {
	e := evidence{very: w.very, never: w.never}
	for _, p := range w.examples {
		e.near = max(e.near, r.cosine(p))
		e.pairs = max(e.pairs, r.dice(p))
	}
	for _, p := range w.notFor {
		e.refused = max(e.refused, r.cosine(p))
	}
	e.about, _ = r.weighHeld(r.held(w.about))
	e.covered, e.unsaid = r.weighHeld(r.held(append([]phrase{w.about, w.takes}, w.examples...)...))
	return e
}

// cosine compares the words of the request and of a phrase, each once.
func (r *router) cosine(p phrase) float64 {
	r.round++
	for _, id := range r.said {
		r.terms[id].got = 0
	}
	both, own := 0.0, 0.0
	for _, id := range p {
		t := &r.terms[id]
		if r.met(t) {
			continue
		}
		w := r.tells(id)
		own += w * w
		if t.near < 0 {
			continue
		}
		if said := &r.terms[t.near]; t.alike > said.got {
			both += (t.alike - said.got) * w * r.tells(t.near)
			said.got = t.alike
		}
	}
	return ratio(both, math.Sqrt(own*r.weighed()))
}

// weighed is the request's own weight.
func (r *router) weighed() float64 {
	if r.size == 0 {
		for _, id := range r.said {
			w := r.tells(id)
			r.size += w * w
		}
	}
	return r.size
}

// edge stands before the first and after the last word.
const edge = -1

func pairs(p phrase) map[[2]int]bool {
	all := make(map[[2]int]bool, len(p)+1)
	last := edge
	for _, id := range p {
		all[[2]int{last, id}] = true
		last = id
	}
	all[[2]int{last, edge}] = true
	return all
}

// dice is how many pairs of neighbours the request and a phrase share.
func (r *router) dice(p phrase) float64 {
	both, last := 0, edge
	for _, id := range p {
		if r.pairs[[2]int{last, id}] {
			both++
		}
		last = id
	}
	if r.pairs[[2]int{last, edge}] {
		both++
	}
	return min(1, float64(2*both)/float64(len(r.request)+len(p)+2))
}

// What the evidence counts for, as logarithms of odds. near, pairs, about,
// covered and the two of none are a listwise fit over a public set of everyday
// requests: one to twenty reflexes with four to seven examples each, half of
// the requests for none of them. The others are set by hand: those requests
// hold names nobody listed, where a request for a reflex lists or quotes them.
const (
	countsNear    = 5.2  // the same words as an example
	countsPairs   = 7.0  // in the same order
	countsAbout   = 6.2  // words of the description
	countsCovered = 6.0  // no words but the reflex's own
	countsUnsaid  = 1.0  // each word that tells something and that the reflex does not say
	countsRefused = 12.0 // nearer to what the reflex is not for than to any example
	countsVery    = 10.0 // the very words of an example
	countsNever   = 30.0 // the very words of what it is not for
	noneAlone     = 3.0  // that nobody is asked for
	noneEach      = 0.9  // and more so the more are offered, by the logarithm of their number

	mostUnsaid = 3 // where further words change nothing
)

func (e evidence) score() float64 {
	score := countsNear*e.near + countsPairs*e.pairs + countsAbout*e.about + countsCovered*e.covered
	score -= countsUnsaid * min(e.unsaid, mostUnsaid)
	score -= countsRefused * max(0, e.refused-e.near)
	if e.very {
		score += countsVery
	}
	if e.never {
		score -= countsNever
	}
	return score
}

// route is which reflex the text asks for.
func (s *scene) route(q question.Question) question.Answer {
	r := newRouter(s)
	var wordings []wording
	for _, o := range q.Options {
		if o.Key != question.None {
			wordings = append(wordings, r.read(o, s.takes(o.Key)))
		}
	}
	scores, at := make([]float64, len(q.Options)), 0
	for i, o := range q.Options {
		if o.Key == question.None {
			scores[i] = noneAlone + noneEach*math.Log(float64(max(1, len(wordings))))
			continue
		}
		scores[i] = r.weigh(wordings[at]).score()
		at++
	}
	weights := softmax(scores)
	return shares(q.Keys(), func(i int, _ string) float64 { return weights[i] })
}

// takes are the words of a reflex's arguments, and the values of the text that
// one of them can take.
func (s *scene) takes(reflex string) []token {
	var all []token
	for _, q := range s.args[reflex] {
		all = append(all, s.tokens(q.Ask)...)
		for _, o := range choices(q) {
			if start, end, ok := span(o); ok && s.isPick(q) {
				all = append(all, s.between(start, end)...)
				continue
			}
			all = append(all, s.key(o.Key)...)
			all = append(all, s.tokens(o.Text.What)...)
		}
	}
	return all
}

// fits is whether one reflex does what the text asks, by the same evidence.
func (s *scene) fits(q question.Question) question.Answer {
	r := newRouter(s)
	score := r.weigh(r.read(question.Option{Key: q.Subject.Reflex, Text: q.Yes}, nil)).score()
	weights := softmax([]float64{score, noneAlone + noneEach*fitsAmong})
	return yes(weights[0] / (weights[0] + weights[1]))
}

// fitsAmong is the logarithm of the number of reflexes a lone one is judged
// among.
const fitsAmong = 2.5
