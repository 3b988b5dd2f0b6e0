package hubtiles

import (
	"context"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// prove gathers the tiles until they have the checkpoint's hash, and holds them
// to the kept checkpoint (nil when there is none). A tile of the mirror that is
// wrong is asked for again, once.
func (g *gathering) prove(ctx context.Context, kept *state) error {
	g.tidy()
	if err := g.gather(ctx); err != nil {
		return err
	}
	if !g.holds() {
		if err := g.mend(ctx, kept); err != nil {
			return err
		}
	}
	if kept == nil {
		return nil
	}
	hash, err := g.prefix(ctx, kept.checkpoint.Size)
	if err == nil && hash != kept.checkpoint.Hash {
		err = forked(kept.checkpoint)
	}
	return err
}

func forked(kept hublog.Checkpoint) error {
	return refuse(Fork, "%v: up to record %d it is not what was seen on %s", hublog.ErrForked, kept.Size, day(kept.Date))
}

// mend asks again for the tiles of the mirror that are wrong, or all that may
// be. What is wrong otherwise is an error.
func (g *gathering) mend(ctx context.Context, kept *state) error {
	wrong, err := g.wrong(ctx)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		wrong = g.unproven()
	}
	if err := g.blame(wrong, kept); err != nil {
		return err
	}
	if err := g.again(ctx, wrong); err != nil {
		return err
	}
	if !g.holds() {
		return g.notLeading()
	}
	return nil
}

func (g *gathering) again(ctx context.Context, tiles []int64) error {
	for _, n := range tiles {
		if err := g.takeNew(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

func (g *gathering) takeNew(ctx context.Context, n int64) error {
	lines, err := g.fetch(ctx, g.tile(n))
	switch {
	case err != nil:
		return err
	case n >= int64(len(g.hashes)):
		g.tail = lines
		return nil
	}
	g.hashes[n], err = hublog.TileHash(lines)
	return err
}

// notLeading removes what was fetched, so that the next run asks again.
func (g *gathering) notLeading() error {
	for n := range g.fetched {
		g.files.remove(g.tile(n).Path())
	}
	if g.proven > 0 {
		return refuse(BadTile, "the log's tiles do not lead to its checkpoint of size %d: they were changed, or the log is forked", g.checkpoint.Size)
	}
	return refuse(BadTile, "the log's tiles do not lead to its checkpoint of size %d", g.checkpoint.Size)
}

// blame is the error that the wrong tiles are, or nil when all of them are the
// mirror's own and can be asked for again. A wrong tile that an older checkpoint
// proved is a fork: both checkpoints are signed.
func (g *gathering) blame(wrong []int64, kept *state) error {
	if len(wrong) == 0 {
		return g.notLeading()
	}
	for _, n := range wrong {
		if n < g.proven {
			return forked(kept.checkpoint)
		}
	}
	for _, n := range wrong {
		if g.fetched[n] {
			g.files.remove(g.tile(n).Path())
			return wrongTile(g.tile(n))
		}
	}
	return nil
}

// unproven are the tiles that came from the mirror without a proof.
func (g *gathering) unproven() []int64 {
	var all []int64
	for n := g.proven; n < g.tiles(); n++ {
		if !g.fetched[n] {
			all = append(all, n)
		}
	}
	return all
}

// wrong are the tiles that the log's hash tiles, which the checkpoint proves,
// contradict.
func (g *gathering) wrong(ctx context.Context) ([]int64, error) {
	if g.source == nil {
		return nil, errNotFound
	}
	var indexes []int64
	for n := range int64(len(g.hashes)) {
		indexes = append(indexes, tlog.StoredHashIndex(hublog.Height, n))
	}
	full := int64(len(g.hashes)) * hublog.TileWidth
	for i := range int64(len(g.tail)) {
		indexes = append(indexes, tlog.StoredHashIndex(0, full+i))
	}
	tree := tlog.Tree{N: g.checkpoint.Size, Hash: g.checkpoint.Hash}
	hashes, err := tlog.TileHashReader(tree, &hashTiles{ctx, g.source}).ReadHashes(indexes)
	if err != nil {
		return nil, err
	}
	return g.differing(hashes), nil
}

func (g *gathering) differing(hashes []tlog.Hash) (wrong []int64) {
	full := len(g.hashes)
	for n, h := range g.hashes {
		if h != hashes[n] {
			wrong = append(wrong, int64(n))
		}
	}
	for i, line := range g.tail {
		if hublog.LineHash(line) != hashes[full+i] {
			return append(wrong, int64(full))
		}
	}
	return wrong
}

// hashTiles are the log's tiles of hashes, for one call of tlog, which checks
// them.
type hashTiles struct {
	ctx    context.Context
	source source
}

// Height is that of every tile.
func (h *hashTiles) Height() int { return hublog.Height }

// ReadTiles asks for one tile after the other.
func (h *hashTiles) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for i, t := range tiles {
		data, err := h.source.get(h.ctx, t.Path(), int64(t.W)*tlog.HashSize)
		if err != nil {
			return nil, err
		}
		all[i] = data
	}
	return all, nil
}

// SaveTiles keeps nothing.
func (h *hashTiles) SaveTiles([]tlog.Tile, [][]byte) {}
