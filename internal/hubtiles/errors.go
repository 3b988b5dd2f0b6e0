package hubtiles

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"sinew/pkg/text"
)

// A Kind says what a refused log did.
type Kind string

// The kinds of a RefusedError.
const (
	BadCheckpoint Kind = "checkpoint" // unsigned, not cosigned, of another log, no checkpoint at all
	Rollback      Kind = "rollback"   // smaller than the one kept, or larger and dated earlier
	Fork          Kind = "fork"       // other records where the kept ones were
	BadTile       Kind = "tile"       // an answer that leads to no checkpoint, or elsewhere
	BadRecord     Kind = "record"     // a record that breaks the rules of the log
	BadIndex      Kind = "index"      // an index for searches that is none, or went back
)

// A RefusedError is a log that is not to be believed. Why is one clean line.
type RefusedError struct {
	Kind Kind
	Why  string
}

// Error is Why.
func (e *RefusedError) Error() string { return e.Why }

func refuse(kind Kind, format string, args ...any) error {
	return &RefusedError{Kind: kind, Why: text.Escape(fmt.Sprintf(format, args...))}
}

// An UnreachableError is a log, or a kept mirror, that cannot be read now:
// nothing was checked, and nothing is said against anybody. Why is one clean
// line.
type UnreachableError struct {
	Why string
	Err error // the cause; may be nil
}

// Error is Why.
func (e *UnreachableError) Error() string { return e.Why }

// Unwrap is the cause.
func (e *UnreachableError) Unwrap() error { return e.Err }

// ErrNotKept is in the error of OpenKept where no mirror of the log is kept, or
// none that is whole.
var ErrNotKept = errors.New("no mirror of the log is kept")

var (
	errNotFound     = errors.New("is not there")
	errDamagedTile  = errors.New("a tile of the mirror is damaged")
	errDamagedIndex = errors.New("the index is damaged")
)

// unreachable is a request that failed. The end of ctx comes back as it is.
func unreachable(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var inner *url.Error // its own text repeats the address
	if errors.As(err, &inner) && inner.Err != nil {
		err = inner.Err
	}
	return &UnreachableError{Why: text.Escape(what + ": " + err.Error()), Err: err}
}

func isUnreachable(err error) bool {
	var e *UnreachableError
	return errors.As(err, &e)
}
