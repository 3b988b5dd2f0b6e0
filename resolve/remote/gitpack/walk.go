package gitpack

import (
	"bytes"
	"errors"
	"fmt"

	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// Tree is every file of a commit's tree. The error is a *Refusal or, for a
// path that no tree may hold, a *tree.PathError. The tree shares its bytes
// with o.
func (o *Objects) Tree(commit ID) (tree.Tree, error) {
	content, err := o.get(commit, kindCommit, "the commit")
	if err != nil {
		return tree.Tree{}, err
	}
	root, err := parseCommit(content, o.format)
	if err != nil {
		return tree.Tree{}, err
	}
	w := walker{objects: o, limits: o.limits}
	if err := w.walk(root, "", 0); err != nil {
		return tree.Tree{}, err
	}
	return tree.New(w.files)
}

// A walker visits a tree by path. Trees share their parts, so a small pack can
// name a huge tree: what is counted is paths, not objects.
type walker struct {
	objects *Objects
	limits  Limits
	files   []tree.File
	entries int
	bytes   int64
}

// walk visits the tree id at the path above, which is "" or ends in a slash.
func (w *walker) walk(id ID, above string, depth int) error {
	if depth > w.limits.TreeDepth {
		return &tree.PathError{Path: above, Why: fmt.Sprintf("is over %d directories deep", w.limits.TreeDepth)}
	}
	content, err := w.objects.get(id, kindTree, "the tree")
	if err != nil {
		return err
	}
	entries, err := parseTree(content, w.objects.format)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := w.visit(e, above+e.name, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) visit(e treeEntry, path string, depth int) error {
	if w.entries++; w.entries > w.limits.Entries {
		return refuse("the tree holds over %d files and directories", w.limits.Entries)
	}
	if why := whyNot(e.mode); why != "" {
		return &tree.PathError{Path: path, Why: why}
	}
	if !e.isDir() {
		return w.file(e.id, path) // tree.New checks its path
	}
	if err := tree.CheckPath(path); err != nil {
		return err // a directory may hold no file
	}
	return w.walk(e.id, path+"/", depth+1)
}

func (w *walker) file(id ID, path string) error {
	content, err := w.objects.get(id, kindBlob, "the file "+text.Escape(path))
	if err != nil {
		return err
	}
	if w.bytes += int64(len(content)); w.bytes > w.limits.FileBytes {
		return refuse("the files of the tree are over %d bytes", w.limits.FileBytes)
	}
	if isPointer(content) {
		return &tree.PathError{Path: path, Why: "is a git LFS pointer: its content is not in the repository"}
	}
	w.files = append(w.files, tree.File{Path: path, Bytes: content})
	return nil
}

// maxPointer is what a file must stay below to be a pointer of git LFS.
const maxPointer = 1024

// isPointer reports whether a file stands for one that git LFS keeps elsewhere:
// its first line names a version of LFS, and a later one the content's id. A
// text about pointers that shows the first line alone is none.
func isPointer(content []byte) bool {
	if len(content) >= maxPointer || !bytes.HasPrefix(content, []byte("version https://")) {
		return false
	}
	first, rest, _ := bytes.Cut(content, []byte("\n"))
	switch string(bytes.TrimSuffix(first, []byte("\r"))) {
	case "version https://git-lfs.github.com/spec/v1", "version https://hawser.github.com/spec/v1":
		return bytes.HasPrefix(rest, []byte("oid ")) || bytes.Contains(rest, []byte("\noid "))
	}
	return false
}

// whyNot is why an entry of that mode is refused, or "".
func whyNot(mode string) string {
	switch mode {
	case modeFile, modeGroupFile, modeExecutable, modeDir:
		return ""
	case modeSymlink:
		return "is a symbolic link"
	case modeSubmodule:
		return "is a submodule"
	}
	return "has mode " + mode + ", which no file has"
}

// IsRefusal reports whether err is about what a remote sent: a *Refusal or a
// *tree.PathError.
func IsRefusal(err error) bool {
	var refusal *Refusal
	var path *tree.PathError
	return errors.As(err, &refusal) || errors.As(err, &path)
}
