package faults

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// A watch calls changed at each change of the file system below a directory,
// until it is closed.
type watch struct {
	file  *os.File
	fd    int
	paths map[int32]string
	done  chan struct{}
}

func watchDir(t *testing.T, dir string, changed func()) *watch {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	must(t, err)
	w := &watch{file: os.NewFile(uintptr(fd), "inotify"), fd: fd, paths: map[int32]string{}, done: make(chan struct{})}
	w.add(dir)
	go func() {
		defer close(w.done)
		w.follow(changed)
	}()
	return w
}

// add watches a directory and what is below it already. One that is gone again
// is none.
func (w *watch) add(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		const what = unix.IN_CREATE | unix.IN_MODIFY | unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE | unix.IN_CLOSE_WRITE
		if id, err := unix.InotifyAddWatch(w.fd, path, what|unix.IN_ONLYDIR|unix.IN_DONT_FOLLOW); err == nil {
			w.paths[int32(id)] = path
		}
		return nil
	})
}

func (w *watch) follow(changed func()) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.file.Read(buffer)
		if err != nil {
			return
		}
		for rest := buffer[:n]; len(rest) >= unix.SizeofInotifyEvent; {
			id, mask := int32(binary.NativeEndian.Uint32(rest)), binary.NativeEndian.Uint32(rest[4:])
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(rest[12:]))
			name := string(bytes.TrimRight(rest[unix.SizeofInotifyEvent:end], "\x00"))
			rest = rest[end:]
			changed()
			if mask&unix.IN_CREATE != 0 && mask&unix.IN_ISDIR != 0 {
				w.add(filepath.Join(w.paths[id], name))
			}
		}
	}
}

func (w *watch) close(t *testing.T) {
	t.Helper()
	if err := w.file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	<-w.done
}

// changesOf runs a command and counts what it changes below the home.
func changesOf(t *testing.T, p *person, args []string) int {
	t.Helper()
	var n atomic.Int64
	w := watchDir(t, p.home.Dir, func() { n.Add(1) })
	p.exits(0, args...)
	w.close(t)
	return int(n.Load())
}
