package faults

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/project"
	"sinew/pkg/tree"
	"sinew/store"
)

// checkStore hashes every entry of the store: each is what its name says, and
// nothing but the store's own files and what a killed process left lies beside
// them.
func (p *person) checkStore() {
	p.t.Helper()
	names, err := os.ReadDir(p.store())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Fatal(err)
	}
	s := store.Open(p.store())
	for _, e := range names {
		if e.Name() == ".lock" || e.Name() == ".origins" || strings.HasPrefix(e.Name(), ".tmp-") {
			continue
		}
		if _, err := s.Get(tree.Digest("h1:" + e.Name())); err != nil {
			p.t.Errorf("%s: %v", e.Name(), err)
		}
	}
}

// checkFull wants every entry of the lock in the store.
func (p *person) checkFull() {
	p.t.Helper()
	text := read(p.t, p.file(state.LockFile))
	if text == "" {
		return
	}
	lock, err := lockfile.Parse([]byte(text))
	must(p.t, err)
	s := store.Open(p.store())
	for _, e := range lock.Reflexes {
		if _, err := s.Get(e.H1); err != nil {
			p.t.Errorf("%s %s: %v", e.Name, e.Tag, err)
		}
	}
}

// files are the owned files of a project as texts, "" where there is none; of
// evoke.toml, which is missing before first use, what that means.
type files struct{ toml, lock, types string }

func (p *person) files() files {
	p.t.Helper()
	if _, err := os.Lstat(p.file(state.ProjectFile)); errors.Is(err, fs.ErrNotExist) {
		return files{state.DefaultProject, read(p.t, p.file(state.LockFile)), read(p.t, p.file(state.TypesFile))}
	}
	return files{read(p.t, p.file(state.ProjectFile)), read(p.t, p.file(state.LockFile)), read(p.t, p.file(state.TypesFile))}
}

// checkFiles wants each file to be one of two texts, and to read.
func (p *person) checkFiles(before, after files) {
	p.t.Helper()
	now := p.files()
	either := func(name, is, was, becomes string) {
		if is != was && is != becomes {
			p.t.Errorf("%s is neither as it was nor as it was to become:\n%s", name, is)
		}
	}
	either(state.ProjectFile, now.toml, before.toml, after.toml)
	either(state.LockFile, now.lock, before.lock, after.lock)
	either(state.TypesFile, now.types, before.types, after.types)
	if now.toml != before.toml && now.lock != after.lock {
		p.t.Error("evoke.toml names what evoke.lock does not hold")
	}
	_, err := project.Read([]byte(now.toml))
	if now.lock != "" && err == nil {
		_, err = lockfile.Parse([]byte(now.lock))
	}
	if err != nil {
		p.t.Error(err)
	}
}

// snapshot is every file and link below the directories, with its mode and
// content.
func snapshot(t *testing.T, dirs ...string) string {
	t.Helper()
	var out strings.Builder
	for _, dir := range dirs {
		must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == dir {
				return nil
			}
			if err != nil || d.IsDir() {
				return err
			}
			if d.Type()&fs.ModeSymlink != 0 {
				to, err := os.Readlink(path)
				fmt.Fprintf(&out, "%s -> %s\n", path, to)
				return err
			}
			text, err := os.ReadFile(path)
			fmt.Fprintf(&out, "%s %s %x\n", path, d.Type(), sha256.Sum256(text))
			return err
		}))
	}
	return out.String()
}

// unchanged wants the directories to be as a snapshot of them.
func unchanged(t *testing.T, before string, dirs ...string) {
	t.Helper()
	if now := snapshot(t, dirs...); now != before {
		t.Errorf("before:\n%s\nnow:\n%s", before, now)
	}
}

// copyDir copies the files of a directory that may not be there.
func copyDir(t *testing.T, from, to string) {
	t.Helper()
	if _, err := os.Stat(from); err == nil {
		must(t, os.CopyFS(to, os.DirFS(from)))
	}
}
