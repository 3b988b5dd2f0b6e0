package flock_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"sinew/internal/flock"
)

const holdEnv = "FLOCK_TEST_HOLD"

// As a child, TestMain holds the lock of a file until it is killed.
func TestMain(m *testing.M) {
	if path := os.Getenv(holdEnv); path != "" {
		if _, err := flock.File(context.Background(), path); err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString("held\n")
		select {}
	}
	os.Exit(m.Run())
}

func TestOneHolderAtATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".lock")
	counter := filepath.Join(t.TempDir(), "counter")
	must(t, os.WriteFile(counter, []byte("0"), 0o600))
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			lock, err := flock.File(t.Context(), file)
			if err != nil {
				t.Error(err)
				return
			}
			defer lock.Release()
			text, _ := os.ReadFile(counter)
			n, _ := strconv.Atoi(string(text))
			if err := os.WriteFile(counter, []byte(strconv.Itoa(n+1)), 0o600); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if text, _ := os.ReadFile(counter); string(text) != "20" {
		t.Errorf("20 holders counted to %s", text)
	}
}

func TestAKilledHolderLetsGo(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".lock")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), holdEnv+"="+file)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatal(line, err)
	}

	gone, cancel := context.WithCancel(t.Context())
	waited := make(chan error, 1)
	go func() {
		_, err := flock.File(gone, file)
		waited <- err
	}()
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for a held lock ended with %v", err)
	}

	must(t, child.Process.Kill())
	_ = child.Wait()
	lock, err := flock.File(t.Context(), file)
	must(t, err)
	must(t, lock.Release())
}

func TestADirectoryIsLockedAndStaysEmpty(t *testing.T) {
	dir := t.TempDir()
	lock, err := flock.Dir(t.Context(), dir)
	must(t, err)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := flock.Dir(gone, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("a second holder: %v", err)
	}
	must(t, lock.Release())
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 0 {
		t.Errorf("the directory holds %v", entries)
	}
}

func TestALockThatWasRemovedHoldsNobodyUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".lock")
	first, err := flock.File(t.Context(), file)
	must(t, err)
	must(t, os.Remove(file))
	second, err := flock.File(t.Context(), file)
	must(t, err)
	must(t, errors.Join(first.Release(), second.Release()))
}

func TestWhatLiesAtTheLocksNameIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	must(t, os.WriteFile(victim, []byte("mine"), 0o600))
	must(t, os.Symlink(victim, filepath.Join(dir, "link")))
	must(t, os.Symlink(filepath.Join(dir, "new"), filepath.Join(dir, "dangling")))
	must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	must(t, os.Mkdir(filepath.Join(dir, "directory"), 0o700))
	for _, name := range []string{"link", "dangling", "pipe", "directory"} {
		if _, err := flock.File(t.Context(), filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was locked", name)
		}
	}
	if _, err := flock.Dir(t.Context(), victim); err == nil {
		t.Error("a file was locked as a directory")
	}
	if text, _ := os.ReadFile(victim); string(text) != "mine" {
		t.Errorf("the victim holds %q", text)
	}
	if _, err := os.Lstat(filepath.Join(dir, "new")); err == nil {
		t.Error("a file was made where a link leads")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestADirectoryIsSharedByManyOrHeldByOne(t *testing.T) {
	dir := t.TempDir()
	one, err := flock.SharedDir(t.Context(), dir)
	must(t, err)
	other, err := flock.SharedDir(t.Context(), dir)
	must(t, err)
	if _, err := flock.TryDir(dir); !errors.Is(err, flock.ErrHeld) {
		t.Errorf("shared by two, the error is %v", err)
	}
	must(t, one.Release())
	if _, err := flock.TryDir(dir); !errors.Is(err, flock.ErrHeld) {
		t.Errorf("shared by one, the error is %v", err)
	}
	must(t, other.Release())
	alone, err := flock.TryDir(dir)
	must(t, err)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := flock.SharedDir(gone, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("held by one, the error is %v", err)
	}
	must(t, alone.Release())
}
