package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// maxLinks is how many links may lead from one to the next; the kernels stop
// at about as many.
const maxLinks = 40

// RealPath is path with every symbolic link resolved, also one that leads to a
// file that does not exist; the directory of that file must exist. The error
// of links that lead to each other is ELOOP.
func RealPath(path string) (string, error) {
	for range maxLinks {
		// Never cleaned: `link/..` is the parent of where the link leads.
		dir, base := filepath.Split(path)
		if base == "" || base == "." || base == ".." {
			return filepath.EvalSymlinks(path)
		}
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, base)
		target, err := os.Readlink(path)
		switch {
		case errors.Is(err, syscall.EINVAL), errors.Is(err, fs.ErrNotExist):
			return path, nil // no link, or nothing there yet
		case err != nil:
			return "", err
		case filepath.IsAbs(target):
			path = target
		default:
			path = dir + string(filepath.Separator) + target
		}
	}
	return "", &fs.PathError{Op: "readlink", Path: path, Err: syscall.ELOOP}
}
