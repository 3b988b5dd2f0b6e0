package crawl

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
	"sinew/pkg/tree"
)

const collection = `
commit a
tag v1.0.0
tag latest
tag 2.0.0-rc1
commit b
annotate 1.1.0
-- a/lights/reflex.toml --
%[1]s
-- a/lights/evoke.toml --
mine = true
-- a/timer/deep/reflex.toml --
%[2]s
-- b/lights/reflex.toml --
%[3]s
-- b/README.md --
Read me.
`

func TestEveryReflexOfEveryVersionIsObserved(t *testing.T) {
	s := newScene(t)
	one, two := gittest.Saying("one"), gittest.Saying("two")
	wider := strings.Replace(one, `effect = "read"`, "effect = \"write\"\nneeds = { reads = [\"~/b\", \"/a\"] }", 1)
	repo := s.build("Radhi/Home", fmt.Sprintf(collection, one, two, wider))
	sum := s.crawl()
	if sum != (Summary{Listings: 1, Read: 1, Records: 3}) || len(s.events) != 0 {
		t.Fatalf("%+v, %+v", sum, s.events)
	}
	var want []string
	for _, c := range []struct{ tag, version, dir, text, effect string }{
		{"v1.0.0", "1.0.0", "lights", one, "read"}, {"v1.0.0", "1.0.0", "timer/deep", two, "read"}, {"1.1.0", "1.1.0", "lights", wider, "write"},
	} {
		commit, err := repo.Commit(c.tag)
		s.must(err)
		files, err := tree.New([]tree.File{{Path: "reflex.toml", Bytes: []byte(c.text + "\n")}})
		s.must(err)
		m, err := manifest.Parse("x", []byte(c.text))
		s.must(err)
		want = append(want, fmt.Sprintf("version github.com/radhi/home#%s %s %s %s %s %s 2026-11-30T12:00:00Z",
			c.dir, c.version, commit, files.H1(), c.effect, hublog.NeedsDigest(m.Needs)))
	}
	var got []string
	for _, r := range s.records() {
		got = append(got, r.String())
	}
	s.want("the records", strings.Join(got, "\n"), strings.Join([]string{want[0], want[2], want[1]}, "\n"))
}

func TestAnIdleCrawlAsksOnceForEachListingAndWritesNothing(t *testing.T) {
	s := newScene(t)
	for _, name := range []string{"radhi/home", "ana/garden", "kofi/lights"} {
		s.good(name, "1.0.0", "1.1.0")
	}
	s.build("ana/empty", "commit a\n-- a/x --\n")
	s.crawl()
	state, out, asked := filesOf(t, s.config.State), filesOf(t, s.config.Out), len(s.server.Requests())
	s.config.Now = noon.Add(time.Hour)
	if sum := s.crawl(); sum != (Summary{Listings: 4, Unchanged: 4}) {
		t.Errorf("%+v", sum)
	}
	s.want("the requests", s.since(asked), "GET /ana/empty/info/refs\nGET /ana/garden/info/refs\nGET /kofi/lights/info/refs\nGET /radhi/home/info/refs")
	if !maps.Equal(state, filesOf(t, s.config.State)) || !maps.Equal(out, filesOf(t, s.config.Out)) {
		t.Error("an idle crawl wrote something")
	}
}

func TestOnlyWhatIsNewIsFetched(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0", "1.1.0")
	s.crawl()
	asked := len(s.server.Requests())
	s.must(repo.Append("commit b\ntag 1.2.0\n-- b/reflex.toml --\n" + gittest.Saying("mirror") + "\n"))
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) {
		t.Errorf("%+v", sum)
	}
	s.want("the requests", s.since(asked), "GET /radhi/home/info/refs\nPOST /radhi/home/git-upload-pack")
	s.want("the records", s.names(), "github.com/radhi/home 1.0.0\ngithub.com/radhi/home 1.1.0\ngithub.com/radhi/home 1.2.0")
}

func TestAMovedTagIsObservedAgainAndTheLogMakesItAnAlarm(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0", "1.1.0")
	s.crawl()
	s.must(repo.Append("commit b\ntag 1.0.0\n-- b/reflex.toml --\n" + gittest.Saying("other") + "\n"))
	s.config.Now = noon.Add(time.Hour)
	sum := s.crawl()
	if sum.Records != 1 || s.said() != "changed listings/radhi/home 1.0.0" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	ledger, verdicts := hublog.NewLedger(), []hublog.Verdict{}
	for _, r := range s.records() {
		_, verdict, err := ledger.Next(r, s.config.Now)
		s.must(err)
		verdicts = append(verdicts, verdict)
	}
	if fmt.Sprint(verdicts) != "[appended appended alarmed]" {
		t.Errorf("%v", verdicts)
	}
	if sum := s.crawl(); sum.Unchanged != 1 || len(s.events) != 0 {
		t.Errorf("it is said again: %+v", s.events)
	}
}

func TestAVanishedTagIsSaidOnce(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0", "1.1.0")
	s.crawl()
	_, err := repo.Run("", "tag", "-d", "1.0.0")
	s.must(err)
	sum := s.crawl()
	s.want("the events", s.said(), "vanished listings/radhi/home 1.0.0")
	if sum.Read != 1 || sum.Records != 0 {
		t.Errorf("%+v", sum)
	}
	if s.crawl(); len(s.events) != 0 {
		t.Errorf("it is said again: %+v", s.events)
	}
	_, err = repo.Run("", "tag", "1.0.0", "main")
	s.must(err)
	s.config.Now = noon.Add(time.Hour)
	if sum := s.crawl(); sum.Records != 1 || len(s.records()) != 2 {
		t.Errorf("the tag that came back: %+v, %v", sum, s.records())
	}
}

func TestWhatDoesNotReadIsNamedAndStopsNothing(t *testing.T) {
	s := newScene(t)
	good := gittest.Saying("mirror")
	s.build("radhi/bad", "commit a\ntag 1.0.0\n-- a/x/reflex.toml --\nreflex = 1\n-- a/y/reflex.toml --\n"+good)
	s.build("radhi/link", "symlink a/link reflex.toml\ncommit a\ntag 1.0.0\ncommit b\ntag 1.1.0\n-- a/reflex.toml --\n"+good+"-- b/reflex.toml --\n"+good)
	s.build("radhi/none", "commit a\ntag 1.0.0\n-- a/x --\n")
	s.build("radhi/two", "commit a\ntag 1.0.0\ncommit b\ntag v1.0.0\ntag 1.1.0\n-- a/reflex.toml --\n"+good+"-- b/reflex.toml --\n"+good)
	s.good("radhi/home", "1.0.0")
	s.list("radhi/gone", "radhi/gone")
	s.list("radhi/wrong", "radhi/home@1.0.0")
	sum := s.crawl()
	s.want("the events", s.said(), strings.Join([]string{
		"failed listings/radhi/gone", "listing listings/radhi/wrong", "no_reflex listings/radhi/none 1.0.0",
		"refused listings/radhi/link 1.0.0", "two_tags listings/radhi/two 1.0.0", "unreadable listings/radhi/bad 1.0.0 x"}, "\n"))
	s.want("the records", s.names(), "github.com/radhi/bad#y 1.0.0\ngithub.com/radhi/home 1.0.0\ngithub.com/radhi/link 1.1.0\ngithub.com/radhi/two 1.1.0")
	if sum != (Summary{Listings: 6, Read: 5, Failed: 1, Records: 4}) {
		t.Errorf("%+v", sum)
	}
	asked := len(s.server.Requests())
	if sum := s.crawl(); sum != (Summary{Listings: 6, Unchanged: 5, Failed: 1}) || strings.Contains(s.since(asked), "POST") {
		t.Errorf("what cannot be read is fetched again: %+v\n%s", sum, s.since(asked))
	}
	for _, e := range s.events {
		if strings.ContainsAny(e.Reason, "\n\x1b") || e.Reason == "" {
			t.Errorf("%q", e.Reason)
		}
	}
}

func TestARefusedVersionIsReadOnceItsTagMoves(t *testing.T) {
	s := newScene(t)
	repo := s.build("radhi/two", "commit a\ntag 1.0.0\ncommit b\ntag v1.0.0\n-- a/reflex.toml --\n"+gittest.Saying("a")+"-- b/reflex.toml --\n"+gittest.Saying("b"))
	s.crawl()
	_, err := repo.Run("", "tag", "-d", "v1.0.0")
	s.must(err)
	if sum := s.crawl(); sum.Records != 1 || s.said() != "changed listings/radhi/two 1.0.0" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

func TestARepositoryThatMovedIsRecordedOnce(t *testing.T) {
	s := newScene(t)
	s.good("radhi/new", "1.0.0")
	delete(s.index, "radhi/new")
	s.list(s.host()+"/radhi/old", s.server.URL+"/radhi/old")
	s.server.Use(gittest.Redirect("/radhi/old", s.server.URL+"/radhi/new"))
	sum := s.crawl()
	old := s.host() + "/radhi/old"
	s.want("the records", s.names(), old+" 1.0.0\n"+old+" "+s.host()+"/radhi/new")
	s.want("the events", s.said(), "moved listings/"+old)
	if sum.Records != 2 {
		t.Errorf("%+v", sum)
	}
	if sum := s.crawl(); sum.Unchanged != 1 || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

func TestARedirectThatOnlyAddsGitMovedNothing(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home.git", "1.0.0")
	clear(s.index)
	s.list(s.host()+"/radhi/home", s.server.URL+"/radhi/home")
	s.server.Use(gittest.Redirect("/radhi/home", s.server.URL+"/radhi/home.git"))
	s.crawl()
	s.want("the records", s.names(), s.host()+"/radhi/home 1.0.0")
	s.want("the events", s.said(), "")
}

func TestAListingOfAnotherDirectoryIsReadAnew(t *testing.T) {
	s := newScene(t)
	good := gittest.Saying("mirror")
	s.build("radhi/home", "commit a\ntag 1.0.0\n-- a/x/reflex.toml --\n"+good+"-- a/y/reflex.toml --\n"+good)
	s.list("radhi/home", "radhi/home/x")
	s.crawl()
	s.want("the records", s.names(), "github.com/radhi/home#x 1.0.0")
	s.list("radhi/home", "radhi/home")
	s.crawl()
	s.want("the records", s.names(), "github.com/radhi/home#x 1.0.0\ngithub.com/radhi/home#y 1.0.0")
}

func TestTheSameCrawlGivesTheSameBytes(t *testing.T) {
	s := newScene(t)
	s.server.Use(remembering)
	var many []string
	for i := range batchVersions + 6 {
		many = append(many, fmt.Sprintf("1.%d.0", i))
	}
	s.good("radhi/many", many...)
	s.good("radhi/home", "1.0.0")
	s.crawl()
	out, state := filesOf(t, s.config.Out), filesOf(t, s.config.State)
	if len(out) != 3 || len(state) != 2 || len(s.records()) != batchVersions+7 {
		t.Fatalf("%d batches, %d states, %d records", len(out), len(state), len(s.records()))
	}
	for name, content := range out {
		if name != nameOf([]byte(content)) {
			t.Errorf("%s is named otherwise", name)
		}
	}
	s.config.State, s.config.Out = t.TempDir(), t.TempDir()
	s.crawl()
	if !maps.Equal(out, filesOf(t, s.config.Out)) || !maps.Equal(state, filesOf(t, s.config.State)) {
		t.Error("a second crawl wrote other bytes")
	}
}

func TestAStateThatDoesNotReadIsAsNone(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.crawl()
	path := statePath(s.config.State, "github.com/radhi/home")
	whole, err := os.ReadFile(path)
	s.must(err)
	for _, broken := range []string{"", "crawl 2 x\n", "crawl 1 00\nradhi/home\n-\n1.0.0\n", "crawl 1 00\nradhi/home\n-\nx y\n"} {
		s.must(os.WriteFile(path, []byte(broken), 0o644))
		if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) || len(s.events) != 0 {
			t.Errorf("%q: %+v, %+v", broken, sum, s.events)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != string(whole) {
			t.Errorf("%q: the state became %q, %v", broken, now, err)
		}
	}
	if len(s.records()) != 1 {
		t.Errorf("%v", s.records())
	}
}

func TestOneCrawlAtATimeUsesADirectory(t *testing.T) {
	s := newScene(t)
	release, err := hold(s.config.State, s.config.Out)
	s.must(err)
	for _, dirs := range [][2]string{{s.config.State, t.TempDir()}, {t.TempDir(), s.config.Out}} {
		if _, err := hold(dirs[0], dirs[1]); err == nil || !strings.Contains(err.Error(), "another crawl") {
			t.Errorf("%v", err)
		}
	}
	release()
	if _, err := hold(s.config.State, s.config.State); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("%v", err)
	}
}

func TestADiskThatFailsEndsTheCrawl(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	path := statePath(s.config.State, "github.com/radhi/home")
	s.must(os.MkdirAll(filepath.Join(path, "in the way"), 0o755))
	if _, err := s.try(t.Context(), noOptions); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

// An index that is not where it should be would pass for an empty one.
func TestAnIndexThatIsNotThereIsAnError(t *testing.T) {
	s := newScene(t)
	s.config.Listings = os.DirFS(filepath.Join(t.TempDir(), "none"))
	if _, err := s.try(t.Context(), noOptions); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "listings") {
		t.Errorf("got %v", err)
	}
}
