package crawl

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// seen is a record of kind version with one digit for each content.
func seen(name string, content string, after time.Duration) hublog.Record {
	return hublog.Record{
		Kind: hublog.KindVersion, Name: hublog.Name(name), Version: ref.Version{Major: 1}, Commit: strings.Repeat(content, 40),
		H1: "h1:" + strings.Repeat(content, 64), Effect: "read", Needs: "h1:" + strings.Repeat("0", 64), Seen: noon.Add(after),
	}
}

func batchDir(t *testing.T, batches ...[]hublog.Record) string {
	t.Helper()
	dir := t.TempDir()
	for _, b := range batches {
		if err := writeBatch(dir, b); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMergeJoinsShardsAndKeepsTheEarliest(t *testing.T) {
	a, b := seen("h.example/a", "1", time.Hour), seen("h.example/b", "1", 0)
	again, other := seen("h.example/b", "1", 2*time.Hour), seen("h.example/b", "2", 3*time.Hour)
	moved := hublog.Record{Kind: hublog.KindMoved, Name: "h.example/a", To: "h.example/c", Seen: noon}
	one := batchDir(t, []hublog.Record{a, moved}, []hublog.Record{again})
	two := batchDir(t, []hublog.Record{b}, []hublog.Record{other, again})
	if err := os.WriteFile(filepath.Join(one, ".tmp-left"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := []hublog.Record{moved, b, a, other}
	for _, dirs := range [][]string{{one, two}, {two, one, two}} {
		if got, err := Merge(dirs...); err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v", got, err)
		}
	}
}

// What is kept is merged again each time, and a log must find nothing new in it.
func TestMovesThatAreMergedAgainAreKnownToTheLog(t *testing.T) {
	move := func(to hublog.Name, after time.Duration) hublog.Record {
		return hublog.Record{Kind: hublog.KindMoved, Name: "h.example/a", To: to, Seen: noon.Add(after)}
	}
	var batches [][]hublog.Record
	ledger := hublog.NewLedger()
	for i, to := range []hublog.Name{"h.example/b", "h.example/c", "h.example/b", "h.example/c"} {
		batches = append(batches, []hublog.Record{move(to, time.Duration(i)*time.Hour)})
		for _, want := range []hublog.Verdict{hublog.Appended, hublog.Known} {
			got, err := Merge(batchDir(t, batches...))
			if err != nil || len(got) != 1 || got[0] != batches[i][0] {
				t.Fatalf("%v, %v", got, err)
			}
			if _, verdict, err := ledger.Next(got[0], noon.Add(24*time.Hour)); err != nil || verdict != want {
				t.Errorf("move %d is %s, %v, want %s", i, verdict, err, want)
			}
		}
	}
}

func TestMergeRefusesWhatNoCrawlWrote(t *testing.T) {
	line := seen("h.example/a", "1", 0).String() + "\n"
	other := seen("h.example/b", "1", 0).String() + "\n"
	for what, content := range map[string]string{
		"not whole": strings.TrimSuffix(line, "\n"), "not sorted": other + line, "twice": line + line,
		"no record": "hello\n", "an alarm": hublog.AlarmOf(seen("h.example/a", "1", 0)).String() + "\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, nameOf([]byte(content))), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Merge(dir)
		if wrong := (*MergeError)(nil); !errors.As(err, &wrong) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

func TestMergeHoldsEveryFileToItsName(t *testing.T) {
	dir := batchDir(t, []hublog.Record{seen("h.example/a", "1", 0)})
	for name, content := range filesOf(t, dir) {
		flipped := []byte(content)
		flipped[len(flipped)/2] ^= 1
		if err := os.WriteFile(filepath.Join(dir, name), flipped, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Merge(dir); err == nil || !strings.Contains(err.Error(), "not what its name says") {
		t.Errorf("got %v", err)
	}
	below := t.TempDir()
	if err := os.Mkdir(filepath.Join(below, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(below); err == nil || !strings.Contains(err.Error(), "no plain file") {
		t.Errorf("got %v", err)
	}
	if _, err := Merge(filepath.Join(below, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestEachListingFallsOnOneShardWhateverElseIsListed(t *testing.T) {
	const count = 7
	sizes := make([]int, count)
	for i := range 7000 {
		name := hublog.Name(fmt.Sprintf("github.com/owner%d/repo", i))
		for s := range uint64(count) {
			if (Shard{s, count}).Holds(name) {
				sizes[s]++
			}
		}
	}
	total := 0
	for _, n := range sizes {
		if total += n; n < 800 || n > 1200 {
			t.Errorf("the shards have %v listings", sizes)
		}
	}
	if total != 7000 {
		t.Errorf("%d of 7000 listings are on a shard", total)
	}
	// The first eight bytes are 0x75c734c3c6e57dd2: what is on a shard today is
	// there tomorrow.
	if !(Shard{2, 4}).Holds("github.com/radhi/home") || !(Shard{}).Holds("github.com/radhi/home") {
		t.Error("the shard of a name has changed")
	}
}

func TestAShardIsOneOfItsCount(t *testing.T) {
	for s, want := range map[string]Shard{"0/1": {0, 1}, "3/4": {3, 4}, "0/1000": {0, 1000}} {
		if got, err := ParseShard(s); err != nil || got != want || got.String() != s {
			t.Errorf("%s: got %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "1", "/", "1/", "/1", "1/1", "4/4", "0/0", "-1/4", "1/4/2", "a/b", "0/99999999999"} {
		if got, err := ParseShard(s); err == nil {
			t.Errorf("%s is taken for %v", s, got)
		}
	}
}

func TestAStateReadsBackAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Uint64Range(0, 3)
		s := state{ref: "radhi/home", commit: map[ref.Version]string{}}
		s.moved = hublog.Name(rapid.SampledFrom([]string{"", "github.com/a/b"}).Draw(t, "moved"))
		copy(s.seen[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seen"))
		for range rapid.IntRange(0, 4).Draw(t, "versions") {
			v := ref.Version{Major: number.Draw(t, "major"), Minor: number.Draw(t, "minor")}
			s.commit[v] = rapid.StringMatching(`[0-9a-f]{40}(,[0-9a-f]{40})?`).Draw(t, "commit")
		}
		file := s.text()
		l, err := listing.Parse("listings/radhi/home", "radhi/home\n")
		if err != nil {
			t.Fatal(err)
		}
		back := parseState(file, l)
		if back.ref != s.ref || back.moved != s.moved || !maps.Equal(back.commit, s.commit) || !hasSeen(file, s.seen) {
			t.Fatalf("%q reads as %+v", file, back)
		}
		if other := s.seen; func() bool { other[0]++; return hasSeen(file, other) }() {
			t.Fatal("another digest is taken for it")
		}
	})
}

func TestIndexesWithTheSameFilesAreCrawledAlike(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.good("ana/garden", "1.0.0")
	s.config.Listings = fstest.MapFS{}
	if sum := s.crawl(); sum != (Summary{}) {
		t.Errorf("an empty index: %+v", sum)
	}
	s.config.Listings = s.index
	for i := range uint64(3) {
		s.config.Shard = Shard{i, 3}
		s.crawl()
	}
	s.want("the records of three shards", s.names(), "github.com/ana/garden 1.0.0\ngithub.com/radhi/home 1.0.0")
}
