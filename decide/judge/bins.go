package judge

import (
	"cmp"
	"slices"

	"sinew/decide/catalog"
)

// Enough is how many calls a bin needs before it proves anything.
const Enough = 100

// A Bin is the calls whose confidence lies from Lo up to Hi: Hi itself counts
// where it is 1 and no bin begins there. Claimed is their average confidence.
type Bin struct {
	Lo            float64  `json:"lo"`
	Hi            float64  `json:"hi"`
	Calls         int      `json:"calls"`
	Right         int      `json:"right"`
	Interval      Interval `json:"interval"`
	Claimed       float64  `json:"claimed"`
	Thin          bool     `json:"thin"`
	OverConfident bool     `json:"over_confident"`
}

// A span is a range of confidence.
type span struct{ lo, hi float64 }

// ranges are the ranges of confidence between the bars, so that none straddles
// one; all of it where there are no bars. A bar at 1 has a range of its own.
func ranges(bars *catalog.Bars) []span {
	edges := []float64{0}
	if bars != nil {
		edges = append(edges, bars.Route, bars.Read, bars.Write)
	}
	slices.Sort(edges)
	edges = append(slices.Compact(edges), 1)
	all := make([]span, len(edges)-1)
	for i := range all {
		all[i] = span{edges[i], edges[i+1]}
	}
	return all
}

// bins puts every claim into one bin; a bin without any is left out.
func bins(bars *catalog.Bars, claims []claim) []Bin {
	sorted := slices.Clone(claims)
	slices.SortStableFunc(sorted, func(a, b claim) int { return cmp.Compare(a.p, b.p) })
	all := []Bin{}
	spans := ranges(bars)
	for i, s := range spans {
		n := 0
		for n < len(sorted) && (i == len(spans)-1 || sorted[n].p < s.hi) {
			n++
		}
		all = append(all, split(s, sorted[:n])...)
		sorted = sorted[n:]
	}
	return all
}

// split cuts a range of a few hundred claims into bins of about a hundred, none
// of which holds fewer. Claims of one confidence stay together.
func split(s span, claims []claim) []Bin {
	if len(claims) == 0 {
		return nil
	}
	most := len(claims) / max(1, len(claims)/Enough)
	for n := most; n >= Enough && len(claims)-n >= Enough; n++ {
		if at := claims[n].p; claims[n-1].p < at {
			return append([]Bin{bin(span{s.lo, at}, claims[:n])}, split(span{at, s.hi}, claims[n:])...)
		}
	}
	return []Bin{bin(s, claims)}
}

func bin(s span, claims []claim) Bin {
	rights, claimed := sum(claims)
	b := Bin{Lo: s.lo, Hi: s.hi, Calls: len(claims), Right: rights, Claimed: claimed}
	b.Interval, b.Thin = Wilson(rights, b.Calls), b.Calls < Enough
	b.OverConfident = claimed > b.Interval[1]
	return b
}

// A Brier is the mean squared distance between each claim and the truth, and
// its parts: how far the claims of the bins lie from their shares, how far the
// shares lie from the whole, and how far the whole lies from certain. Within a
// bin claims differ, so the parts make up the score but for that spread.
type Brier struct {
	Brier       float64 `json:"brier"`
	Reliability float64 `json:"reliability"`
	Resolution  float64 `json:"resolution"`
	Uncertainty float64 `json:"uncertainty"`
}

// brier is nil without a claim.
func brier(claims []claim, all []Bin) *Brier {
	if len(claims) == 0 {
		return nil
	}
	n := float64(len(claims))
	rights, _ := sum(claims)
	whole := share(rights, len(claims))
	b := Brier{Uncertainty: whole * (1 - whole)}
	for _, c := range claims {
		truth := 0.0
		if c.right {
			truth = 1
		}
		b.Brier += (c.p - truth) * (c.p - truth) / n
	}
	for _, one := range all {
		off, apart := one.Claimed-share(one.Right, one.Calls), share(one.Right, one.Calls)-whole
		b.Reliability += float64(one.Calls) * off * off / n
		b.Resolution += float64(one.Calls) * apart * apart / n
	}
	return &b
}
