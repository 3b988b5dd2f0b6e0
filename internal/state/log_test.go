package state_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sinew/internal/state"
)

func logPaths(t *testing.T) state.Paths {
	t.Helper()
	return state.Paths{State: filepath.Join(t.TempDir(), "state"), Cache: filepath.Join(t.TempDir(), "cache")}
}

func TestTheLastLineOfTheLogIsTheOneLoggedLast(t *testing.T) {
	paths := logPaths(t)
	if last, err := paths.LastLogged(); err != nil || last != nil {
		t.Fatalf("an empty log has %q, %v", last, err)
	}
	for _, line := range []string{`{"n":1}`, `{"n":2}`} {
		if err := paths.Log([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if last, err := paths.LastLogged(); err != nil || string(last) != `{"n":2}` {
		t.Fatalf("the last line is %q, %v", last, err)
	}
}

func TestOnlyThePersonMayReadTheLog(t *testing.T) {
	paths := logPaths(t)
	if err := paths.Log([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(paths.State, "log.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the log is %v, %v", info.Mode(), err)
	}
}

func TestALineCutShortIsPassedOver(t *testing.T) {
	paths := logPaths(t)
	if err := paths.Log([]byte(`{"whole":true}`)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(paths.State, "log.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, `{"cut":`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if last, err := paths.LastLogged(); err != nil || string(last) != `{"whole":true}` {
		t.Fatalf("the last line is %q, %v", last, err)
	}
}

func TestALineAfterOneCutShortStandsOnItsOwn(t *testing.T) {
	paths := logPaths(t)
	if err := os.MkdirAll(paths.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(paths.State, "log.jsonl"), []byte(`{"cut":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := paths.Log([]byte(`{"whole":true}`)); err != nil {
		t.Fatal(err)
	}
	if last, err := paths.LastLogged(); err != nil || string(last) != `{"whole":true}` {
		t.Fatalf("the last line is %q, %v", last, err)
	}
}

func TestLinesLoggedAtOnceNeverMix(t *testing.T) {
	paths := logPaths(t)
	long := strings.Repeat("x", 9000)
	var writers sync.WaitGroup
	for n := range 8 {
		writers.Go(func() {
			for range 20 {
				if err := paths.Log(fmt.Appendf(nil, "%d%s%d", n, long, n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	text, err := os.ReadFile(filepath.Join(paths.State, "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != 160 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if len(line) != len(long)+2 || line[0] != line[len(line)-1] {
			t.Fatalf("a mixed line: %d bytes, %q … %q", len(line), line[:1], line[len(line)-1:])
		}
	}
}

func TestARuntimesVersionIsKnownWhileItsFileIsTheSame(t *testing.T) {
	paths := logPaths(t)
	node := filepath.Join(t.TempDir(), "node")
	if err := os.WriteFile(node, []byte("one"), 0o755); err != nil {
		t.Fatal(err)
	}
	if v := paths.RuntimeVersion(node); v != "" {
		t.Fatalf("nobody asked, and it is %q", v)
	}
	paths.KeepRuntimeVersion(node, "24.3.0")
	if v := paths.RuntimeVersion(node); v != "24.3.0" {
		t.Fatalf("the version kept is %q", v)
	}
	if err := os.WriteFile(node, []byte("another"), 0o755); err != nil {
		t.Fatal(err)
	}
	if v := paths.RuntimeVersion(node); v != "" {
		t.Fatalf("the file changed, and it is still %q", v)
	}
}
