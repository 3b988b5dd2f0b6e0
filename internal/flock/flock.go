// Package flock is an advisory lock between processes, and between goroutines
// of one, held on a file or a directory with flock(2). The kernel lets go of
// it when its holder dies, however it dies.
package flock

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// A Lock is held from File or Dir until Release.
type Lock struct{ file *os.File }

// File takes the exclusive lock of the file at path, which is made, readable
// and writable by its owner alone, when it is missing; its directory must
// exist. It waits until the lock is free or ctx is done. path itself may be no
// symbolic link and nothing but a regular file: what lies there otherwise is
// neither followed nor touched. The file is never removed. The error is a
// *fs.PathError or ctx's.
func File(ctx context.Context, path string) (*Lock, error) {
	return acquire(ctx, path, os.O_RDWR|os.O_CREATE, fs.FileMode.IsRegular, "is no regular file")
}

// Dir takes the exclusive lock of the directory at path, and leaves nothing in
// it; otherwise it is as File. A file system that locks no directories (NFS)
// gives errors.ErrUnsupported.
func Dir(ctx context.Context, path string) (*Lock, error) {
	lock, err := acquire(ctx, path, os.O_RDONLY|syscall.O_DIRECTORY, fs.FileMode.IsDir, "is no directory")
	if errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ENOLCK) {
		err = &fs.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
	}
	return lock, err
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

// acquire asks again and again, since no waiting flock(2) can be called off.
func acquire(ctx context.Context, path string, flags int, kind func(fs.FileMode) bool, otherwise string) (*Lock, error) {
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		file, err := open(path, flags, kind, otherwise)
		if err != nil {
			return nil, err
		}
		switch err = flock(file, syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil && stillAt(file, path):
			return &Lock{file}, nil
		case err == nil: // removed or replaced since it was opened: nobody else locks it
			err = file.Close()
		case errors.Is(err, syscall.EWOULDBLOCK):
			err = errors.Join(file.Close(), sleep(ctx, wait))
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
func open(path string, flags int, kind func(fs.FileMode) bool, otherwise string) (*os.File, error) {
	file, err := os.OpenFile(path, flags|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	switch {
	case errors.Is(err, syscall.ELOOP):
		return nil, &fs.PathError{Op: "lock", Path: path, Err: errors.New("is a symbolic link")}
	case err != nil:
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !kind(info.Mode()) {
		err = &fs.PathError{Op: "lock", Path: path, Err: errors.New(otherwise)}
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
