package dirtree

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sys/unix"

	"sinew/pkg/tree"
)

// Write makes the directory dir, which must not exist in any form, and writes
// the tree into it. Modes are the defaults less the umask. written, unless it
// is nil, is called with each file's open descriptor before it is closed, from
// one goroutine. On an error what was written stays; the caller removes it.
func Write(dir string, t tree.Tree, written func(fd int) error) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	w := writer{root: dir, written: written, fd: -1}
	err := w.files(t.Files())
	return errors.Join(err, w.leave())
}

// A writer writes files below root, one directory after the other, by their
// names in the open one: the system looks for a path as few times as it can.
type writer struct {
	root    string
	written func(fd int) error

	fd int    // of the open directory, or -1
	at string // its path in the tree, with a slash at its end
}

func (w *writer) files(files []tree.File) error {
	for _, f := range files { // in order, so that most share a directory with the one before
		parent, name := path.Split(f.Path)
		if w.fd < 0 || parent != w.at {
			if err := w.enter(parent); err != nil {
				return err
			}
		}
		if err := w.file(name, f.Bytes); err != nil {
			return &fs.PathError{Op: "write", Path: filepath.Join(w.root, f.Path), Err: err}
		}
	}
	return nil
}

// enter opens a directory of the tree, which it makes unless it is the root.
func (w *writer) enter(parent string) error {
	if err := w.leave(); err != nil {
		return err
	}
	dir := filepath.Join(w.root, parent)
	if parent != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	fd, err := openat(unix.AT_FDCWD, dir, unix.O_DIRECTORY|unix.O_NOFOLLOW)
	if err != nil {
		return &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	w.fd, w.at = fd, parent
	return nil
}

func (w *writer) leave() error {
	if w.fd < 0 {
		return nil
	}
	err := unix.Close(w.fd)
	w.fd = -1
	return err
}

func (w *writer) file(name string, data []byte) error {
	fd, err := createat(w.fd, name)
	if err != nil {
		return err
	}
	err = writeAll(fd, data)
	if err == nil && w.written != nil {
		err = w.written(fd)
	}
	return errors.Join(err, unix.Close(fd))
}

func createat(parent int, name string) (int, error) {
	for {
		fd, err := unix.Openat(parent, name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_CLOEXEC, 0o666)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

func writeAll(fd int, data []byte) error {
	for len(data) > 0 {
		n, err := unix.Write(fd, data)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case n == 0:
			return io.ErrShortWrite
		}
		data = data[n:]
	}
	return nil
}
