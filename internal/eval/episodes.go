package eval

import (
	"math/rand/v2"
	"runtime"

	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
	"sinew/internal/sidebyside"
)

// A Plan says which episodes are drawn.
type Plan struct {
	Classes  []int // how many classes: one of these
	Examples []int // how many examples each has: one of these
	Draw     int   // of the examples; any for a negative one
	Episodes int
	Texts    int     // asked in each
	Beside   float64 // the part of them that no class serves, half of it of other intents
	Bare     float64 // the part of the classes that has no description
}

// Each plan of the report.
var (
	fitting = Plan{
		Classes: []int{5, 10, 15, 25, 50}, Examples: []int{1, 3, 5, 8, 10},
		Draw: -1, Episodes: 240, Texts: 60, Beside: 0.33, Bare: 0.2,
	}
	small = Plan{Episodes: 25, Texts: 120, Beside: 0.33}
	whole = Plan{Episodes: 1, Texts: 1200, Beside: 0.33}
)

// of is a plan for classes of k examples from one draw.
func (p Plan) of(classes, examples, draw int) Plan {
	p.Classes, p.Examples, p.Draw = []int{classes}, []int{examples}, draw
	return p
}

// A Sample is the features of one text among one episode's classes, and which
// of them serves it: none for -1.
type Sample struct {
	scorer.Features
	Gold int
}

const noClass = -1

// A drawer draws episodes from intents and texts.
type drawer struct {
	*Data
	rng   *rand.Rand
	pool  []int
	texts split
}

func (d *Data) drawer(pool []int, texts split, seed uint64) *drawer {
	return &drawer{d, rand.New(rand.NewPCG(seed, 150)), pool, texts}
}

// A pending sample waits for its features.
type pending struct {
	set  *scorer.Set
	text *likeness.Text
	gold int
}

// samples draws the plan's episodes.
func (w *drawer) samples(p Plan) []Sample {
	var all []pending
	for range p.Episodes {
		chosen, others := w.intents(p)
		draw := p.Draw
		if draw < 0 {
			draw = w.rng.IntN(len(w.Draws))
		}
		set := scorer.Prepare(w.classes(p, chosen, draw))
		for range p.Texts {
			text, gold := w.ask(p, chosen, others)
			all = append(all, pending{set, w.read[text], gold})
		}
	}
	return features(all)
}

// intents are those an episode has classes for, and the others.
func (w *drawer) intents(p Plan) (chosen, others []int) {
	n := min(one(w.rng, p.Classes), len(w.pool))
	for i, at := range w.rng.Perm(len(w.pool)) {
		if i < n {
			chosen = append(chosen, w.pool[at])
		} else {
			others = append(others, w.pool[at])
		}
	}
	return chosen, others
}

func one(rng *rand.Rand, of []int) int { return of[rng.IntN(len(of))] }

// classes are an episode's, each with as many examples.
func (w *drawer) classes(p Plan, chosen []int, draw int) []scorer.Class {
	k := one(w.rng, p.Examples)
	var all []scorer.Class
	for _, intent := range chosen {
		var c scorer.Class
		for _, at := range w.rng.Perm(len(w.Draws[draw][intent]))[:k] {
			c.Examples = append(c.Examples, w.read[w.Draws[draw][intent][at]])
		}
		if w.rng.Float64() >= p.Bare {
			c.About = w.read[w.Desc[intent]]
		}
		all = append(all, c)
	}
	return all
}

// ask draws a text and the class that serves it.
func (w *drawer) ask(p Plan, chosen, others []int) (text, gold int) {
	switch at := w.rng.Float64(); {
	case at < p.Beside/2 || at < p.Beside && len(others) == 0:
		return one(w.rng, w.texts.beside), noClass
	case at < p.Beside:
		return one(w.rng, w.texts.by[one(w.rng, others)]), noClass
	}
	gold = w.rng.IntN(len(chosen))
	return one(w.rng, w.texts.by[chosen[gold]]), gold
}

// features computes those of all samples, on every processor.
func features(all []pending) []Sample {
	samples := make([]Sample, len(all))
	sidebyside.Do(len(all), runtime.GOMAXPROCS(0), func(i int) { samples[i] = Sample{all[i].set.Features(all[i].text), all[i].gold} })
	return samples
}
