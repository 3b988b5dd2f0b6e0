package judge

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
)

func claims(n int, p func(i int) float64, isRight func(i int) bool) []claim {
	all := make([]claim, n)
	for i := range all {
		all[i] = claim{p(i), isRight(i)}
	}
	return all
}

func always(int) bool { return true }

func TestARangeOfAFewHundredCallsIsCut(t *testing.T) {
	bars := &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}
	spread := func(i int) float64 { return 0.9 + float64(i)/10000 }
	for n, want := range map[int]int{99: 1, 100: 1, 199: 1, 200: 2, 250: 2, 300: 3, 950: 9} {
		got := bins(bars, claims(n, spread, always))
		if len(got) != want || got[0].Lo != 0.9 || got[len(got)-1].Hi != 1 {
			t.Errorf("%d calls are in %d bins, want %d: %+v", n, len(got), want, got)
		}
		for _, b := range got {
			if b.Thin != (n < Enough) {
				t.Errorf("of %d calls a bin holds %d", n, b.Calls)
			}
		}
	}
	if got := bins(bars, claims(500, func(int) float64 { return 0.95 }, always)); len(got) != 1 || got[0].Calls != 500 {
		t.Errorf("calls of one confidence are cut: %+v", got)
	}
}

func TestNoBinStraddlesABar(t *testing.T) {
	for name, bars := range map[string]*catalog.Bars{
		"three": {Route: 0.5, Read: 0.8, Write: 0.9}, "two that meet": {Route: 0.5, Read: 0.9, Write: 0.9},
		"at the ends": {Route: 0, Read: 0.5, Write: 1}, "none": nil,
	} {
		all := claims(101, func(i int) float64 { return float64(i) / 100 }, always)
		for _, b := range bins(bars, all) {
			for _, bar := range edgesOf(bars) {
				if b.Lo < bar && bar < b.Hi {
					t.Errorf("%s: %v to %v straddles %v", name, b.Lo, b.Hi, bar)
				}
			}
		}
	}
	at := bins(&catalog.Bars{Write: 1}, []claim{{0.99, true}, {1, true}})
	if len(at) != 2 || at[1].Calls != 1 || at[1].Lo != 1 || at[1].Hi != 1 {
		t.Errorf("a bar at 1: %+v", at)
	}
}

func edgesOf(bars *catalog.Bars) []float64 {
	if bars == nil {
		return nil
	}
	return []float64{bars.Route, bars.Read, bars.Write}
}

func TestAClaimAboveItsIntervalIsOverConfident(t *testing.T) {
	for _, c := range []struct {
		n, right int
		claimed  float64
		want     bool
	}{
		{1, 0, 0.80, true}, {1, 0, 0.79, false}, {100, 90, 0.95, true}, {100, 90, 0.94, false}, {100, 100, 0.5, false},
	} {
		got := bins(nil, claims(c.n, func(int) float64 { return c.claimed }, func(i int) bool { return i < c.right }))
		if len(got) != 1 || got[0].OverConfident != c.want {
			t.Errorf("%d of %d at %v: %+v", c.right, c.n, c.claimed, got)
		}
	}
}

func TestBinsPartTheCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bars := someBars(t)
		all := claims(rapid.IntRange(0, 700).Draw(t, "n"),
			func(int) float64 { return chances.Draw(t, "p") }, func(int) bool { return rapid.Bool().Draw(t, "right") })
		got := bins(bars, all)
		calls, rights := 0, 0
		for i, b := range got {
			in, inRight := held(got, i, all)
			if in != b.Calls || inRight != b.Right || b.Calls == 0 || b.Lo > b.Hi {
				t.Errorf("%+v holds %d, %d right", b, in, inRight)
			}
			if i > 0 && got[i-1].Hi > b.Lo {
				t.Errorf("%+v and %+v overlap", got[i-1], b)
			}
			if b.Claimed < b.Lo-1e-12 || b.Claimed > b.Hi+1e-12 {
				t.Errorf("%+v claims what it does not hold", b)
			}
			calls, rights = calls+b.Calls, rights+b.Right
		}
		if wantRight, _ := sum(all); calls != len(all) || rights != wantRight {
			t.Errorf("%d calls of %d, %d right of %d", calls, len(all), rights, wantRight)
		}
	})
}

// held counts the claims of a bin: the last one that begins at them or lower.
func held(parts []Bin, i int, all []claim) (calls, rights int) {
	for _, c := range all {
		last := -1
		for n, b := range parts {
			if b.Lo <= c.p {
				last = n
			}
		}
		if last == i && c.p <= parts[i].Hi {
			calls++
			rights += count(c.right)
		}
	}
	return calls, rights
}

// A score's parts make it up but for the spread of the claims within the bins
// (Stephenson, Coelho and Jolliffe, Two extra components in the Brier score
// decomposition, 2008).
func TestTheBriersPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := claims(rapid.IntRange(1, 400).Draw(t, "n"),
			func(int) float64 { return rapid.Float64Range(0, 1).Draw(t, "p") }, func(int) bool { return rapid.Bool().Draw(t, "right") })
		parts := bins(someBars(t), all)
		b := brier(all, parts)
		within := 0.0
		for i := range parts {
			within += remainder(parts, i, all) / float64(len(all))
		}
		if got := b.Reliability - b.Resolution + b.Uncertainty + within; math.Abs(got-b.Brier) > 1e-9 {
			t.Errorf("%+v, %v within: %v", *b, within, got)
		}
		if b.Reliability < 0 || b.Resolution < 0 || b.Uncertainty > 0.25 || b.Resolution > b.Uncertainty+1e-12 {
			t.Errorf("%+v", *b)
		}
	})
}

// remainder is a bin's variance of the claims less twice their covariance with
// the truth, times its calls.
func remainder(parts []Bin, i int, all []claim) float64 {
	b := parts[i]
	sum, mean := 0.0, share(b.Right, b.Calls)
	for _, c := range all {
		if calls, _ := held(parts, i, []claim{c}); calls == 1 {
			off := c.p - b.Claimed
			sum += off*off - 2*off*(float64(count(c.right))-mean)
		}
	}
	return sum
}

func TestABrierOfOneBinIsKnown(t *testing.T) {
	all := []claim{{0.8, false}}
	for range 9 {
		all = append(all, claim{0.95, true})
	}
	b := brier(all, bins(&catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}, all))
	for name, c := range map[string][2]float64{
		"brier": {b.Brier, 0.06625}, "reliability": {b.Reliability, 0.06625}, "resolution": {b.Resolution, 0.09}, "uncertainty": {b.Uncertainty, 0.09},
	} {
		if math.Abs(c[0]-c[1]) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, c[0], c[1])
		}
	}
	if brier(nil, nil) != nil {
		t.Error("no calls have a score")
	}
}
