package hubtiles

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// load is the kept state: nil and no error where there is none. The checkpoint
// is signed; whether the rest is there and holds is for the caller to ask.
// Witnesses are not asked for: what the log signed binds it.
func (f *files) load(s Setting) (*state, error) {
	note, err := f.get(checkpointName, hublog.MaxCheckpoint)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, nil
	case err != nil:
		return nil, err
	}
	c, err := hublog.Open(note, s.Log, nil, 0)
	if err != nil {
		return nil, err
	}
	kept := &state{checkpoint: c, note: note, hashes: f.loadHashes(fullTiles(c.Size))}
	if width := tailWidth(c.Size); width > 0 {
		tail := hublog.DataTile(fullTiles(c.Size), width)
		data, err := f.get(tail.Path(), int64(width)*hublog.MaxLine)
		if err == nil {
			kept.tail, _ = hublog.SplitTile(data, width)
		}
	}
	return kept, nil
}

// loadHashes are the first hashes; there may be more, of a run that was killed.
func (f *files) loadHashes(count int64) []tlog.Hash {
	data, err := f.get(hashesName, maxRecords/hublog.TileWidth*tlog.HashSize)
	if err != nil {
		return nil
	}
	var all []tlog.Hash
	for ; len(data) >= tlog.HashSize && int64(len(all)) < count; data = data[tlog.HashSize:] {
		all = append(all, tlog.Hash(data[:tlog.HashSize]))
	}
	return all
}

// keep writes a proven state, its checkpoint last, and removes the partial tiles
// that it needs no more.
func (g *gathering) keep(kept *state) {
	if kept != nil && g.whole && bytes.Equal(kept.note, g.note) {
		return
	}
	if !g.whole || len(kept.hashes) != len(g.hashes) {
		g.files.put(hashesName, g.hashBytes())
	}
	g.files.put(checkpointName, g.note)
	first := int64(0)
	if g.whole {
		first = fullTiles(kept.checkpoint.Size)
	}
	for n := first; n < g.tiles(); n++ {
		g.removePartials(n)
	}
}

func (g *gathering) hashBytes() []byte {
	var out []byte
	for _, h := range g.hashes {
		out = append(out, h[:]...)
	}
	return out
}

// removePartials removes the partial tiles at n but for the state's own.
func (g *gathering) removePartials(n int64) {
	dir := path.Dir(hublog.DataTile(n, 1).Path())
	entries, err := os.ReadDir(g.files.path(dir))
	if err != nil {
		return
	}
	own := n == int64(len(g.hashes))
	if !own {
		g.files.remove(dir)
		return
	}
	for _, e := range entries {
		if e.Name() != strconv.Itoa(len(g.tail)) {
			g.files.remove(path.Join(dir, e.Name()))
		}
	}
}

// contradicts is how a checkpoint contradicts the one that is kept, or nil.
func contradicts(kept, c hublog.Checkpoint) error {
	err := hublog.CheckLater(kept, c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, hublog.ErrForked):
		return refuse(Fork, "%v", err)
	}
	return refuse(Rollback, "%v", err)
}

// isCopy reports whether a checkpoint that contradicts nothing is an older
// signature of the kept records.
func (s *state) isCopy(c hublog.Checkpoint) bool {
	return s != nil && c.Size == s.checkpoint.Size && c.Date.Before(s.checkpoint.Date)
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
