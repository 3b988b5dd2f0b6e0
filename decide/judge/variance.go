package judge

import (
	"cmp"
	"math"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
)

// Variance is how far the decisions of one input differ over its repeats.
type Variance struct {
	Flips        int     `json:"flips"`         // inputs with several routes
	VerdictFlips int     `json:"verdict_flips"` // inputs right in some and wrong in others
	Spread       Spread  `json:"spread"`
	Straddling   int     `json:"straddling"`   // inputs under their bar in some, at or over it in others
	WrongAtBar   int     `json:"wrong_at_bar"` // calls, in any repeat
	Moved        []Moved `json:"moved"`        // the widest spread first
}

// A Spread is the range of the confidence over the repeats: of half the inputs
// and of nine in ten at most so much, and of all.
type Spread struct {
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// A Moved is an input whose decisions differ. The ranges are the lowest and the
// highest; Confidence is nil where nothing was ever asked for. Winners and
// Outcomes count the repeats; Wrong is how many were wrong.
type Moved struct {
	Utterance  string               `json:"utterance"`
	Confidence *[2]float64          `json:"confidence,omitempty"`
	Route      [2]float64           `json:"route"`
	Winners    map[string]int       `json:"winners"`
	Outcomes   map[gate.Outcome]int `json:"outcomes"`
	Wrong      int                  `json:"wrong"`

	right    int
	straddle bool
}

func (m *Moved) spread() float64 {
	if m.Confidence == nil {
		return 0
	}
	return m.Confidence[1] - m.Confidence[0]
}

func (m *Moved) moved() bool {
	return len(m.Winners) > 1 || len(m.Outcomes) > 1 || m.verdictFlips() || m.spread() > 0 || m.Route[0] < m.Route[1]
}

func (m *Moved) verdictFlips() bool { return m.Wrong > 0 && m.right > 0 }

func variance(bars *catalog.Bars, all []*input) *Variance {
	v := &Variance{Moved: []Moved{}}
	var spreads []float64
	for _, in := range all {
		m := v.follow(bars, in)
		if m.Confidence != nil {
			spreads = append(spreads, m.spread())
		}
		v.Flips += count(len(m.Winners) > 1)
		v.VerdictFlips += count(m.verdictFlips())
		v.Straddling += count(m.straddle)
		if m.moved() {
			v.Moved = append(v.Moved, m)
		}
	}
	slices.SortStableFunc(v.Moved, func(a, b Moved) int { return cmp.Compare(b.spread(), a.spread()) })
	v.Spread = spreadOf(spreads)
	return v
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// follow goes over the repeats of one input.
func (v *Variance) follow(bars *catalog.Bars, in *input) Moved {
	m := Moved{Utterance: in.text, Winners: map[string]int{}, Outcomes: map[gate.Outcome]int{}}
	m.Route = [2]float64{math.Inf(1), math.Inf(-1)}
	var over, under bool
	for _, d := range in.decided {
		truth := in.truth(d)
		m.add(d, truth)
		v.WrongAtBar += count(truth == wrong && runs(bars, d))
		if bar, has := barFor(bars, d); has {
			over, under = over || d.Confidence >= bar, under || d.Confidence < bar
		}
	}
	m.straddle = over && under
	return m
}

// add counts one repeat.
func (m *Moved) add(d Decided, is truth) {
	m.Outcomes[d.Outcome]++
	m.Winners[cmp.Or(d.Reflex, question.None)]++
	m.Wrong += count(is == wrong)
	m.right += count(is == right)
	m.Route = widened(m.Route, d.Judgments[0].P)
	if d.Reflex == "" {
		return
	}
	if m.Confidence == nil {
		m.Confidence = &[2]float64{d.Confidence, d.Confidence}
	}
	*m.Confidence = widened(*m.Confidence, d.Confidence)
}

// barFor is the bar of a complete call's effect.
func barFor(bars *catalog.Bars, d Decided) (float64, bool) {
	if bars == nil || !d.Complete() {
		return 0, false
	}
	return bars.Effect(d.Effect)
}

func widened(r [2]float64, p float64) [2]float64 { return [2]float64{min(r[0], p), max(r[1], p)} }

func spreadOf(all []float64) Spread {
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	return Spread{rank(all, 0.5), rank(all, 0.9), all[len(all)-1]}
}

// rank is the smallest of the sorted values that so great a share of them does
// not exceed.
func rank(sorted []float64, share float64) float64 {
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}
