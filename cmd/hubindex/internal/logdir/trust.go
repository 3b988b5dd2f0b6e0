package logdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/mod/sumdb/note"

	"sinew/pkg/hublog"
)

// Trust is whose signatures a reader wants on a checkpoint: the log's, and
// those of Need of the Witnesses.
type Trust struct {
	Log       note.Verifier
	Witnesses []note.Verifier
	Need      int
}

// open reads a note as a checkpoint that t is content with; otherwise it is a
// *Refusal.
func (t Trust) open(signed []byte) (hublog.Checkpoint, error) {
	c, err := hublog.Open(signed, t.Log, t.Witnesses, t.Need)
	if err != nil {
		return c, refusal(fixKey, "%v", err)
	}
	return c, nil
}

// trusted is the newest checkpoint of s.
func (s *Source) trusted(ctx context.Context, t Trust) (hublog.Checkpoint, error) {
	_, c, err := s.newest(ctx, t)
	return c, err
}

// newest is the newest checkpoint of s with its note.
func (s *Source) newest(ctx context.Context, t Trust) ([]byte, hublog.Checkpoint, error) {
	signed, err := s.signed(ctx)
	if err != nil {
		return nil, hublog.Checkpoint{}, err
	}
	c, err := t.open(signed)
	return signed, c, err
}

// signed is the newest checkpoint's note, checked by nobody.
func (s *Source) signed(ctx context.Context) ([]byte, error) {
	signed, err := s.Checkpoint(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s holds no log: it has no file named %s", s.at, checkpointFile)
	case errors.Is(err, errTooLong):
		return nil, refusal(fixCopy, "%s is longer than a note may be", checkpointFile)
	}
	return signed, err
}
