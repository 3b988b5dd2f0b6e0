package state_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestTheHistoryHoldsTheLastThousandLines(t *testing.T) {
	paths := logPaths(t)
	if all, err := paths.History(); err != nil || all != nil {
		t.Fatalf("no history is %q, %v", all, err)
	}
	for n := range 1003 {
		if err := paths.Remember(fmt.Sprint("line ", n)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := paths.History()
	if err != nil || len(all) != 1000 || all[0] != "line 3" || all[999] != "line 1002" {
		t.Fatalf("%d lines, %v", len(all), err)
	}
	file := filepath.Join(paths.State, "history")
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "\n") != 1000 {
		t.Errorf("the file has %d lines, %v", strings.Count(string(text), "\n"), err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the history is %v, %v", info.Mode(), err)
	}
}

func TestAHistoryOfLongLinesStaysOneThatReads(t *testing.T) {
	paths := logPaths(t)
	long := strings.Repeat("x", 600_000)
	for _, first := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		if err := paths.Remember(first + long); err != nil {
			t.Fatal(err)
		}
	}
	all, err := paths.History()
	if err != nil || len(all) != 3 || all[0] != "f"+long || all[2] != "h"+long {
		t.Errorf("%d lines, %v", len(all), err)
	}
}

func TestOnlyCleanLinesAreInAHistory(t *testing.T) {
	paths := logPaths(t)
	for _, line := range []string{"kept", "two\nlines", "\x1b[2J", "auch das: Wäsche"} {
		if err := paths.Remember(line); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(paths.State, "history")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "\x1b]0;title\n\nlast"...), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := paths.History()
	if err != nil || !slices.Equal(all, []string{"kept", "auch das: Wäsche", "last"}) {
		t.Errorf("%q, %v", all, err)
	}
}

func TestSessionsAtOnceRememberEveryLine(t *testing.T) {
	paths := logPaths(t)
	var sessions sync.WaitGroup
	for n := range 4 {
		sessions.Go(func() {
			for i := range 400 {
				if err := paths.Remember(fmt.Sprintf("%d %d", n, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	sessions.Wait()
	all, err := paths.History()
	if err != nil || len(all) != 1000 {
		t.Fatalf("%d lines, %v", len(all), err)
	}
	seen := map[string]int{}
	for _, line := range all {
		var n, i int
		if _, err := fmt.Sscanf(line, "%d %d", &n, &i); err != nil {
			t.Fatalf("a mixed line %q", line)
		}
		if before, is := seen[fmt.Sprint(n)]; is && i != before+1 {
			t.Errorf("session %d goes from %d to %d", n, before, i)
		}
		seen[fmt.Sprint(n)] = i
	}
	for session, last := range seen { // one that was done early has no line left
		if last != 399 {
			t.Errorf("session %s ends with %d", session, last)
		}
	}
}
