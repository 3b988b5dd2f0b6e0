package eval

import (
	"math"
	"slices"
)

// A Judged is the shares a text was given, none's last, and the class that
// serves it: none for -1.
type Judged struct {
	Shares []float64
	Gold   int
}

// top is the class with the greatest share.
func (j Judged) top() int {
	best := 0
	for i, p := range j.Shares[:len(j.Shares)-1] {
		if p > j.Shares[best] {
			best = i
		}
	}
	return best
}

func (j Judged) served() float64 { return 1 - j.Shares[len(j.Shares)-1] }

// Figures are what is measured of judged texts, each a part of 1.
type Figures struct {
	Accuracy float64 // of the texts a class serves, those whose class leads the others
	AUROC    float64 // that a text a class serves gets less of none than one that none serves
	Turned   float64 // of the texts beside, those with more of none than all but 5 % of the served
	ECE      float64 // how far shares and frequencies lie apart, in ten bins
	At       [2]Gate // at each bar
}

// bars are those that are measured.
var bars = [2]float64{0.8, 0.9}

// A Gate is what a bar does: what it runs rightly of the served texts, and what
// is wrong of all it runs.
type Gate struct{ Run, Wrong float64 }

// Measure is the figures of judged texts, some of them served and some beside.
func Measure(all []Judged) Figures {
	var served, beside []float64
	right := 0.0
	for _, j := range all {
		if j.Gold == noClass {
			beside = append(beside, j.served())
			continue
		}
		served = append(served, j.served())
		right += truth(j.top() == j.Gold)
	}
	f := Figures{Accuracy: right / float64(len(served)), AUROC: auroc(served, beside), Turned: turned(served, beside), ECE: ece(all)}
	for i, bar := range bars {
		f.At[i] = gate(all, bar)
	}
	return f
}

// auroc is how often one of high is above one of low, an equal pair for a half.
func auroc(high, low []float64) float64 {
	low = slices.Sorted(slices.Values(low))
	wins := 0.0
	for _, x := range high {
		below, _ := slices.BinarySearch(low, x)
		upTo, _ := slices.BinarySearch(low, math.Nextafter(x, 2))
		wins += float64(below+upTo) / 2
	}
	return wins / float64(len(high)*len(low))
}

func turned(served, beside []float64) float64 {
	bar := slices.Sorted(slices.Values(served))[len(served)/20]
	below := 0.0
	for _, x := range beside {
		below += truth(x < bar)
	}
	return below / float64(len(beside))
}

// ece is over the winning share, be it a class's or none's.
func ece(all []Judged) float64 {
	var said, right [10]float64
	for _, j := range all {
		winner := j.top()
		if j.Shares[len(j.Shares)-1] > j.Shares[winner] {
			winner = noClass
		}
		p := slices.Max(j.Shares)
		bin := min(int(p*10), 9)
		said[bin] += p
		right[bin] += truth(winner == j.Gold)
	}
	apart := 0.0
	for i := range said {
		apart += math.Abs(said[i]-right[i]) / float64(len(all))
	}
	return apart
}

func gate(all []Judged, bar float64) Gate {
	served, right, wrong := 0.0, 0.0, 0.0
	for _, j := range all {
		served += truth(j.Gold != noClass)
		if top := j.top(); j.Shares[top] >= bar {
			right += truth(top == j.Gold)
			wrong += truth(top != j.Gold)
		}
	}
	return Gate{Run: right / served, Wrong: wrong / max(1, right+wrong)}
}

// list is the figures in the order of the report.
func (f Figures) list() []float64 {
	return []float64{f.Accuracy, f.AUROC, f.Turned, f.ECE, f.At[0].Run, f.At[0].Wrong, f.At[1].Run, f.At[1].Wrong}
}

// spread is the mean of numbers and how far one of them usually lies from it.
func spread(all []float64) (mean, deviation float64) {
	for _, x := range all {
		mean += x / float64(len(all))
	}
	for _, x := range all {
		deviation += (x - mean) * (x - mean) / float64(max(1, len(all)-1))
	}
	return mean, math.Sqrt(deviation)
}
