package faults

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/testuser"
)

// nobody is somebody whom permissions stop, with a copy of the scene's home.
func (w *world) nobody(t *testing.T, s *scene) *person {
	t.Helper()
	above := quickDir(t)
	p := w.set(t, s, filepath.Join(above, "home"))
	p.as = func(cmd *exec.Cmd) { testuser.Command(t, p.home.Dir, cmd) }
	t.Cleanup(func() { moreWrite(t, above) })
	return p
}

// lessWrite takes the permission to write from everything below the paths.
func lessWrite(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		must(t, filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			return os.Chmod(path, info.Mode().Perm()&^0o222)
		}))
	}
}

func moreWrite(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		must(t, filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.Type()&fs.ModeSymlink != 0 {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, 0o755)
			}
			return os.Chmod(path, 0o644)
		}))
	}
}

// needNoWrite are the commands that work where nothing may be written.
var needNoWrite = [][]string{
	{"show"}, {"show", "lamp"}, {"run", "lamp"}, {"say lamp"}, {"try", "say lamp"}, {"sync"}, {"update", "--dry-run"},
}

func TestWhatNeedsNoWriteWorksWhereNothingMayBeWritten(t *testing.T) {
	w := newWorld(t)
	s := w.scenes()["update"]
	done := w.set(t, s, filepath.Join(quickDir(t), "home"))
	done.exits(0, "update")
	s.home = done.home.Dir
	for name, places := range map[string][]string{
		"the store":      {".cache/sinew/store"},
		"the lock":       {".config/evoke/evoke.lock"},
		"the project":    {".config/evoke"},
		"the cache":      {".cache"},
		"the state":      {".local"},
		"the whole home": {"."},
	} {
		t.Run(name, func(t *testing.T) {
			p := w.nobody(t, s)
			must(t, os.MkdirAll(filepath.Join(p.home.Dir, ".local", "state", "sinew"), 0o755))
			var paths []string
			for _, place := range places {
				paths = append(paths, filepath.Join(p.home.Dir, place))
			}
			lessWrite(t, paths...)
			before := snapshot(t, paths...)
			for _, args := range needNoWrite {
				p.exits(0, args...)
			}
			unchanged(t, before, paths...)
		})
	}
}

func TestWhatMayNotBeWrittenIsOneLineAndHealsOnceItMay(t *testing.T) {
	w := newWorld(t)
	scenes := w.scenes()
	for name, c := range map[string]struct {
		scene string
		place string
	}{
		"a sync into a store":         {"sync", ".cache/sinew/store"},
		"a sync into a cache":         {"sync", ".cache"},
		"an add into a store":         {"add", ".cache/sinew/store"},
		"an add into a project":       {"add", ".config/evoke"},
		"an update into a store":      {"update", ".cache/sinew/store"},
		"an update into a project":    {"update", ".config/evoke"},
		"an update without a journal": {"update", ".local/state/sinew"},
		"an add into a home":          {"add", "."},
	} {
		t.Run(name, func(t *testing.T) {
			s := scenes[c.scene]
			p := w.nobody(t, s)
			place := filepath.Join(p.home.Dir, c.place)
			must(t, os.MkdirAll(place, 0o755))
			lessWrite(t, place)
			p.refused(1, "permission denied", s.args...)
			p.checkStore()
			p.checkFiles(s.before, s.before)
			moreWrite(t, place)
			p.checkHealed(s)
		})
	}
}

func TestWhatMayNotBeReadIsNamedAndHealsOnceItMay(t *testing.T) {
	w := newWorld(t)
	s := w.scenes()["update"]
	for _, name := range []string{"evoke.toml", "evoke.lock"} {
		p := w.nobody(t, s)
		must(t, os.Chmod(p.file(name), 0))
		for _, args := range [][]string{{"show"}, {"sync"}, {"run", "lamp"}, {"update"}, {"add", "std:disk"}, {"remove", "lamp"}} {
			p.refused(1, name+": permission denied", args...)
		}
		must(t, os.Chmod(p.file(name), 0o644))
		p.checkFiles(s.before, s.before)
		p.checkHealed(s)
	}
	p := w.nobody(t, s)
	entries, err := filepath.Glob(filepath.Join(p.store(), "[0-9a-f]*"))
	must(t, err)
	for i, entry := range entries {
		if i%2 == 0 {
			entry = filepath.Join(entry, "reflex.toml")
		}
		must(t, os.Chmod(entry, 0))
	}
	if got := p.exits(0, "show"); strings.Count(got.out, "is not in the store") != len(entries) {
		t.Errorf("got %s", got.out)
	}
	p.exits(0, "sync")
	p.checkHealed(s)
	left, err := filepath.Glob(filepath.Join(p.store(), ".tmp-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left in the store: %q, %v", left, err)
	}
}
