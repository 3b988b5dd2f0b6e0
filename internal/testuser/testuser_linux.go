// Package testuser runs a part of a test, or a program, as a user whom
// permissions stop. As root nothing is read-only; a test of read-only
// directories would pass there for the wrong reason.
package testuser

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

const nobody = 65534

// Run calls f: as root with the file permissions of nobody, to whom everything
// below dir, a directory of t's, is given first; else as it is. f must start
// no goroutine that touches files, and must not call t.FailNow.
func Run(t *testing.T, dir string, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	give(t, dir)
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread ends with this goroutine: it is never unlocked.
		runtime.LockOSThread()
		// Both are of this thread alone, and take root's file capabilities along.
		if unix.Setfsgid(nobody) != nil || unix.Setfsuid(nobody) != nil {
			t.Error("the thread cannot become nobody")
			return
		}
		f()
	}()
	<-done
}

// give makes dir nobody's, and reachable: a test's own directory is below one
// that only its owner may enter.
func give(t *testing.T, dir string) {
	t.Helper()
	err := os.Chmod(filepath.Dir(dir), 0o755)
	if err == nil {
		err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(path, nobody, nobody)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}
