package logdir

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/pkg/hublog"
)

// A Witness signs checkpoints of a log, each of which extends the one it signed
// before, which it keeps in the file State.
type Witness struct {
	Log   note.Verifier
	Key   Key
	State string
}

// A Cosigned is what a witness signed.
type Cosigned struct {
	Note       []byte // the checkpoint with all signatures it had, and the witness's
	Checkpoint hublog.Checkpoint
	First      bool // nothing was signed before: there was nothing to compare with
}

// Cosign signs the newest checkpoint of s when the log's key signed it and it
// extends the one signed before: a *Refusal otherwise. In a directory the
// checkpoint gets the signature, else the note is the caller's to hand on. What
// was signed is kept before it is given away. One at a time signs with one
// state, across processes too.
func (w Witness) Cosign(ctx context.Context, s *Source) (Cosigned, error) {
	state, err := flock.Dir(ctx, filepath.Dir(w.State))
	if err != nil {
		return Cosigned{}, err
	}
	done, err := w.locked(ctx, s)
	return done, errors.Join(err, state.Release())
}

// locked holds off the log's writer, when the log is a directory.
func (w Witness) locked(ctx context.Context, s *Source) (Cosigned, error) {
	if s.dir == "" {
		return w.cosign(ctx, s)
	}
	if err := apart(s.dir, filepath.Dir(w.State)); err != nil {
		return Cosigned{}, err
	}
	log, err := flock.Dir(ctx, s.dir)
	if err != nil {
		return Cosigned{}, err
	}
	done, err := w.cosign(ctx, s)
	return done, errors.Join(err, log.Release())
}

func (w Witness) cosign(ctx context.Context, s *Source) (Cosigned, error) {
	signed, c, err := s.newest(ctx, Trust{Log: w.Log})
	if err != nil {
		return Cosigned{}, err
	}
	last, err := w.last()
	if err != nil {
		return Cosigned{}, err
	}
	if err := w.follows(ctx, s, last, c); err != nil {
		return Cosigned{}, err
	}
	cosigned, err := hublog.Cosign(signed, w.Log, w.Key)
	if err != nil {
		return Cosigned{}, err
	}
	return Cosigned{Note: cosigned, Checkpoint: c, First: last == nil}, w.give(s, cosigned)
}

// follows is a *Refusal when a checkpoint is none to sign after the last one. An
// older copy of the same records is no fork, and yet not what the log says now.
func (w Witness) follows(ctx context.Context, s *Source, last *hublog.Checkpoint, c hublog.Checkpoint) error {
	if last == nil {
		return nil
	}
	if err := s.extends(ctx, *last, c); err != nil {
		return err
	}
	if c.Date.Before(last.Date) {
		return refusal(fixKeep, "the checkpoint is of %s, before that of %s, which was signed last", formatTime(c.Date), formatTime(last.Date))
	}
	return nil
}

func formatTime(t time.Time) string { return t.Format(time.RFC3339) }

// last is the checkpoint this witness signed last, nil when there is none.
func (w Witness) last() (*hublog.Checkpoint, error) {
	signed, err := readFile(w.State, hublog.MaxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	own := Trust{Log: w.Log, Witnesses: []note.Verifier{w.Key.Verifier}, Need: 1}
	c, err := own.open(signed)
	if err != nil {
		return nil, refusal("name the state of this log and this key", "%s: %v", w.State, err)
	}
	return &c, nil
}

// give keeps the note as the last one, and then publishes it.
func (w Witness) give(s *Source, signed []byte) error {
	if err := atomicfile.Write(w.State, signed, 0o600); err != nil {
		return err
	}
	if s.dir == "" {
		return nil
	}
	return atomicfile.Write(filepath.Join(s.dir, checkpointFile), signed, 0o644)
}

// apart refuses a state in the log's own directory: all there is public, and
// its lock is the writer's.
func apart(log, state string) error {
	one, err := os.Stat(log)
	if err != nil {
		return err
	}
	other, err := os.Stat(state)
	if err == nil && os.SameFile(one, other) {
		err = errors.New("the witness's state may not lie in the log's directory, which is public")
	}
	return err
}
