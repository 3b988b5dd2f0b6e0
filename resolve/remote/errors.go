package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"sinew/pkg/text"
	"sinew/resolve/remote/gitpack"
)

// A Kind is what went wrong with a remote.
type Kind int

// The kinds of an Error.
const (
	Unreachable Kind = iota // no connection, no trust in its certificate, or a server that answers with a fault
	NotFound                // no such repository, or none without a login that git does not hold
	TimedOut                // it did not finish in the time allowed
	Refused                 // the address, a redirect, or what was sent is not taken
	NoTag                   // the tag is not among those listed
	NeedsGit                // only a git program can do it, and there is none
	GitFailed               // the git program said why it could not
)

// An Error is a remote that could not be read. Its text is one printable line.
type Error struct {
	Kind Kind
	Why  string
	Err  error // the cause, when there is one; its text is not printable
}

// Error is why.
func (e *Error) Error() string { return e.Why }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

func fail(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Why: fmt.Sprintf(format, args...)}
}

// refused is an error of gitpack's, which is already one printable line.
func refused(err error) error {
	if gitpack.IsRefusal(err) {
		return &Error{Kind: Refused, Why: err.Error(), Err: err}
	}
	return err
}

// errTime is the cause of a context that ran out of this package's own time.
var errTime = errors.New("did not finish in time")

// limited is ctx with the time of one call.
func (l Limits) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, l.Time, errTime)
}

// settle is what a call returns: a refusal that ended it, the time that ran
// out, the caller's own cancellation, or err as an *Error.
func (l Limits) settle(ctx context.Context, err error) error {
	var known *Error
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		return nil
	case cause == nil && errors.As(err, &known):
		return err
	case cause == nil:
		return &Error{Kind: GitFailed, Why: line(err.Error()), Err: err}
	case errors.As(cause, &known):
		return known
	case errors.Is(cause, errTime):
		return &Error{Kind: TimedOut, Why: "did not finish within " + minutes(l), Err: err}
	}
	return ctx.Err()
}

func minutes(l Limits) string {
	if l.Time.Minutes() == 1 {
		return "a minute"
	}
	return l.Time.String()
}

// maxLine is the most characters of another program's words that are shown.
const maxLine = 200

// line is what a remote or a program said, as one short printable line that
// holds no credential.
func line(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = withoutLogins(s)
	if utf8.RuneCountInString(s) > maxLine {
		s = string([]rune(s)[:maxLine]) + "…"
	}
	return text.Escape(s)
}

// withoutLogins is s with every `://user:password@` cut to `://`.
func withoutLogins(s string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, "://")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString("://")
		end := strings.IndexAny(after, "/ '\"")
		if end < 0 {
			end = len(after)
		}
		s = after[strings.LastIndexByte(after[:end], '@')+1:]
	}
}
