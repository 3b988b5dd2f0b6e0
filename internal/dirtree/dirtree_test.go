package dirtree_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"sinew/internal/dirtree"
	"sinew/internal/testuser"
	"sinew/pkg/tree"
)

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	base := t.TempDir()
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		segment := rapid.StringMatching(`[a-zé][a-z0-9 ."'-]{0,6}[a-z]`)
		files := map[string][]byte{}
		for range rapid.IntRange(0, 12).Draw(t, "files") {
			path := strings.Join(rapid.SliceOfN(segment, 1, 3).Draw(t, "path"), "/")
			files[path] = rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes")
		}
		want, err := treeOf(files)
		if err != nil {
			t.Skip("no tree: ", err) // two of the paths clash
		}
		run++
		dir := filepath.Join(base, fmt.Sprint(run))
		if err := dirtree.Write(dir, want, nil); err != nil {
			t.Fatal(err)
		}
		got, err := dirtree.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got.H1() != want.H1() {
			t.Fatalf("read %v, wrote %v", got.Files(), want.Files())
		}
	})
}

func TestAReflexIsReadWithoutTheNamesOfAProjectAndOfGit(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"reflex.toml", "hello.mts", "lib/evoke.toml", "lib/vocab/x", // kept
		"evoke.toml", "evoke.lock", "evoke.d.ts", "overlays/a.toml", "vocab/deep/b.toml", ".git/config",
	} {
		put(t, filepath.Join(dir, path))
	}
	must(t, os.Symlink("/", filepath.Join(dir, "overlays", "link"))) // never looked at
	link := filepath.Join(t.TempDir(), "hello")
	must(t, os.Symlink(dir, link))
	for _, at := range []string{dir, link} {
		got, err := dirtree.ReadReflex(at)
		must(t, err)
		if want := "hello.mts lib/evoke.toml lib/vocab/x reflex.toml"; paths(got) != want {
			t.Errorf("read %s, want %s", paths(got), want)
		}
	}
	if _, err := dirtree.Read(link); err == nil {
		t.Error("Read followed a link to its directory")
	}
}

func TestWhatNoTreeMayHoldIsRefusedByItsPath(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "victim")
	put(t, victim)
	for _, c := range []struct {
		want string
		make func(dir string) error
	}{
		{"sub/link is a symbolic link", func(dir string) error { return os.Symlink(victim, filepath.Join(dir, "sub/link")) }},
		{"sub/up is a symbolic link", func(dir string) error { return os.Symlink("..", filepath.Join(dir, "sub/up")) }},
		{"sub/gone is a symbolic link", func(dir string) error { return os.Symlink("nowhere", filepath.Join(dir, "sub/gone")) }},
		{"sub/pipe is no regular file", func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, "sub/pipe"), 0o600) }},
		{"sub/.git is no plain relative path", func(dir string) error { return os.Mkdir(filepath.Join(dir, "sub/.git"), 0o700) }},
		{`sub/a\b holds a backslash`, func(dir string) error { return os.WriteFile(filepath.Join(dir, `sub/a\b`), nil, 0o600) }},
		{`sub/a\u{1b}b holds a character that no path may hold`, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "sub/a\x1bb"), nil, 0o600)
		}},
	} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "sub/reflex.toml"))
		must(t, c.make(dir))
		_, err := dirtree.Read(dir)
		var refused *tree.PathError
		if !errors.As(err, &refused) || err.Error() != c.want {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}

func TestADirectoryNestedPastALongestPathIsRefused(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", tree.MaxPath/2+1)), 0o700))
	_, err := dirtree.Read(dir)
	var refused *tree.PathError
	if !errors.As(err, &refused) {
		t.Errorf("the error is %v", err)
	}
}

func TestADirectoryOverTheLimitsIsRefused(t *testing.T) {
	big := t.TempDir()
	for _, name := range []string{"a", "b"} {
		file, err := os.Create(filepath.Join(big, name))
		must(t, err)
		must(t, file.Truncate(dirtree.MaxBytes/2+1)) // a hole: no disk is used
		must(t, file.Close())
	}
	many := t.TempDir()
	put(t, filepath.Join(many, "one"))
	for i := range dirtree.MaxEntries {
		must(t, os.Link(filepath.Join(many, "one"), filepath.Join(many, fmt.Sprint(i))))
	}
	for dir, want := range map[string]string{big: "holds more than 64 MB of files", many: "holds more than 20000 files and directories"} {
		_, err := dirtree.Read(dir)
		var over *dirtree.LimitError
		if !errors.As(err, &over) || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

func TestATreeOverTheLimitsIsNamedBeforeItIsWritten(t *testing.T) {
	half := make([]byte, dirtree.MaxBytes/2)
	big := map[string][]byte{"a": half, "b": half}
	many := map[string][]byte{"0/last": nil, "0.txt": nil} // three entries
	for i := range dirtree.MaxEntries/2 - 2 {
		many[fmt.Sprintf("dir%d/file", i)] = nil // two more
	}
	for _, c := range []struct {
		fits map[string][]byte
		more string
	}{{big, "c"}, {many, "0/deep/er"}} {
		for _, over := range []bool{false, true} {
			if over {
				c.fits[c.more] = []byte("x")
			}
			one, err := treeOf(c.fits)
			must(t, err)
			var limit *dirtree.LimitError
			if err := dirtree.Check(one); errors.As(err, &limit) != over {
				t.Errorf("with %s (%v): %v", c.more, over, err)
			}
		}
	}
}

func TestAnUnreadableFileIsTheSystemsError(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "sub/reflex.toml"))
	must(t, os.Chmod(filepath.Join(dir, "sub/reflex.toml"), 0))
	testuser.Run(t, dir, func() {
		if _, err := dirtree.Read(dir); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("the error is %v", err)
		}
	})
	if _, err := dirtree.Read(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}

func TestWriteWantsAFreshDirectoryAndFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "there"), 0o700))
	must(t, os.Symlink("there", filepath.Join(dir, "link")))
	must(t, os.Symlink("new", filepath.Join(dir, "dangling")))
	one, err := treeOf(map[string][]byte{"a": nil})
	must(t, err)
	for _, name := range []string{"there", "link", "dangling"} {
		if err := dirtree.Write(filepath.Join(dir, name), one, nil); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "there")); len(entries) != 0 {
		t.Errorf("written through a link: %v", entries)
	}
}

func TestEachWrittenFileIsHandedOn(t *testing.T) {
	one, err := treeOf(map[string][]byte{"a": []byte("1"), "b/c": []byte("2"), "b/d": nil})
	must(t, err)
	var seen []uint64
	dir := filepath.Join(t.TempDir(), "x")
	must(t, dirtree.Write(dir, one, func(fd int) error {
		var info unix.Stat_t
		must(t, unix.Fstat(fd, &info))
		seen = append(seen, info.Ino)
		return nil
	}))
	var want []uint64
	for _, name := range []string{"a", "b/c", "b/d"} {
		var info unix.Stat_t
		must(t, unix.Stat(filepath.Join(dir, name), &info))
		want = append(want, info.Ino)
	}
	if !slices.Equal(seen, want) {
		t.Errorf("handed on: %v, want %v", seen, want)
	}
	full := errors.New("the disk is full")
	if err := dirtree.Write(dir+"2", one, func(int) error { return full }); !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
}

func ExampleRead() {
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "reflex.toml"), []byte("reflex = 1\n"), 0o644)
	t, err := dirtree.Read(dir)
	fmt.Println(paths(t), err)
	// Output: reflex.toml <nil>
}

func treeOf(files map[string][]byte) (tree.Tree, error) {
	var all []tree.File
	for path, data := range files {
		all = append(all, tree.File{Path: path, Bytes: bytes.Clone(data)})
	}
	return tree.New(all)
}

func paths(t tree.Tree) string {
	var all []string
	for _, f := range t.Files() {
		all = append(all, f.Path)
	}
	return strings.Join(all, " ")
}

func put(t *testing.T, file string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte(filepath.Base(file)), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
