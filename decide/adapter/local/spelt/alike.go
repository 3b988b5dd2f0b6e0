// Package spelt says how far the spelling of one word may stand for that of
// another. It is apart from package likeness, which holds the encoder.
package spelt

import "strings"

// How far a stem may stand for another that is not the same, which is 1.
const (
	Slip   = 0.8 // one slip of the finger apart, from five letters on
	Prefix = 0.7 // a beginning of four letters or more, and at most four further
)

// Alike is how far one stem stands for another, 0 to 1. Both share the first
// letter: a slip there is rare, and comparing is then nearly free.
func Alike(a, b string) float64 {
	if a == b {
		return 1
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case len(a) < 4 || a[0] != b[0] || len(b)-len(a) > 4 || a[0] == '<':
		return 0
	case strings.HasPrefix(b, a):
		return Prefix
	case len(a) >= 5 && oneSlip(a, b):
		return Slip
	}
	return 0
}

// oneSlip reports whether one letter put in, left out or changed, or two
// neighbours swapped, makes b of a. a is not the longer.
func oneSlip(a, b string) bool {
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:] {
		return true
	}
	return i == len(a) || a[i+1:] == b[i+1:]
}
