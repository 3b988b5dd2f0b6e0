//go:build race

package gittest

// Race reports whether the race detector is built in, which multiplies memory.
const Race = true
