// Package words holds the phrases a decision itself carries: the line a call is
// shown with, and why it waits. They go to the terminal, into the JSON line and
// into the log alike, so they are data of the decision and not the renderer's.
//
// The phrases are the manual's page "Outcomes" and reading.md 5.
package words

import (
	"fmt"
	"strings"

	"sinew/pkg/call"
)

// Destructive is why a destructive call waits, however sure.
const Destructive = "it cannot be undone, so it always waits for a yes"

// NoBars is why a call waits when nothing says how sure is sure enough.
const NoBars = "the adapter ships no bars, so nothing runs on its own"

// P is a probability as a person reads it.
func P(p float64) string { return fmt.Sprintf("%.2f", p) }

// RunsAt is why a call under its bar waits: `a write runs at 0.90 or more`.
func RunsAt(effect string, bar float64) string {
	return fmt.Sprintf("a %s runs at %s or more", effect, P(bar))
}

// ReadFrom is why a call waits whose value words of the text alone gave.
func ReadFrom(arg, said string) string { return fmt.Sprintf("%s was read from %s", arg, Quote(said)) }

// WithoutQuotes is why a call waits that holds a text without quotes.
func WithoutQuotes(arg string) string {
	return arg + " was typed without quotes, which always waits for a yes"
}

// AnotherThing is why a call waits beside words that ask for more.
func AnotherThing(said string) string { return Quote(said) + " asks for another thing" }

// MayBePart is why a call waits whose value may be cut short.
func MayBePart(said, arg string) string {
	return fmt.Sprintf("%s may be part of the %s", Quote(said), arg)
}

// InQuotes is why a call waits beside a text in quotes; quoted has its marks.
func InQuotes(quoted string) string { return quoted + " is in quotes and the call does not hold it" }

// MayBe is why a call waits beside words that may be a text it takes.
func MayBe(said, arg string) string { return fmt.Sprintf("%s may be the %s", Quote(said), arg) }

// MayAdd is why a call waits beside a part of its sentence that is not in it.
func MayAdd(said string) string { return Quote(said) + " may add a detail this call does not hold" }

// NamedByWhole is why a call waits whose reflex only the whole sentence gave.
func NamedByWhole(said, reflex string, p float64) string {
	return fmt.Sprintf("%s matches nothing alone, and the whole request reads it as %s at %s, which always waits for a yes", Quote(said), reflex, P(p))
}

// HoldsAt is why a call waits that was read back and leaves something out.
func HoldsAt(p, bar float64, leftOut, wanted []string) string {
	parts := []string{fmt.Sprintf("it holds all you said at %s, and a call runs at %s or more", P(p), P(bar))}
	if len(leftOut) > 0 {
		parts = append(parts, "it leaves out "+quoteAll(leftOut))
	}
	if len(wanted) == 1 {
		parts = append(parts, quoteAll(wanted)+" says what is wanted from the result")
	} else if len(wanted) > 1 {
		parts = append(parts, quoteAll(wanted)+" say what is wanted from the result")
	}
	return strings.Join(parts, "; ")
}

func quoteAll(said []string) string {
	quoted := make([]string, len(said))
	for i, s := range said {
		quoted[i] = Quote(s)
	}
	return strings.Join(quoted, ", ")
}

// Reasons are several reasons on one line.
func Reasons(phrases []string) string { return strings.Join(phrases, "; ") }

// Own is the line a held call is shown with: the call, its effect, and its
// weakest judgment when it was decided.
func Own(call, effect, weakest string, p float64) string {
	if weakest == "" {
		return call + " · " + effect
	}
	return fmt.Sprintf("%s · %s · weakest: %s %s", call, effect, weakest, P(p))
}

// Quote is a text as a call line quotes a value.
func Quote(s string) string { return call.Quote(s) }
