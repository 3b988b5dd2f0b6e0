package judge

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near4(got, want float64) bool { return math.Abs(got-want) < 0.00005 }

// The intervals are those printed for the score interval without a correction
// by R. G. Newcombe, Two-sided confidence intervals for the single proportion,
// Statistics in Medicine 17 (1998), table I.
func TestTheIntervalIsWilsons(t *testing.T) {
	for _, c := range []struct {
		right, n  int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		if got := Wilson(c.right, c.n); !near4(got[0], c.low) || !near4(got[1], c.high) {
			t.Errorf("%d of %d: %v, want %v to %v", c.right, c.n, got, c.low, c.high)
		}
	}
	if got := Wilson(0, 0); got != (Interval{}) {
		t.Errorf("of nothing: %v", got)
	}
}

// The one-sided 95 % bound is the upper end of a two-sided 90 % interval of
// Clopper and Pearson. Where nothing was wrong it has a closed form, whose
// approximation by 3/n is the rule of three.
func TestTheBoundIsExact(t *testing.T) {
	for _, n := range []int{1, 2, 3, 6, 29, 100, 299, 3000, 100000} {
		want := -math.Expm1(math.Log(0.05) / float64(n))
		if got := AtMost(0, n); math.Abs(got-want) > 1e-12 {
			t.Errorf("0 of %d: %v, want %v", n, got, want)
		}
	}
	for _, c := range []struct {
		wrong, n int
		want     float64
	}{
		{1, 10, 0.3942}, {2, 10, 0.5069}, {5, 10, 0.7776}, {9, 10, 0.9949}, {1, 100, 0.0466}, {5, 100, 0.1023}, {10, 10, 1}, {0, 0, 1},
	} {
		if got := AtMost(c.wrong, c.n); !near4(got, c.want) {
			t.Errorf("%d of %d: %v, want %v", c.wrong, c.n, got, c.want)
		}
	}
}

func TestTheBoundIsWhereTheChanceIsOneInTwenty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "n")
		wrong := rapid.IntRange(0, n-1).Draw(t, "wrong")
		p := AtMost(wrong, n)
		if got := byRecurrence(wrong, n, p); math.Abs(got-0.05) > 1e-9 {
			t.Errorf("%d of %d at %v: %v", wrong, n, p, got)
		}
		if p <= float64(wrong)/float64(n) || p > 1 || p > AtMost(wrong+1, n) {
			t.Errorf("%d of %d: %v", wrong, n, p)
		}
	})
}

// byRecurrence is the chance of so many wrong or fewer, by going over the
// samples one after the other.
func byRecurrence(wrong, n int, p float64) float64 {
	chances := make([]float64, wrong+2) // of so many wrong so far, the last of more
	chances[0] = 1
	for range n {
		for k := wrong; k >= 0; k-- {
			chances[k+1] += chances[k] * p
			chances[k] *= 1 - p
		}
	}
	sum := 0.0
	for _, c := range chances[:wrong+1] {
		sum += c
	}
	return sum
}

func TestAnIntervalHoldsItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100000).Draw(t, "n")
		right := rapid.IntRange(0, n).Draw(t, "right")
		got, share := Wilson(right, n), float64(right)/float64(n)
		const dust = 1e-12
		if got[0] < 0 || got[1] > 1 || share < got[0]-dust || share > got[1]+dust {
			t.Errorf("%d of %d: %v", right, n, got)
		}
		mirrored := Wilson(n-right, n)
		if math.Abs(mirrored[0]-(1-got[1])) > 1e-9 {
			t.Errorf("%d of %d is %v, and the others %v", right, n, got, mirrored)
		}
	})
}
