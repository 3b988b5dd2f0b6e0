package listing_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/resolve"
)

func TestAListingIsReadWhereItsRefBelongs(t *testing.T) {
	for _, c := range []struct{ path, line, name string }{
		{"listings/radhi/home", "radhi/home", "github.com/radhi/home"},
		{"listings/radhi/home", "radhi/home/lights", "github.com/radhi/home"},
		{"listings/Radhi/HOME", "radhi/Home", "github.com/radhi/home"},
		{"listings/radhi/home", "RADHI/home/Lights", "github.com/radhi/home"},
		{"listings/git.example.org/ana/clocks", "https://git.example.org/ana/clocks", "git.example.org/ana/clocks"},
		{"listings/git.example.org/ana/clocks", "https://Git.Example.org/ana/clocks.git#wall", "git.example.org/ana/clocks.git"},
		{"listings/git.example.org/Ana/a/b", "https://git.example.org/Ana/a/b", "git.example.org/Ana/a/b"},
		{"listings/git.example.org:8443/r", "https://git.example.org:8443/r", "git.example.org:8443/r"},
	} {
		l, err := listing.Parse(c.path, c.line+"\n")
		if err != nil || string(l.Name) != c.name || l.Path != c.path || l.Ref.String() != c.line {
			t.Errorf("%s in %s: got %+v, %v", c.line, c.path, l, err)
		}
	}
}

func TestWhatIsNoListingIsRefusedInOneLine(t *testing.T) {
	const home = "listings/radhi/home"
	for _, c := range []struct{ path, content, why string }{
		{home, "", "it is empty"},
		{home, "\n", "it is empty"},
		{home, "radhi/home", "does not end in a line feed"},
		{home, "radhi/home\n\n", "more than one line"},
		{home, "radhi/home\nradhi/home\n", "more than one line"},
		{home, "radhi/home\r\n", "carriage return"},
		{home, "radhi/home \n", "is not a ref segment"},
		{home, "# radhi/home\n", "is not a ref owner"},
		{home, strings.Repeat("a", ref.MaxLen+1) + "\n", "over 2048 bytes"},
		{home, "radhi/home@1.2.0\n", "holds a version"},
		{home, "std:\n", "no public https address"},
		{home, "./home\n", "no public https address"},
		{home, "ssh://git@github.com/radhi/home\n", "no public https address"},
		{home, "https://github.com/radhi/home\n", "is written owner/repo"},
		{home, "radhi/home.git\n", "without .git"},
		{home, "https://github.com/radhi\n", "no public repository"},
		{home, "radhi/other\n", "is listings/radhi/other"},
		{home + "/x", "radhi/home\n", "is listings/radhi/home"},
		{"listings/\u212aofi/home", "kofi/home\n", "is listings/kofi/home"},
		{"Listings/radhi/home", "radhi/home\n", "is listings/radhi/home"},
		{"radhi/home", "radhi/home\n", "is listings/radhi/home"},
		{"listings/github.com/radhi/home", "radhi/home\n", "is listings/radhi/home"},
		{"listings/git.example.org/ANA/clocks", "https://git.example.org/ana/clocks\n", "is listings/git.example.org/ana/clocks"},
		{"listings/Git.example.org/a", "https://Git.example.org/a\n", "is listings/git.example.org/a"},
		{"listings/git.example.org/a.git", "https://git.example.org/a.git\n", "is listings/git.example.org/a"},
		{"listings/intranet/a", "https://intranet/a\n", "has no dot"},
		{"listings/radhi/.home", "radhi/.home\n", "opens with a dot"},
		{"listings/git.example.org/.x/a", "https://git.example.org/.x/a\n", "no file can be named"},
		{"listings/git.example.org/.git/a", "https://git.example.org/.git/a\n", "no file can be named"},
	} {
		_, err := listing.Parse(c.path, c.content)
		var wrong *listing.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.why) || wrong.Fix == "" || wrong.Path != c.path {
			t.Errorf("%q in %s: got %v, want %q", c.content, c.path, err, c.why)
			continue
		}
		if why := text.Why(err.Error()); why != "" {
			t.Errorf("the message %s: %q", why, err)
		}
	}
}

func TestAllReadsWhatReadsAndNamesTheRest(t *testing.T) {
	index := fstest.MapFS{
		"radhi/home":          {Data: []byte("radhi/home\n")},
		"ana/garden":          {Data: []byte("ana/garden/beds\n")},
		"Radhi/Home":          {Data: []byte("Radhi/Home\n")}, // one repository with radhi/home
		"kofi/lights":         {Data: []byte("kofi/lights")},
		"git.example.org/r":   {Data: []byte("https://git.example.org/r.git\n")},
		"kofi/link":           {Data: []byte("kofi/link\n"), Mode: os.ModeSymlink},
		".gitkeep":            {},
		"radhi/.hidden/thing": {Data: []byte("no\n")},
	}
	all, wrong := listing.All(index)
	var got []string
	for _, l := range all {
		got = append(got, l.Path)
	}
	if want := "listings/git.example.org/r listings/ana/garden listings/Radhi/Home"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var said []string
	for _, err := range wrong {
		said = append(said, err.Error())
	}
	want := []string{
		"listings/kofi/lights: its line does not end in a line feed",
		"listings/kofi/link: it is no plain file",
		"listings/radhi/home: radhi/home is listed already, in listings/Radhi/Home",
	}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
}

func TestEveryListingIsReadWhereTwoAreOfOneRepository(t *testing.T) {
	index := fstest.MapFS{
		"radhi/home": {Data: []byte("radhi/home\n")}, "Radhi/Home": {Data: []byte("Radhi/Home\n")}, "ana/garden": {Data: []byte("ana\n")},
	}
	every, wrong := listing.Every(index)
	if len(every) != 2 || !every[0].Same(every[1]) || every[0].Path != "listings/Radhi/Home" || len(wrong) != 1 {
		t.Errorf("got %+v, %v", every, wrong)
	}
}

func TestListingsOfOneRepositoryAreTheSame(t *testing.T) {
	read := func(path, line string) listing.Listing {
		l, err := listing.Parse(path, line+"\n")
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	home, clocks := read("listings/radhi/home", "radhi/home"), read("listings/git.example.org/c", "https://git.example.org/c")
	for _, c := range []struct {
		a, b listing.Listing
		same bool
	}{
		{home, read("listings/RADHI/home", "Radhi/home/lights"), true},
		{home, read("listings/radhi/homes", "radhi/homes"), false},
		{clocks, read("listings/git.example.org/c", "https://git.example.org/c.git#wall"), true},
		{clocks, read("listings/git.example.org/C", "https://git.example.org/C"), false},
	} {
		if c.a.Same(c.b) != c.same || c.b.Same(c.a) != c.same {
			t.Errorf("%s and %s: want %v", c.a.Ref, c.b.Ref, c.same)
		}
	}
}

func TestAPathSaysWhetherItIsAListingsAndWhose(t *testing.T) {
	for _, c := range []struct {
		path, owner string
		is, github  bool
	}{
		{"listings/Radhi/home", "radhi", true, true},
		{"listings/git.example.org/a/b", "", true, false},
		{"listings/localhost:8443/a", "", true, false},
		{"listings/.gitkeep", "", false, false},
		{"listings/radhi/.keep", "radhi", false, true},
		{"README.md", "", false, false},
		{"listings", "listings", false, true},
	} {
		owner, github := listing.Owner(c.path)
		if listing.IsPath(c.path) != c.is || owner != c.owner || github != c.github {
			t.Errorf("%s: %v, %q, %v", c.path, listing.IsPath(c.path), owner, github)
		}
	}
}

func TestTheExampleListingsRead(t *testing.T) {
	all, wrong := listing.All(os.DirFS("../../../../hub-index/testdata/listings"))
	if len(all) < 5 || len(wrong) != 0 {
		t.Errorf("got %d listings and %v", len(all), wrong)
	}
}

func TestADirectoryOfListingsThatIsNotThereIsAnError(t *testing.T) {
	if all, wrong := listing.All(os.DirFS(t.TempDir() + "/none")); len(all) != 0 || len(wrong) != 1 {
		t.Errorf("got %v, %v", all, wrong)
	}
}

func files(t *testing.T, paths ...string) tree.Tree {
	t.Helper()
	var all []tree.File
	for _, p := range paths {
		all = append(all, tree.File{Path: p})
	}
	made, err := tree.New(all)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestARefWithoutADirectoryListsEveryReflex(t *testing.T) {
	collection := files(t, "README.md", "a/reflex.toml", "a/deep/reflex.toml", "b/reflex.toml")
	for _, c := range []struct {
		line, want string
		tree       tree.Tree
	}{
		{"radhi/home", "a a/deep b", collection},
		{"radhi/home/a", "a", collection},
		{"radhi/home/a/deep", "a/deep", collection},
		{"radhi/home/c", "no reflex.toml at radhi/home/c", collection},
		{"radhi/home", "no reflex.toml at radhi/home", files(t, "README.md")},
		{"radhi/home", " a", files(t, "reflex.toml", "a/reflex.toml")},
	} {
		l, err := listing.Parse("listings/radhi/home", c.line+"\n")
		if err != nil {
			t.Fatal(err)
		}
		dirs, err := l.Reflexes(c.tree)
		got := strings.Join(dirs, " ")
		if none := (*resolve.NoReflexError)(nil); errors.As(err, &none) {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
		for _, dir := range dirs {
			if !l.Covers(dir) {
				t.Errorf("%s lists %q and does not cover it", c.line, dir)
			}
		}
	}
}

func TestAListingCoversWhatItMayListOfSomeTree(t *testing.T) {
	for _, c := range []struct {
		line, dir string
		covered   bool
	}{
		{"radhi/home", "", true}, {"radhi/home", "a/deep", true},
		{"radhi/home/a", "a", true}, {"radhi/home/a", "a/b", true}, {"radhi/home/a", "a/b/c", false},
		{"radhi/home/a", "ab", false}, {"radhi/home/a", "", false}, {"radhi/home/a", "b", false},
	} {
		l, err := listing.Parse("listings/radhi/home", c.line+"\n")
		if err != nil || l.Covers(c.dir) != c.covered {
			t.Errorf("%s and %q: %v, %v", c.line, c.dir, l.Covers(c.dir), err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("listings/radhi/home", "radhi/home\n")
	f.Add("listings/git.example.org/ana/clocks", "https://git.example.org/ana/clocks.git#wall\n")
	f.Add("listings/../x", "\x1b[2J\n")
	f.Fuzz(func(t *testing.T, path, content string) {
		l, err := listing.Parse(path, content)
		if err != nil {
			if why := text.Why(err.Error()); why != "" {
				t.Fatalf("the message %s: %q", why, err)
			}
			return
		}
		if l.Ref.String()+"\n" != content || l.Path != path || tree.CheckPath(path) != nil || !listing.IsPath(path) {
			t.Fatalf("%q in %q reads as %+v", content, path, l)
		}
	})
}
