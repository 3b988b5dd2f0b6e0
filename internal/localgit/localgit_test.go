package localgit

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/tree"
	"sinew/resolve/remote/gitpack"
)

// git runs the git program in dir, with nothing of this machine's own.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	args = append([]string{"-c", "user.name=x", "-c", "user.email=x@y.invalid", "-c", "protocol.file.allow=always"}, args...)
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// repository is a work tree with a file in a folder, committed and tagged.
func repository(t *testing.T, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, append([]string{"init", "--quiet"}, args...)...)
	put(t, filepath.Join(dir, "lights", "reflex.toml"), "one\n")
	put(t, filepath.Join(dir, "lights", "src", "body.mts"), "body\n")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "--message", "one")
	git(t, dir, "tag", "--annotate", "--message", "x", "v1.2.0")
	git(t, dir, "tag", "--annotate", "--message", "x", "1.3.0", "v1.2.0") // a tag of a tag
	git(t, dir, "tag", "1.0.0")
	git(t, dir, "tag", "lights/v2.0.0")
	return dir
}

func find(t *testing.T, dir string) (*Repo, string) {
	t.Helper()
	r, prefix, err := Find(dir)
	if err != nil || r == nil {
		t.Fatalf("%s: %v, %v", dir, r, err)
	}
	t.Cleanup(r.Close)
	return r, prefix
}

// checkTags checks that every version tag names commit, and that the commit
// holds the file.
func checkTags(t *testing.T, dir, commit string) {
	t.Helper()
	r, prefix := find(t, dir)
	names, err := r.VersionTags()
	slices.Sort(names)
	if err != nil || !slices.Equal(names, []string{"1.0.0", "1.3.0", "v1.2.0"}) {
		t.Fatalf("%q, %v", names, err)
	}
	tags, err := r.Tags(names)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range tags {
		if tag.Commit != commit {
			t.Errorf("%s is %s, not %s", tag.Name, tag.Commit, commit)
		}
	}
	c, err := r.At(tags[0].Commit)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimPrefix(prefix+"/reflex.toml", "/")
	got, found, err := c.File(at)
	same, sameErr := c.Holds(at, []byte("one\n"))
	if string(got) != "one\n" || !found || !same || err != nil || sameErr != nil {
		t.Errorf("%s: %q, %v, %v, %v, %v", at, got, found, same, err, sameErr)
	}
}

func TestTagsAndFilesAreReadHoweverTheyAreKept(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			dir := repository(t, "--object-format="+format)
			commit := git(t, dir, "rev-parse", "HEAD")
			lights := filepath.Join(dir, "lights")
			checkTags(t, lights, commit)

			git(t, dir, "worktree", "add", "--quiet", filepath.Join(dir, "..", format+"-tree"))
			checkTags(t, filepath.Join(dir, "..", format+"-tree", "lights"), commit)

			// Many more versions of the file, so that packing makes deltas.
			for range 20 {
				put(t, filepath.Join(lights, "src", "body.mts"), strings.Repeat("a longer body\n", 300)+git(t, dir, "rev-parse", "HEAD"))
				git(t, dir, "commit", "--quiet", "--all", "--message", "more")
			}
			git(t, dir, "gc", "--quiet", "--aggressive")
			git(t, dir, "pack-refs", "--all")
			checkTags(t, lights, commit)
			checkHead(t, dir)

			borrowed := filepath.Join(t.TempDir(), "borrowed")
			git(t, dir, "clone", "--quiet", "--shared", dir, borrowed)
			checkTags(t, filepath.Join(borrowed, "lights"), commit)
		})
	}
}

// checkHead checks that what is checked out is read as git reads it.
func checkHead(t *testing.T, dir string) {
	t.Helper()
	r, _ := find(t, dir)
	head, err := r.Head()
	if err != nil || head != git(t, dir, "rev-parse", "HEAD") {
		t.Fatalf("%s, %v", head, err)
	}
	c, err := r.At(head)
	if err != nil {
		t.Fatal(err)
	}
	files, err := c.Tree()
	if err != nil || len(files.Files()) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	if changed, err := r.Changed(files, "", nothing); err != nil || len(changed) > 0 {
		t.Errorf("%v, %v", changed, err)
	}
}

func nothing(string) bool { return false }

func TestARepositoryIsFoundUpwardAndNowhereElse(t *testing.T) {
	dir := repository(t)
	deep := filepath.Join(dir, "lights", "src")
	for at, want := range map[string]string{dir: "", filepath.Join(dir, "lights"): "lights", deep: "lights/src"} {
		if r, prefix := find(t, at); prefix != want || r.Root == "" {
			t.Errorf("%s: %q", at, prefix)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(deep, link); err != nil {
		t.Fatal(err)
	}
	if _, prefix := find(t, link); prefix != "lights/src" {
		t.Errorf("through a link: %q", prefix)
	}
	t.Setenv("GIT_DIR", filepath.Join(repository(t), ".git"))
	if _, prefix := find(t, deep); prefix != "lights/src" {
		t.Errorf("in a hook: %q", prefix)
	}
	put(t, filepath.Join(deep, ".git", "config"), "no repository")
	if _, prefix := find(t, deep); prefix != "lights/src" {
		t.Errorf("past a .git that is none: %q", prefix)
	}
	if r, _, err := Find(t.TempDir()); r != nil || err != nil {
		t.Errorf("outside: %v, %v", r, err)
	}
}

func TestASubmoduleIsARepositoryOfItsOwn(t *testing.T) {
	inner, outer := repository(t), t.TempDir()
	git(t, outer, "init", "--quiet")
	git(t, outer, "submodule", "--quiet", "add", inner, "inner")
	_, prefix := find(t, filepath.Join(outer, "inner", "lights"))
	if prefix != "lights" {
		t.Error(prefix)
	}
	checkTags(t, filepath.Join(outer, "inner", "lights"), git(t, inner, "rev-parse", "HEAD"))
}

func TestNothingIsCheckedOutBeforeTheFirstCommit(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "--quiet")
	r, _ := find(t, dir)
	names, err := r.VersionTags()
	head, headErr := r.Head()
	if names != nil || head != "" || err != nil || headErr != nil {
		t.Errorf("%q, %q, %v, %v", names, head, err, headErr)
	}
}

func TestWhatCannotBeReadIsRefusedInOneLine(t *testing.T) {
	dir := repository(t)
	put(t, filepath.Join(dir, ".git", "refs", "tags", "2.0.0"), "not an id\n")
	put(t, filepath.Join(dir, ".git", "refs", "tags", "3.0.0"), strings.Repeat("1", 40)+"\n")
	put(t, filepath.Join(dir, ".git", "refs", "tags", "4.0.0"), "ref: refs/tags/4.0.0\n")
	git(t, dir, "tag", "5.0.0", git(t, dir, "rev-parse", "HEAD:lights"))
	r, _ := find(t, dir)
	for tag, want := range map[string]string{
		"2.0.0": "cannot be read", "3.0.0": "is not in the repository", "4.0.0": "cannot be read", "5.0.0": "names a tree",
		"9.0.0": "cannot be read",
	} {
		_, err := r.Tags([]string{tag})
		refusal := new(gitpack.Refusal)
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", tag, err, want)
		}
	}
	for config, want := range map[string]string{
		"[extensions]\n\trefStorage = reftable\n":   "reftable",
		"[ extensions ]\nobjectformat = \"sha3\"\n": "sha3",
	} {
		put(t, filepath.Join(dir, ".git", "config"), config)
		if _, _, err := Find(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", config, err)
		}
	}
}

func TestChangesAreWhatGitWouldSay(t *testing.T) {
	dir := repository(t)
	put(t, filepath.Join(dir, ".gitignore"), "*.log\n/build/\n!keep.log\n")
	put(t, filepath.Join(dir, "lights", ".gitignore"), "cache\n")
	put(t, filepath.Join(dir, "lights", "tracked.log"), "tracked\n")
	put(t, filepath.Join(dir, "lights", "empty"), "")
	git(t, dir, "add", "--force", ".")
	git(t, dir, "commit", "--quiet", "--message", "two")
	put(t, filepath.Join(dir, ".git", "info", "exclude"), "*.mine\n")

	for path, content := range map[string]string{
		"lights/x.log": "", "lights/keep.log": "", "build/y": "", "lights/build/y": "", "lights/cache/z": "", "cache/z": "",
		"lights/a.mine": "", "lights/skipped": "", "lights/tracked.log": "changed\n", "lights/src/body.mts": "body\r\n",
	} {
		put(t, filepath.Join(dir, path), content)
	}
	for _, gone := range []string{"lights/reflex.toml", "lights/empty"} {
		if err := os.Remove(filepath.Join(dir, gone)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "lights", "empty")); err != nil {
		t.Fatal(err)
	}
	want := []Change{
		{"cache/z", Untracked}, {"lights/build/y", Untracked}, {"lights/empty", Modified}, {"lights/keep.log", Untracked},
		{"lights/reflex.toml", Deleted}, {"lights/tracked.log", Modified},
	}
	checkChanged(t, dir, "", "lights/skipped", want)
	checkChanged(t, dir, "lights", "skipped", want[1:])
}

func checkChanged(t *testing.T, dir, below, skipped string, want []Change) {
	t.Helper()
	r, _ := find(t, dir)
	got, err := r.Changed(headTree(t, r), below, func(path string) bool { return path == skipped })
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("below %q: %v, %v\nwant %v", below, got, err, want)
	}
}

func headTree(t *testing.T, r *Repo) tree.Tree {
	t.Helper()
	head, err := r.Head()
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.At(head)
	if err != nil {
		t.Fatal(err)
	}
	files, err := c.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return files
}
