package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// maxFile is the most bytes of a listing, or of the maintainers' list, that are
// read.
const maxFile = 1 << 20

// A change is one file that is not as the base has it. Path is from the index's
// root, or from the repository's with a slash before it where the file lies
// outside of the index.
type change struct {
	path string
	was  []byte // nil: the base has no such file
	now  []byte // nil: it is gone, or no plain file
	gone bool   // nothing is at the path
	odd  bool   // something is there that is no plain file
}

// An index is a checkout of the index, beside the commit it is held against.
type index struct {
	dir    string // the index's root
	root   string // of the repository
	prefix string // the index in the repository, "" or with a slash at its end
	repo   *git.Repository
	base   *object.Tree
}

// openIndex opens the repository around dir and its commit base.
func openIndex(dir, base string) (*index, error) {
	repo, err := git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	i := &index{dir: dir, repo: repo}
	if err := i.place(); err != nil {
		return nil, err
	}
	if i.base, err = i.tree(base); err != nil {
		return nil, fmt.Errorf("%s: %w", base, err)
	}
	return i, nil
}

// place finds the index in its repository.
func (i *index) place() error {
	work, err := i.repo.Worktree()
	if err != nil {
		return err
	}
	if i.root, err = filepath.EvalSymlinks(work.Filesystem.Root()); err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(i.dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return err
	}
	inside, err := filepath.Rel(i.root, real)
	if err == nil && inside != "." {
		i.prefix = filepath.ToSlash(inside) + "/"
	}
	return err
}

func (i *index) tree(revision string) (*object.Tree, error) {
	id, err := i.repo.ResolveRevision(plumbing.Revision(revision))
	if err != nil {
		return nil, err
	}
	commit, err := i.repo.CommitObject(*id)
	if err != nil {
		return nil, err
	}
	return commit.Tree()
}

// changes are the files that the base has otherwise, by path: those that the
// commits since change, also where git is told to ignore them, and those of
// the work tree.
func (i *index) changes() ([]change, error) {
	head, err := i.tree("HEAD")
	if err != nil {
		return nil, err
	}
	committed, err := object.DiffTree(i.base, head)
	if err != nil {
		return nil, err
	}
	work, err := i.repo.Worktree()
	if err != nil {
		return nil, err
	}
	status, err := work.Status()
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, c := range committed {
		paths = append(paths, c.From.Name, c.To.Name)
	}
	for path, s := range status {
		if s.Worktree != git.Unmodified || s.Staging != git.Unmodified {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return i.changed(slices.Compact(paths))
}

// changed are those of the paths that differ.
func (i *index) changed(paths []string) ([]change, error) {
	var all []change
	for _, path := range paths {
		if path == "" {
			continue
		}
		c, same, err := i.compare(path)
		if err != nil {
			return nil, err
		}
		if !same {
			all = append(all, c)
		}
	}
	return all, nil
}

// compare is one path, from the repository's root.
func (i *index) compare(path string) (c change, same bool, err error) {
	c.path = "/" + path
	if inside, ok := strings.CutPrefix(path, i.prefix); ok {
		c.path = inside
	}
	if c.was, err = i.committed(path); err != nil {
		return c, false, err
	}
	if err := c.look(i.root, path); err != nil {
		return c, false, err
	}
	return c, !c.odd && c.gone == (c.was == nil) && bytes.Equal(c.was, c.now), nil
}

// committed is a file of the base, nil where it has none.
func (i *index) committed(path string) ([]byte, error) {
	file, err := i.base.File(path)
	if errors.Is(err, object.ErrFileNotFound) || errors.Is(err, object.ErrDirectoryNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	reader, err := file.Reader()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	content, err := io.ReadAll(io.LimitReader(reader, maxFile))
	return append([]byte{}, content...), err
}

// look reads what lies in the work tree. A link anywhere on the way is no plain
// file.
func (c *change) look(root, path string) error {
	at := root
	for segment := range strings.SplitSeq(path, "/") {
		at = filepath.Join(at, segment)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.gone = true
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			c.odd = true
			return nil
		}
		c.odd = !info.Mode().IsRegular()
	}
	if c.odd {
		return nil
	}
	var err error
	c.now, err = readFile(at)
	return err
}

// readFile is a file's first maxFile bytes; it is never nil without an error.
func readFile(at string) ([]byte, error) {
	file, err := os.Open(at)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxFile))
	return append([]byte{}, content...), err
}
