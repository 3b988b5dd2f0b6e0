package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A hook runs the program with all that git exports there, over https and with
// the git program, and holds the person's repository, the index and the work
// tree against what they were before.
const hook = `#!/bin/sh
state() { find "$TOP" -type f ! -path '*/hook-*' -exec sha256sum {} + | LC_ALL=C sort; }
name=$(basename "$0")
state >"$TOP/hook-before"
{
  env | grep ^GIT_ >"$OUT/$name.exported"
  rm -rf "$HOME/.cache" "$HOME/.config/evoke"
  "$SINEW" add radhi/home/lamp ana/tools/word &&
  rm -rf "$HOME/.cache" &&
  "$SINEW" sync && "$SINEW" update && "$SINEW" show && "$SINEW" run word
} >"$OUT/$name.said" 2>&1 || exit 1
state >"$TOP/hook-after"
cmp "$TOP/hook-before" "$TOP/hook-after" >>"$OUT/$name.said" 2>&1 || exit 1
`

func TestInsideAHookThePersonsRepositoryStaysByteForByte(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	tools := w.publish("ana/tools", version("v1.0.0", "word"))
	p := w.somebody(t)
	must(t, p.home.Configure("[url \""+tools.Dir+"\"]\n\tinsteadOf = https://github.com/ana/tools\n[protocol \"file\"]\n\tallow = always\n"+
		"[user]\n\tname = Ana\n\temail = ana@example.invalid\n[init]\n\tdefaultBranch = main\n"))
	top, out := filepath.Join(t.TempDir(), "top"), t.TempDir()
	p.home.Set("TOP", top)
	p.home.Set("OUT", out)
	p.home.Set("SINEW", program)
	mine := filepath.Join(top, "mine")
	must(t, os.MkdirAll(mine, 0o755))
	p.git(top, "init", "--quiet", "--bare", "theirs")
	p.git(mine, "init", "--quiet")
	p.git(mine, "remote", "add", "origin", filepath.Join(top, "theirs"))
	write(t, filepath.Join(mine, "one"), "one\n")
	p.git(mine, "add", "one")
	for _, name := range []string{"pre-commit", "post-commit", "pre-push", "post-checkout"} {
		path := filepath.Join(mine, ".git", "hooks", name)
		write(t, path, hook)
		must(t, os.Chmod(path, 0o755))
	}
	ran := func(name, variable string) {
		t.Helper()
		exported, said := read(t, filepath.Join(out, name+".exported")), read(t, filepath.Join(out, name+".said"))
		if !strings.Contains(exported, variable+"=") || !strings.Contains(said, "up to date") {
			t.Errorf("%s: git exported\n%s\nand the hook said\n%s", name, exported, said)
		}
		must(t, os.Remove(filepath.Join(out, name+".said")))
	}
	// With -a the index of the commit is another file than the repository's.
	p.git(mine, "commit", "--quiet", "-m", "one")
	ran("pre-commit", "GIT_INDEX_FILE")
	write(t, filepath.Join(mine, "one"), "two\n")
	p.git(mine, "commit", "--quiet", "-a", "-m", "two")
	ran("pre-commit", "GIT_INDEX_FILE")
	ran("post-commit", "GIT_EXEC_PATH")
	p.git(mine, "push", "--quiet", "origin", "main")
	ran("pre-push", "GIT_EXEC_PATH")
	// In another work tree GIT_DIR is not the repository's own directory.
	p.git(mine, "worktree", "add", "--quiet", filepath.Join(top, "tree"), "-b", "side")
	ran("post-checkout", "GIT_PREFIX")
	write(t, filepath.Join(top, "tree", "two"), "two\n")
	p.git(filepath.Join(top, "tree"), "add", "two")
	p.git(filepath.Join(top, "tree"), "commit", "--quiet", "-m", "three")
	ran("pre-commit", "GIT_DIR")
	p.git(mine, "fsck", "--strict")
	if shallow := filepath.Join(mine, ".git", "shallow"); read(t, shallow) != "" || p.git(mine, "tag") != "" {
		t.Error("the person's repository became shallow, or got tags")
	}
}

func (p *person) git(dir string, args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, p.home.Environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
