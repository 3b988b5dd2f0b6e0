package state_test

import (
	"bytes"
	"encoding/json"
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

// wantLast wants the log's last JSON line to be such, "" for none.
func wantLast(t *testing.T, paths state.Paths, want string, wantBroken bool) {
	t.Helper()
	last, broken, err := paths.LastLogged(json.Valid)
	if err != nil || string(last) != want || broken != wantBroken {
		t.Fatalf("the last line is %q, broken %v, %v; want %q, %v", last, broken, err, want, wantBroken)
	}
}

// laidLog is a log of our own making.
func laidLog(t *testing.T, text []byte) state.Paths {
	t.Helper()
	paths := logPaths(t)
	if err := os.MkdirAll(paths.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(paths.State, "log.jsonl"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestLinesThatDoNotReadArePassedOver(t *testing.T) {
	wantLast(t, laidLog(t, []byte("{\"n\":1}\n{\"n\":\n\x00\x00\n\n")), `{"n":1}`, true)
	wantLast(t, laidLog(t, []byte("no\nno\nno")), "", true)
	endless := laidLog(t, bytes.Repeat([]byte("x"), 5<<20))
	if _, _, err := endless.LastLogged(json.Valid); err == nil || !strings.Contains(err.Error(), "do not read") {
		t.Errorf("a line without end: %v", err)
	}
}

func TestALogThatGrowsTooLongLosesItsOldestLines(t *testing.T) {
	line := []byte(`{"x":"` + strings.Repeat("y", 10_000) + "\"}\n")
	paths := laidLog(t, append([]byte("{\"oldest\":1}\n"), bytes.Repeat(line, 16<<20/len(line)+1)...))
	if err := paths.Log([]byte(`{"newest":1}`)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(paths.State, "log.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 8<<20 || len(text) < 8<<20-len(line) {
		t.Errorf("%d bytes stayed", len(text))
	}
	for line := range bytes.Lines(text) {
		if !json.Valid(line) {
			t.Fatalf("a torn line: %.40q", line)
		}
	}
	wantLast(t, paths, `{"newest":1}`, false)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the log is %v, %v", info.Mode(), err)
	}
}

// Two programs are two open files: the lock between them is the kernel's.
func TestNoLineIsLostWhereALogIsBoundedWhileOthersWrite(t *testing.T) {
	line := []byte(`{"x":"` + strings.Repeat("y", 100_000) + "\"}\n")
	paths := laidLog(t, bytes.Repeat(line, 16<<20/len(line)))
	var writers sync.WaitGroup
	for n := range 4 {
		writers.Go(func() {
			for i := range 10 {
				if err := paths.Log(fmt.Appendf(nil, `{"writer":%d,"i":%d}`, n, i)); err != nil {
					t.Error(err)
				}
				if err := paths.Log(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
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
	for n := range 4 {
		for i := range 10 {
			if !bytes.Contains(text, fmt.Appendf(nil, "{\"writer\":%d,\"i\":%d}\n", n, i)) {
				t.Errorf("line %d of writer %d is gone", i, n)
			}
		}
	}
}

func TestTheLastLineOfTheLogIsTheOneLoggedLast(t *testing.T) {
	paths := logPaths(t)
	wantLast(t, paths, "", false)
	for _, line := range []string{`{"n":1}`, `{"n":2}`} {
		if err := paths.Log([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	wantLast(t, paths, `{"n":2}`, false)
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
	wantLast(t, paths, `{"whole":true}`, true)
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
	wantLast(t, paths, `{"whole":true}`, false)
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
