package logdir

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// newFiles writes the files of one append. Until sync they may be lost.
type newFiles struct {
	root string
	dirs map[string]bool // in which an entry is new
}

// write makes a file that is not there yet, and syncs it.
func (f *newFiles) write(file string, data []byte) (err error) {
	path := filepath.Join(f.root, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	for dir := filepath.Dir(path); len(dir) >= len(f.root); dir = filepath.Dir(dir) {
		f.dirs[dir] = true
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// sync makes the entries of the new files last.
func (f *newFiles) sync() error {
	for _, dir := range slices.Sorted(maps.Keys(f.dirs)) {
		if err := syncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// syncDir is nothing on a file system that syncs no directories.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// A tileFile is a file below tile/ of a log's directory.
type tileFile struct {
	path string // of the file
	name string // in the log
	tile tlog.Tile
	ok   bool // name is a tile's
}

// tileFiles are all files below tile/ of the log in dir, sorted by name; none
// where there is no such directory.
func tileFiles(dir string) ([]tileFile, error) {
	var all []tileFile
	err := filepath.WalkDir(filepath.Join(dir, tileDir), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		all = append(all, asTile(path, filepath.ToSlash(inside)))
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

func asTile(path, name string) tileFile {
	t, err := tlog.ParseTilePath(name)
	return tileFile{path, name, t, err == nil && t.H == hublog.Height}
}
