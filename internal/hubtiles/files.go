package hubtiles

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
)

// The names of a mirror's files.
const (
	checkpointName = "checkpoint"
	hashesName     = "hashes"
	indexName      = "index"
	refusedName    = "refused"
	lockName       = ".lock"
)

// files are those of one mirror: on the disk, and in memory from the first
// write on that failed. The disk is then left as it is: what a process that was
// killed at that point leaves. They may be used by several goroutines.
type files struct {
	dir  string
	read atomic.Int64              // bytes read from the disk
	step func(change string) error // asked before each change of the disk; nil outside tests

	mu     sync.Mutex
	failed error // why memory is used; nil while the disk is
	memory map[string][]byte
}

func newFiles(dir string) *files { return &files{dir: dir, memory: map[string][]byte{}} }

func (f *files) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// inMemory is why files are written to memory, or nil.
func (f *files) inMemory() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// leaveDisk has every later write go to memory.
func (f *files) leaveDisk(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed == nil {
		f.failed = err
	}
}

// lock waits for the lock of writers. Where the disk cannot be written there is
// none to wait for: release does nothing then.
func (f *files) lock(ctx context.Context) (release func(), err error) {
	err = os.MkdirAll(f.dir, 0o755)
	var lock *flock.Lock
	if err == nil {
		lock, err = flock.File(ctx, f.path(lockName))
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		f.leaveDisk(err)
		return func() {}, nil
	}
	atomicfile.RemoveLeftovers(f.dir)
	return func() { _ = lock.Release() }, nil
}

// get is a file of at most so many bytes.
func (f *files) get(name string, most int64) ([]byte, error) {
	f.mu.Lock()
	data, ok := f.memory[name]
	f.mu.Unlock()
	if ok {
		return data, nil
	}
	return f.getDisk(name, most)
}

func (f *files) getDisk(name string, most int64) ([]byte, error) {
	file, err := os.OpenFile(f.path(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := checkRegular(file); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	f.read.Add(int64(len(data)))
	if err == nil && int64(len(data)) > most {
		err = errors.New("is too long")
	}
	return data, err
}

// put writes a file whole. It never fails: see files.
func (f *files) put(name string, data []byte) {
	err := f.change("write " + name)
	if err == nil {
		err = atomicfile.WriteWithParent(f.path(name), data, 0o644, 0o755)
	}
	if err == nil {
		return
	}
	f.leaveDisk(err)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.memory[name] = slices.Clone(data)
}

// change says whether the disk may be changed.
func (f *files) change(what string) error {
	err := f.inMemory()
	if err == nil && f.step != nil {
		err = f.step(what)
	}
	return err
}

// remove removes a file or a directory with all in it, where the disk is used.
func (f *files) remove(name string) {
	if err := f.change("remove " + name); err != nil {
		f.leaveDisk(err)
		return
	}
	_ = os.RemoveAll(f.path(name))
}

// A medium holds an index: a file, or bytes in memory.
type medium interface {
	io.ReaderAt
	io.Closer
	size() (int64, error)
}

// open is a file to read in parts.
func (f *files) open(name string) (medium, error) {
	f.mu.Lock()
	data, ok := f.memory[name]
	f.mu.Unlock()
	if ok {
		return image(data), nil
	}
	file, err := os.OpenFile(f.path(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := checkRegular(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &diskFile{file, &f.read}, nil
}

// isOnDisk reports whether a file is read from the disk.
func (f *files) isOnDisk(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.memory[name]
	return !ok
}

type diskFile struct {
	*os.File
	read *atomic.Int64
}

// ReadAt counts what it reads.
func (d *diskFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := d.File.ReadAt(p, at)
	d.read.Add(int64(n))
	return n, err
}

func (d *diskFile) size() (int64, error) {
	info, err := d.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// An image is a file in memory.
type image []byte

// ReadAt is that of io.ReaderAt.
func (b image) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(b).ReadAt(p, at) }

// Close does nothing.
func (b image) Close() error { return nil }

func (b image) size() (int64, error) { return int64(len(b)), nil }
