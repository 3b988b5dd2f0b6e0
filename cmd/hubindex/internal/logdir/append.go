package logdir

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/pkg/hublog"
)

// redate is how old the date of a checkpoint becomes before an append that
// adds nothing signs a new one, so that clients see that the log is kept.
const redate = 24 * time.Hour

// A Writer appends to the log in a directory. One at a time does, across
// processes too.
type Writer struct {
	Dir string
	Key Key
	// Alarm is told of each alarm that is about to be logged, before anything
	// is: who kills the writer then hears of it again.
	Alarm func(hublog.Record)
}

// An Appended is what an append did.
type Appended struct {
	Before, After hublog.Checkpoint
	Known         int // observations that said nothing new
	Alarms        int // records added that are alarms
}

// Append adds what the observations say that the log does not know yet, with
// now as the time it was first seen, and never a time before the last record's.
// It waits while another writer is at work. The log is made when dir is not
// there or empty.
//
// After an error the log is as it was; only after one from the very last step,
// syncing the directory, it may be the new one. A *Refusal says that the log,
// the key or an observation is not to be trusted.
func (w Writer) Append(ctx context.Context, observed []hublog.Record, now time.Time) (Appended, error) {
	if err := os.MkdirAll(w.Dir, 0o755); err != nil {
		return Appended{}, err
	}
	lock, err := flock.Dir(ctx, w.Dir)
	if err != nil {
		return Appended{}, err
	}
	done, err := w.append(ctx, observed, now.UTC().Truncate(time.Second))
	return done, errors.Join(err, lock.Release())
}

// append is Append under the lock.
func (w Writer) append(ctx context.Context, observed []hublog.Record, now time.Time) (Appended, error) {
	atomicfile.RemoveLeftovers(w.Dir)
	p, err := w.past(ctx, observed, now)
	if err != nil {
		return Appended{}, err
	}
	now = latest(now, p.ledger.Last(), p.checkpoint.Date)
	plan, err := p.plan(observed, now)
	if err != nil {
		return Appended{}, err
	}
	done := Appended{Before: p.checkpoint, After: p.checkpoint, Known: plan.known, Alarms: len(plan.alarms)}
	if len(plan.lines) == 0 && now.Sub(p.checkpoint.Date) < redate {
		return done, nil
	}
	w.alarm(plan.alarms)
	done.After, err = w.publish(ctx, p, plan.lines, now)
	return done, err
}

func (w Writer) alarm(alarms []hublog.Record) {
	if w.Alarm == nil {
		return
	}
	for _, r := range alarms {
		w.Alarm(r)
	}
}

func latest(times ...time.Time) time.Time {
	last := times[0]
	for _, t := range times[1:] {
		if t.After(last) {
			last = t
		}
	}
	return last
}

// past is the log as it lies there, checked and tidied; a new one is begun.
func (w Writer) past(ctx context.Context, observed []hublog.Record, now time.Time) (*past, error) {
	if err := w.begin(now); err != nil {
		return nil, err
	}
	source := openDir(w.Dir)
	c, err := source.trusted(ctx, Trust{Log: w.Key.Verifier})
	if err != nil {
		return nil, err
	}
	p, err := source.replay(ctx, c, repos(observed))
	if err != nil {
		return nil, err
	}
	return p, source.tidy(ctx, c.Size, now)
}

// repos are the repositories that records are about.
func repos(observed []hublog.Record) map[string]bool {
	about := map[string]bool{}
	for _, r := range observed {
		about[string(r.Name.Repo())] = true
	}
	return about
}

// begin signs the checkpoint of an empty log where there is none yet. Where
// tiles lie without one it was lost: whoever began anew would fork the log.
func (w Writer) begin(now time.Time) error {
	_, err := os.Lstat(filepath.Join(w.Dir, checkpointFile))
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	files, err := tileFiles(w.Dir)
	if err != nil {
		return err
	}
	if len(files) > 0 {
		return refusal("put the newest checkpoint back", "%s holds tiles and no checkpoint", w.Dir)
	}
	return w.sign(hublog.Checkpoint{Origin: hublog.Origin(w.Key.Verifier), Hash: new(hublog.Tree).Hash(), Date: now})
}

// sign replaces the checkpoint.
func (w Writer) sign(c hublog.Checkpoint) error {
	signed, err := hublog.Sign(c, w.Key)
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(w.Dir, checkpointFile), signed, 0o644)
}

// publish writes the tiles that the lines make, syncs them, and replaces the
// checkpoint.
func (w Writer) publish(ctx context.Context, p *past, lines []string, now time.Time) (hublog.Checkpoint, error) {
	c, err := p.grown(lines, now)
	if err != nil {
		return p.checkpoint, err
	}
	if err := w.writeTiles(ctx, p, lines, c.Size); err != nil {
		return p.checkpoint, err
	}
	return c, w.sign(c)
}

// grown is the checkpoint once the lines are in; p has their hashes then.
func (p *past) grown(lines []string, now time.Time) (hublog.Checkpoint, error) {
	for i, line := range lines {
		if err := p.hashes.add(p.checkpoint.Size+int64(i), line); err != nil {
			return p.checkpoint, err
		}
	}
	c := p.checkpoint
	c.Size, c.Date = c.Size+int64(len(lines)), now
	var err error
	c.Hash, err = tlog.TreeHash(c.Size, p.hashes)
	return c, err
}

// writeTiles writes the tiles of the log once it has size records.
func (w Writer) writeTiles(ctx context.Context, p *past, lines []string, size int64) error {
	files := &newFiles{root: filepath.Clean(w.Dir), dirs: map[string]bool{}}
	from := p.checkpoint.Size - int64(len(p.tail)) // the number of the first of all
	all := append(p.tail[:len(p.tail):len(p.tail)], lines...)
	for _, t := range newTiles(p.checkpoint.Size, size) {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := content(t, p.hashes, all, from)
		if err != nil {
			return err
		}
		if err := files.write(t.Path(), data); err != nil {
			return err
		}
	}
	return files.sync()
}

// content is the bytes of a tile of hashes, or of data whose records are among
// lines, the first of which has the number from.
func content(t tlog.Tile, h hashes, lines []string, from int64) ([]byte, error) {
	if t.L >= 0 {
		return h.tile(t)
	}
	first := t.N*hublog.TileWidth - from
	return hublog.JoinTile(lines[first : first+int64(t.W)]), nil
}
