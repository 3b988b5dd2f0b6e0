package hubtiles

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/internal/atomicfile"
	"sinew/pkg/hublog"
)

const (
	// atOnce is how many tiles are asked for at a time.
	atOnce = 8
	// maxRecords is the most a mirror takes: a million tiles, 32 MB of hashes.
	maxRecords = 1 << 28
)

// A state is a checkpoint with what proves its records: the hash of each full
// data tile, and the lines after them.
type state struct {
	checkpoint hublog.Checkpoint
	note       []byte // the signed checkpoint
	hashes     []tlog.Hash
	tail       []string
}

func (s *state) tree() *hublog.Tree {
	t := hublog.ResumeTree(s.hashes)
	t.Append(s.tail...)
	return t
}

// holds reports whether the records have the checkpoint's hash.
func (s *state) holds() bool {
	t := s.tree()
	return t.Size() == s.checkpoint.Size && t.Hash() == s.checkpoint.Hash
}

func fullTiles(size int64) int64 { return size / hublog.TileWidth }

func tailWidth(size int64) int { return int(size % hublog.TileWidth) }

// A gathering is the tiles of a state on their way to being trusted.
type gathering struct {
	files  *files
	source source // nil when none may be asked
	state
	whole  bool  // the kept state holds
	proven int64 // full tiles at the beginning that it proved

	mu      sync.Mutex
	fetched map[int64]bool // the tiles that were asked for
}

// newGathering begins with what a kept state proves.
func newGathering(f *files, s source, c hublog.Checkpoint, note []byte, kept *state) *gathering {
	g := &gathering{files: f, source: s, fetched: map[int64]bool{}}
	g.checkpoint, g.note = c, note
	g.hashes = make([]tlog.Hash, fullTiles(c.Size))
	if kept != nil && kept.holds() {
		g.whole = true
		g.proven = int64(copy(g.hashes, kept.hashes))
	}
	return g
}

// tiles is how many tiles there are, the partial one among them.
func (g *gathering) tiles() int64 {
	return (g.checkpoint.Size + hublog.TileWidth - 1) / hublog.TileWidth
}

func (g *gathering) tile(n int64) tlog.Tile {
	if n < fullTiles(g.checkpoint.Size) {
		return hublog.DataTile(n, hublog.TileWidth)
	}
	return hublog.DataTile(n, tailWidth(g.checkpoint.Size))
}

// gather takes in the tiles that are not proven, as many at once as atOnce.
func (g *gathering) gather(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, atOnce)
	var group sync.WaitGroup
	for n := g.proven; n < g.tiles() && ctx.Err() == nil; n++ {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			if err := g.take(ctx, n); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// take takes in one tile: the mirror's own where it has the form of one, else
// the log's. Neither is trusted yet.
func (g *gathering) take(ctx context.Context, n int64) error {
	t := g.tile(n)
	lines, err := g.stored(t)
	if err != nil {
		if lines, err = g.fetch(ctx, t); err != nil {
			return err
		}
	}
	if t.W < hublog.TileWidth {
		g.tail = lines // one tile alone has a width of its own
		return nil
	}
	g.hashes[n], err = hublog.TileHash(lines)
	return err
}

func (g *gathering) stored(t tlog.Tile) ([]string, error) {
	data, err := g.files.get(t.Path(), int64(t.W)*hublog.MaxLine)
	if err != nil {
		return nil, err
	}
	return hublog.SplitTile(data, t.W)
}

// fetch asks the log for a tile and writes it into the mirror.
func (g *gathering) fetch(ctx context.Context, t tlog.Tile) ([]string, error) {
	if g.source == nil {
		return nil, &UnreachableError{Why: "the mirror of the log lacks " + t.Path(), Err: errDamagedTile}
	}
	lines, err := g.ask(ctx, t)
	if errors.Is(err, errNotFound) && t.W < hublog.TileWidth {
		lines, err = g.askWider(ctx, t)
	}
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	g.fetched[t.N] = true
	g.mu.Unlock()
	g.files.put(t.Path(), hublog.JoinTile(lines))
	return lines, nil
}

func (g *gathering) ask(ctx context.Context, t tlog.Tile) ([]string, error) {
	data, err := g.source.get(ctx, t.Path(), int64(t.W)*hublog.MaxLine)
	if err != nil {
		return nil, err
	}
	lines, err := hublog.SplitTile(data, t.W)
	if err != nil {
		return nil, refuse(BadTile, "the log's %s: %v", t.Path(), err)
	}
	return lines, nil
}

// askWider is for a log that grew since its checkpoint was read, and took the
// partial tile away: the full one begins with the same lines.
func (g *gathering) askWider(ctx context.Context, t tlog.Tile) ([]string, error) {
	lines, err := g.ask(ctx, hublog.DataTile(t.N, hublog.TileWidth))
	if err != nil {
		return nil, err
	}
	return lines[:t.W], nil
}

// lines are those of a tile of a state that holds: the mirror's where they are
// the proven ones, else the log's, which must be.
func (g *gathering) lines(ctx context.Context, n int64) ([]string, error) {
	if n >= int64(len(g.hashes)) {
		return g.tail, nil
	}
	t := g.tile(n)
	lines, err := g.stored(t)
	if err == nil && isTile(lines, g.hashes[n]) {
		return lines, nil
	}
	if lines, err = g.fetch(ctx, t); err != nil {
		return nil, err
	}
	if !isTile(lines, g.hashes[n]) {
		g.files.remove(t.Path())
		return nil, wrongTile(t)
	}
	return lines, nil
}

func isTile(lines []string, want tlog.Hash) bool {
	got, err := hublog.TileHash(lines)
	return err == nil && got == want
}

func wrongTile(t tlog.Tile) error {
	return refuse(BadTile, "the log's %s does not lead to its checkpoint", t.Path())
}

// prefix is the hash of the first records of a state that holds.
func (g *gathering) prefix(ctx context.Context, size int64) (tlog.Hash, error) {
	full := fullTiles(size)
	t := hublog.ResumeTree(g.hashes[:full])
	if width := tailWidth(size); width > 0 {
		lines, err := g.lines(ctx, full)
		if err != nil {
			return tlog.Hash{}, err
		}
		t.Append(lines[:width]...)
	}
	return t.Hash(), nil
}

// tidy removes what killed writers left beside the tiles that may be written.
func (g *gathering) tidy() {
	if g.files.inMemory() != nil {
		return
	}
	seen := map[string]bool{}
	for n := g.proven; n < g.tiles(); n++ {
		if dir := filepath.Dir(g.files.path(g.tile(n).Path())); !seen[dir] {
			seen[dir] = true
			atomicfile.RemoveLeftovers(dir)
		}
	}
}
