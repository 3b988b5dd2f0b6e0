package hubcopy

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"sinew/internal/atomicfile"
	"sinew/internal/hubtiles"
	"sinew/pkg/text"
)

// update is the newest index, kept where the directory can be written. Where an
// index is gone it asks once more: the Hub may have put the next one in its
// place between the two requests.
func (d shelf) update(ctx context.Context, from *hubtiles.Reader, kept *Copy, unlocked error) (*Copy, error) {
	c, err := d.newest(ctx, from, kept, unlocked)
	if hubtiles.IsNotThere(err) {
		c, err = d.newest(ctx, from, kept, unlocked)
	}
	return c, err
}

func (d shelf) newest(ctx context.Context, from *hubtiles.Reader, kept *Copy, unlocked error) (*Copy, error) {
	line, err := from.Get(ctx, "index/"+latestName, maxLatest)
	if hubtiles.IsNotThere(err) {
		return nil, &hubtiles.UnreachableError{Why: "no index for searches is at the Hub that SINEW_HUB names", Err: err}
	}
	if err != nil {
		return nil, err
	}
	says, err := parseLatest(line)
	if err != nil {
		return nil, refuse("the Hub's index/latest %v", err)
	}
	if kept != nil && says.records < kept.says.records {
		return nil, refuse("the Hub's index was rolled back: of %d records now, of %d before", says.records, kept.says.records)
	}
	if kept != nil && says.hash == kept.says.hash && says.bytes == kept.says.bytes {
		return d.renew(kept, says, unlocked), nil
	}
	return d.fetch(ctx, from, says, unlocked)
}

// renew has the kept copy be that of a later state of the log.
func (d shelf) renew(kept *Copy, says latest, unlocked error) *Copy {
	if says == kept.says {
		return kept
	}
	kept.says = says
	if unlocked == nil {
		unlocked = d.writeLine(says)
	}
	kept.noteUnkept(unlocked)
	return kept
}

func (d shelf) fetch(ctx context.Context, from *hubtiles.Reader, says latest, unlocked error) (*Copy, error) {
	data, err := from.Get(ctx, "index/"+says.file(), says.bytes)
	if err != nil {
		return nil, err
	}
	if err := says.holds(data); err != nil {
		return nil, refuse("the Hub's index is not what its index/latest names: %v", err)
	}
	c := &Copy{says: says, data: data}
	if err := c.checkLines(); err != nil {
		return nil, err
	}
	d.keep(c, unlocked)
	return c, nil
}

// keep writes a copy, the line last, and removes those before it.
func (d shelf) keep(c *Copy, failed error) {
	if failed == nil {
		failed = atomicfile.Write(d.path(c.says.file()), c.data, 0o644)
	}
	if failed == nil {
		failed = d.writeLine(c.says)
	}
	if c.noteUnkept(failed); failed == nil {
		d.removeOthers(c.says)
	}
}

func (d shelf) writeLine(says latest) error {
	return atomicfile.Write(d.path(latestName), []byte(says.String()), 0o644)
}

func (d shelf) removeOthers(says latest) {
	copies, _ := filepath.Glob(d.path("*.jsonl")) // its one error is of the pattern
	for _, path := range copies {
		if filepath.Base(path) != says.file() {
			_ = os.Remove(path)
		}
	}
}

func (c *Copy) noteUnkept(failed error) {
	if failed != nil {
		c.notes = append(c.notes, text.Escape("the copy of the Hub's index is not kept: "+failed.Error()))
	}
}

func refuse(format string, args ...any) error {
	return &hubtiles.RefusedError{Kind: hubtiles.BadIndex, Why: text.Escape(fmt.Sprintf(format, args...))}
}
