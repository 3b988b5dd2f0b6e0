package logdir

import (
	"bytes"
	"context"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// blame names the file because of which the data does not lead to the
// checkpoint. Where a data tile and its tile of hashes differ, the hashes are
// proven from the checkpoint down; when they are, the data is wrong.
func (v *verifier) blame(ctx context.Context) error {
	for _, t := range tlog.NewTiles(hublog.Height, 0, v.checkpoint.Size) {
		have, err := v.source.tile(ctx, t)
		if err != nil {
			return err
		}
		want, err := v.hashes.tile(t)
		if err != nil {
			return err
		}
		if !bytes.Equal(have, want) {
			return v.blameOne(ctx, t, differing(have, want))
		}
	}
	return refusal(fixKeep, "the tiles are whole, and the checkpoint is that of another log")
}

// differing is the first entry in which two tiles of one size differ.
func differing(a, b []byte) int64 {
	for i := 0; ; i += tlog.HashSize {
		if !bytes.Equal(a[i:i+tlog.HashSize], b[i:i+tlog.HashSize]) {
			return int64(i / tlog.HashSize)
		}
	}
}

// blameOne names the file below t that is wrong, where the entry of t differs
// from what the data makes.
func (v *verifier) blameOne(ctx context.Context, t tlog.Tile, entry int64) error {
	below := v.below(t, entry)
	if v.source.proves(ctx, v.checkpoint, t) {
		return refusal(fixCopy, "%s does not lead to the checkpoint", below.Path())
	}
	return refusal(fixCopy, "%s or %s does not lead to the checkpoint", below.Path(), t.Path())
}

// below is the tile that an entry of t is made from.
func (v *verifier) below(t tlog.Tile, entry int64) tlog.Tile {
	if t.L == 0 {
		return hublog.DataTile(t.N, t.W)
	}
	n := t.N*hublog.TileWidth + entry
	if t.L == 1 { // its hashes were equal to those of the data
		return hublog.DataTile(n, hublog.TileWidth)
	}
	return tlog.Tile{H: hublog.Height, L: t.L - 1, N: n, W: hublog.TileWidth}
}

// proves reports whether the tile of hashes t leads to the checkpoint.
func (s *Source) proves(ctx context.Context, c hublog.Checkpoint, t tlog.Tile) bool {
	index := tlog.StoredHashIndex(t.L*hublog.Height, end(t)-1)
	_, err := s.proven(ctx, c).ReadHashes([]int64{index})
	return err == nil
}

// proven reads hashes from the tiles of s, each tile checked against c.
func (s *Source) proven(ctx context.Context, c hublog.Checkpoint) tlog.HashReader {
	return tlog.TileHashReader(tlog.Tree{N: c.Size, Hash: c.Hash}, &tileReader{ctx, s})
}

// A tileReader is a Source as tlog reads it, for one call.
type tileReader struct {
	ctx    context.Context
	source *Source
}

// Height is that of every tile.
func (r *tileReader) Height() int { return hublog.Height }

// ReadTiles reads one tile after the other.
func (r *tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for i, t := range tiles {
		data, err := r.source.tile(r.ctx, t)
		if err != nil {
			return nil, err
		}
		all[i] = data
	}
	return all, nil
}

// SaveTiles keeps nothing.
func (r *tileReader) SaveTiles([]tlog.Tile, [][]byte) {}
