package check

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/hublog"
)

// The samples are what README.md of the index shows.
func TestTheSampleListingsHaveOwnersAndNames(t *testing.T) {
	all, err := readListings("../../../../hub-index/testdata/listings")
	if err != nil {
		t.Fatal(err)
	}
	owners := map[string]string{}
	for _, l := range all {
		owner, name := parts(l)
		owners[l.Path] = owner + " " + name
	}
	for path, want := range map[string]string{
		"listings/radhi/home": "radhi home", "listings/Mira-Lab/weather.reflex": "mira-lab weather.reflex",
		"listings/git.example.org/ana/clocks": "git.example.org/ana clocks", "listings/kofi/lights": "kofi lights",
	} {
		if owners[path] != want {
			t.Errorf("%s is %q", path, owners[path])
		}
	}
}

func TestAnIndexWithoutListingsIsEmpty(t *testing.T) {
	if all, err := readListings(filepath.Join(t.TempDir(), "none")); len(all) > 0 || err != nil {
		t.Errorf("%v, %v", all, err)
	}
}

// A refused listing has its line, what is wrong and what puts it right, as
// package listing says them.
func TestWhatIsNoListingIsRefusedWithItsLineAndFix(t *testing.T) {
	const long = "https://h.example.org/a"
	for _, c := range []struct{ path, content string }{
		{"listings/radhi/new", ""}, {"listings/radhi/new", "radhi/new"}, {"listings/radhi/new", "radhi/new\r\n"},
		{"listings/radhi/new", "radhi/new\n\n"}, {"listings/radhi/new", " radhi/new\n"}, {"listings/radhi/new", "radhi/new@1.0.0\n"},
		{"listings/radhi/new", "radhi/other\n"}, {"listings/radhi/new", "./new\n"}, {"listings/radhi/new", "std:\n"},
		{"listings/radhi/new", "https://github.com/radhi/new\n"}, {"listings/radhi/new/lights", "radhi/new/lights\n"},
		{"listings/h.example.org/r", "ssh://h.example.org/r\n"}, {"listings/radhi/new", "radhi/new\u202e\n"},
		{"listings/h.example.org/a", long + strings.Repeat("a", 4000) + "\n"},
	} {
		s := newScene(t)
		s.options.Author = "ana"
		s.write(c.path, c.content)
		_, err := listing.Parse(c.path, c.content)
		wrong, ok := err.(*listing.Error)
		if !ok {
			t.Errorf("%s: %q is a listing", c.path, c.content)
			continue
		}
		want := Reason{Type: Grammar, Verdict: Refuse, Listing: c.path, At: c.path + ":1", Message: shown(wrong.Why), Fix: shown(wrong.Fix)}
		if v := s.run(); v.Verdict != Refuse || !slices.Contains(v.Reasons, want) {
			t.Errorf("%s: %q:\n%s", c.path, c.content, pretty(t, v))
		}
	}
}

func TestLettersThatGitHubIgnoresChangeNoName(t *testing.T) {
	s := newScene(t)
	s.write("listings/radhi/home", "RADHI/home\n")
	s.good("RADHI/home", "mirror")
	if v := s.run(); v.Verdict != Auto || !slices.Contains(types(v), KnownSource) {
		t.Errorf("%s", pretty(t, v))
	}
}

func TestAFileThatIsNoListingsMayLieBesideThem(t *testing.T) {
	for author, want := range map[string]Level{"radhi": Refuse, "ana": Human} {
		s := newScene(t)
		s.options.Author = author
		s.good("radhi/new", "mirror")
		s.list("radhi/new")
		s.write("listings/radhi/.keep", "")
		if v := s.run(); v.Verdict != want || !slices.Contains(types(v), OtherFiles) || slices.Contains(types(v), Grammar) {
			t.Errorf("by %s: %s", author, pretty(t, v))
		}
	}
}

// What a listing stands for is what the crawl takes: every reflex, or the
// directory's.
func TestAListingStandsForWhatTheCrawlTakes(t *testing.T) {
	deep := strings.Replace(saying(""), `"read"`, `"often"`, 1)
	for line, refused := range map[string]bool{"radhi/new": true, "radhi/new/x": false, "radhi/new/x/y": false, "radhi/new/x/y/z": true} {
		s := newScene(t)
		s.remote("radhi/new", "commit a\ntag 1.0.0", "a/x/y/reflex.toml", saying(""), "a/x/y/z/reflex.toml", deep,
			"a/LICENSE", license, "a/x/LICENSE", license, "a/x/y/LICENSE", license, "a/x/y/z/LICENSE", license)
		s.list(line)
		if v := s.run(); slices.Contains(types(v), Manifest) != refused {
			t.Errorf("%s: %s", line, pretty(t, v))
		}
	}
}

func TestTheLogsRecordsOfAListingAreThoseItStandsFor(t *testing.T) {
	var records []hublog.Record
	for _, name := range []string{"", "#x", "#x/y", "#x/y/z", "#xx"} {
		records = append(records, hublog.Record{Kind: hublog.KindVersion, Name: hublog.Name("github.com/radhi/home" + name)})
	}
	records = append(records, hublog.Record{Kind: hublog.KindVersion, Name: "github.com/radhi/other"},
		hublog.Record{Kind: hublog.KindRetract, Name: "github.com/radhi/home"})
	log := NewLog(records)
	for line, want := range map[string]string{"Radhi/home": " x x/y x/y/z xx", "radhi/home/x": "x x/y", "radhi/home/x/y": "x/y x/y/z", "radhi/home/z": ""} {
		l, err := listing.Parse("listings/radhi/home", line+"\n")
		if err != nil {
			t.Fatal(err)
		}
		var dirs []string
		for _, of := range log.of(l) {
			for _, r := range of {
				dirs = append(dirs, r.Name.Dir())
			}
		}
		if got := strings.Join(dirs, " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// What was logged of one directory says nothing of another one.
func TestAListingThatTurnsToAnotherDirectoryIsReadAnew(t *testing.T) {
	s := newScene(t)
	s.list("radhi/home/a")
	s.commit()
	s.options.Base = s.head()
	files := func(at string, other string) []string {
		return []string{at + "/LICENSE", license, at + "/a/reflex.toml", saying(""), at + "/b/reflex.toml", other}
	}
	repo := s.remote("radhi/home", "commit c\ntag 1.0.0\ncommit d\ntag 1.0.1",
		append(files("c", saying("", `"read"`, `"write"`)), files("d", saying(""))...)...)
	var lines []string
	for _, v := range []string{"1.0.0", "1.0.1"} {
		commit, err := repo.Commit(v)
		s.must(err)
		lines = append(lines, "version github.com/radhi/home#a "+v+" "+commit+" "+s.treeOf("radhi/home", v, "a")+" read h1:"+strings.Repeat("0", 64)+" 2025-01-01T00:00:00Z")
	}
	s.log(lines...)
	s.list("radhi/home")
	if v := s.run(); v.Verdict != Human || !slices.Contains(types(v), EffectLoosened) || slices.Contains(types(v), DiffersFromLog) {
		t.Errorf("%s", pretty(t, v))
	}
}
