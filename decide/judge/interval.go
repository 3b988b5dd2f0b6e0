package judge

import "math"

// z is how many standard deviations 95 % of a normal distribution lie within.
const z = 1.959964

// An Interval is the lowest and the highest share that 95 % confidence leaves.
type Interval [2]float64

// Wilson is the 95 % score interval of a share: right of n. Of none at all it
// is 0 and 0.
func Wilson(right, n int) Interval {
	if n == 0 {
		return Interval{}
	}
	p, of := float64(right)/float64(n), float64(n)
	middle := (p + z*z/(2*of)) / (1 + z*z/of)
	half := z / (1 + z*z/of) * math.Sqrt(p*(1-p)/of+z*z/(4*of*of))
	return Interval{max(0, middle-half), min(1, middle+half)}
}

// AtMost is the highest rate that would show so few wrong of n in 5 % of all
// samples: the exact one-sided 95 % bound of Clopper and Pearson. It is 1 where
// nothing was sampled or nothing was right.
func AtMost(wrong, n int) float64 {
	if wrong >= n {
		return 1
	}
	low, high := 0.0, 1.0
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return high
		}
		if atMost(wrong, n, middle) > 0.05 {
			low = middle
		} else {
			high = middle
		}
	}
}

// atMost is the chance of no more than so many wrong of n, each at the rate p
// between 0 and 1.
func atMost(wrong, n int, p float64) float64 {
	each, other := math.Log(p), math.Log1p(-p)
	sum, ways := 0.0, 0.0 // ways is the logarithm of n over k
	for k := range wrong + 1 {
		sum += math.Exp(ways + float64(k)*each + float64(n-k)*other)
		ways += math.Log(float64(n-k)) - math.Log(float64(k+1))
	}
	return sum
}

// share is part of whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
