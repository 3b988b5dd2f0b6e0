package hublog

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// A Tree is the tree of hashes over a log's lines, as tlog defines it, grown
// line by line. It keeps one hash for each full data tile, 32 bytes, and one
// for each level of the rest. The zero Tree is empty. It is for one goroutine.
type Tree struct {
	size  int64
	tiles []tlog.Hash // of each full data tile, the root of its records
	roots []tlog.Hash // of the full subtrees that make up the tree, the largest first
}

// ResumeTree is the tree over full data tiles of which only the hashes are
// known, in order: see Tiles and TileHash. Lines are appended after them.
func ResumeTree(tiles []tlog.Hash) *Tree {
	t := &Tree{}
	for _, h := range tiles {
		t.push(h, Height)
	}
	return t
}

// LineHash is the hash of a record: of its line, without its line feed here,
// with it in the hash.
func LineHash(line string) tlog.Hash { return tlog.RecordHash([]byte(line + "\n")) }

// TileHash is the hash of one full data tile: the root over its TileWidth
// lines, which is one hash of level 8.
func TileHash(lines []string) (tlog.Hash, error) {
	if len(lines) != TileWidth {
		return tlog.Hash{}, fmt.Errorf("a full data tile has %d records, not %d", TileWidth, len(lines))
	}
	var t Tree
	t.Append(lines...)
	return t.tiles[0], nil
}

// Append adds lines, without their line feeds.
func (t *Tree) Append(lines ...string) {
	for _, line := range lines {
		t.push(LineHash(line), 0)
	}
}

// push adds the root of a full subtree of the level, and joins it with its left
// neighbours as far as they make up a larger one. On its way it passes the root
// of a data tile that became full.
func (t *Tree) push(h tlog.Hash, level int) {
	grown := t.size + 1<<level
	for ; ; level++ {
		if level == Height {
			t.tiles = append(t.tiles, h)
		}
		if t.size>>level&1 == 0 {
			break
		}
		last := len(t.roots) - 1
		h = tlog.NodeHash(t.roots[last], h)
		t.roots = t.roots[:last]
	}
	t.roots = append(t.roots, h)
	t.size = grown
}

// Size is the number of records.
func (t *Tree) Size() int64 { return t.size }

// Hash is the hash of the whole tree, as a checkpoint of its size holds it. It
// costs one hash for each level.
func (t *Tree) Hash() tlog.Hash {
	if t.size == 0 {
		return sha256.Sum256(nil) // RFC 6962, section 2.1
	}
	last := len(t.roots) - 1
	h := t.roots[last]
	for _, left := range slices.Backward(t.roots[:last]) {
		h = tlog.NodeHash(left, h)
	}
	return h
}

// Tiles are the hashes of the full data tiles, in order, which ResumeTree
// takes. The slice is a copy.
func (t *Tree) Tiles() []tlog.Hash { return slices.Clone(t.tiles) }

// Clone is a tree of its own with the same records.
func (t *Tree) Clone() *Tree {
	return &Tree{size: t.size, tiles: slices.Clone(t.tiles), roots: slices.Clone(t.roots)}
}
