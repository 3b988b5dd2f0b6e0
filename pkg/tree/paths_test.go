package tree_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/text"
	"sinew/pkg/tree"
)

func TestAPathThatLeavesOrHidesIsRefused(t *testing.T) {
	const (
		plain     = "is no plain relative path"
		character = "holds a character that no path may hold"
		backslash = "holds a backslash"
	)
	for path, want := range map[string]string{
		"reflex.toml":             "",
		"lights/reflex.toml":      "",
		"a b/ü/日本.txt":            "",
		".hidden":                 "",
		"..a/b..":                 "",
		".gitignore":              "",
		".gitattributes":          "",
		"git":                     "",
		"a.git/b":                 "",
		"-rf":                     "",
		"a:b":                     "",
		"~":                       "",
		"":                        plain,
		"/etc/passwd":             plain,
		"/":                       plain,
		"a/":                      plain,
		"a//b":                    plain,
		".":                       plain,
		"..":                      plain,
		"a/../b":                  plain,
		"./a":                     plain,
		"a/.":                     plain,
		"...":                     plain,
		". .":                     plain,
		" ":                       plain,
		"a/ /b":                   plain,
		".git":                    plain,
		".git/hooks/post-update":  plain,
		"a/.git":                  plain,
		".GIT":                    plain,
		".gIt/config":             plain,
		".git. ":                  plain,
		".git ":                   plain,
		".git...":                 plain,
		"git~1":                   plain,
		"GIT~1/config":            plain,
		".git::$INDEX_ALLOCATION": plain,
		".git:stream":             plain,
		".g\u200cit":              plain,
		"\ufeff.git":              plain,
		"a\\b":                    backslash,
		"..\\x":                   backslash,
		"a\x00b":                  character,
		"a\nb":                    character,
		"a\x1b[2J":                character,
		"a\u202eb":                character,
		"a\u0085":                 character,
		"a\xffb":                  character,
		strings.Repeat("a", 1024): "",
		strings.Repeat("a", 1025): "is over 1024 bytes long",
	} {
		err := tree.CheckPath(path)
		if got := why(err); got != want {
			t.Errorf("CheckPath(%q) says %q, want %q", path, got, want)
		}
		if err != nil && text.Why(err.Error()) != "" {
			t.Errorf("CheckPath(%q): the message cannot be printed: %q", path, err)
		}
	}
}

func why(err error) string {
	var bad *tree.PathError
	if errors.As(err, &bad) {
		return bad.Why
	}
	if err != nil {
		return fmt.Sprintf("a %T", err)
	}
	return ""
}

func TestTwoPathsThatSomeFileSystemTakesForOneAreRefused(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"a", "b", "c/a", "c/b", "d/a"}, ""},
		{[]string{"lights-2/x", "lights/x", "lights.toml"}, ""},
		{[]string{"i", "ı"}, ""},
		{[]string{"A.mts", "a.mts"}, "a.mts and A.mts are one name where case or Unicode form is ignored"},
		{[]string{"Dir/a", "dir/b"}, "dir and Dir are one name where case or Unicode form is ignored"},
		{[]string{"x/Dir/a", "x/dir"}, "x/dir and x/Dir are one name where case or Unicode form is ignored"},
		{[]string{"e\u0301", "é"}, "é and e\u0301 are one name where case or Unicode form is ignored"},
		{[]string{"É", "e\u0301"}, "e\u0301 and É are one name where case or Unicode form is ignored"},
		{[]string{"STRASSE", "straße"}, "straße and STRASSE are one name where case or Unicode form is ignored"},
		{[]string{"K", "\u212a"}, "\u212a and K are one name where case or Unicode form is ignored"},
		{[]string{"a", "a\u200d"}, "a\u200d and a are one name where case or Unicode form is ignored"},
		{[]string{"a", "a"}, "a is there twice"},
		{[]string{"a", "a/b"}, "a is both a file and a directory"},
		{[]string{"a/b", "a"}, "a is both a file and a directory"},
		{[]string{"a", "../b"}, "../b is no plain relative path"},
	} {
		got := ""
		if err := tree.CheckPaths(c.paths); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("CheckPaths(%q) says %q, want %q", c.paths, got, c.want)
		}
	}
}

func TestPathsOfDistinctPlainNamesStandInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := plainPaths().Draw(t, "paths")
		if err := tree.CheckPaths(paths); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(paths)
		if err := tree.CheckPaths(paths); err != nil {
			t.Fatal(err)
		}
		upper := strings.ToUpper(rapid.SampledFrom(paths).Draw(t, "one"))
		if err := tree.CheckPaths(append(paths, upper)); err == nil {
			t.Fatalf("%q stands beside the same name in lower case", upper)
		}
	})
}

// plainPaths draws paths whose directories are no files: names that open with
// d are directories.
func plainPaths() *rapid.Generator[[]string] {
	path := rapid.StringMatching(`(d[a-z0-9]{0,2}/){0,3}f[a-z]{0,3}`)
	return rapid.SliceOfNDistinct(path, 1, 12, rapid.ID)
}

func FuzzCheckPaths(f *testing.F) {
	f.Add("a/b", "A/b")
	f.Add("../x", ".git")
	f.Add("é", "e\u0301")
	f.Add("a", "a/b")
	f.Add("a\\b", "a\x00")
	f.Fuzz(func(t *testing.T, a, b string) {
		err := tree.CheckPaths([]string{a, b})
		if err != nil {
			if why(err) == "" || text.Why(err.Error()) != "" {
				t.Fatalf("CheckPaths(%q, %q): %q", a, b, err)
			}
			return
		}
		for _, path := range []string{a, b} {
			for segment := range strings.SplitSeq(path, "/") {
				if segment == "" || segment == "." || segment == ".." || strings.EqualFold(segment, ".git") {
					t.Fatalf("the path %q stands", path)
				}
			}
		}
		if strings.EqualFold(a, b) {
			t.Fatalf("%q and %q stand beside each other", a, b)
		}
	})
}
