package crawl

import (
	"os"
	"path/filepath"
	"testing"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/tree"
	"sinew/resolve/remote"
	"sinew/store"
)

// kept checks that the tree of every version record is in the store, and gives
// how many records there are.
func (s *scene) kept() int {
	s.Helper()
	versions := 0
	for _, r := range s.records() {
		if r.Kind != hublog.KindVersion {
			continue
		}
		versions++
		entry, err := store.Open(s.config.Trees).Get(tree.Digest(r.H1))
		s.must(err)
		if _, ok := entry.Tree.Get(manifestName); !ok {
			s.Errorf("the tree of %s %s has no manifest", r.Name, r.Version)
		}
	}
	return versions
}

func TestACrawlKeepsTheTreesOfItsRecords(t *testing.T) {
	s := newScene(t)
	s.config.Trees = filepath.Join(t.TempDir(), "trees")
	s.good("radhi/one", "1.0.0", "1.1.0")
	s.build("radhi/two", "commit a\ntag 1.0.0\ncommit b\ntag 2.0.0\n-- a/x/reflex.toml --\n"+gittest.Saying("x")+"-- a/y/reflex.toml --\n"+gittest.Saying("x")+
		"-- b/x/reflex.toml --\n"+gittest.Saying("x")+"-- b/x/more --\nmore\n")
	s.crawl()
	if n := s.kept(); n != 5 {
		t.Errorf("%d versions were recorded:\n%s", n, s.names())
	}
	before := filesOf(t, s.config.Trees)
	s.must(os.RemoveAll(s.config.State))
	s.crawl()
	if got := filesOf(t, s.config.Trees); len(got) != len(before) {
		t.Errorf("a second crawl has %d files in the store, the first had %d", len(got), len(before))
	}
}

func TestWithoutADirectoryOfTreesNoneIsKept(t *testing.T) {
	s := newScene(t)
	s.good("radhi/one", "1.0.0")
	if sum := s.crawl(); sum.Records != 1 {
		t.Errorf("it did %+v", sum)
	}
}

func TestATreeThatCannotBeKeptStopsTheCrawlBeforeItsRecordIsWritten(t *testing.T) {
	s := newScene(t)
	s.config.Trees = filepath.Join(t.TempDir(), "file")
	s.must(os.WriteFile(s.config.Trees, nil, 0o600))
	s.good("radhi/one", "1.0.0")
	if _, err := s.try(t.Context(), remote.Options{}); err == nil {
		t.Error("the crawl ended well")
	}
	s.want("the records", s.names(), "")
}
