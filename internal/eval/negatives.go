package eval

import (
	"fmt"
	"io"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
)

// A denial is a way to say what a class is not for: by lines, by examples, or
// by both, of the intent outside the set that is nearest to it.
type denial struct {
	name     string
	line     bool
	examples int
}

var denials = []denial{{"nothing", false, 0}, {"its description as a line", true, 0}, {"three of its examples", false, 3}, {"both", true, 3}}

// sets is how many sets of fifteen the denials are measured over.
const sets = 40

// A claim is how often a class gets at least the route's half of a text.
type claim struct{ neighbour, own, neighbours, owns float64 }

// Negatives writes what a neighbour's texts a class takes, and what of its own
// it keeps, once it says that it is not for the neighbour. The fit is of the
// first run.
func (d *Data) Negatives(w io.Writer) {
	_, half, seed := d.run(0)
	weights := Fit(d.drawer(d.half(half), d.fitting(), seed).samples(fitting))
	claims := make([]claim, len(denials))
	drawer := d.drawer(d.half(1-half), d.testing(), 99)
	plan := small.of(15, 5, 1)
	for range sets {
		chosen, others := drawer.intents(plan)
		classes := drawer.classes(plan, chosen, plan.Draw)
		beside := d.nearestOf(chosen[0], others)
		for i, by := range denials {
			classes[0].Against = d.denied(by, beside)
			claims[i].count(weights, scorer.Prepare(classes), drawer, chosen[0], beside)
		}
	}
	fmt.Fprintln(w, "\n| a class says that it is not for its neighbour by | neighbour's texts it takes | own texts it keeps |")
	fmt.Fprintln(w, "| --- | --- | --- |")
	for i, by := range denials {
		fmt.Fprintf(w, "| %s | %.3f | %.3f |\n", by.name, claims[i].neighbour/claims[i].neighbours, claims[i].own/claims[i].owns)
	}
}

// nearestOf is the intent whose examples lie nearest to another's.
func (d *Data) nearestOf(intent int, others []int) int {
	nearest, most := others[0], -1.0
	middle := d.middle(intent)
	for _, o := range others {
		other := d.middle(o)
		if alike := middle.Cosine(&other); alike > most {
			nearest, most = o, alike
		}
	}
	return nearest
}

func (d *Data) middle(intent int) encoder.Vector {
	var sum encoder.Vector
	for _, t := range d.Draws[0][intent] {
		for k, f := range d.read[t].Vector {
			sum[k] += f
		}
	}
	return sum
}

func (d *Data) denied(by denial, intent int) []*likeness.Text {
	var all []*likeness.Text
	if by.line {
		all = append(all, d.read[d.Desc[intent]])
	}
	for _, t := range d.Draws[1][intent][:by.examples] {
		all = append(all, d.read[t])
	}
	return all
}

func (c *claim) count(weights scorer.Weights, set *scorer.Set, w *drawer, own, beside int) {
	takes := func(text int) float64 {
		return truth(scorer.Shares(weights.Logits(set.Features(w.read[text])))[0] >= 0.5)
	}
	for _, t := range w.texts.by[beside] {
		c.neighbour += takes(t)
		c.neighbours++
	}
	for _, t := range w.texts.by[own] {
		c.own += takes(t)
		c.owns++
	}
}
