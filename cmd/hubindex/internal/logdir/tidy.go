package logdir

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// keepPartial is how long a partial tile stays after a wider one is there: a
// reader that holds an older checkpoint may still be on its way to it.
const keepPartial = 24 * time.Hour

// tidy removes what a killed append left, which no checkpoint reaches, and
// partial tiles that were needed last more than keepPartial before now. The
// caller holds the writer's lock.
func (s *Source) tidy(ctx context.Context, size int64, now time.Time) error {
	files, err := tileFiles(s.dir)
	if err != nil {
		return err
	}
	ages := &ages{source: s, size: size}
	for _, f := range files {
		if !f.ok {
			continue // not ours; verify names it
		}
		gone, err := ages.over(ctx, f.tile, now.Add(-keepPartial))
		if err == nil && gone {
			err = removeTile(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeTile removes the file, and the directory of its partial tile when it
// was the last one.
func removeTile(f tileFile) error {
	if err := os.Remove(f.path); err != nil {
		return err
	}
	if f.tile.W < hublog.TileWidth {
		_ = os.Remove(filepath.Dir(f.path)) // fails while another is in it
	}
	return nil
}

// ages tells when records were logged. It remembers the tile it read last.
type ages struct {
	source *Source
	size   int64
	tile   tlog.Tile
	lines  []string
}

// over reports whether no reader needs t: no checkpoint reaches it, or a wider
// tile than the partial one was there before a time. The log itself says when:
// file times do not survive a copy.
func (a *ages) over(ctx context.Context, t tlog.Tile, before time.Time) (bool, error) {
	if end(t) > available(t, a.size) {
		return true, nil
	}
	next := (end(t)+1)<<(hublog.Height*max(t.L, 0)) - 1 // the record that made t too narrow
	if t.W == hublog.TileWidth || next >= a.size {
		return false, nil
	}
	seen, err := a.seen(ctx, next)
	return seen.Before(before), err
}

func (a *ages) seen(ctx context.Context, n int64) (time.Time, error) {
	first := n - n%hublog.TileWidth
	t := hublog.DataTile(first/hublog.TileWidth, int(min(a.size-first, hublog.TileWidth)))
	if t != a.tile {
		lines, err := a.source.lines(ctx, t)
		if err != nil {
			return time.Time{}, err
		}
		a.tile, a.lines = t, lines
	}
	r, err := hublog.Parse(a.lines[n-first])
	if err != nil {
		return time.Time{}, recordRefusal(t, int(n-first), err.Error())
	}
	return r.Seen, nil
}
