package hublog_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"sinew/pkg/hublog"
)

// stored is tlog's own way: every hash it stores for the lines.
type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		out[i] = s[index]
	}
	return out, nil
}

func store(t *rapid.T, lines []string) (s stored) {
	for i, line := range lines {
		more, err := tlog.StoredHashes(int64(i), []byte(line+"\n"), s)
		if err != nil {
			t.Fatal(err)
		}
		s = append(s, more...)
	}
	return s
}

func (s stored) root(t *rapid.T, n int) tlog.Hash {
	h, err := tlog.TreeHash(int64(n), s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestATreeIsTlogsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := someLines(rapid.IntRange(0, 1500).Draw(t, "size"))
		hashes := store(t, all)
		var tree hublog.Tree
		for done := 0; done < len(all); {
			next := done + rapid.IntRange(1, len(all)-done).Draw(t, "more")
			tree.Append(all[done:next]...)
			done = next
			if tree.Size() != int64(done) || tree.Hash() != hashes.root(t, done) {
				t.Fatalf("of %d records: size %d, hash %s", done, tree.Size(), tree.Hash())
			}
		}
		if tree.Hash() != hashes.root(t, len(all)) {
			t.Fatal("another hash at the end")
		}
		checkTiles(t, &tree, hashes, all)
	})
}

// checkTiles holds the tile hashes to tlog's stored ones, and grows the tree
// again from them alone.
func checkTiles(t *rapid.T, tree *hublog.Tree, hashes stored, all []string) {
	tiles := tree.Tiles()
	if len(tiles) != len(all)/hublog.TileWidth {
		t.Fatalf("%d tiles of %d records", len(tiles), len(all))
	}
	for i, h := range tiles {
		part, err := hublog.TileHash(all[i*hublog.TileWidth : (i+1)*hublog.TileWidth])
		if err != nil || h != hashes[tlog.StoredHashIndex(hublog.Height, int64(i))] || h != part {
			t.Fatalf("tile %d has the hash %s, or %s, %v", i, h, part, err)
		}
	}
	keep := rapid.IntRange(0, len(tiles)).Draw(t, "kept tiles")
	resumed := hublog.ResumeTree(tiles[:keep])
	if resumed.Hash() != hashes.root(t, keep*hublog.TileWidth) {
		t.Fatalf("resumed from %d tiles, another hash", keep)
	}
	resumed.Append(all[keep*hublog.TileWidth:]...)
	if resumed.Size() != tree.Size() || resumed.Hash() != tree.Hash() || !slices.Equal(resumed.Tiles(), tiles) {
		t.Fatalf("resumed from %d tiles, another tree", keep)
	}
}

func TestACloneGrowsAlone(t *testing.T) {
	var tree hublog.Tree
	tree.Append(someLines(700)...)
	before := tree.Hash()
	a, b := tree.Clone(), tree.Clone()
	a.Append("one")
	b.Append("other")
	a.Append(someLines(400)...)
	if tree.Hash() != before || tree.Size() != 700 || a.Hash() == b.Hash() || len(tree.Tiles()) != 2 || len(a.Tiles()) != 4 {
		t.Error("the trees share what they append to")
	}
}

func TestTheTilesGivenOutAreACopy(t *testing.T) {
	var tree hublog.Tree
	tree.Append(someLines(300)...)
	tree.Tiles()[0] = tlog.Hash{}
	if tree.Tiles()[0] == (tlog.Hash{}) {
		t.Error("the caller's slice is the tree's")
	}
	if _, err := hublog.TileHash(someLines(255)); err == nil {
		t.Error("a partial tile has a tile's hash")
	}
}

func TestDataTilesHaveTlogsPaths(t *testing.T) {
	for want, tile := range map[string]tlog.Tile{
		"tile/8/data/000":               hublog.DataTile(0, hublog.TileWidth),
		"tile/8/data/x001/234":          hublog.DataTile(1234, 256),
		"tile/8/data/x001/234.p/17":     hublog.DataTile(1234, 17),
		"tile/8/data/x001/x234/567.p/1": hublog.DataTile(1234567, 1),
	} {
		if tile.Path() != want {
			t.Errorf("%s; want %s", tile.Path(), want)
		}
		if back, err := tlog.ParseTilePath(want); err != nil || back != tile {
			t.Errorf("%s reads as %+v, %v", want, back, err)
		}
	}
}

func TestSplitTileTakesAsManyLinesAsAsked(t *testing.T) {
	all := someLines(256)
	for _, n := range []int{1, 2, 255, 256} {
		if got, err := hublog.SplitTile(hublog.JoinTile(all[:n]), n); err != nil || !slices.Equal(got, all[:n]) {
			t.Errorf("%d lines: %q, %v", n, got, err)
		}
	}
	for _, s := range []struct {
		data  string
		width int
		want  string
	}{
		{"", 0, "1 to 256 records, not 0"},
		{"a\n", -1, "1 to 256 records, not -1"},
		{strings.Repeat("a\n", 257), 257, "1 to 256 records, not 257"},
		{"", 1, "is not 1 lines"},
		{"a", 1, "is not 1 lines"},
		{"a\nb", 2, "is not 2 lines"},
		{"a\nb\n", 1, "is not 1 lines"},
		{"a\nb\n", 3, "is not 3 lines"},
		{"a\n\n", 1, "is not 1 lines"},
		{"\n", 1, "line 1 of the data tile has 1 bytes"},
		{"a\n\nb\n", 3, "line 2 of the data tile has 1 bytes"},
		{"a\n" + strings.Repeat("b", 4096) + "\n", 2, "line 2 of the data tile has 4097 bytes"},
		{strings.Repeat("b", 4096) + "\n", 1, "at most 4096 bytes"},
	} {
		_, err := hublog.SplitTile([]byte(s.data), s.width)
		refusedWith(t, s.want, err, s.want)
	}
}

func FuzzSplitTile(f *testing.F) {
	f.Add([]byte("a\nb\n"), 2)
	f.Add([]byte("a\nb"), 2)
	f.Add([]byte("\n\n"), 2)
	f.Add([]byte("a\r\n\x00\n"), 2)
	f.Add(hublog.JoinTile(someLines(256)), 256)
	f.Add([]byte(strings.Repeat("x", 4095)+"\n"), 1)
	f.Fuzz(func(t *testing.T, data []byte, width int) {
		lines, err := hublog.SplitTile(data, width)
		if err != nil {
			return
		}
		if len(lines) != width || string(hublog.JoinTile(lines)) != string(data) {
			t.Fatalf("%q splits into %q", data, lines)
		}
		for _, line := range lines {
			if line == "" || len(line) >= hublog.MaxLine || strings.Contains(line, "\n") {
				t.Fatalf("%q is no line", line)
			}
		}
	})
}

func withHash(c hublog.Checkpoint, hash tlog.Hash) hublog.Checkpoint {
	c.Hash = hash
	return c
}

func TestCheckExtendsTakesTlogsProofs(t *testing.T) {
	_, log := keys(t, "hub.example/log", "log")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 600).Draw(t, "new size")
		m := rapid.IntRange(1, n).Draw(t, "old size")
		older, newer := checkpoint(log, m), checkpoint(log, n)
		proof, err := tlog.ProveTree(int64(n), int64(m), store(t, someLines(n)))
		if err != nil {
			t.Fatal(err)
		}
		if err := hublog.CheckExtends(proof, older, newer); err != nil {
			t.Fatal(err)
		}
		wrong := older.Hash
		wrong[rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		for what, err := range map[string]error{
			"another old hash": hublog.CheckExtends(proof, withHash(older, wrong), newer),
			"another new hash": hublog.CheckExtends(proof, older, withHash(newer, wrong)),
		} {
			if n == m && wrong == older.Hash || !errors.Is(err, hublog.ErrForked) {
				t.Fatalf("%s: %v", what, err)
			}
		}
		if n == m || len(proof) == 0 {
			return
		}
		cut := proof[:len(proof)-1]
		if err := hublog.CheckExtends(cut, older, newer); !errors.Is(err, hublog.ErrForked) {
			t.Fatalf("a proof cut short: %v", err)
		}
	})
}

func TestCheckExtendsNamesARollbackAndAFork(t *testing.T) {
	_, log := keys(t, "hub.example/log", "log")
	_, other := keys(t, "else.example", "log")
	three, five := checkpoint(log, 3), checkpoint(log, 5)
	refusedWith(t, "a smaller log", hublog.CheckExtends(nil, five, three),
		"the log is rolled back: it has 3 records now, and had 5 on 2026-11-30T04:00:05Z")
	refusedWith(t, "another hash", hublog.CheckExtends(nil, three, withHash(three, five.Hash)), "the log is forked: its 3 records had the hash "+three.Hash.String()+" on 2026-11-30T04:00:03Z, and now "+five.Hash.String())
	refusedWith(t, "no proof", hublog.CheckExtends(nil, three, five), "nothing proves that its 5 records begin with the 3 of")
	refusedWith(t, "another log", hublog.CheckExtends(nil, checkpoint(other, 3), three), "extends none of")
	if err := hublog.CheckExtends(nil, five, three); !errors.Is(err, hublog.ErrRolledBack) || errors.Is(err, hublog.ErrForked) {
		t.Errorf("a smaller log is no rollback: %v", err)
	}
	early := five
	early.Date = at(0)
	refusedWith(t, "an earlier date", hublog.CheckExtends(nil, three, early),
		"the log is dated back: its checkpoint of 5 records is of 2026-11-30T04:00:00Z, and that of 3 was of 2026-11-30T04:00:03Z")
	if err := hublog.CheckLater(three, early); !errors.Is(err, hublog.ErrBackdated) {
		t.Errorf("a larger log of an earlier date: %v", err)
	}
	refusedWith(t, "a log of one record", hublog.CheckLater(three, checkpoint(log, 1)), "it has 1 record now, and had 3 on")
	huge := five
	huge.Size = 1<<63 - 1
	refusedWith(t, "a size past the bound", hublog.CheckExtends(tlog.TreeProof{{}}, three, huge), "0 to 1099511627776 records")
	for what, err := range map[string]error{
		"the same":             hublog.CheckExtends(nil, five, five),
		"the same, dated back": hublog.CheckExtends(nil, five, early),
		"larger, not proven":   hublog.CheckLater(three, five),
		"from an empty log":    hublog.CheckExtends(nil, checkpoint(log, 0), five),
		"empty still":          hublog.CheckExtends(nil, checkpoint(log, 0), checkpoint(log, 0)),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
