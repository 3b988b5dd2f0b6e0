package encoder

import "math"

// The functions below are written out so that they come out alike everywhere:
// the standard library's differ between processors in the last bit. Every
// product is rounded by a conversion before it is added to anything, which
// keeps a compiler from contracting the two.

const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
	log2E   = 1.44269504088896338700e+00
)

// exp is e to the x, to about 15 digits, for x between -700 and 700.
func exp(x float64) float64 {
	n := math.Floor(float64(x*log2E) + 0.5)
	r := x - float64(n*ln2High) - float64(n*ln2Low)
	sum := 1.0
	for k := 14; k > 0; k-- {
		sum = 1 + float64(float64(r/float64(k))*sum)
	}
	return math.Ldexp(sum, int(n))
}

// tanh is the hyperbolic tangent.
func tanh(x float64) float64 {
	if math.Abs(x) > 20 {
		return math.Copysign(1, x)
	}
	return 1 - 2/(exp(float64(2*x))+1)
}

// Half a turn of a right angle, in two parts that together have more digits
// than one number.
const (
	rightHigh = 1.57079632673412561417e+00
	rightLow  = 6.07710050650619224932e-11
)

// sincos are the sine and cosine of an angle from 0 to some hundred.
func sincos(x float64) (sine, cosine float64) {
	n := math.Floor(float64(x/(math.Pi/2)) + 0.5)
	r := x - float64(n*rightHigh) - float64(n*rightLow)
	s, c := taylor(r)
	switch int(n) % 4 {
	case 1:
		return c, -s
	case 2:
		return -s, -c
	case 3:
		return -c, s
	}
	return s, c
}

// taylor are the sine and cosine of an angle of at most half a right one.
func taylor(r float64) (sine, cosine float64) {
	square := float64(r * r)
	sine, cosine = 1, 1
	for k := 16; k > 0; k -= 2 {
		cosine = 1 - float64(float64(square/float64(k*(k-1)))*cosine)
		sine = 1 - float64(float64(square/float64(k*(k+1)))*sine)
	}
	return float64(r * sine), cosine
}
