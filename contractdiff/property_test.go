package contractdiff

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/manifest"
	"sinew/pkg/ref"
)

var someNames = []string{"a", "b", "c", "d", "e"}

func drawSome(t *rapid.T, label string) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(someNames), 0, 4, rapid.ID[string]).Draw(t, label)
}

func drawNeeds(t *rapid.T, label string) manifest.Needs {
	return manifest.Needs{Reads: drawSome(t, label+" reads"), Writes: drawSome(t, label+" writes"), Runs: drawSome(t, label+" runs")}
}

func drawConsent(t *rapid.T, label string) Consent {
	effect := rapid.SampledFrom([]manifest.Effect{manifest.ReadOnly, manifest.Write, manifest.Destructive}).Draw(t, label+" effect")
	return Consent{effect, drawNeeds(t, label)}
}

// drawManifest is any manifest, also one its reader would refuse: a `was` may
// list a live name, or a name twice.
func drawManifest(t *rapid.T, label string) *manifest.Manifest {
	m := &manifest.Manifest{
		Needs:     drawNeeds(t, label),
		Platforms: rapid.SampledFrom([][]string{nil, {"linux"}, {"macos"}, {"macos", "linux"}}).Draw(t, label+" platforms"),
		Returns:   rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, label+" returns"),
		Run:       rapid.SampledFrom([]manifest.Run{{}, {File: "x.mts"}, {Argv: []string{"x", "{a}"}}}).Draw(t, label+" run"),
		Steps:     rapid.SampledFrom([][]manifest.Step{nil, {{Say: "look"}}}).Draw(t, label+" steps"),
	}
	for _, name := range drawSome(t, label+" args") {
		m.Args = append(m.Args, drawArgument(t, name))
	}
	for _, key := range drawSome(t, label+" config") {
		m.Config = append(m.Config, manifest.Setting{Key: key, Secret: rapid.Bool().Draw(t, "secret")})
	}
	for _, field := range drawSome(t, label+" yields") {
		m.Yields = append(m.Yields, manifest.Yield{Field: field, Pick: rapid.SampledFrom(manifest.Recognizers).Draw(t, "pick")})
	}
	return m
}

func drawArgument(t *rapid.T, name string) manifest.Argument {
	a := manifest.Argument{
		Name: name, Source: rapid.SampledFrom([]manifest.Source{manifest.Options, manifest.Vocab, manifest.Pick, manifest.Flag, manifest.Takes}).Draw(t, "source"),
		Was: drawSome(t, "was"),
	}
	switch a.Source {
	case manifest.Options:
		for _, key := range drawSome(t, "options") {
			a.Options = append(a.Options, manifest.Option{Key: key, Meaning: key})
		}
	case manifest.Vocab:
		a.Vocab, a.Optional = rapid.SampledFrom(someNames).Draw(t, "vocab"), rapid.Bool().Draw(t, "optional")
	case manifest.Pick:
		a.Pick = rapid.SampledFrom(manifest.Recognizers).Draw(t, "pick")
		if rapid.Bool().Draw(t, "bounded") {
			a.Range = &manifest.Range{Max: float64(rapid.IntRange(0, 2).Draw(t, "max"))}
		}
	case manifest.Takes:
		a.Takes = rapid.SampledFrom(someNames).Draw(t, "takes")
	}
	return a
}

// checkDiff holds a diff to what its readers count on.
func checkDiff(t interface{ Fatalf(string, ...any) }, d Diff) {
	level := Same
	renamed := map[string]string{}
	for _, c := range d.Changes {
		level = max(level, c.Level())
		if c.Key() == "" || c.Text() == "" {
			t.Fatalf("%+v has an empty column", c)
		}
		if c.Kind == ArgRenamed {
			renamed[c.Former] = c.Arg
		}
	}
	if d.Level != level {
		t.Fatalf("the level is %s, the highest change's %s", d.Level, level)
	}
	for _, c := range d.Changes {
		if _, ok := renamed[c.Arg]; ok && c.Kind == ArgRemoved {
			t.Fatalf("%s is renamed and removed", c.Arg)
		}
	}
	if _, err := json.Marshal(d); err != nil {
		t.Fatalf("%v", err)
	}
}

func TestAManifestDiffersInNothingFromItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest(t, "it")
		if d := Compare(m, m); d.Level != Same || d.Changes != nil {
			t.Fatalf("%s, %+v", d.Level, d.Changes)
		}
	})
}

func TestTheLevelIsTheHighestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkDiff(t, Compare(drawManifest(t, "previous"), drawManifest(t, "next")))
	})
}

func TestARenameIsNeverARemovalAndAnAddition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		previous := drawManifest(t, "previous")
		for i := range previous.Args {
			previous.Args[i].Was = nil
		}
		next := *previous
		next.Args = slices.Clone(previous.Args)
		var want []Change
		for i, a := range previous.Args {
			if a.Source != manifest.Takes && rapid.Bool().Draw(t, "rename "+a.Name) {
				next.Args[i].Name, next.Args[i].Was = a.Name+"_now", []string{a.Name}
				want = append(want, Change{Kind: ArgRenamed, Former: a.Name, Arg: a.Name + "_now"})
			}
		}
		if len(previous.Run.Argv) > 0 {
			next.Run.Argv = []string{"x", "{" + renames(previous, &next).current("a") + "}"}
		}
		if d := Compare(previous, &next); !reflect.DeepEqual(d.Changes, want) || d.Violations != nil {
			t.Fatalf("got %+v, want %+v", d, want)
		}
	})
}

func TestTheNextVersionIsHigherUnlessNothingChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := ref.Version{Major: rapid.Uint64Max(1<<63).Draw(t, "major"), Minor: rapid.Uint64().Draw(t, "minor"), Patch: rapid.Uint64().Draw(t, "patch")}
		minor, major := Next(v, Minor), Next(v, Major)
		if minor.Compare(v) <= 0 || major.Compare(minor) < 0 || Next(v, Same) != v {
			t.Fatalf("%s, then %s, or %s", v, minor, major)
		}
	})
}

func TestConsentNeverLoosensByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		locked, upstream := drawConsent(t, "locked"), drawConsent(t, "upstream")
		o := Weigh(locked, upstream)
		if o.Now.Effect < locked.Effect || manifest.Widens(locked.Needs, o.Now.Needs) {
			t.Fatalf("%+v loosens %+v", o.Now, locked)
		}
		if manifest.Widens(upstream.Needs, o.Now.Needs) {
			t.Fatalf("%+v holds what %+v does not ask for", o.Now, upstream)
		}
		looser := upstream.Effect < locked.Effect || manifest.Widens(locked.Needs, upstream.Needs)
		if o.Waits() != looser || looser != (len(o.Problems("it")) > 0) {
			t.Fatalf("%+v waits: %t", o, o.Waits())
		}
	})
}

func TestWeighingIsSettled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		upstream := drawConsent(t, "upstream")
		once := Weigh(drawConsent(t, "locked"), upstream)
		again := Weigh(once.Now, upstream)
		if !reflect.DeepEqual(again.Now, once.Now) || again.Waits() != once.Waits() {
			t.Fatalf("first %+v, then %+v", once, again)
		}
	})
}

func TestAcceptingIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		locked, upstream := drawConsent(t, "locked"), drawConsent(t, "upstream")
		accepted := Weigh(locked, upstream).Accept()
		if accepted.Waits() || !reflect.DeepEqual(accepted.Accept(), accepted) {
			t.Fatalf("%+v", accepted)
		}
		if accepted.Now.Effect != upstream.Effect || manifest.Widens(accepted.Now.Needs, upstream.Needs) || manifest.Widens(upstream.Needs, accepted.Now.Needs) {
			t.Fatalf("%+v is accepted as %+v", upstream, accepted.Now)
		}
		if after := Weigh(accepted.Now, upstream); after.Effect != Kept || after.Needs != Kept {
			t.Fatalf("after the yes: %+v", after)
		}
	})
}

// FuzzCompare diffs what two texts read as, both ways.
func FuzzCompare(f *testing.F) {
	for _, row := range changeRows {
		f.Add(row.src, edited(f, row.src, row.edits...))
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		one, errOne := manifest.Parse("one", []byte(a))
		other, errOther := manifest.Parse("other", []byte(b))
		if errOne != nil || errOther != nil {
			return
		}
		for _, pair := range [][2]*manifest.Manifest{{one, other}, {other, one}} {
			checkDiff(t, Compare(pair[0], pair[1]))
			Update{Previous: pair[0], Next: pair[1], Consent: Weigh(Asked(pair[0]), Asked(pair[1]))}.Report().Lines()
		}
		if d := Compare(one, one); d.Level != Same || len(d.Changes)+len(d.Violations) > 0 {
			t.Errorf("a manifest differs from itself: %+v", d)
		}
	})
}
