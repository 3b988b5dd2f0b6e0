package faults

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// diskEnv names the directory on which a test that runs as another process, in
// mounts of its own, puts its disk.
const diskEnv = "FAULTS_DISK"

// A disk of a megabyte is filled so that one page more is free each time, until
// the command has room enough: it runs full at each write there is. The same
// with one more file that can be made each time.
func TestADiskThatFillsUpAtEachWriteLeavesEverythingWhole(t *testing.T) {
	at := os.Getenv(diskEnv)
	if at == "" {
		inOwnMounts(t)
		return
	}
	w := newWorld(t)
	scenes := w.scenes()
	for _, full := range []struct {
		name, options string
		fill          func(dir string, left uint64) error
	}{
		{"of pages", "size=1m", fillPages},
		{"of files", "size=1m,nr_inodes=200", fillFiles},
	} {
		must(t, unix.Mount("tmpfs", at, "tmpfs", 0, full.options))
		for name, s := range scenes {
			t.Run(name+" with a disk full "+full.name, func(t *testing.T) {
				failed := 0
				for left := uint64(0); left < 128; left++ {
					if !w.filled(t, s, at, func(dir string) error { return full.fill(dir, left) }) {
						break
					}
					failed++
				}
				t.Logf("failed with room for 0 to %d more", failed-1)
				if failed < 3 || failed == 128 {
					t.Errorf("failed %d times", failed)
				}
			})
		}
		must(t, unix.Unmount(at, 0))
	}
}

// filled runs the scene's command on a filled disk, and reports whether it
// failed there. Then it makes room, and everything must heal.
func (w *world) filled(t *testing.T, s *scene, disk string, fill func(dir string) error) bool {
	t.Helper()
	p := w.set(t, s, filepath.Join(disk, "home"))
	for _, dir := range []string{p.project(), p.store()} { // so that first use is not the one fault that is met
		must(t, os.MkdirAll(dir, 0o700))
	}
	filler := filepath.Join(disk, "filler")
	must(t, os.MkdirAll(filler, 0o755))
	must(t, fill(filler))
	got := p.run(s.args...)
	if got.code != 0 {
		if got.code != 1 || strings.Count(got.said, "\n") != 1 || !strings.Contains(got.said, "no space left on device") {
			t.Errorf("exit %d: %s", got.code, got.said)
		}
		p.checkFiles(s.before, s.after)
	}
	must(t, os.RemoveAll(filler))
	p.checkHealed(s)
	return got.code != 0
}

func fillPages(dir string, left uint64) error {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return err
	}
	if disk.Bfree < left {
		return errors.New("the disk has too little room to start with")
	}
	f, err := os.Create(filepath.Join(dir, "pages"))
	if err != nil {
		return err
	}
	if n := int64(disk.Bfree-left) * disk.Bsize; n > 0 {
		err = unix.Fallocate(int(f.Fd()), 0, 0, n)
	}
	return errors.Join(err, f.Close())
}

func fillFiles(dir string, left uint64) error {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return err
	}
	for n := left; n < disk.Ffree; n++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// inOwnMounts runs the test as another process that may mount what nobody else
// sees: as root in its own namespace of mounts, else in one of users too.
func inOwnMounts(t *testing.T) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), diskEnv+"="+t.TempDir(), programEnv+"="+program)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS, Unshareflags: 0}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOSPC) {
		t.Skip("needs mounts of its own")
	}
	if err != nil || !strings.Contains(out.String(), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out.String())
		return
	}
	t.Logf("%s", out.String())
}
