package options

import (
	"fmt"
	"io"
	"slices"

	"sinew/decide/adapter/local/values"
)

// bars are the shares figures are counted at.
var bars = []float64{0.5, 0.8, 0.9}

// A tally is what became of some cases.
type tally struct {
	cases, stated int
	views         [3]viewTally // the question itself, the second view, both where they agree
	missed        []string
}

// A viewTally is one view's.
type viewTally struct {
	right      int // the greatest share is right, stated or not
	rightValue int // of those stated: the greatest share of a value is right
	given      [3]int
	wrong      [3]int
}

// count counts cases. Leaving one out, each argument's are counted with the
// weights of the others.
func count(fitted, counted []argument, leaving bool, examples func(*argument, string) map[string]*string) *tally {
	t := new(tally)
	var m *values.Model
	if !leaving {
		m = fitModel(training(fitted, -1))
	}
	all := with(counted, examples)
	for i := range counted {
		if leaving {
			m = fitModel(training(fitted, i))
		}
		for _, in := range all {
			if in.argument == i {
				t.add(&counted[i], in, m)
			}
		}
	}
	return t
}

func (t *tally) add(a *argument, in instance, m *values.Model) {
	t.cases++
	first, second := m.Own.Shares(in.features), m.View.Shares(in.features)
	if in.gold < len(a.Options) {
		t.stated++
	}
	t.views[0].add(first, in.gold)
	t.views[1].add(second, in.gold)
	t.views[2].add(agreed(first, second), in.gold)
	if at := top(first); at != in.gold {
		name := append(a.keys(), "unstated")[at]
		t.missed = append(t.missed, fmt.Sprintf("%s %q -> %s %.2f", a.Name, in.text, name, first[at]))
	}
}

// agreed is what two views say together: the weaker share of a value both have
// on top, and nothing where they differ.
func agreed(a, b []float64) []float64 {
	both := make([]float64, len(a))
	if at := top(a); at == top(b) {
		both[at] = min(a[at], b[at])
	}
	return both
}

func top(shares []float64) int { return slices.Index(shares, slices.Max(shares)) }

func (v *viewTally) add(shares []float64, gold int) {
	stated := shares[:len(shares)-1]
	best := top(stated)
	if at := top(shares); at == gold && shares[at] > 0 {
		v.right++
	}
	if best == gold && stated[best] > 0 {
		v.rightValue++
	}
	for i, bar := range bars {
		if stated[best] >= bar {
			v.given[i]++
			if best != gold {
				v.wrong[i]++
			}
		}
	}
}

func (t *tally) print(out io.Writer, misses bool) {
	for i, name := range []string{"its own question", "the second view", "both, agreeing"} {
		v := t.views[i]
		fmt.Fprintf(out, "  %-17s right %d of %d; the value %d of %d stated", name, v.right, t.cases, v.rightValue, t.stated)
		for k, bar := range bars {
			fmt.Fprintf(out, "; at %.1f %d, %d wrong", bar, v.given[k], v.wrong[k])
		}
		fmt.Fprintln(out)
	}
	if misses {
		for _, m := range t.missed {
			fmt.Fprintln(out, "    ", m)
		}
	}
}
