package std_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sinew/hub-index/std"
	"sinew/hub-index/std/release"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// released are the commits of every version, which no later change may move.
var released = []resolve.Tag{
	{Name: "0.1.0", Commit: "7b80436e0a6acac6821c4ca335096564d77c396d"},
}

func TestEveryReleasedVersionIsCarriedAtItsCommit(t *testing.T) {
	tags := std.Tags()
	if len(tags) != len(released) || len(tags) != len(release.List) {
		t.Fatalf("carries %v; released are %v, listed %d", tags, released, len(release.List))
	}
	for i, want := range released {
		if tags[i] != want {
			t.Errorf("carries %v, released was %v", tags[i], want)
		}
		if _, ok := ref.ParseVersion(want.Name); !ok || release.List[i].Tag != want.Name {
			t.Errorf("%s is no version, or not listed as version %d", want.Name, i+1)
		}
		commit, files, err := std.Tree(want.Name)
		if err != nil || commit != want.Commit || len(files.Files()) == 0 {
			t.Errorf("Tree(%s) = %s, %d files, %v", want.Name, commit, len(files.Files()), err)
		}
	}
}

func TestTheNewestVersionHoldsTheSourcesBesideIt(t *testing.T) {
	const mend = "the sources changed: add a version to release.List and run `go generate ./hub-index/std`, or, " +
		"while nobody has the newest one, run `go run ./gen -again` in hub-index/std"
	sources, err := release.Sources(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	newest := std.Tags()[len(std.Tags())-1].Name
	_, carried, err := std.Tree(newest)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sources.Files() {
		if data, ok := carried.Get(f.Path); !ok || !bytes.Equal(data, f.Bytes) {
			t.Errorf("%s is not in %s as it stands here", f.Path, newest)
		}
	}
	if carried.H1() != sources.H1() {
		t.Error(mend)
	}
}

func TestAVersionThatWasNeverReleasedIsAnError(t *testing.T) {
	for _, tag := range []string{"", "9.9.9", "v0.1.0", "0.1.0\n", "\x1b[2J"} {
		if _, _, err := std.Tree(tag); err == nil || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("Tree(%q): %v", tag, err)
		}
	}
}

func TestLinesThatAreNoTagAreNone(t *testing.T) {
	got := std.ParseRefs("# pack-refs\n\nabc refs/heads/main\nabc refs/tags/1.0.0\ndef refs/tags/1.1.0")
	want := []resolve.Tag{{Name: "1.0.0", Commit: "abc"}, {Name: "1.1.0", Commit: "def"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestGitReadsTheSameRepository(t *testing.T) {
	git := gitIn(t)
	git("", "init", "--quiet", "--bare", ".")
	git(readFile(t, "std.pack"), "index-pack", "--stdin", "--strict", "--fsck-objects")
	if err := os.WriteFile(filepath.Join(git("", "rev-parse", "--absolute-git-dir"), "packed-refs"), []byte(readFile(t, "std.refs")), 0o644); err != nil {
		t.Fatal(err)
	}
	git("", "fsck", "--full", "--strict")
	for _, tag := range std.Tags() {
		_, files, err := std.Tree(tag.Name)
		if err != nil {
			t.Fatal(err)
		}
		if got := git("", "rev-parse", "refs/tags/"+tag.Name); got != tag.Commit {
			t.Errorf("git has %s at %s, not %s", tag.Name, got, tag.Commit)
		}
		if got, want := git("", "ls-tree", "-r", "--name-only", tag.Name), paths(files); got != want {
			t.Errorf("%s: git lists\n%s\nwant\n%s", tag.Name, got, want)
		}
		for _, f := range files.Files() {
			if got := git("", "cat-file", "blob", tag.Name+":"+f.Path); got != strings.TrimSpace(string(f.Bytes)) {
				t.Errorf("%s of %s is another file for git", f.Path, tag.Name)
			}
		}
	}
	if got, want := git("", "log", "-1", "--format=%an|%ae|%at|%cn|%ce|%ct|%s", released[0].Commit), "sinew||1795996800|sinew||1795996800|std 0.1.0"; got != want {
		t.Errorf("the first commit is by %s, want %s", got, want)
	}
}

// gitIn runs git in a new directory, where nobody's configuration counts, and
// returns what it prints, trimmed.
func gitIn(t *testing.T) func(stdin string, args ...string) string {
	t.Helper()
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	return func(stdin string, args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
}

func paths(files tree.Tree) string {
	var all []string
	for _, f := range files.Files() {
		all = append(all, f.Path)
	}
	return strings.Join(all, "\n")
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
