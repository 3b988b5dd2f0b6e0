package atomicfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"

	"sinew/internal/atomicfile"
	"sinew/internal/testuser"
)

func TestAFileIsReplacedWholeAndKeepsItsMode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "evoke.toml")
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o444, 0o777} {
		put(t, file, "old")
		must(t, os.Chmod(file, mode))
		must(t, atomicfile.Write(file, []byte("new"), 0o666))
		wantFile(t, file, "new")
		info, err := os.Stat(file)
		must(t, err)
		if info.Mode().Perm() != mode {
			t.Errorf("mode is %v, want %v", info.Mode().Perm(), mode)
		}
		wantNames(t, filepath.Dir(file), "evoke.toml")
		must(t, os.Remove(file))
	}
}

func TestANewFileGetsItsModeAndItsDirectories(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a", "b", "trust.toml")
	if err := atomicfile.Write(file, nil, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without the directory: %v", err)
	}
	must(t, atomicfile.WriteWithParent(file, []byte("x"), 0o600, 0o700))
	for path, want := range map[string]fs.FileMode{file: 0o600, filepath.Dir(file): 0o700, filepath.Join(dir, "a"): 0o700} {
		info, err := os.Stat(path)
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s: mode is %v, want %v", path, info.Mode().Perm(), want)
		}
	}
}

func TestALinkIsWrittenThroughAndStays(t *testing.T) {
	for _, c := range []struct {
		name, target string // relative to the directory of the link
		exists       bool
	}{
		{"relative", "../dots/evoke.toml", true},
		{"to a file that is not there yet", "../dots/new.toml", false},
		{"through a link to a directory and up", "deep/../evoke.toml", true},
		{"to a link", "second", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			config, dots := filepath.Join(dir, "config"), filepath.Join(dir, "dots")
			must(t, os.MkdirAll(config, 0o755))
			must(t, os.MkdirAll(filepath.Join(dots, "sub"), 0o755))
			must(t, os.Symlink("../dots/sub", filepath.Join(config, "deep")))
			must(t, os.Symlink("../dots/evoke.toml", filepath.Join(config, "second")))
			put(t, filepath.Join(dots, "evoke.toml"), "old")
			link := filepath.Join(config, "evoke.toml")
			must(t, os.Symlink(c.target, link))

			must(t, atomicfile.Write(link, []byte("new"), 0o644))
			wantLink(t, link, c.target)
			target := "evoke.toml"
			if !c.exists {
				target = "new.toml"
			}
			wantFile(t, filepath.Join(dots, target), "new")
			wantLink(t, filepath.Join(config, "second"), "../dots/evoke.toml")
		})
	}
}

func TestWhatIsNoRegularFileIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "directory"), 0o755))
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	must(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	must(t, os.Symlink("directory/", filepath.Join(dir, "to-directory")))
	must(t, os.Symlink("gone/file", filepath.Join(dir, "to-nowhere")))
	must(t, os.Symlink("directory/..", filepath.Join(dir, "to-parent")))
	for _, name := range []string{"directory", "pipe", "loop", "to-directory", "to-nowhere", "to-parent", "directory/."} {
		before := names(t, dir)
		err := atomicfile.Write(filepath.Join(dir, name), []byte("x"), 0o644)
		var at *fs.PathError
		if !errors.As(err, &at) || at.Path != filepath.Join(dir, name) {
			t.Errorf("%s: the error is %v", name, err)
		}
		wantNames(t, dir, before...)
	}
}

func TestAReadOnlyDirectoryIsOneClearErrorAndNothingChanges(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "evoke.lock")
	put(t, file, "old")
	must(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	testuser.Run(t, dir, func() {
		err := atomicfile.Write(file, []byte("new"), 0o644)
		if want := "write " + file + ": permission denied"; err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	})
	wantFile(t, file, "old")
	wantNames(t, dir, "evoke.lock")
}

func TestADiskThatFillsUpLeavesTheOldFileAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "evoke.toml")
	put(t, file, "old")
	var err error
	withFileLimit(t, 1000, func() { err = atomicfile.Write(file, make([]byte, 5000), 0o644) })
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("the error is %v", err)
	}
	wantFile(t, file, "old")
	wantNames(t, filepath.Dir(file), "evoke.toml")
}

// withFileLimit runs f while no file may grow past limit bytes.
func withFileLimit(t *testing.T, limit uint64, f func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: before.Max}))
	f()
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
}

func TestWhatAKilledWriterLeftIsRemovedAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	const left = ".tmp-ABCDEFGHIJKLMNOPQRSTUVWX23"
	for _, name := range []string{left, ".tmp-mine", left + "A", left[1:], ".tmp-abcdefghijklmnopqrstuvwx23", "evoke.toml"} {
		put(t, filepath.Join(dir, name), "x")
	}
	must(t, os.Mkdir(filepath.Join(dir, ".tmp-ABCDEFGHIJKLMNOPQRSTUVWX22"), 0o755))
	before := names(t, dir)
	atomicfile.RemoveLeftovers(dir)
	atomicfile.RemoveLeftovers(filepath.Join(dir, "missing"))
	wantNames(t, dir, slices.DeleteFunc(before, func(name string) bool { return name == left })...)
}

func TestReadersSeeOneWholeTextWhileWritersReplaceIt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "evoke.toml")
	text := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i)}, 1<<16) }
	put(t, file, string(text(0)))
	var writers sync.WaitGroup
	errs := make(chan error, 8)
	for i := range 8 {
		writers.Go(func() {
			for range 20 {
				if err := atomicfile.Write(file, text(i), 0o644); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		got, err := os.ReadFile(file)
		must(t, err)
		if !bytes.Equal(got, text(int(got[0]-'a'))) {
			t.Fatal("a reader saw two texts in one")
		}
	}
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	wantNames(t, filepath.Dir(file), "evoke.toml")
}

func ExampleRealPath() {
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	os.Symlink("dotfiles.toml", filepath.Join(dir, "evoke.toml"))
	real, err := atomicfile.RealPath(filepath.Join(dir, "evoke.toml"))
	fmt.Println(filepath.Base(real), err)
	// Output: dotfiles.toml <nil>
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	must(t, os.WriteFile(file, []byte(text), 0o644))
}

func wantFile(t *testing.T, file, want string) {
	t.Helper()
	got, err := os.ReadFile(file)
	must(t, err)
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", file, got, want)
	}
}

func wantLink(t *testing.T, file, want string) {
	t.Helper()
	got, err := os.Readlink(file)
	must(t, err)
	if got != want {
		t.Errorf("%s leads to %q, want %q", file, got, want)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	if got := names(t, dir); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s holds %v, want %v", dir, got, want)
	}
}
