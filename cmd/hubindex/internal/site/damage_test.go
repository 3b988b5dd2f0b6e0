package site

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatWasDamagedIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.all("site")
	repo := "site.state/" + newRepo("github.com/radhi/house").file()
	n := 0
	for _, file := range []string{"site/search/docs/0.js", "site/search/terms/6772.js", "site/search/keys.js", repo,
		"site.state/letters/g", "site.state/news", "site.state/wanted", "site.state/state.json", "site.state/" + stateFile("authors", "github.com/radhi")} {
		for _, text := range []string{"", "damaged"} {
			if text == "" && mayBeEmpty(file) {
				continue
			}
			must(t, os.WriteFile(filepath.Join(s.dir, file), []byte(text), 0o600))
			n++
			s.publish("github.com/radhi/house#greet", fmt.Sprintf("2.0.%d", n), map[string]string{"reflex.toml": greet(fmt.Sprintf("Greet and grin%d.", n), "read", "")})
			if sum := s.all("site"); !sum.Whole {
				t.Errorf("%q in %s: the build did %+v", text, file, sum)
			}
		}
	}
	s.build("anew")
	s.same("after all that", "site", "anew")
}

// mayBeEmpty reports whether a file of the state may hold nothing.
func mayBeEmpty(file string) bool {
	return strings.Contains(file, "/repos/") || strings.Contains(file, "/letters/") || strings.HasSuffix(file, "/wanted")
}

func TestFilesThatAreNoneOfTheBuildsStay(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.all("site")
	own := filepath.Join(s.dir, "site", "robots.txt")
	must(t, os.WriteFile(own, []byte("mine"), 0o600))
	must(t, os.MkdirAll(filepath.Join(s.dir, "site/r/old/page"), 0o755))
	must(t, os.WriteFile(filepath.Join(s.dir, "site/r/old/page/index.html"), nil, 0o600))
	must(t, os.RemoveAll(filepath.Join(s.dir, "site.state")))
	if sum := s.build("site"); !sum.Whole || sum.Removed != 1 {
		t.Errorf("the build did %+v", sum)
	}
	if s.page("site", "robots.txt") != "mine" {
		t.Error("a file of somebody else changed")
	}
	if _, err := os.Stat(filepath.Join(s.dir, "site/r/old")); err == nil {
		t.Error("a page that is of no reflex stays")
	}
	must(t, os.RemoveAll(filepath.Join(s.dir, "site.state")))
	must(t, os.Remove(filepath.Join(s.dir, "site", claimFile)))
	if _, err := Build(t.Context(), s.config("site")); err == nil || !strings.Contains(err.Error(), "empty directory") {
		t.Errorf("a directory of somebody else: %v", err)
	}
}

// TestADirectoryOfSomebodyElseIsLeftAlone has files where a build would sweep,
// in a directory that no build began.
func TestADirectoryOfSomebodyElseIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.all("other")
	for _, file := range []string{"site/assets/logo.svg", "site/a/notes", "site.state/repos/mine/main.go", "site.state/news"} {
		path := filepath.Join(s.dir, file)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte("mine"), 0o600))
		if _, err := Build(t.Context(), s.config("site")); err == nil || !strings.Contains(err.Error(), "empty directory") {
			t.Errorf("a build into a directory with %s: %v", file, err)
		}
		if s.page(".", file) != "mine" {
			t.Errorf("%s changed", file)
		}
		top, _, _ := strings.Cut(file, "/")
		must(t, os.RemoveAll(filepath.Join(s.dir, top)))
	}
	s.all("site")
	swapped := s.config("site")
	swapped.State, swapped.Site = swapped.Site, swapped.State
	if _, err := Build(t.Context(), swapped); err == nil || !strings.Contains(err.Error(), "empty directory") {
		t.Errorf("a build with its directories swapped: %v", err)
	}
}

func TestTwoBuildsAtOnce(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.all("site")
	release, err := hold(filepath.Join(s.dir, "site.state"))
	must(t, err)
	defer release()
	if _, err := Build(t.Context(), s.config("site")); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Errorf("the second build: %v", err)
	}
}
