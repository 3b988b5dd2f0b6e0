package options

import (
	"sinew/decide/adapter/local/values"
)

// How the weights are fitted: gradient descent on the logarithm of the right
// share, held small.
const (
	steps = 2000
	rate  = 1.0
	small = 5e-3
)

// A kind is which features a set of weights may use.
type kind struct {
	choice   []bool // of those of a choice, as they are and against the mean
	unstated []bool
}

// using is the kind that leaves some features of a choice out.
func using(without ...string) kind {
	k := kind{}
	for range 2 {
		for _, name := range values.Names {
			k.choice = append(k.choice, !contains(without, name))
		}
	}
	for _, name := range values.UnstatedNames {
		k.unstated = append(k.unstated, !contains(without, name))
	}
	return k
}

func contains(all []string, s string) bool {
	for _, a := range all {
		if a == s {
			return true
		}
	}
	return false
}

// fit fits one set of weights.
func fit(all []instance, k kind) *values.Weights {
	w := new(values.Weights)
	for range steps {
		down := gradient(all, w)
		descend(w.Choice[:], down.Choice[:], k.choice)
		descend(w.Unstated[:], down.Unstated[:], k.unstated)
	}
	return w
}

func descend(w, down []float64, used []bool) {
	for i := range w {
		if used[i] {
			w[i] -= rate * (down[i] + small*w[i])
		}
	}
}

// gradient is the mean over the instances.
func gradient(all []instance, w *values.Weights) *values.Weights {
	down, sum := new(values.Weights), 0.0
	for _, in := range all {
		sum += in.weight
	}
	for _, in := range all {
		for i, share := range w.Shares(in.features) {
			miss := share * in.weight / sum
			if i == in.gold {
				miss -= in.weight / sum
			}
			if i == len(in.features.Choices) {
				addTo(down.Unstated[:], in.features.Unstated[:], miss)
			} else {
				addTo(down.Choice[:], in.features.Choices[i][:], miss)
			}
		}
	}
	return down
}

func addTo(sum, f []float64, by float64) {
	for i := range f {
		sum[i] += by * f[i]
	}
}
