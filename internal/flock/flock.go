// Package flock is an advisory lock between processes, and between goroutines
// of one, held on a file or a directory with flock(2): exclusive, or shared by
// any number of holders. The kernel lets go of it when its holder dies, however
// it dies.
package flock

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// A Lock is held from File, Dir, SharedDir or TryDir until Release.
type Lock struct{ file *os.File }

// ErrHeld says that somebody else holds the lock.
var ErrHeld = errors.New("is held by another process")

// File takes the exclusive lock of the file at path, which is made, readable
// and writable by its owner alone, when it is missing; its directory must
// exist. It waits until the lock is free or ctx is done. path itself may be no
// symbolic link and nothing but a regular file: what lies there otherwise is
// neither followed nor touched. The file is never removed. The error is a
// *fs.PathError or ctx's.
func File(ctx context.Context, path string) (*Lock, error) {
	return file.acquire(ctx, path)
}

// Dir takes the exclusive lock of the directory at path, and leaves nothing in
// it; otherwise it is as File. A file system that locks no directories (NFS)
// gives errors.ErrUnsupported.
func Dir(ctx context.Context, path string) (*Lock, error) {
	lock, err := directory.acquire(ctx, path)
	return lock, unsupported(path, err)
}

// SharedDir takes the lock of the directory at path beside others that share
// it; otherwise it is as Dir. Being able to read the directory is enough.
func SharedDir(ctx context.Context, path string) (*Lock, error) {
	lock, err := sharedDirectory.acquire(ctx, path)
	return lock, unsupported(path, err)
}

// TryDir is Dir without the wait: ErrHeld where the lock is not free.
func TryDir(path string) (*Lock, error) {
	lock, err := directory.try(path)
	return lock, unsupported(path, err)
}

func unsupported(path string, err error) error {
	if errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ENOLCK) {
		return &fs.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
	}
	return err
}

// Release lets go of the lock. It is called once.
func (l *Lock) Release() error {
	// A child between fork and exec shares the lock: closing alone would leave
	// it held until the child is there.
	return errors.Join(flock(l.file, syscall.LOCK_UN), l.file.Close())
}

const (
	firstWait = time.Millisecond
	maxWait   = 32 * time.Millisecond
)

// A way is how a lock is taken, and what of.
type way struct {
	flags     int
	how       int
	kind      func(fs.FileMode) bool
	otherwise string
}

var (
	file            = way{os.O_RDWR | os.O_CREATE, syscall.LOCK_EX, fs.FileMode.IsRegular, "is no regular file"}
	directory       = way{os.O_RDONLY | syscall.O_DIRECTORY, syscall.LOCK_EX, fs.FileMode.IsDir, "is no directory"}
	sharedDirectory = way{os.O_RDONLY | syscall.O_DIRECTORY, syscall.LOCK_SH, fs.FileMode.IsDir, "is no directory"}
)

// acquire asks again and again, since no waiting flock(2) can be called off.
func (w way) acquire(ctx context.Context, path string) (*Lock, error) {
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lock, err := w.try(path)
		if !errors.Is(err, ErrHeld) {
			return lock, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// try asks once; ErrHeld where the lock is not free.
func (w way) try(path string) (*Lock, error) {
	for {
		file, err := w.open(path)
		if err != nil {
			return nil, err
		}
		switch err = flock(file, w.how|syscall.LOCK_NB); {
		case err == nil && stillAt(file, path):
			return &Lock{file}, nil
		case err == nil: // removed or replaced since it was opened: nobody else locks it
			err = file.Close()
		case errors.Is(err, syscall.EWOULDBLOCK):
			err = errors.Join(ErrHeld, file.Close())
		default:
			err = &fs.PathError{Op: "lock", Path: path, Err: errors.Join(err, file.Close())}
		}
		if err != nil {
			return nil, err
		}
	}
}

// open never follows a link at path and never waits for the other end of a
// pipe.
func (w way) open(path string) (*os.File, error) {
	file, err := os.OpenFile(path, w.flags|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	switch {
	case errors.Is(err, syscall.ELOOP):
		return nil, &fs.PathError{Op: "lock", Path: path, Err: errors.New("is a symbolic link")}
	case err != nil:
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !w.kind(info.Mode()) {
		err = &fs.PathError{Op: "lock", Path: path, Err: errors.New(w.otherwise)}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// stillAt reports whether path still names the open file.
func stillAt(file *os.File, path string) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, there)
}

func flock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
