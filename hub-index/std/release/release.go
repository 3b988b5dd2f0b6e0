// Package release writes the repository that package std carries. It runs when
// a version is released and in tests, never in the program.
//
// A repository is one pack without deltas and the lines of its tags. A version
// is one commit by `sinew`, at a date that stands in List, on top of the
// version before it, so the same sources make the same ids on every machine.
// What earlier versions hold is carried over, object by object.
package release

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/memory"

	"sinew/hub-index/std"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// A Version is a released version and the date its commit bears.
type Version struct {
	Tag  string
	Date time.Time
}

// List is every version, oldest first. To release one, add its line and run
// `go generate ./hub-index/std`.
var List = []Version{
	{"0.1.0", time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)},
}

// A Repository is the bytes of std.pack and of std.refs.
type Repository struct {
	Pack []byte
	Refs string
}

// rootFiles are the collection's own files, beside its reflexes.
var rootFiles = []string{"LICENSE", "README.md"}

// Sources is the collection as it stands in a directory: its own files and
// every directory that holds a reflex.toml, without names that begin with a
// dot.
func Sources(dir fs.FS) (tree.Tree, error) {
	var files []tree.File
	err := fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return enter(dir, name)
		case strings.HasPrefix(path.Base(name), "."), !strings.Contains(name, "/") && !slices.Contains(rootFiles, name):
			return nil
		}
		data, err := fs.ReadFile(dir, name)
		files = append(files, tree.File{Path: name, Bytes: data})
		return err
	})
	if err != nil {
		return tree.Tree{}, err
	}
	return tree.New(files)
}

// enter is fs.SkipDir for a directory that is no part of the collection.
func enter(dir fs.FS, name string) error {
	if name == "." {
		return nil
	}
	first, _, _ := strings.Cut(name, "/")
	if _, err := fs.Stat(dir, first+"/reflex.toml"); err != nil || strings.HasPrefix(path.Base(name), ".") {
		return fs.SkipDir
	}
	return nil
}

// Add is old with one version more, whose tree is sources.
func Add(old Repository, version Version, sources tree.Tree) (Repository, error) {
	w, err := open(old)
	if err != nil {
		return Repository{}, err
	}
	root, err := w.tree(sources)
	if err != nil {
		return Repository{}, err
	}
	tags := std.ParseRefs(old.Refs)
	commit, err := w.commit(root, version, tags)
	if err != nil {
		return Repository{}, err
	}
	tags = append(tags, resolve.Tag{Name: version.Tag, Commit: commit.String()})
	data, err := w.pack(tags)
	return Repository{Pack: data, Refs: printRefs(tags)}, err
}

// WithoutLast is old without its newest version. The pack keeps objects that
// no tag reaches any more until the next Add.
func WithoutLast(old Repository) Repository {
	tags := std.ParseRefs(old.Refs)
	return Repository{Pack: old.Pack, Refs: printRefs(tags[:max(0, len(tags)-1)])}
}

func printRefs(tags []resolve.Tag) string {
	var b strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&b, "%s refs/tags/%s\n", t.Commit, t.Name)
	}
	return b.String()
}

// A writer holds the objects of a repository while a version is added.
type writer struct{ objects *memory.Storage }

func open(old Repository) (writer, error) {
	w := writer{memory.NewStorage()}
	if len(old.Pack) == 0 {
		return w, nil
	}
	if err := packfile.UpdateObjectStorage(w.objects, bytes.NewReader(old.Pack)); err != nil {
		return writer{}, fmt.Errorf("reading the pack: %w", err)
	}
	return w, nil
}

// tree keeps the files as blobs and trees, and returns the root's id.
func (w writer) tree(files tree.Tree) (plumbing.Hash, error) {
	root := &object.Tree{}
	var dirs []string
	for _, f := range files.Files() {
		if dir, _, below := strings.Cut(f.Path, "/"); below {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
			continue
		}
		id, err := w.blob(f.Bytes)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		root.Entries = append(root.Entries, object.TreeEntry{Name: f.Path, Mode: filemode.Regular, Hash: id})
	}
	for _, dir := range dirs {
		id, err := w.tree(files.Sub(dir))
		if err != nil {
			return plumbing.ZeroHash, err
		}
		root.Entries = append(root.Entries, object.TreeEntry{Name: dir, Mode: filemode.Dir, Hash: id})
	}
	slices.SortFunc(root.Entries, func(a, b object.TreeEntry) int { return cmp.Compare(sortKey(a), sortKey(b)) })
	return w.keep(root)
}

// sortKey is an entry's name as git orders it: a directory ends in a slash.
func sortKey(e object.TreeEntry) string {
	if e.Mode == filemode.Dir {
		return e.Name + "/"
	}
	return e.Name
}

func (w writer) blob(data []byte) (plumbing.Hash, error) {
	encoded := w.objects.NewEncodedObject()
	encoded.SetType(plumbing.BlobObject)
	out, err := encoded.Writer()
	if err != nil {
		return plumbing.ZeroHash, err
	}
	if _, err := out.Write(data); err != nil {
		return plumbing.ZeroHash, err
	}
	return w.objects.SetEncodedObject(encoded)
}

func (w writer) commit(root plumbing.Hash, version Version, earlier []resolve.Tag) (plumbing.Hash, error) {
	by := object.Signature{Name: "sinew", When: version.Date}
	commit := &object.Commit{Author: by, Committer: by, Message: "std " + version.Tag + "\n", TreeHash: root}
	if n := len(earlier); n > 0 {
		commit.ParentHashes = []plumbing.Hash{plumbing.NewHash(earlier[n-1].Commit)}
	}
	return w.keep(commit)
}

func (w writer) keep(o interface {
	Encode(plumbing.EncodedObject) error
}) (plumbing.Hash, error) {
	encoded := w.objects.NewEncodedObject()
	if err := o.Encode(encoded); err != nil {
		return plumbing.ZeroHash, err
	}
	return w.objects.SetEncodedObject(encoded)
}

// pack is everything the tags reach: for each tag its commit, then its tree
// from the root down, each object once. The order depends on nothing else, so
// earlier versions keep their place.
func (w writer) pack(tags []resolve.Tag) ([]byte, error) {
	var ids []plumbing.Hash
	for _, t := range tags {
		commit, err := object.GetCommit(w.objects, plumbing.NewHash(t.Commit))
		if err != nil {
			return nil, fmt.Errorf("the commit of %s: %w", t.Name, err)
		}
		ids = append(ids, commit.Hash)
		if ids, err = w.reach(ids, commit.TreeHash); err != nil {
			return nil, fmt.Errorf("the tree of %s: %w", t.Name, err)
		}
	}
	var out bytes.Buffer
	_, err := packfile.NewEncoder(&out, w.objects, false).Encode(distinct(ids), 0)
	return out.Bytes(), err
}

func (w writer) reach(ids []plumbing.Hash, root plumbing.Hash) ([]plumbing.Hash, error) {
	ids = append(ids, root)
	dir, err := object.GetTree(w.objects, root)
	if err != nil {
		return nil, err
	}
	for _, e := range dir.Entries {
		if e.Mode != filemode.Dir {
			ids = append(ids, e.Hash)
		} else if ids, err = w.reach(ids, e.Hash); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func distinct(ids []plumbing.Hash) []plumbing.Hash {
	seen := make(map[plumbing.Hash]bool, len(ids))
	return slices.DeleteFunc(ids, func(id plumbing.Hash) bool {
		was := seen[id]
		seen[id] = true
		return was
	})
}
