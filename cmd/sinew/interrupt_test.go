package main

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"sinew/internal/gittest"
)

func TestAnInterruptEndsAFetchThatWaitsAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	server, _ := serve(t)
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	interrupt(t, server, "/radhi/home", sinewIn(home, "add", "radhi/home"))
	project := filepath.Join(home.Dir, ".config", "evoke")
	text, err := os.ReadFile(filepath.Join(project, "evoke.toml"))
	if err != nil || string(text) != "adapter = \"local\"\n" {
		t.Errorf("evoke.toml is %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(project, "evoke.lock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("evoke.lock: %v", err)
	}
}

func TestAnInterruptEndsAnUpdateThatWaitsAndTheLockStays(t *testing.T) {
	t.Parallel()
	server, root := serve(t)
	one := filepath.Join(root, "radhi/one")
	published(t, one, "radhi one")
	published(t, filepath.Join(root, "radhi/two"), "radhi two")
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := sinewIn(home, "add", "radhi/one", "radhi/two").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lock := filepath.Join(home.Dir, ".config", "evoke", "evoke.lock")
	before, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	second := "commit second\ntag 2.0.0\n-- second/reflex.toml --\n" + gittest.Saying("radhi again")
	if err := (gittest.Repo{Dir: one}).Append(second); err != nil {
		t.Fatal(err)
	}
	interrupt(t, server, "/radhi/two", sinewIn(home, "update"))
	if now, err := os.ReadFile(lock); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the lock is now\n%s%v", now, err)
	}
}

// published makes a repository of one reflex at 1.0.0.
func published(t *testing.T, dir, word string) {
	t.Helper()
	if _, err := gittest.Build(dir, "commit first\ntag 1.0.0\n-- first/reflex.toml --\n"+gittest.Saying(word)); err != nil {
		t.Fatal(err)
	}
}

func sinewIn(home *gittest.Home, args ...string) *exec.Cmd {
	cmd := exec.Command("sinew", args...)
	cmd.Dir, cmd.Env = home.Dir, home.Environ()
	return cmd
}

// interrupt starts a program, waits until it has asked for path, which nobody
// answers, and interrupts it. It has to end as one that was, and say nothing.
func interrupt(t *testing.T, server *gittest.Server, path string, cmd *exec.Cmd) {
	t.Helper()
	asked := make(chan struct{})
	server.Mount(path, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	}))
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	ended, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || codeOf(ended.ProcessState) != 130 || said.Len() > 0 {
		t.Errorf("ended with %v and said %q, want 130 and nothing", ended, &said)
	}
}
