package site

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
)

// A directory is one that a build writes to. A file of it is named by its path
// between slashes. Each is replaced whole; until settle it may be lost with the
// power, which the mark of package site's state makes good.
type directory struct {
	root    string
	kept    map[string]bool // written or left as it was, in a build of everything
	written int
	removed int
}

func (d *directory) at(file string) string { return filepath.Join(d.root, filepath.FromSlash(file)) }

// read is a file; nil when there is none.
func (d *directory) read(file string) ([]byte, error) {
	data, err := os.ReadFile(d.at(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// write replaces a file, unless it is as it should be.
func (d *directory) write(file string, data []byte) error {
	if d.kept != nil {
		d.kept[file] = true
	}
	if d.holds(file, data) {
		return nil
	}
	d.written++
	return replace(d.at(file), data)
}

func (d *directory) holds(file string, data []byte) bool {
	info, err := os.Lstat(d.at(file))
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	there, err := os.ReadFile(d.at(file))
	return err == nil && bytes.Equal(there, data)
}

func (d *directory) remove(file string) error {
	err := os.Remove(d.at(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d.removed++
	return err
}

// sweep removes every file below the given names that was not written since
// kept was made, and the directories that are left empty.
func (d *directory) sweep(tops []string) error {
	for _, top := range tops {
		if err := d.sweepBelow(top); err != nil {
			return err
		}
	}
	return nil
}

func (d *directory) sweepBelow(top string) error {
	var dirs []string
	err := filepath.WalkDir(d.at(top), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir():
			dirs = append(dirs, path)
			return nil
		}
		return d.sweepFile(path)
	})
	for _, dir := range slices.Backward(dirs) {
		_ = os.Remove(dir) // one that is not empty stays
	}
	return err
}

func (d *directory) sweepFile(path string) error {
	inside, err := filepath.Rel(d.root, path)
	if err != nil || d.kept[filepath.ToSlash(inside)] {
		return err
	}
	d.removed++
	return os.Remove(path)
}

// replace writes a file beside, and renames it into place.
func replace(path string, data []byte) error {
	temp := filepath.Join(filepath.Dir(path), ".tmp-"+rand.Text())
	out, err := create(temp)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			out, err = create(temp)
		}
	}
	if err != nil {
		return err
	}
	if err = fill(out, data); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}

func create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
}

func fill(out *os.File, data []byte) error {
	_, err := out.Write(data)
	if err == nil {
		err = settleFile(out)
	}
	return errors.Join(err, out.Close())
}

// hold makes a directory, locks it, and removes what killed builds left at its
// top. A file system that locks none is no reason to stop.
func hold(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := flock.TryDir(dir)
	switch {
	case errors.Is(err, flock.ErrHeld):
		return nil, fmt.Errorf("%s is in use by another build, or is given twice", dir)
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil
	case err != nil:
		return nil, err
	}
	atomicfile.RemoveLeftovers(dir)
	return func() { _ = lock.Release() }, nil // the end of the process does it as well
}

// holdBoth holds the state and the site.
func holdBoth(state, site string) (release func(), err error) {
	one, err := hold(state)
	if err != nil {
		return nil, err
	}
	other, err := hold(site)
	if err != nil {
		one()
		return nil, err
	}
	return func() { one(); other() }, nil
}
