package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// checked runs one command line of check.
func checked(t *testing.T, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Main(append([]string{"check"}, args...), strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
	return code, stdout.String(), stderr.String()
}

// anIndex is an index with one commit and the file of no listing beside it.
func anIndex(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	repo, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	work, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	by := &object.Signature{Name: "Radhi", Email: "radhi@example.invalid", When: time.Unix(1700000000, 0)}
	if _, err := work.Commit("begin", &git.CommitOptions{Author: by, AllowEmptyCommits: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "listings", "radhi"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "listings", "radhi", "x"), []byte("no <ref>\x1b[2J\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAVerdictOfRefuseIsExitCode3AndOneCleanJSONObject(t *testing.T) {
	code, out, said := checked(t, "--index", anIndex(t), "--author", "radhi")
	var v struct {
		Verdict string
		Reasons []struct{ Type, Listing, Message, Fix string }
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if code != 3 || v.Verdict != "refuse" || len(v.Reasons) != 1 || v.Reasons[0].Type != "grammar" || v.Reasons[0].Listing != "listings/radhi/x" {
		t.Errorf("%d\n%s", code, out)
	}
	if strings.ContainsAny(out+said, "\x1b") || strings.Count(said, "\n") != 1 {
		t.Errorf("%q", said)
	}
}

func TestALogThatCannotBeTrustedIsExitCode1AndNoVerdict(t *testing.T) {
	d, index := newDesk(t), anIndex(t)
	d.run(0, observed(0, 3, "a"), d.appendArgs(noon)...)
	args := []string{"--index", index, "--log", d.log, "--vkey", d.vkey}
	if code, _, said := checked(t, args...); code != 3 || strings.Contains(said, "the log") {
		t.Errorf("a good log: %d, %q", code, said)
	}
	d.harm("tile/8/data/000.p/3")
	if code, out, said := checked(t, args...); code != 1 || out != "" || !strings.Contains(said, "tile/8/data/000.p/3") || !strings.Contains(said, " (fix: ") {
		t.Errorf("%d, %q, %q", code, out, said)
	}
}

func TestWhatCheckCannotDoIsExitCode1(t *testing.T) {
	dir := anIndex(t)
	for _, args := range [][]string{
		{}, {"--index"}, {"--colour"}, {"--index", dir, "word"}, {"--index", dir, "--log", dir}, {"--index", dir, "--vkey", "x"},
		{"--index", dir, "--log", dir, "--vkey", "x"}, {"--index", t.TempDir()}, {"--index", dir, "--base", "nowhere"},
	} {
		if code, out, said := checked(t, args...); code != 1 || out != "" || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: %d, %q, %q", args, code, out, said)
		}
	}
}
