package body

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

var runs atomic.Int64

// MakeTmp makes the private folder of one run, `evoke-<pid>-<n>` in dir, or in
// /tmp when dir is empty: for this user alone, named by its real path. remove
// takes it away with all it holds; call it once the run is over.
func MakeTmp(dir string) (path string, remove func() error, err error) {
	if dir == "" {
		dir = "/tmp"
	}
	real, err := RealPath(dir)
	if err != nil {
		return "", nil, err
	}
	for range 1000 {
		path = filepath.Join(real, fmt.Sprintf("evoke-%d-%d", os.Getpid(), runs.Add(1)))
		err = os.Mkdir(path, 0o700)
		if err == nil {
			return path, func() error { return removeAll(path) }, nil
		}
		// A folder of that name is left from another life of this pid.
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return "", nil, err
}

// RealPath is path, absolute and with every symbolic link followed.
func RealPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}

// removeAll removes a tree whose directories a body may have closed to their
// owner.
func removeAll(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	// The folder too. Never a link that was put in its place.
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		_ = os.Chmod(path, 0o700)
	}
	if root, err := os.OpenRoot(path); err == nil {
		_ = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			if d != nil && d.IsDir() {
				_ = root.Chmod(name, 0o700)
			}
			return nil
		})
		_ = root.Close()
	}
	return os.RemoveAll(path)
}
