// Package body runs one body: a program with its arguments, or a JavaScript
// file under node, each in a process held by exec/sandbox.
//
// A Job is all that one run needs and a Result what it gives. What a body gets
// is made here and nowhere else: its environment (Environ), its private folder
// (MakeTmp), its programs (FindProgram) and runtime (FindNode). Which values
// reach it, and what it is held to, the caller decides.
//
// The process is a session of its own. Its standard error goes line by line,
// escaped, to the writer of the job; nothing of it reaches a terminal raw. When
// the body ended well, what it left running stays, as a timer must; when the run
// failed, was interrupted or is past its deadline, everything it started is
// ended, wherever it went (see reaper). For that a program that runs bodies
// becomes, from its first run on and for good, the parent of what loses its own
// below it (Linux's child subreaper).
//
// Implements the manual's "The body" and "What a body sees", and behaviour.md
// 11.3. Two things of its own: a JavaScript body's result leaves by a
// descriptor of its own, so that a program the body starts cannot write into
// it, and types are taken out of a body here, on every Node in the same way: that
// is twice as fast as Node does it, and says alike what it refuses.
package body

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sinew/exec/policy"
	"sinew/pkg/text"
)

// A Job is one run.
type Job struct {
	Dir    string      // the body's directory, real: it is the working directory
	Tmp    string      // the private folder, real
	Env    []string    // the whole environment, from Environ
	Hold   policy.Hold // what the process is held to
	Stderr io.Writer   // where the body's messages go, escaped; nil drops them
}

// A Result is what a body returned. Text may hold anything: it is escaped by
// whoever shows it. Data is nil when there is none.
type Result struct {
	Text      string
	Data      json.RawMessage
	Cut       bool // Text is the first MaxText bytes of a longer output
	Oversized bool // Data is over MaxHanded: no later step is handed it
}

// Sizes of what a body gives, in bytes.
const (
	MaxText   = 1 << 20  // past which an argv's output is cut
	MaxHanded = 1 << 20  // past which data, as JSON, is handed to no later step
	MaxResult = 16 << 20 // past which a JavaScript body's result is refused
)

// ErrDeadline is a body that ran past its deadline and was ended.
var ErrDeadline = errors.New("did not finish before the deadline")

// ErrTooLarge is a result over MaxResult; the body was ended.
var ErrTooLarge = fmt.Errorf("the result is over %d MiB", MaxResult>>20)

// An Interrupted run was ended because its context was cancelled; Cause is the
// context's.
type Interrupted struct{ Cause error }

// Error is the one word the format has for it.
func (e *Interrupted) Error() string { return "interrupted" }

// Unwrap is the cause of the cancellation.
func (e *Interrupted) Unwrap() error { return e.Cause }

// An Exit is a body that ended without success.
type Exit struct {
	Code     int  // its exit code
	Killed   bool // it was ended by a signal, and Code means nothing
	NoResult bool // a JavaScript body, whose ending alone says nothing

	// Said are the last lines it wrote to standard error, oldest first: escaped
	// as they were passed on, tabs kept, at most 20, each cut at 500 runes.
	Said []string
}

// Error is the format's words and the program's last: `exited 1`,
// `exited 1: disk full`, `was killed without a result`.
func (e *Exit) Error() string {
	how := fmt.Sprintf("exited %d", e.Code)
	if e.Killed {
		how = "was killed"
	}
	if e.NoResult {
		return how + " without a result"
	}
	if words := e.lastWords(); words != "" {
		return how + ": " + words
	}
	return how
}

// maxWords is how many runes of the last line an error repeats.
const maxWords = 200

// lastWords is the last line that says something, without the fix that a program
// like this one ends its lines with: what it mends is not this call.
func (e *Exit) lastWords() string {
	for _, line := range slices.Backward(e.Said) {
		line, _, _ = strings.Cut(line, "  →  ")
		if words := strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")); words != "" {
			return text.First(words, maxWords)
		}
	}
	return ""
}

// An Unloadable body is one whose text no runtime is given: running it again
// gives the same.
type Unloadable struct{ Err error }

// Error is what is wrong, and where.
func (e *Unloadable) Error() string { return e.Err.Error() }

// Unwrap is the error itself.
func (e *Unloadable) Unwrap() error { return e.Err }

// A Thrown is an error of a JavaScript body, or of what it returned. Message
// and Frames are clean; a Frame reads `at body (lights.mts:3:9)`. Refused are
// the reaches the error says were refused, as the body's own process tells them.
type Thrown struct {
	Message string
	Frames  []string
	Refused []policy.Refused
}

// Error is the message.
func (e *Thrown) Error() string { return e.Message }

// Times a body is given to end by itself.
const (
	grace    = time.Second     // between SIGTERM and SIGKILL
	overtime = 2 * time.Second // past the deadline, for a loader that ends its body itself
)
