package gittest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/gittest"
)

func serve(t *testing.T) (*gittest.Server, *gittest.Home, string) {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := t.TempDir()
	server, err := gittest.Serve(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	return server, home, root
}

const script = `
# two versions
executable one/run
symlink one/link run
submodule one/sub
commit one
tag v1.0.0
annotate v1.1.0
annotate v1.2.0 v1.1.0
sign v1.3.0
branch side
commit two
-- one/run --
echo one
-- two/run --
echo two
`

func TestARepositoryIsTheSameEachTime(t *testing.T) {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	repo, err := gittest.Build(filepath.Join(t.TempDir(), "r"), script)
	if err != nil {
		t.Fatal(err)
	}
	refs, err := repo.Run("", "for-each-ref", "--format=%(objectname) %(objecttype) %(refname)")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
b73eef9d30d3ee1550c0749c2252b42b5ea34d2c commit refs/heads/main
22d3f99ad30b53437b4599d7485b808958c1e5b6 commit refs/heads/side
22d3f99ad30b53437b4599d7485b808958c1e5b6 commit refs/tags/v1.0.0
594fc41ef16ad945997019dc816d33ba3b906b15 tag refs/tags/v1.1.0
a4f0b23061c10be94b0877cd65d86c90cac3d297 tag refs/tags/v1.2.0
4a94e44e50c628a3ad89e75ff579c6a1a42e812c tag refs/tags/v1.3.0`, "\n")
	if refs != want {
		t.Errorf("got\n%s\nwant\n%s", refs, want)
	}
	tree, err := repo.Run("", "ls-tree", "--format=%(objectmode) %(path)", "v1.0.0")
	if want := "120000 link\n100755 run\n160000 sub"; err != nil || tree != want {
		t.Errorf("got\n%s, %v\nwant\n%s", tree, err, want)
	}
}

func TestAScriptGoesOnWhereTheLastOneEnded(t *testing.T) {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	whole, err := gittest.Build(filepath.Join(t.TempDir(), "whole"), "commit a\ncommit b\n-- a/x --\n-- b/y --\n")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := gittest.Build(filepath.Join(t.TempDir(), "parts"), "commit a\n-- a/x --\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := parts.Append("commit b\n-- b/y --\n"); err != nil {
		t.Fatal(err)
	}
	one, err1 := whole.Commit("main")
	two, err2 := parts.Commit("main")
	if err1 != nil || err2 != nil || one != two {
		t.Errorf("got %s and %s, %v, %v", one, two, err1, err2)
	}
	if err := parts.Append("fly away\n"); err == nil || !strings.Contains(err.Error(), "fly away: unknown command") {
		t.Errorf("got %v", err)
	}
}

func TestGitItselfReachesTheServerAsGitHub(t *testing.T) {
	server, home, root := serve(t)
	if _, err := gittest.Build(gittest.Path(root, "radhi", "home"), "commit a\ntag v1\n-- a/x --\n"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("git", "ls-remote", "--tags", "https://github.com/radhi/home")
	cmd.Env = home.Environ()
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "\trefs/tags/v1\n") {
		t.Errorf("got %s, %v", out, err)
	}
	if got := server.Requests(); len(got) == 0 || got[0] != "GET /radhi/home/info/refs" {
		t.Errorf("got %q", got)
	}
}

func TestGitReachesNothingElse(t *testing.T) {
	_, home, _ := serve(t)
	for _, address := range []string{"https://git.example.com/a/b", "ssh://git.example.com/a/b"} {
		cmd := exec.Command("git", "ls-remote", address)
		cmd.Env = home.Environ()
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("%s answered %s", address, out)
		}
	}
}

func TestAnAppliedHomeIsInThisProcess(t *testing.T) {
	_, home, _ := serve(t)
	t.Setenv("GIT_DIR", "/nowhere")
	home.Set("EXTRA", "yes")
	home.Apply(t)
	if os.Getenv("HOME") != home.Dir || os.Getenv("EXTRA") != "yes" {
		t.Error("the environment is not the home's")
	}
	if _, set := os.LookupEnv("GIT_DIR"); set {
		t.Error("GIT_DIR is left")
	}
}

func TestAPackIsWhatGitReads(t *testing.T) {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	pack := gittest.Pack(
		gittest.Entry{Type: gittest.Blob, Content: []byte("base")},
		gittest.Entry{Type: gittest.Blob, Zeros: 3<<20 + 5},
		gittest.Entry{Type: gittest.OffsetDelta, Base: 2, Content: gittest.Delta(4, 5, 0x90, 4, 1, '!')})
	path := filepath.Join(t.TempDir(), "x.pack")
	if err := os.WriteFile(path, pack, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "index-pack", "--strict", path).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	out, err := exec.Command("git", "verify-pack", "-v", path).CombinedOutput()
	if err != nil || !strings.Contains(string(out), gittest.ObjectID("blob", []byte("base!"))) {
		t.Errorf("got %s, %v", out, err)
	}
}
