package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// paths are what a check sees changed.
func (s *scene) paths() []string {
	s.Helper()
	i, err := openIndex(s.options.Index, s.options.Base)
	s.must(err)
	all, err := i.changes()
	s.must(err)
	var paths []string
	for _, c := range all {
		paths = append(paths, c.path)
	}
	return paths
}

func (s *scene) wantPaths(want ...string) {
	s.Helper()
	if got := s.paths(); !slices.Equal(got, want) {
		s.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsCommittedAndWhatIsNotAreBothChanges(t *testing.T) {
	s := newScene(t)
	s.wantPaths()
	s.list("radhi/new")
	s.wantPaths("listings/radhi/new")
	s.commit()
	s.wantPaths("listings/radhi/new")
	s.write("maintainers.txt", "radhi\n")
	s.wantPaths("listings/radhi/new", "maintainers.txt")
	s.must(os.Remove(filepath.Join(s.index, "listings", "radhi", "home")))
	s.wantPaths("listings/radhi/home", "listings/radhi/new", "maintainers.txt")
}

func TestAFileThatIsPutBackIsNoChange(t *testing.T) {
	s := newScene(t)
	s.write("README.md", "Mine.\n")
	s.commit()
	s.write("README.md", "An index.\n")
	s.wantPaths()
}

func TestNoRuleOfGitHidesAFileThatIsCommitted(t *testing.T) {
	s := newScene(t)
	s.write(".gitignore", "*.log\n")
	s.commit()
	s.options.Base = s.head()
	s.write("listings/radhi/x.log", "radhi/x.log\n")
	s.wantPaths()
	work, err := s.repository().Worktree()
	s.must(err)
	_, err = work.Add("listings/radhi/x.log")
	s.must(err)
	s.commit()
	s.wantPaths("listings/radhi/x.log")
}

func TestAnIndexBelowItsRepositorySeesWhatLiesAroundIt(t *testing.T) {
	s := newScene(t)
	s.options.Index = filepath.Join(s.index, "hub-index")
	s.write("hub-index/maintainers.txt", "ana\n")
	s.write("hub-index/listings/radhi/home", "radhi/home\n")
	s.commit()
	s.options.Base = s.head()
	s.good("radhi/new", "mirror")
	s.write("hub-index/listings/radhi/new", "radhi/new\n")
	s.wantPaths("listings/radhi/new")
	if v := s.run(); v.Verdict != Wait {
		t.Errorf("%s", pretty(t, v))
	}
	s.write("README.md", "Mine.\n")
	s.wantPaths("/README.md", "listings/radhi/new")
	if v := s.run(); v.Verdict != Refuse {
		t.Errorf("%s", pretty(t, v))
	}
}

func TestALinkIsNeverFollowed(t *testing.T) {
	s := newScene(t)
	outside := filepath.Join(t.TempDir(), "kofi")
	s.must(os.MkdirAll(outside, 0o755))
	s.must(os.WriteFile(filepath.Join(outside, "new"), []byte("kofi/new\n"), 0o644))
	s.must(os.Symlink(outside, filepath.Join(s.index, "listings", "kofi")))
	s.options.Author = "kofi"
	if v := s.run(); v.Verdict != Refuse || !slices.Contains(types(v), Grammar) {
		t.Errorf("%s", pretty(t, v))
	}
	if len(s.server.Requests()) > 0 {
		t.Errorf("it was fetched: %q", s.server.Requests())
	}
}

func TestABaseMayBeWrittenAsGitWritesIt(t *testing.T) {
	s := newScene(t)
	first := s.options.Base
	s.list("radhi/new")
	s.commit()
	for base, want := range map[string]int{first: 1, "HEAD^1": 1, "HEAD~1": 1, "HEAD": 0, "master": 0, first[:10]: 1} {
		s.options.Base = base
		if got := s.paths(); len(got) != want {
			t.Errorf("%s: %q", base, got)
		}
	}
	s.options.Base = "nowhere"
	if _, err := Run(t.Context(), s.options); err == nil {
		t.Error("a base that is not there was taken")
	}
	s.options.Base, s.options.Index = "", t.TempDir()
	if _, err := Run(t.Context(), s.options); err == nil {
		t.Error("a directory outside of any repository was taken")
	}
}

func TestSeveralListingsAreJudgedEachByItself(t *testing.T) {
	s := newScene(t)
	s.good("radhi/new", "mirror")
	s.list("radhi/new")
	s.list("radhi/none")
	v := s.run()
	of := map[string]Level{}
	for _, r := range v.Reasons {
		of[r.Listing] = max(of[r.Listing], r.Verdict)
	}
	if v.Verdict != Refuse || of["listings/radhi/new"] != Wait || of["listings/radhi/none"] != Refuse {
		t.Errorf("%s", pretty(t, v))
	}
}
