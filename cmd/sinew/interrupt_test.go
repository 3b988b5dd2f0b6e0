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
