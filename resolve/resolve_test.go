package resolve_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// tags reads `name=commit` pairs.
func tags(pairs ...string) []resolve.Tag {
	var all []resolve.Tag
	for _, pair := range pairs {
		name, commit, _ := strings.Cut(pair, "=")
		all = append(all, resolve.Tag{Name: name, Commit: commit})
	}
	return all
}

func TestTheVersionChosenIsTheNewestOrThePinned(t *testing.T) {
	for _, c := range []struct {
		name string
		tags []resolve.Tag
		pin  string
		want string // `<version> <tag> <commit>`, or the error's text
	}{
		{"newest by number", tags("1.9.0=a", "1.10.0=b", "1.2.0=c"), "", "1.10.0 1.10.0 b"},
		{"newest under its own name", tags("v2.0.0=b", "1.2.0=a"), "", "2.0.0 v2.0.0 b"},
		{"pinned", tags("1.2.0=a", "2.0.0=b"), "1.2.0", "1.2.0 1.2.0 a"},
		{"pinned by a v tag", tags("v1.2.0=a", "v2.0.0=b"), "1.2.0", "1.2.0 v1.2.0 a"},
		{"pin not there", tags("1.2.0=a"), "1.3.0", "has no tag 1.3.0"},
		{"pin not there at all", nil, "1.3.0", "has no tag 1.3.0"},
		{"both forms on one commit", tags("v1.2.0=a", "1.2.0=a"), "", "1.2.0 1.2.0 a"},
		{"both forms apart", tags("v1.2.0=bbbbbbbbbbbbbbbb", "1.2.0=aaaaaaaaaaaaaaaa"), "",
			"names 1.2.0 twice, on different commits: 1.2.0 on aaaaaaaaaaaa, v1.2.0 on bbbbbbbbbbbb"},
		{"both forms apart, pinned", tags("v1.2.0=b", "1.2.0=a", "3.0.0=c"), "1.2.0", "names 1.2.0 twice, on different commits: 1.2.0 on a, v1.2.0 on b"},
		{"both forms apart, another chosen", tags("v1.2.0=b", "1.2.0=a", "3.0.0=c"), "", "3.0.0 3.0.0 c"},
		{"no fall to an older one", tags("1.0.0=c", "v1.2.0=b", "1.2.0=a"), "", "names 1.2.0 twice, on different commits: 1.2.0 on a, v1.2.0 on b"},
		{"a release candidate is never chosen", tags("2.0.0-rc1=b", "1.2.0=a", "3.0.0+meta=c"), "", "1.2.0 1.2.0 a"},
		{"a leading zero is no version", tags("02.0.0=b", "1.2.0=a"), "", "1.2.0 1.2.0 a"},
		{"past 64 bits is no version", tags("18446744073709551616.0.0=b", "1.2.0=a"), "", "1.2.0 1.2.0 a"},
		{"no tag", nil, "", "has no version tag; its author publishes one with git push --tags"},
		{"only words", tags("latest=a", "stable=b"), "", "has no version tag; its author publishes one with git push --tags"},
		{"only tags of a directory", tags("lights/v1.2.0=a"), "",
			"has no version tag (lights/v1.2.0 is not [v]X.Y.Z); its author publishes one with git push --tags"},
		{"only candidates", tags("v1.0=d", "1.0.0-rc2=b", "1.0.0-rc1=a", "x1=c"), "",
			"has no version tag (1.0.0-rc1, 1.0.0-rc2, v1.0 and 1 more are not [v]X.Y.Z); its author publishes one with git push --tags"},
		{"a hostile name", tags("1\x1b[2J=a"), "", `has no version tag (1\u{1b}[2J is not [v]X.Y.Z); its author publishes one with git push --tags`},
	} {
		var pin *ref.Version
		if v, ok := ref.ParseVersion(c.pin); ok {
			pin = &v
		}
		choice, err := resolve.Choose(c.tags, pin)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(choice.Version, " ", choice.TagName, " ", choice.Commit)
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestEachRefusalIsATypeOfItsOwn(t *testing.T) {
	one := ref.Version{Major: 1}
	_, err := resolve.Choose(tags("lights/v1.0.0=a"), nil)
	if none := (*resolve.NoVersionError)(nil); !errors.As(err, &none) || !slices.Equal(none.Near, []string{"lights/v1.0.0"}) {
		t.Errorf("got %#v", err)
	}
	_, err = resolve.Choose(nil, &one)
	if gone := (*resolve.NoTagError)(nil); !errors.As(err, &gone) || gone.Version != one {
		t.Errorf("got %#v", err)
	}
	_, err = resolve.Choose(tags("1.0.0=a", "v1.0.0=b"), &one)
	want := resolve.TwoTagsError{Version: one, One: resolve.Tag{Name: "1.0.0", Commit: "a"}, Other: resolve.Tag{Name: "v1.0.0", Commit: "b"}}
	if two := (*resolve.TwoTagsError)(nil); !errors.As(err, &two) || *two != want {
		t.Errorf("got %#v", err)
	}
}

func TestTheOrderOfAListingChangesNothing(t *testing.T) {
	tag := rapid.Custom(func(t *rapid.T) resolve.Tag {
		return resolve.Tag{Name: rapid.StringMatching(`v?[0-2]\.[0-2]\.[0-1](-rc)?`).Draw(t, "name"), Commit: rapid.StringMatching(`[ab]`).Draw(t, "commit")}
	})
	rapid.Check(t, func(t *rapid.T) {
		listing := rapid.SliceOf(tag).Draw(t, "tags")
		one, errOne := resolve.Choose(listing, nil)
		other, errOther := resolve.Choose(rapid.Permutation(listing).Draw(t, "order"), nil)
		if one != other || fmt.Sprint(errOne) != fmt.Sprint(errOther) {
			t.Fatalf("%v, %v against %v, %v", one, errOne, other, errOther)
		}
		all := resolve.Versions(listing).All()
		if !slices.IsSortedFunc(all, ref.Version.Compare) || errOne == nil && all[len(all)-1] != one.Version {
			t.Fatalf("%v is chosen of %v", one, all)
		}
	})
}

func FuzzChoose(f *testing.F) {
	f.Add("1.2.0=a\nv1.2.0=b\nlights/v1.0.0=c")
	f.Add("\x1b1=\xff\n=\n1.0.0")
	f.Fuzz(func(t *testing.T, listing string) {
		choice, err := resolve.Choose(tags(strings.Split(listing, "\n")...), nil)
		if err != nil {
			if text.Why(err.Error()) != "" {
				t.Fatalf("the message cannot be printed: %q", err)
			}
			return
		}
		if v, ok := ref.ParseVersion(choice.TagName); !ok || v != choice.Version {
			t.Fatalf("chose %+v", choice)
		}
	})
}

func repository(t *testing.T, paths ...string) tree.Tree {
	t.Helper()
	var files []tree.File
	for _, path := range paths {
		files = append(files, tree.File{Path: path})
	}
	made, err := tree.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestARefTakesItsDirectoryOrItsDirectChildren(t *testing.T) {
	collection := repository(t, "README.md", "lights/reflex.toml", "lights/deep/reflex.toml", "lights-2/reflex.toml", "a/b/reflex.toml",
		"timer/reflex.toml", "docs/reflex.toml.md", "docs/my-reflex.toml", "Upper/reflex.toml", "c/Reflex.toml")
	for _, c := range []struct {
		in   tree.Tree
		ref  string
		want string
	}{
		{collection, "radhi/home", "Upper lights lights-2 timer"},
		{collection, "radhi/home/lights", "lights"},
		{collection, "radhi/home/lights/deep", "lights/deep"},
		{collection, "radhi/home/a", "a/b"},
		{collection, "https://h/r.git#a", "a/b"},
		{collection, "radhi/home/docs", "no reflex.toml at radhi/home/docs"},
		{collection, "radhi/home/c", "no reflex.toml at radhi/home/c"},
		{collection, "radhi/home/light", "no reflex.toml at radhi/home/light"},
		{collection, "https://h/r.git#nowhere", "no reflex.toml at https://h/r.git#nowhere"},
		{repository(t, "reflex.toml", "lights/reflex.toml"), "radhi/home", ""},
		{repository(t, "reflex.toml", "lights/reflex.toml"), "radhi/home/lights", "lights"},
		{repository(t), "radhi/home", "no reflex.toml at radhi/home"},
	} {
		loc, err := ref.Parse(c.ref)
		if err != nil {
			t.Fatal(err)
		}
		dirs, err := resolve.Reflexes(c.in, loc.Reference)
		got := strings.Join(dirs, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want || err == nil && len(dirs) == 0 {
			t.Errorf("%s takes %q, want %q", c.ref, got, c.want)
		}
	}
}

func TestEveryDirectoryWithAManifestIsAReflexOfTheRepository(t *testing.T) {
	got := resolve.All(repository(t, "reflex.toml", "lights/reflex.toml", "lights/deep/reflex.toml", "lights-2/reflex.toml", "x/y"))
	if want := []string{"", "lights", "lights-2", "lights/deep"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func ExampleChoose() {
	tags := []resolve.Tag{{Name: "v1.2.0", Commit: "aaaa"}, {Name: "2.0.0-rc1", Commit: "bbbb"}, {Name: "lights/v3.0.0", Commit: "cccc"}}
	choice, err := resolve.Choose(tags, nil)
	fmt.Println(choice.Version, choice.TagName, err)
	// Output: 1.2.0 v1.2.0 <nil>
}
