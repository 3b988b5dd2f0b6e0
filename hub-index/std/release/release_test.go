package release_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sinew/hub-index/std"
	"sinew/hub-index/std/release"
	"sinew/pkg/tree"
	"sinew/resolve/remote/gitpack"
)

var (
	first  = release.Version{Tag: "0.1.0", Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	second = release.Version{Tag: "0.2.0", Date: time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC)}
)

func TestASecondVersionKeepsTheFirst(t *testing.T) {
	before := add(t, release.Repository{}, first, "a/reflex.toml", "one", "a/b.txt", "two", "a.txt", "three", "a-b/reflex.toml", "four")
	after := add(t, before, second, "a/reflex.toml", "one", "c/d/reflex.toml", "five")

	if !strings.HasPrefix(after.Refs, before.Refs) {
		t.Errorf("the tags\n%swere not kept in\n%s", before.Refs, after.Refs)
	}
	if got := treeAt(t, after, "0.1.0"); got.H1() != treeAt(t, before, "0.1.0").H1() || len(got.Files()) != 4 {
		t.Errorf("0.1.0 changed: %v", got.Files())
	}
	if got := treeAt(t, after, "0.2.0"); len(got.Files()) != 2 {
		t.Errorf("0.2.0 holds %v", got.Files())
	}
	// Both headers are twelve bytes long, and a trailer of twenty is last.
	kept := before.Pack[12 : len(before.Pack)-20]
	if !bytes.HasPrefix(after.Pack[12:], kept) {
		t.Error("the objects of 0.1.0 moved in the pack")
	}
}

func TestOneSourceMakesOneRepository(t *testing.T) {
	a := add(t, release.Repository{}, first, "a/reflex.toml", "one", "README.md", "two")
	b := add(t, release.Repository{}, first, "README.md", "two", "a/reflex.toml", "one")
	if !bytes.Equal(a.Pack, b.Pack) || a.Refs != b.Refs {
		t.Errorf("%s and %s, %d and %d bytes", a.Refs, b.Refs, len(a.Pack), len(b.Pack))
	}
	if want := "927342ef36cbcc3886113c2ecd002f31961a400f refs/tags/0.1.0\n"; a.Refs != want {
		t.Errorf("the refs are\n%swant\n%s", a.Refs, want)
	}
}

func TestTheNewestVersionWrittenAnewLeavesNothingBehind(t *testing.T) {
	before := add(t, release.Repository{}, first, "a/reflex.toml", "one")
	draft := add(t, before, second, "a/reflex.toml", "draft")
	anew := add(t, release.WithoutLast(draft), second, "a/reflex.toml", "final")
	straight := add(t, before, second, "a/reflex.toml", "final")
	if !bytes.Equal(anew.Pack, straight.Pack) || anew.Refs != straight.Refs {
		t.Error("the draft left something in the pack")
	}
	if got := release.WithoutLast(release.Repository{}); got.Refs != "" {
		t.Errorf("nothing without its last is %q", got.Refs)
	}
}

func TestAPackThatDoesNotReadIsAnError(t *testing.T) {
	good := add(t, release.Repository{}, first, "a/reflex.toml", "one")
	for name, old := range map[string]release.Repository{
		"no pack":        {Pack: []byte("not a pack"), Refs: good.Refs},
		"cut short":      {Pack: good.Pack[:len(good.Pack)/2], Refs: good.Refs},
		"a commit lacks": {Pack: good.Pack, Refs: strings.Repeat("0", 40) + " refs/tags/0.1.0\n"},
	} {
		if _, err := release.Add(old, second, tree.Tree{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSourcesAreTheReflexesAndTheCollectionsOwnFiles(t *testing.T) {
	file := func() *fstest.MapFile { return &fstest.MapFile{Data: []byte("x")} }
	got, err := release.Sources(fstest.MapFS{
		"README.md": file(), "LICENSE": file(), "std.go": file(), "std.pack": file(),
		"disk/reflex.toml": file(), "disk/data/more.txt": file(), "disk/.hidden": file(), "disk/.git/config": file(),
		"gen/main.go": file(), "release/release.go": file(), ".dir/reflex.toml": file(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range got.Files() {
		paths = append(paths, f.Path)
	}
	if got, want := strings.Join(paths, " "), "LICENSE README.md disk/data/more.txt disk/reflex.toml"; got != want {
		t.Errorf("sources are %s, want %s", got, want)
	}
}

// add is old with a version of the files, given as path and content in turn.
func add(t *testing.T, old release.Repository, version release.Version, files ...string) release.Repository {
	t.Helper()
	var list []tree.File
	for i := 0; i < len(files); i += 2 {
		list = append(list, tree.File{Path: files[i], Bytes: []byte(files[i+1])})
	}
	sources, err := tree.New(list)
	if err != nil {
		t.Fatal(err)
	}
	r, err := release.Add(old, version, sources)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func treeAt(t *testing.T, r release.Repository, tag string) tree.Tree {
	t.Helper()
	objects, err := gitpack.Read(r.Pack, gitpack.SHA1, gitpack.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range std.ParseRefs(r.Refs) {
		if known.Name != tag {
			continue
		}
		id, _ := gitpack.ParseID(known.Commit)
		files, err := objects.Tree(id)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	t.Fatalf("no tag %s in\n%s", tag, r.Refs)
	return tree.Tree{}
}
