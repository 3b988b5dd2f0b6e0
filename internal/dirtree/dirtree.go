// Package dirtree is the way between a directory of the disk and a tree.Tree:
// Read and ReadReflex in, Write out.
//
// Reading trusts nothing below the directory. It descends from descriptor to
// descriptor and follows no symbolic link, opens nothing but directories and
// regular files, and stops at the limits a fetched tree keeps. What a tree
// refuses, reading refuses with the same *tree.PathError; modes, times and
// empty directories are not seen (behaviour.md 3.1).
package dirtree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"sinew/pkg/tree"
)

// The limits of one tree.
const (
	MaxEntries = 20_000   // files and directories
	MaxBytes   = 64 << 20 // the bytes of all files together
)

// batchNames is how many names are listed before the limits are looked at.
const batchNames = 512

// A LimitError is a directory that holds more than a tree may.
type LimitError struct{ What string }

// Error is `holds more than <what>`.
func (e *LimitError) Error() string { return "holds more than " + e.What }

func tooMany() error { return &LimitError{fmt.Sprintf("%d files and directories", MaxEntries)} }
func tooBig() error  { return &LimitError{fmt.Sprintf("%d MB of files", MaxBytes>>20)} }

// Read is everything below dir, which may itself be no link. The error is a
// *tree.PathError (a link, a special file, a path that is no clean one), a
// *LimitError, or the system's for the first thing that could not be read.
//
// Another process may change the directory meanwhile. Then the tree is what
// was read, each file once; nothing is read a second time.
func Read(dir string) (tree.Tree, error) {
	return read(dir, unix.O_NOFOLLOW, nil)
}

// ReadReflex is Read for a directory that holds a reflex its author works on:
// without the five names of a project (tree.IsOwned) and without git's own
// directory at its top, so that it hashes as it would once fetched. dir may be
// a link: it is the person's own.
func ReadReflex(dir string) (tree.Tree, error) {
	return read(dir, 0, func(name string) bool { return name == ".git" || tree.IsOwned(name) })
}

// read leaves out the names at the top that skip names; skip may be nil.
func read(dir string, flags int, skip func(name string) bool) (tree.Tree, error) {
	fd, err := openat(unix.AT_FDCWD, dir, unix.O_DIRECTORY|flags)
	if err != nil {
		return tree.Tree{}, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	r := reader{root: dir}
	if err := r.directory(fd, "", skip); err != nil {
		return tree.Tree{}, err
	}
	return tree.New(r.files)
}

// A reader gathers the files below root.
type reader struct {
	root    string
	files   []tree.File
	entries int
	bytes   int64
}

// directory reads what is below the open directory fd and closes it. path is
// its path in the tree.
func (r *reader) directory(fd int, path string, skip func(string) bool) error {
	dir := os.NewFile(uintptr(fd), filepath.Join(r.root, path))
	defer dir.Close()
	entries, err := r.list(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if skip != nil && skip(e.Name()) {
			continue
		}
		if err := r.entry(fd, joined(path, e.Name()), e); err != nil {
			return err
		}
	}
	return nil
}

// list is the entries of dir in byte order of their names: what is refused
// first is the same on every machine.
func (r *reader) list(dir *os.File) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	for {
		some, err := dir.ReadDir(batchNames)
		entries = append(entries, some...)
		if r.entries += len(some); r.entries > MaxEntries {
			return nil, tooMany()
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func joined(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// entry reads one name of the open directory parent. What kind it is was true
// when the directory was listed; the opened file is asked again.
func (r *reader) entry(parent int, path string, e fs.DirEntry) error {
	switch kind := e.Type(); {
	case kind.IsDir():
		// Before going deeper: a path's length bounds the depth.
		if err := tree.CheckPath(path); err != nil {
			return err
		}
		fd, err := openat(parent, e.Name(), unix.O_DIRECTORY|unix.O_NOFOLLOW)
		if err != nil {
			return r.refusal(path, err)
		}
		return r.directory(fd, path, nil)
	case kind.IsRegular():
		return r.file(parent, path, e.Name())
	case kind&fs.ModeSymlink != 0:
		return r.refusal(path, unix.ELOOP)
	default:
		return r.refusal(path, unix.ENXIO)
	}
}

func (r *reader) file(parent int, path, name string) error {
	fd, err := openat(parent, name, unix.O_NOFOLLOW|unix.O_NONBLOCK)
	if err != nil {
		return r.refusal(path, err)
	}
	defer unix.Close(fd)
	data, err := contents(fd, MaxBytes-r.bytes)
	if err != nil {
		return r.refusal(path, err)
	}
	r.bytes += int64(len(data))
	r.files = append(r.files, tree.File{Path: path, Bytes: data})
	return nil
}

// refusal is what the system said about the file at path, as what is wrong
// with the tree where that is what it means.
func (r *reader) refusal(path string, err error) error {
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return err
	case errors.Is(err, unix.ELOOP):
		return &tree.PathError{Path: path, Why: "is a symbolic link"}
	case errors.Is(err, unix.ENXIO), errors.Is(err, unix.EOPNOTSUPP):
		return &tree.PathError{Path: path, Why: "is no regular file"}
	}
	return &fs.PathError{Op: "read", Path: filepath.Join(r.root, path), Err: err}
}

// contents is everything the open file holds, at most limit bytes.
func contents(fd int, limit int64) ([]byte, error) {
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return nil, err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, unix.ENXIO
	}
	if info.Size > limit {
		return nil, tooBig()
	}
	// One byte more than it should hold, so that its end is seen.
	data := make([]byte, 0, info.Size+1)
	for {
		n, err := unix.Read(fd, data[len(data):cap(data)])
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return nil, err
		case n == 0:
			return data, nil
		}
		data = data[:len(data)+n]
		if int64(len(data)) > limit {
			return nil, tooBig()
		}
		if len(data) == cap(data) { // it grew
			data = append(data, 0)[:len(data)]
		}
	}
}

func openat(parent int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(parent, name, unix.O_RDONLY|unix.O_CLOEXEC|flags, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// Check reports why a tree is over the limits, or nil: it could be written but
// never be read again.
func Check(t tree.Tree) error {
	entries, total, last := 0, 0, ""
	for _, f := range t.Files() {
		// In byte order, what is below one directory stands together.
		entries += 1 + strings.Count(f.Path[commonLen(last, f.Path):], "/")
		total += len(f.Bytes)
		last = f.Path
	}
	if entries > MaxEntries {
		return tooMany()
	}
	if total > MaxBytes {
		return tooBig()
	}
	return nil
}

func commonLen(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
