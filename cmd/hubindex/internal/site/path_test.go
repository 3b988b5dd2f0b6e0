package site

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
)

func TestPathsOfNames(t *testing.T) {
	long := strings.Repeat("x", 300)
	for name, want := range map[string]string{
		"github.com/radhi/home":          "github.com/radhi/home",
		"github.com/radhi/home#notes/a":  "github.com/radhi/home/-/notes/a",
		"h:8443/A/-/index.html/.b/c.":    "h~3a8443/~41/~2d/index~2ehtml/~2eb/c~2e",
		"[::1]/a/feed.xml":               "~5b~3a~3a1~5d/a/feed~2exml",
		"h/" + long:                      "h/~~" + digestOf(long),
		"h/" + strings.Repeat("a/", 500): "-/" + digestOf("h/"+strings.Repeat("a/", 500)),
		"h/\u00fc%20":                    "h/~c3~bc~2520",
		"h/..":                           "h/~2e~2e",
	} {
		if got := pathOf(hublog.Name(name)); got != want {
			t.Errorf("%.40q lies at %s, want %s", name, got, want)
		}
	}
}

var plainPath = regexp.MustCompile(`^[a-z0-9_~-][a-z0-9._~/-]*$`)

func TestNoTwoNamesHaveOnePath(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "A", "-", "~", "~2d", "~41", "a.", "index.html", "versions.html", ".html", "feed.xml", ".", "..", "a#b", "b", "\u00fc"})
	name := rapid.Custom(func(t *rapid.T) hublog.Name {
		n := "h/" + strings.ReplaceAll(strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "path"), "/"), "#", "")
		if dir := rapid.SliceOfN(part, 0, 3).Draw(t, "dir"); len(dir) > 0 {
			n += "#" + strings.ReplaceAll(strings.Join(dir, "/"), "#", "")
		}
		return hublog.Name(n)
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		at := pathOf(a)
		if !plainPath.MatchString(at) || path.Clean(at) != at || strings.HasSuffix(at, ".html") || strings.HasSuffix(at, ".xml") {
			t.Fatalf("%q lies at %s", a, at)
		}
		if a != b && strings.EqualFold(at, pathOf(b)) {
			t.Fatalf("%q and %q lie at %s", a, b, at)
		}
	})
}

func TestAuthorsAndTheirFeeds(t *testing.T) {
	for name, want := range map[string][2]string{
		"github.com/radhi/home#x": {"github.com/radhi", "a/github.com/radhi/feed.xml"},
		"h/repo":                  {"h", "a/h/-/feed.xml"},
		"h/-/repo":                {"h/-", "a/h/~2d/feed.xml"},
		"h/a/b/c":                 {"h/a", "a/h/a/feed.xml"},
	} {
		if author := authorOf(hublog.Name(name)); author != want[0] || feedOf(author) != want[1] {
			t.Errorf("%s is of %s, %s", name, author, feedOf(author))
		}
	}
}

func TestAddLinesAreWordsOfAShell(t *testing.T) {
	for name, want := range map[string]string{
		"github.com/radhi/home#a/b":      "sinew add radhi/home/a/b",
		"github.com/radhi/home":          "sinew add radhi/home",
		"git.example.org/ana/clocks#one": "sinew add https://git.example.org/ana/clocks#one",
		"h/$(date);x'y":                  `sinew add 'https://h/$(date);x'\''y'`,
	} {
		if got := addLine(refOf(hublog.Name(name))); got != want {
			t.Errorf("%s is added by %s, want %s", name, got, want)
		}
	}
}

func TestACollectionIsAddedByTheDirectoriesOfItsReflexes(t *testing.T) {
	names := []hublog.Name{"github.com/radhi/home#reflexes/b", "github.com/radhi/home#reflexes/a", "github.com/radhi/home#c", "github.com/radhi/home"}
	want := []addView{{"add1", "sinew add radhi/home/reflexes"}, {"add2", "sinew add radhi/home"}}
	if got := addViews(names); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
