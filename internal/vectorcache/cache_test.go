package vectorcache

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"sinew/decide/adapter/local/encoder"
)

// planted is a cache whose file says of a text what no encoder would: it shows
// whether the file was believed.
func planted(t *testing.T, text string) (path string, mark encoder.Vector) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "below", "vectors")
	mark[7] = 1
	writeFileOf(path, text, mark)
	return path, mark
}

func writeFileOf(path, text string, v encoder.Vector) {
	writeFile(path, []key{keyOf(text)}, map[key]*entry{keyOf(text): {vector: v}})
}

func TestAVectorThatIsKeptIsNotEncodedAgain(t *testing.T) {
	path, mark := planted(t, "tea")
	if got := Open(path, 4).Vectors([]string{"water", "tea"}); got[1] != mark || got[0] != encoder.Embed("water") {
		t.Error("the file's vector was not taken, or the other is not the encoder's")
	}
	if got := Open(path, 4).Vectors([]string{"tea"}); got[0] != mark {
		t.Error("what the file held is gone once another text was added")
	}
}

func TestTheFileIsForThePersonAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "vectors")
	Open(path, 4).Vectors([]string{"tea"})
	for path, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

func TestABrokenFileCountsAsEmpty(t *testing.T) {
	path, _ := planted(t, "tea")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := slices.Concat([]byte("sinew vectors 1\nanother-model\n"), whole[len(header):])
	version := slices.Concat([]byte("sinew vectors 2\n"+encoder.Model+"\n"), whole[len(header):])
	flipped := slices.Clone(whole)
	flipped[len(header)+40] ^= 1
	for name, file := range map[string][]byte{
		"cut short": whole[:len(whole)-1], "a changed byte": flipped, "another model": other, "another version": version, "empty": {}, "longer": append(slices.Clone(whole), 0),
	} {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Open(path, 4).Vectors([]string{"tea"}); got[0] != encoder.Embed("tea") {
			t.Errorf("%s: the file was believed", name)
		}
		if len(readFile(path)) != 1 {
			t.Errorf("%s: the file was not mended", name)
		}
	}
}

func TestTheLatestUsedStayWhereThereIsNoRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors")
	c := Open(path, 2)
	c.Vectors([]string{"one", "two"})
	c.Vectors([]string{"one"})
	c.Vectors([]string{"three"})
	var kept []key
	for _, r := range readFile(path) {
		kept = append(kept, r.key)
	}
	if !slices.Equal(kept, []key{keyOf("three"), keyOf("one")}) {
		t.Errorf("%d records, not the two used last", len(kept))
	}
	if len(c.known) != 2 {
		t.Errorf("%d vectors in memory", len(c.known))
	}
}

func TestWritersAtOnceLeaveAWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors")
	var all sync.WaitGroup
	for _, text := range []string{"a", "b", "c", "d"} {
		all.Go(func() { Open(path, 8).Vectors([]string{text, text + " cup"}) })
	}
	all.Wait()
	if records := readFile(path); len(records) < 2 {
		t.Errorf("%d records", len(records))
	}
}

func TestAPlaceThatCannotBeWrittenIsNoError(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", filepath.Join(blocked, "vectors")} {
		if got := Open(path, 4).Vectors([]string{"tea"}); got[0] != encoder.Embed("tea") {
			t.Errorf("%q: not the encoder's vector", path)
		}
	}
}
