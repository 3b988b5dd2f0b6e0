package eval

import (
	"math"
	"math/rand/v2"

	"sinew/decide/adapter/local/scorer"
)

// How weights are fitted: the cross entropy of the shares, with a small price
// on large weights, by Adam over small batches at a rate that halves with each
// pass.
const (
	passes     = 8
	batch      = 32
	firstRate  = 0.1
	largePrice = 1e-4
	momentum   = 0.9
	scaling    = 0.999
)

// Fit fits weights on samples, which have no classes they are not for. The
// same samples give the same weights.
func Fit(samples []Sample) scorer.Weights {
	f := newFitter(len(samples[0].Classes[0]), len(samples[0].None))
	rng := rand.New(rand.NewPCG(7, 7))
	for pass := range passes {
		rate := firstRate * math.Pow(0.5, float64(pass))
		order := rng.Perm(len(samples))
		for from := 0; from < len(order); from += batch {
			f.step(samples, order[from:min(from+batch, len(order))], rate)
		}
	}
	return f.weights()
}

// A fitter holds the weights of a class and, behind them, of none.
type fitter struct {
	classes  int // how many of the weights are a class's
	at       []float64
	slope    []float64
	mean, sq []float64 // of the slopes so far
	steps    float64
}

func newFitter(classes, none int) *fitter {
	n := classes + none
	return &fitter{classes: classes, at: make([]float64, n), slope: make([]float64, n), mean: make([]float64, n), sq: make([]float64, n)}
}

func (f *fitter) weights() scorer.Weights {
	return scorer.Weights{Class: f.at[:f.classes:f.classes], None: f.at[f.classes:]}
}

func (f *fitter) step(samples []Sample, chosen []int, rate float64) {
	clear(f.slope)
	for _, i := range chosen {
		f.lean(&samples[i], 1/float64(len(chosen)))
	}
	f.steps++
	for k := range f.at {
		f.move(k, rate)
	}
}

// lean adds the slope of one sample's cross entropy.
func (f *fitter) lean(s *Sample, share float64) {
	shares := scorer.Shares(f.weights().Logits(s.Features))
	for i, row := range s.Classes {
		add(f.slope[:f.classes], row, share*(shares[i]-truth(i == s.Gold)))
	}
	add(f.slope[f.classes:], s.None, share*(shares[len(s.Classes)]-truth(s.Gold == noClass)))
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func add(to, row []float64, by float64) {
	if math.Abs(by) < 1e-9 {
		return
	}
	for k, x := range row {
		to[k] += by * x
	}
}

// move moves one weight.
func (f *fitter) move(k int, rate float64) {
	slope := f.slope[k] + largePrice*f.at[k]
	f.mean[k] = momentum*f.mean[k] + (1-momentum)*slope
	f.sq[k] = scaling*f.sq[k] + (1-scaling)*slope*slope
	mean := f.mean[k] / (1 - math.Pow(momentum, f.steps))
	sq := f.sq[k] / (1 - math.Pow(scaling, f.steps))
	f.at[k] -= rate * mean / (math.Sqrt(sq) + 1e-8)
}
