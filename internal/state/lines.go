package state

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"sinew/internal/atomicfile"
)

// A lineFile is a file of lines that only the person may read and that several
// processes may append to at a time. Once it is longer than most bytes, trim
// says what stays of it, nil for all.
type lineFile struct {
	dir, path string
	most      int64
	trim      func(text []byte) []byte
}

// append adds lines, each with its line feed. They are there whole or not at
// all, except after a crash within the one write; the next append then starts
// a line of its own.
func (l lineFile) append(lines []byte) error {
	if err := os.MkdirAll(l.dir, privateDir); err != nil {
		return err
	}
	file, err := l.locked()
	if err != nil {
		return err
	}
	defer file.Close()
	size, whole, err := ending(file)
	if err != nil {
		return err
	}
	if !whole {
		lines = append([]byte{'\n'}, lines...)
	}
	if _, err := file.Write(lines); err != nil {
		return err
	}
	return l.bound(file, size+int64(len(lines)))
}

// locked opens the file and takes its lock, held until the file is closed. A
// file that is bounded is replaced under its lock, so what was locked must
// still be what lies there.
func (l lineFile) locked() (*os.File, error) {
	for {
		file, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, privateFile)
		if err != nil {
			return nil, err
		}
		current, err := l.lock(file)
		if err == nil && current {
			return file, nil
		}
		if closed := file.Close(); err != nil {
			return nil, errors.Join(err, closed)
		}
	}
}

// lock waits for the lock, which nobody holds for longer than one append, and
// reports whether the file still lies at its path.
func (l lineFile) lock(file *os.File) (current bool, err error) {
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		return false, err
	}
	mine, err := file.Stat()
	if err != nil {
		return false, err
	}
	if mine.Mode().Perm()&^privateFile != 0 {
		if err := file.Chmod(privateFile); err != nil {
			return false, err
		}
	}
	there, err := os.Lstat(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(mine, there), err
}

// ending is a file's size, and whether it ends in a whole line: a crash may
// have cut its last one short.
func ending(file *os.File) (size int64, whole bool, err error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return 0, true, err
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, info.Size()-1); err != nil {
		return 0, false, err
	}
	return info.Size(), last[0] == '\n', nil
}

// bound replaces a file that is too long by its newest lines. The lock is held,
// so nobody appends meanwhile; a reader has the old text or the new one.
func (l lineFile) bound(file *os.File, size int64) error {
	if size <= l.most {
		return nil
	}
	text, err := io.ReadAll(io.NewSectionReader(file, 0, size))
	if err != nil {
		return err
	}
	kept := l.trim(text)
	if kept == nil {
		return nil
	}
	return atomicfile.Write(l.path, kept, privateFile)
}
