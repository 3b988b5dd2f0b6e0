package hublog

import (
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// What a checkpoint may be instead of a later one of the same log: CheckLater and
// CheckExtends wrap them.
var (
	ErrRolledBack = errors.New("the log is rolled back")
	ErrForked     = errors.New("the log is forked")
	ErrBackdated  = errors.New("the log is dated back")
)

// CheckExtends reports why the log of the newer checkpoint does not extend that
// of the older, or nil: CheckLater, and then the proof that the newer log begins
// with the older one's records. Both must be opened: a checkpoint nobody signed
// proves nothing. proof is tlog.ProveTree of the two sizes; it is not read where
// the sizes are the same, or the old log is empty. What is not proven wraps
// ErrForked.
func CheckExtends(proof tlog.TreeProof, older, newer Checkpoint) error {
	if err := CheckLater(older, newer); err != nil {
		return err
	}
	if older.Size == 0 || older.Size == newer.Size {
		return nil
	}
	if err := tlog.CheckTree(proof, newer.Size, newer.Hash, older.Size, older.Hash); err != nil {
		return fmt.Errorf("%w: nothing proves that its %s begin with the %d of %s",
			ErrForked, records(newer.Size), older.Size, formatTime(older.Date))
	}
	return nil
}

// CheckLater reports how a checkpoint contradicts an older one, as far as the two
// tell, or nil. The error wraps ErrRolledBack when the log is smaller, ErrForked
// when it has the same size and another hash, and ErrBackdated when it is larger
// and has an earlier date.
//
// The same size and hash contradict nothing, whatever the date: a mirror that
// is behind shows an older signature of the same records, and none is missing.
// Who keeps one of the two keeps the one of the later date.
func CheckLater(older, newer Checkpoint) error {
	switch {
	case older.Origin != newer.Origin:
		return fmt.Errorf("a checkpoint of %s extends none of %s", shown(newer.Origin), shown(older.Origin))
	case !sizeInBounds(older) || !sizeInBounds(newer):
		return fmt.Errorf("a log has 0 to %d records", int64(MaxSize))
	case newer.Size < older.Size:
		return fmt.Errorf("%w: it has %s now, and had %d on %s", ErrRolledBack, records(newer.Size), older.Size, formatTime(older.Date))
	case newer.Size == older.Size && newer.Hash != older.Hash:
		return fmt.Errorf("%w: its %s had the hash %s on %s, and now %s",
			ErrForked, records(older.Size), older.Hash, formatTime(older.Date), newer.Hash)
	case newer.Size > older.Size && newer.Date.Before(older.Date):
		return fmt.Errorf("%w: its checkpoint of %s is of %s, and that of %d was of %s",
			ErrBackdated, records(newer.Size), formatTime(newer.Date), older.Size, formatTime(older.Date))
	}
	return nil
}

func sizeInBounds(c Checkpoint) bool { return c.Size >= 0 && c.Size <= MaxSize }

func records(n int64) string {
	if n == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", n)
}
