package state

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func digestOf(n int) string { return fmt.Sprintf("h1:%064x", n) }

func TestABaselineIsKeptForItsSetAlone(t *testing.T) {
	p := Paths{Cache: filepath.Join(t.TempDir(), "cache")}
	if got := p.Baseline(digestOf(1)); got != nil {
		t.Errorf("before the first: %q", got)
	}
	p.KeepBaseline(digestOf(1), []byte("one\n"))
	p.KeepBaseline(digestOf(1), []byte("again\n"))
	if got := p.Baseline(digestOf(1)); string(got) != "again\n" {
		t.Errorf("it is %q", got)
	}
	if got := p.Baseline(digestOf(2)); got != nil {
		t.Errorf("of another set: %q", got)
	}
	file := filepath.Join(p.Cache, "baselines", strings.TrimPrefix(digestOf(1), "h1:")+".json")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestOnlyTheBaselinesOfTheLastSetsAreKept(t *testing.T) {
	p := Paths{Cache: t.TempDir()}
	long := time.Now().Add(-time.Hour)
	for n := range maxBaselines + 2 {
		p.KeepBaseline(digestOf(n), []byte("{}\n"))
		at := long.Add(time.Duration(n) * time.Second)
		if err := os.Chtimes(p.baselineFile(digestOf(n)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	p.KeepBaseline(digestOf(maxBaselines+2), []byte("{}\n"))
	kept, err := os.ReadDir(p.baselines())
	if err != nil || len(kept) != maxBaselines {
		t.Fatalf("%d are kept, %v", len(kept), err)
	}
	for n := range maxBaselines + 3 {
		if got := p.Baseline(digestOf(n)) != nil; got != (n > 2) {
			t.Errorf("%d is kept: %v", n, got)
		}
	}
}

func TestABaselineThatCannotBeKeptIsNone(t *testing.T) {
	dir := t.TempDir()
	p := Paths{Cache: filepath.Join(dir, "file")}
	if err := os.WriteFile(p.Cache, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.KeepBaseline(digestOf(1), []byte("{}\n"))
	if got := p.Baseline(digestOf(1)); got != nil {
		t.Errorf("it is %q", got)
	}
	p.Cache = dir
	p.KeepBaseline(digestOf(1), bytes.Repeat([]byte("x"), maxFileBytes+1))
	if _, err := os.Stat(p.baselines()); !os.IsNotExist(err) {
		t.Errorf("one too long is kept: %v", err)
	}
}

func TestEveryWholeLineOfTheLogIsRead(t *testing.T) {
	p := Paths{State: t.TempDir()}
	var got []string
	read := func() error {
		got = nil
		return p.EachLogged(func(line []byte) {
			if line == nil {
				got = append(got, "too long")
				return
			}
			got = append(got, string(line))
		})
	}
	if err := read(); err != nil || got != nil {
		t.Errorf("without a log: %q, %v", got, err)
	}
	middle := strings.Repeat("m", 200<<10) // more than one piece
	whole := "first\n\n" + strings.Repeat("x", maxLogged+1) + "\n" + middle + "\nlast\ncut sho"
	if err := os.WriteFile(p.logFile(), []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"first", "", "too long", middle, "last"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%d lines: %.20q…", len(got), got)
	}
	p.State = filepath.Join(p.State, "log.jsonl") // a file on the way
	if err := read(); err == nil {
		t.Errorf("a log that cannot be reached: %v", err)
	}
}
