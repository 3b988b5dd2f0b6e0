package words

import (
	"fmt"
	"strconv"
	"strings"

	"sinew/pkg/text"
)

// AddsDetail is why a call waits beside words that may belong to it.
func AddsDetail(said string) string { return Quote(said) + " may add a detail this call does not hold" }

// NamedByAll is why a call waits that only the whole sentence gives its words.
func NamedByAll(said, reflex string, p float64) string {
	return fmt.Sprintf("%s matches nothing alone, and the whole request reads it as %s at %s, which always waits for a yes",
		Quote(said), reflex, P(p))
}

// Numbers are steps in a line: `1, 2`.
func Numbers(steps []int) string {
	shown := make([]string, len(steps))
	for i, n := range steps {
		shown[i] = strconv.Itoa(n)
	}
	return strings.Join(shown, ", ")
}

// Steps are steps in a sentence: `step 1`, `steps 1 and 2`.
func Steps(steps []int) string {
	shown := make([]string, len(steps))
	for i, n := range steps {
		shown[i] = strconv.Itoa(n)
	}
	if len(steps) == 1 {
		return "step " + shown[0]
	}
	return "steps " + text.List(shown)
}
