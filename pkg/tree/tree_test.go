package tree_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/tree"
)

// A fataler is a test, of the standard library or of rapid.
type fataler interface{ Fatal(args ...any) }

func newTree(t fataler, files ...tree.File) tree.Tree {
	made, err := tree.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func files(pairs ...string) []tree.File {
	var all []tree.File
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, tree.File{Path: pairs[i], Bytes: []byte(pairs[i+1])})
	}
	return all
}

func paths(t tree.Tree) []string {
	var all []string
	for _, f := range t.Files() {
		all = append(all, f.Path)
	}
	return all
}

func TestAnEmptyTreeHashesNoLine(t *testing.T) {
	const empty = "h1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := (tree.Tree{}).H1(); got != empty {
		t.Errorf("got %s", got)
	}
	if got := tree.H1(nil); got != empty {
		t.Errorf("got %s", got)
	}
}

func TestH1EqualsTheShellRecipe(t *testing.T) {
	for _, program := range []string{"sh", "find", "sed", "sort", "xargs", "sha256sum"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs " + program)
		}
	}
	all := files("reflex.toml", "description = 1\n", "lights.mts", "", "a/b", "x\x00y\r\n", "a-b", "1", "a.b", "2", "Zed", "3",
		"lib/deep/er/z.bin", strings.Repeat("\xff", 70000), "ü", "umlaut", "_", "low")
	dir := t.TempDir()
	for _, f := range all {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Bytes, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	recipe := exec.Command("sh", "-c", `find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum | sha256sum`)
	recipe.Dir = dir
	out, err := recipe.Output()
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := strings.Cut(string(out), " ")
	if got := newTree(t, all...).H1(); got.Hex() != want || string(got) != "h1:"+want {
		t.Errorf("h1 is %s, the recipe says %s", got, want)
	}
}

func TestTheFiveNamesOfAProjectAreNoPartOfAReflex(t *testing.T) {
	whole := newTree(t, files(
		"lights/reflex.toml", "", "lights/evoke.toml", "", "lights/evoke.lock", "", "lights/evoke.d.ts", "", "lights/overlays/a.toml", "",
		"lights/overlays/b/c", "", "lights/vocab", "", "lights/vocabulary", "", "lights/lib/evoke.toml", "", "lights/lib/vocab/x", "",
		"lights/evoke.toml.md", "", "lights-old/reflex.toml", "", "evoke.toml", "",
	)...)
	want := []string{"evoke.toml.md", "lib/evoke.toml", "lib/vocab/x", "reflex.toml", "vocabulary"}
	if got := paths(whole.Reflex("lights")); !slices.Equal(got, want) {
		t.Errorf("the reflex holds %q, want %q", got, want)
	}
	if got := paths(whole.Reflex("")); slices.Contains(got, "evoke.toml") || !slices.Contains(got, "lights/evoke.toml") {
		t.Errorf("the root reflex holds %q", got)
	}
	if got := paths(whole.Sub("lights-old")); !slices.Equal(got, []string{"reflex.toml"}) {
		t.Errorf("the directory beside holds %q", got)
	}
	if got := paths(whole.Sub("light")); got != nil {
		t.Errorf("half a name holds %q", got)
	}
}

func TestATreeRefusesAPathThatMayNotStandInIt(t *testing.T) {
	for _, bad := range [][]tree.File{files("../x", ""), files("a", "", "a", ""), files("A", "", "a", ""), files("a/b", "", "a", "")} {
		if made, err := tree.New(bad); why(err) == "" || made.Files() != nil {
			t.Errorf("New(%v) = %v, %v", bad, made, err)
		}
	}
}

func TestATreeIsTheSameInWhateverOrderItIsGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []tree.File
		for i, path := range plainPaths().Draw(t, "paths") {
			all = append(all, tree.File{Path: path, Bytes: []byte(fmt.Sprint(i))})
		}
		one := newTree(t, slices.Clone(all)...)
		other := newTree(t, rapid.Permutation(all).Draw(t, "order")...)
		if one.H1() != other.H1() {
			t.Fatal("the order changes the hash")
		}
		if !slices.IsSorted(paths(one)) {
			t.Fatalf("the files stand as %q", paths(one))
		}
		for _, f := range all {
			if got, ok := one.Get(f.Path); !ok || string(got) != string(f.Bytes) {
				t.Fatalf("Get(%q) = %q, %v", f.Path, got, ok)
			}
			if _, ok := one.Get(f.Path + "x"); ok && !slices.Contains(paths(one), f.Path+"x") {
				t.Fatalf("Get(%q) finds a file", f.Path+"x")
			}
		}
	})
}

func TestAnyChangeOfAPathOrAByteChangesTheHash(t *testing.T) {
	base := newTree(t, files("a", "1", "b", "2")...).H1()
	for _, other := range [][]tree.File{
		files("a", "2", "b", "1"), files("a", "1"), files("a", "1", "c", "2"), files("a", "1", "b", "2", "c", ""), files("a", "1", "b", "2\n"),
	} {
		if newTree(t, other...).H1() == base {
			t.Errorf("%v hashes the same", other)
		}
	}
}

func TestADigestIsH1AndSixtyFourHexDigits(t *testing.T) {
	zeros := strings.Repeat("0", 64)
	if d, err := tree.ParseDigest("h1:" + zeros); err != nil || d.Hex() != zeros {
		t.Errorf("got %v, %v", d, err)
	}
	for _, bad := range []string{
		"", "h1:", zeros, "h1:" + zeros[1:], "h1:" + zeros + "0", "h2:" + zeros, "h1:" + strings.Repeat("A", 64),
		"h1:" + strings.Repeat("+f", 32), "h1:" + zeros[:63] + "g", "h1:../" + zeros[3:], " h1:" + zeros,
	} {
		want := fmt.Sprintf("%q is not a digest: h1:<64 hex>", bad)
		if _, err := tree.ParseDigest(bad); err == nil || err.Error() != want {
			t.Errorf("ParseDigest(%q): %v", bad, err)
		}
	}
}

func ExampleTree_H1() {
	made, err := tree.New([]tree.File{
		{Path: "reflex.toml", Bytes: []byte("description = \"Say hello.\"\n")},
		{Path: "hello.mts", Bytes: []byte("export default () => \"hello\"\n")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(made.H1())
	// Output: h1:c18aa6e5d76aee3c14c3925d2e7c0e8062e9920eb0abc8038f31488ff1c58a5c
}
