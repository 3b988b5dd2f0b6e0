// Package atomicfile replaces the content of a file whole: whoever reads the
// path sees the old bytes or the new ones, also after a crash or a loss of
// power (design, section 5).
//
// A symbolic link is written through: the link stays and the file it leads to
// is replaced, or made where it does not exist yet (manual, "Files"). Whether
// a link may be followed at all is the caller's to decide, with RealPath.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Write replaces the content of path. A file that exists keeps its permission
// bits; a new one gets perm less the umask. The directory must exist. On an
// error, a *fs.PathError that names path, nothing has changed, unless the error
// came from syncing the directory after the replacement.
//
// Writers at the same time do no harm to the file, and the last one wins: who
// reads before writing holds a lock.
func Write(path string, data []byte, perm fs.FileMode) error {
	if err := write(path, data, perm); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: cause(err)}
	}
	return nil
}

// WriteWithParent is Write that first makes the missing directories of path
// with dirPerm.
func WriteWithParent(path string, data []byte, perm, dirPerm fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), dirPerm); err != nil {
		return err
	}
	return Write(path, data, perm)
}

// A temporary file is `.tmp-` and the 26 letters and digits of rand.Text.
const (
	tempPrefix = ".tmp-"
	tempLength = len(tempPrefix) + 26
	tempSigns  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
)

// RemoveLeftovers removes the temporary files that killed writers left in dir.
// The caller holds the lock that every writer there holds. What cannot be
// removed stays, and harms nothing.
func RemoveLeftovers(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		random, ok := strings.CutPrefix(e.Name(), tempPrefix)
		if ok && len(e.Name()) == tempLength && strings.Trim(random, tempSigns) == "" && e.Type().IsRegular() {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

func write(path string, data []byte, perm fs.FileMode) (err error) {
	target, err := RealPath(path)
	if err != nil {
		return err
	}
	keep, err := modeOf(target)
	if err != nil {
		return err
	}
	if keep != nil {
		perm = *keep // from the start: what was private is never readable by others
	}
	dir := filepath.Dir(target)
	// O_EXCL never opens what is there already, a link least of all.
	temp, err := os.OpenFile(filepath.Join(dir, tempPrefix+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	if err := fill(temp, data, keep); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), target); err != nil {
		return err
	}
	return syncDir(dir)
}

// modeOf is the permission bits of the file at target, or nil when there is
// none. Only a regular file may be replaced: never a directory, a device or a
// pipe.
func modeOf(target string) (*fs.FileMode, error) {
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, syscall.EISDIR
	case !info.Mode().IsRegular():
		return nil, errors.New("is no regular file")
	}
	perm := info.Mode().Perm()
	return &perm, nil
}

// fill writes data, sets the mode that is to be kept, syncs and closes.
func fill(temp *os.File, data []byte, keep *fs.FileMode) error {
	_, err := temp.Write(data)
	if err == nil && keep != nil {
		err = temp.Chmod(*keep)
	}
	if err == nil {
		err = temp.Sync()
	}
	return errors.Join(err, temp.Close())
}

// syncDir makes a rename in dir last. A directory that cannot be opened for
// reading, and a file system that syncs no directories, are no failure: the
// file is whole all the same.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// cause is err without the operation and the path it happened on: a temporary
// file's name says nothing to a person.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
