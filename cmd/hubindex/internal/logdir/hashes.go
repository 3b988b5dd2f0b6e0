package logdir

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// hashes are the hashes of a log's tree, in tlog's order of stored hashes: 64
// bytes a record.
type hashes []tlog.Hash

// newHashes has room for the hashes of a log of size records, unless it is so
// large that its tiles should be seen before memory is taken for it.
func newHashes(size int64) hashes {
	return make(hashes, 0, tlog.StoredHashCount(min(size+hublog.TileWidth, 1<<20)))
}

// ReadHashes makes h a tlog.HashReader.
func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		if x < 0 || x >= int64(len(h)) {
			return nil, fmt.Errorf("hash %d of %d is asked for", x, len(h))
		}
		found[i] = h[x]
	}
	return found, nil
}

// add puts the record with the number n, which is how many there are already,
// at the end.
func (h *hashes) add(n int64, line string) error {
	stored, err := tlog.StoredHashesForRecordHash(n, hublog.LineHash(line), *h)
	*h = append(*h, stored...)
	return err
}

// addTile is add for every record of a data tile.
func (h *hashes) addTile(t tlog.Tile, lines []string) error {
	for i, line := range lines {
		if err := h.add(t.N*hublog.TileWidth+int64(i), line); err != nil {
			return err
		}
	}
	return nil
}

// tile is the content of a hash tile.
func (h hashes) tile(t tlog.Tile) ([]byte, error) { return tlog.ReadTileData(t, h) }

// dataTiles are the data tiles of a log of size records, in order; the last one
// may be partial.
func dataTiles(size int64) []tlog.Tile {
	var tiles []tlog.Tile
	for n := int64(0); n*hublog.TileWidth < size; n++ {
		tiles = append(tiles, hublog.DataTile(n, int(min(size-n*hublog.TileWidth, hublog.TileWidth))))
	}
	return tiles
}

// newTiles are the tiles, of hashes and of data, that a log needs when it grows
// from one size to another.
func newTiles(from, to int64) []tlog.Tile {
	var all []tlog.Tile
	for _, t := range tlog.NewTiles(hublog.Height, from, to) {
		if t.L == 0 {
			all = append(all, hublog.DataTile(t.N, t.W))
		}
		all = append(all, t)
	}
	return all
}

// end is how many entries of its level a log needs for t to be full of them.
func end(t tlog.Tile) int64 { return t.N*hublog.TileWidth + int64(t.W) }

// available is how many entries the level of t has in a log of size records.
func available(t tlog.Tile, size int64) int64 { return size >> (hublog.Height * max(t.L, 0)) }
