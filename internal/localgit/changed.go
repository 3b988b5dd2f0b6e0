package localgit

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"sinew/pkg/tree"
)

// A Change is a file of the work tree that is not as a commit holds it: Path is
// from the repository's root.
type Change struct{ Path, Why string }

// Why a file is not as it is committed.
const (
	Untracked = "is not committed"
	Modified  = "differs from what is committed"
	Deleted   = "is committed and not there"
)

// Changed compares the work tree below dir with files, a commit's own, in byte
// order of path. A file that git ignores and the commit lacks is passed over,
// and so is one whose path skip names, from dir. A file with CR LF at its line
// ends is as committed where it is so with LF.
func (r *Repo) Changed(files tree.Tree, dir string, skip func(path string) bool) ([]Change, error) {
	w := &worktree{repo: r, dir: dir, skip: skip, committed: map[string][]byte{}}
	for _, f := range files.Files() {
		inside, ok := within(dir, f.Path)
		if ok && !skip(inside) {
			w.committed[f.Path] = f.Bytes
		}
	}
	if err := w.ignoreAbove(); err != nil {
		return nil, err
	}
	if err := w.walk(dir); err != nil {
		return nil, err
	}
	for path := range w.committed { // what was not met
		w.found = append(w.found, Change{path, Deleted})
	}
	slices.SortFunc(w.found, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return w.found, nil
}

// within is a path as it is from dir.
func within(dir, path string) (string, bool) {
	if dir == "" {
		return path, true
	}
	return strings.CutPrefix(path, dir+"/")
}

// A worktree is one comparison.
type worktree struct {
	repo      *Repo
	dir       string
	skip      func(string) bool
	committed map[string][]byte // not yet met
	ignored   []gitignore.Pattern
	found     []Change
}

// ignoreAbove reads what is ignored everywhere, and the .gitignore of every
// directory above dir.
func (w *worktree) ignoreAbove() error {
	if err := w.ignore(filepath.Join(w.repo.common, "info", "exclude"), nil); err != nil {
		return err
	}
	if w.dir == "" {
		return nil
	}
	segments := strings.Split(w.dir, "/")
	for i := range segments {
		above := segments[:i]
		if err := w.ignore(filepath.Join(w.repo.Root, filepath.Join(above...), ".gitignore"), above); err != nil {
			return err
		}
	}
	return nil
}

// ignore adds the patterns of one file, which hold below domain.
func (w *worktree) ignore(file string, domain []string) error {
	text, err := readText(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			w.ignored = append(w.ignored, gitignore.ParsePattern(line, slices.Clone(domain)))
		}
	}
	return nil
}

// walk compares one directory and what is below it.
func (w *worktree) walk(dir string) error {
	full := filepath.Join(w.repo.Root, filepath.FromSlash(dir))
	if err := w.ignore(filepath.Join(full, ".gitignore"), split(dir)); err != nil {
		return err
	}
	entries, err := os.ReadDir(full)
	if err != nil {
		return err
	}
	matcher := gitignore.NewMatcher(w.ignored)
	depth := len(w.ignored)
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		inside, _ := within(w.dir, at)
		if e.Name() == ".git" || w.skip(inside) {
			continue
		}
		_, tracked := w.committed[at]
		ignored := !tracked && matcher.Match(split(at), e.IsDir())
		switch {
		case e.IsDir() && (!ignored || w.tracksBelow(at)):
			err = w.walk(at)
			w.ignored = w.ignored[:depth]
		case !e.IsDir() && !ignored:
			err = w.file(at, full, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func split(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// tracksBelow reports whether the commit holds a file below a directory.
func (w *worktree) tracksBelow(dir string) bool {
	for path := range w.committed {
		if strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return false
}

// file compares one file.
func (w *worktree) file(at, dir string, e fs.DirEntry) error {
	want, tracked := w.committed[at]
	delete(w.committed, at)
	if !tracked {
		w.found = append(w.found, Change{at, Untracked})
		return nil
	}
	same, err := holds(filepath.Join(dir, e.Name()), want)
	if err == nil && !same {
		w.found = append(w.found, Change{at, Modified})
	}
	return err
}

// holds reports whether the regular file at path has the bytes want, or has
// them but for its line ends.
func holds(path string, want []byte) (bool, error) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 2*int64(len(want)) {
		return false, err
	}
	got, err := os.ReadFile(path)
	return bytes.Equal(got, want) || bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want), err
}
