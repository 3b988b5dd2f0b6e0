package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sinew/internal/testuser"
	"sinew/pkg/diag"
	"sinew/pkg/tree"
	"sinew/store"
)

func TestWhatWasKeptIsFoundByItsHash(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "store")
	s := store.Open(dir)
	want := reflex("lights")
	kept, err := s.Keep(t.Context(), want)
	must(t, err)
	got, err := s.Get(want.H1())
	must(t, err)
	for _, e := range []store.Entry{kept, got} {
		if e.H1 != want.H1() || e.Tree.H1() != want.H1() {
			t.Errorf("the entry is %v, want %v", e.H1, want.H1())
		}
		if e.Dir != filepath.Join(resolved(t, dir), want.H1().Hex()) {
			t.Errorf("the entry lies at %s", e.Dir)
		}
		text, err := os.ReadFile(filepath.Join(e.Dir, "lib", "say.mts"))
		must(t, err)
		if string(text) != "export const say = 1\n" {
			t.Errorf("the file holds %q", text)
		}
	}
	wantNames(t, dir, ".lock", want.H1().Hex())
}

func TestAnEntryThatStillHashesStandsUntouched(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	before, err := os.Stat(kept.Dir)
	must(t, err)
	again, err := store.Open(dir).Keep(t.Context(), reflex("lights"))
	must(t, err)
	after, err := os.Stat(again.Dir)
	must(t, err)
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the entry was written again")
	}
}

// damages are the ways in which an entry stops being what its name says.
var damages = map[string]func(entry, victim string) error{
	"a changed byte":   func(entry, _ string) error { return os.WriteFile(entry+"/reflex.toml", []byte("x"), 0o644) },
	"a stray file":     func(entry, _ string) error { return os.WriteFile(entry+"/stray", nil, 0o644) },
	"a project's file": func(entry, _ string) error { return os.WriteFile(entry+"/evoke.toml", nil, 0o644) },
	"a missing file":   func(entry, _ string) error { return os.Remove(entry + "/reflex.toml") },
	"a missing entry":  func(entry, _ string) error { return os.RemoveAll(entry) },
	"an unclean name":  func(entry, _ string) error { return os.WriteFile(entry+"/a\xff", nil, 0o644) },
	"a pipe":           func(entry, _ string) error { return syscall.Mkfifo(entry+"/pipe", 0o600) },
	"an unreadable file": func(entry, _ string) error {
		return errors.Join(os.WriteFile(entry+"/secret", []byte("x"), 0o200), os.Chmod(entry+"/secret", 0))
	},
	"a file as the entry": func(entry, _ string) error {
		return errors.Join(os.RemoveAll(entry), os.WriteFile(entry, []byte("x"), 0o644))
	},
	"a link in the entry": func(entry, victim string) error {
		return errors.Join(os.Remove(entry+"/reflex.toml"), os.Symlink(victim+"/reflex.toml", entry+"/reflex.toml"))
	},
	"a link as the entry": func(entry, victim string) error {
		return errors.Join(os.RemoveAll(entry), os.Symlink(victim, entry))
	},
	"a link to nothing": func(entry, _ string) error {
		return errors.Join(os.RemoveAll(entry), os.Symlink("nowhere", entry))
	},
}

func TestADamagedEntryIsAMissAndIsReplaced(t *testing.T) {
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			s, dir := open(t)
			kept, err := s.Keep(t.Context(), reflex("lights"))
			must(t, err)
			victim := filepath.Join(t.TempDir(), "victim")
			must(t, os.CopyFS(victim, os.DirFS(kept.Dir)))
			must(t, damage(kept.Dir, victim))

			if _, err := s.Get(kept.H1); !errors.Is(err, store.ErrMiss) {
				t.Fatalf("the error is %v", err)
			}
			_, err = s.Keep(t.Context(), reflex("lights"))
			must(t, err)
			_, err = s.Get(kept.H1)
			must(t, err)
			wantNames(t, dir, ".lock", kept.H1.Hex())
			text, err := os.ReadFile(filepath.Join(victim, "reflex.toml"))
			must(t, err)
			if !strings.Contains(string(text), "lights") {
				t.Errorf("the victim's file holds %q", text)
			}
		})
	}
}

func TestWhatIsNoDigestIsAMiss(t *testing.T) {
	s, _ := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	for _, bad := range []tree.Digest{"", "h1:", "h1:..", "h1:../" + kept.H1, tree.Digest(kept.H1.Hex()), kept.H1 + "/", tree.Digest(strings.ToUpper(string(kept.H1)))} {
		if _, err := s.Get(bad); !errors.Is(err, store.ErrMiss) {
			t.Errorf("%q: the error is %v", bad, err)
		}
	}
}

func TestKeepAllKeepsTheOrderAndTwinsOnce(t *testing.T) {
	s, dir := open(t)
	trees := []tree.Tree{reflex("b"), reflex("a"), reflex("b"), {}}
	entries, err := s.KeepAll(t.Context(), trees)
	must(t, err)
	for i, e := range entries {
		if e.H1 != trees[i].H1() {
			t.Errorf("entry %d is %v", i, e.H1)
		}
		_, err := s.Get(e.H1)
		must(t, err)
	}
	wantNames(t, dir, ".lock", reflex("a").H1().Hex(), reflex("b").H1().Hex(), tree.Tree{}.H1().Hex())
	none, err := s.KeepAll(t.Context(), nil)
	if err != nil || len(none) != 0 {
		t.Errorf("nothing kept gives %v, %v", none, err)
	}
}

func TestABatchOfMoreFilesThanAreSyncedIsKeptToo(t *testing.T) {
	s, _ := open(t)
	var trees []tree.Tree
	for i := range 150 {
		trees = append(trees, reflex(fmt.Sprint(i)))
	}
	_, err := s.KeepAll(t.Context(), trees)
	must(t, err)
	for _, one := range trees {
		_, err := s.Get(one.H1())
		must(t, err)
	}
}

func TestACancelledKeepLeavesNothing(t *testing.T) {
	s, dir := open(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Keep(gone, reflex("lights")); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, dir)
}

func TestATreeThatCannotBeWrittenLeavesNothing(t *testing.T) {
	s, dir := open(t)
	unwritable := newTree(tree.File{Path: "ok"}, tree.File{Path: strings.Repeat("n", 300)})
	_, err := s.KeepAll(t.Context(), []tree.Tree{reflex("lights"), unwritable})
	var failed *diag.Failure
	if !errors.As(err, &failed) || !errors.Is(err, syscall.ENAMETOOLONG) {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, dir, ".lock")
}

func TestAFullStoreOnAReadOnlyDiskServesAndKeeps(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	for _, path := range []string{kept.Dir, dir} {
		must(t, os.Chmod(path, 0o555))
		t.Cleanup(func() { os.Chmod(path, 0o755) })
	}
	testuser.Run(t, filepath.Dir(dir), func() {
		s := store.Open(dir)
		if _, err := s.Get(kept.H1); err != nil {
			t.Error(err)
		}
		if _, err := s.Keep(t.Context(), reflex("lights")); err != nil {
			t.Error("keeping what is there:", err)
		}
		if _, err := s.Keep(t.Context(), reflex("timer")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("keeping what is not there: %v", err)
		}
	})
	wantNames(t, dir, ".lock", kept.H1.Hex())
}

func TestPlantedLinksAreNeverFollowed(t *testing.T) {
	s, dir := open(t)
	victim := t.TempDir()
	file := filepath.Join(victim, "file")
	must(t, os.WriteFile(file, []byte("mine"), 0o600))
	lights := reflex("lights")
	must(t, os.MkdirAll(dir, 0o755))
	must(t, os.Symlink(victim, filepath.Join(dir, ".tmp-planted")))
	must(t, os.Symlink(file, filepath.Join(dir, ".tmp-file")))
	must(t, os.Symlink(victim, filepath.Join(dir, lights.H1().Hex())))
	_, err := s.Keep(t.Context(), lights)
	must(t, err)
	wantNames(t, dir, ".lock", lights.H1().Hex())

	must(t, os.Remove(filepath.Join(dir, ".lock")))
	must(t, os.Symlink(file, filepath.Join(dir, ".lock")))
	if _, err := s.Keep(t.Context(), reflex("timer")); err == nil || !strings.Contains(err.Error(), ".lock: is a symbolic link") {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, victim, "file")
	if text, _ := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the victim holds %q", text)
	}
}

func TestTheStoreMayBeReachedByALink(t *testing.T) {
	real := t.TempDir()
	link := filepath.Join(t.TempDir(), "cache")
	must(t, os.Symlink(real, link))
	kept, err := store.Open(filepath.Join(link, "store")).Keep(t.Context(), reflex("lights"))
	must(t, err)
	if want := filepath.Join(resolved(t, real), "store", kept.H1.Hex()); kept.Dir != want {
		t.Errorf("the entry lies at %s, want %s", kept.Dir, want)
	}
}

func ExampleStore_Get() {
	s := store.Open("/nonexistent/cache/store")
	_, err := s.Get("h1:a30b1bbcf52390c4b1311685ceee9f886b81b7699cde1374040979ad00c25d3a")
	fmt.Println(errors.Is(err, store.ErrMiss))
	// Output: true
}

func open(t *testing.T) (*store.Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "store")
	must(t, os.Mkdir(dir, 0o755))
	return store.Open(dir), dir
}

func reflex(name string) tree.Tree {
	return newTree(
		tree.File{Path: "reflex.toml", Bytes: []byte("reflex = 1\ndescription = \"" + name + "\"\n")},
		tree.File{Path: "lib/say.mts", Bytes: []byte("export const say = 1\n")},
	)
}

func newTree(files ...tree.File) tree.Tree {
	t, err := tree.New(files)
	if err != nil {
		panic(err)
	}
	return t
}

func resolved(t *testing.T, dir string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(dir)
	must(t, err)
	return real
}

// wantNames wants exactly these names in dir, in any order.
func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	got := map[string]bool{}
	for _, e := range entries {
		got[e.Name()] = true
	}
	for _, name := range want {
		if !got[name] {
			t.Errorf("%s is missing %s", dir, name)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("%s holds %v besides", dir, got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
