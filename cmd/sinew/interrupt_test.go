package main

import (
	"bytes"
	"errors"
	"fmt"
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
	asked := make(chan struct{})
	server.Mount("/radhi/home", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done() // answered by nobody
	}))
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.Command("sinew", "add", "radhi/home")
	cmd.Dir, cmd.Env, cmd.Stderr = home.Dir, home.Environ(), &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	ended, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || ended.ExitCode() != 130 || said.Len() > 0 {
		t.Errorf("ended with %v and said %q, want 130 and nothing", ended, &said)
	}
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
	for _, repo := range []string{"radhi/one", "radhi/two"} {
		const first = "commit first\ntag 1.0.0\n-- first/reflex.toml --\nreflex = 1\ndescription = \"Say %s.\"\nconfirm = \"Say it?\"\neffect = \"read\"\nrun = [\"echo\", \"%s\"]\n"
		if _, err := gittest.Build(filepath.Join(root, repo), fmt.Sprintf(first, repo, repo)); err != nil {
			t.Fatal(err)
		}
	}
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	add := exec.Command("sinew", "add", "radhi/one", "radhi/two")
	add.Dir, add.Env = home.Dir, home.Environ()
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lock := filepath.Join(home.Dir, ".config", "evoke", "evoke.lock")
	before, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	const second = "commit second\ntag 2.0.0\n-- second/reflex.toml --\nreflex = 1\ndescription = \"Say it again.\"\nconfirm = \"Say it?\"\neffect = \"read\"\nrun = [\"echo\", \"again\"]\n"
	if err := (gittest.Repo{Dir: filepath.Join(root, "radhi/one")}).Append(second); err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{})
	server.Mount("/radhi/two", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done() // answered by nobody
	}))
	var said bytes.Buffer
	cmd := exec.Command("sinew", "update")
	cmd.Dir, cmd.Env, cmd.Stderr = home.Dir, home.Environ(), &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	ended, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || ended.ExitCode() != 130 || said.Len() > 0 {
		t.Errorf("ended with %v and said %q, want 130 and nothing", ended, &said)
	}
	if now, err := os.ReadFile(lock); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the lock is now\n%s%v", now, err)
	}
}
