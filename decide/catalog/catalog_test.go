package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

const lamp = `reflex = 1
description = "Light a lamp.\nOne at a time."
effect = "write"
confirm = "Light {which}?"
run = "lamp.mts"
tags = ["home"]

[args.which]
ask = "Which lamp?"
vocab = "lamps"

[args.shade]
ask = "Which shade?"
options.warm = "Like a candle."
options.cold = "Like noon."

[config]
bridge = "The bridge's address."

[examples]
"a warm reading light" = { shade = "warm" }
"warm the hall" = { shade = "warm" }
"put it out" = false

[tests]
"light up" = {}
`

func set(t *testing.T) catalog.Set {
	t.Helper()
	m, err := manifest.Parse("lamp", []byte(lamp))
	if err != nil {
		t.Fatal(err)
	}
	pin := "pin-4"
	return catalog.Set{
		Reflexes: []catalog.Reflex{{
			Name: "lamp", Manifest: m, Effect: m.Effect, Needs: manifest.Needs{Hosts: []string{"{bridge}"}},
			Settings: []catalog.Held{{Key: "bridge"}},
		}},
		Vocabs: map[string]project.Vocabulary{
			"lamps": {Name: "lamps", Words: []project.Word{{Word: "hall", What: "By the door."}, {Word: "desk", What: "For reading.", Value: &pin}}},
			"other": {Name: "other", Words: []project.Word{{Word: "x", What: "X."}}},
		},
		Adapter: catalog.Adapter{Name: "local", ID: "local-1", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}},
	}
}

func TestTheDigestChangesWithWhateverADecisionDependsOn(t *testing.T) {
	plain := catalog.New(set(t)).Digest()
	if !strings.HasPrefix(plain, "h1:") || len(plain) != len("h1:")+64 {
		t.Fatalf("digest %s", plain)
	}
	seen := map[string]string{plain: "nothing"}
	for name, change := range map[string]func(*catalog.Set){
		"the description":      func(s *catalog.Set) { s.Reflexes[0].Manifest.Description += " Or two." },
		"a not_for":            func(s *catalog.Set) { s.Reflexes[0].Manifest.NotFor = []string{"torches"} },
		"an example":           func(s *catalog.Set) { s.Reflexes[0].Manifest.Examples[0].Utterance = "a warm light" },
		"an ask":               func(s *catalog.Set) { s.Reflexes[0].Manifest.Args[0].Ask = "Which?" },
		"an option":            func(s *catalog.Set) { s.Reflexes[0].Manifest.Args[1].Options[0].Meaning = "Yellow." },
		"an argument's need":   func(s *catalog.Set) { s.Reflexes[0].Manifest.Args[1].Optional = true },
		"the confirm":          func(s *catalog.Set) { s.Reflexes[0].Manifest.Confirm = "Light it?" },
		"the effect":           func(s *catalog.Set) { s.Reflexes[0].Effect = manifest.Destructive },
		"the needs":            func(s *catalog.Set) { s.Reflexes[0].Needs = manifest.Needs{} },
		"how a setting stands": func(s *catalog.Set) { s.Reflexes[0].Settings[0].Var = "BRIDGE" },
		"the name":             func(s *catalog.Set) { s.Reflexes[0].Name = "lamp2" },
		"a word":               func(s *catalog.Set) { s.Vocabs["lamps"].Words[0].Word = "stairs" },
		"a word's meaning":     func(s *catalog.Set) { s.Vocabs["lamps"].Words[0].What = "Upstairs." },
		"a word's value":       func(s *catalog.Set) { s.Vocabs["lamps"].Words[1].Value = nil },
		"the words' order":     func(s *catalog.Set) { slices.Reverse(s.Vocabs["lamps"].Words) },
		"the adapter":          func(s *catalog.Set) { s.Adapter.ID = "local-2" },
		"the reflexes": func(s *catalog.Set) {
			s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: "b", Manifest: s.Reflexes[0].Manifest})
		},
	} {
		changed := set(t)
		change(&changed)
		digest := catalog.New(changed).Digest()
		if other, twice := seen[digest]; twice {
			t.Errorf("changing %s gives the digest of changing %s", name, other)
		}
		seen[digest] = name
	}
}

func TestTheDigestStaysWhereNoDecisionCouldChange(t *testing.T) {
	plain := catalog.New(set(t)).Digest()
	for name, change := range map[string]func(*catalog.Set){
		"nothing":       func(*catalog.Set) {},
		"a test":        func(s *catalog.Set) { s.Reflexes[0].Manifest.Tests = nil },
		"an unread key": func(s *catalog.Set) { s.Reflexes[0].Manifest.Unknown = [][]string{{"colour"}} },
		"the bars":      func(s *catalog.Set) { s.Adapter.Bars = nil },
		"its own name":  func(s *catalog.Set) { s.Adapter.Name = "mine" },
	} {
		changed := set(t)
		change(&changed)
		if got := catalog.New(changed).Digest(); got != plain {
			t.Errorf("changing %s changes the digest", name)
		}
	}
	before := set(t)
	tests := len(before.Reflexes[0].Manifest.Tests)
	if catalog.New(before); len(before.Reflexes[0].Manifest.Tests) != tests {
		t.Error("compiling a set changes it")
	}
}

func TestAListIsOfferedWithItsMeaningsAndExamples(t *testing.T) {
	c := catalog.New(set(t))
	if got := fmt.Sprint(c.Listed("lamp", "which")); got != "[{hall {By the door. [] []}} {desk {For reading. [] []}}]" {
		t.Error(got)
	}
	if got := fmt.Sprintf("%q", c.Listed("lamp", "shade")[0].Text.Examples); got != `["a warm reading light" "warm the hall"]` {
		t.Error(got)
	}
	if c.Listed("lamp", "nothing") != nil || c.Listed("nobody", "which") != nil {
		t.Error("a list of nobody")
	}
}

func TestAWordsValueIsTheVocabularys(t *testing.T) {
	c := catalog.New(set(t))
	if v := c.Bound("lamps", "desk"); v == nil || *v != "pin-4" {
		t.Errorf("desk is %v", v)
	}
	if c.Bound("lamps", "hall") != nil || c.Bound("lamps", "attic") != nil || c.Bound("none", "desk") != nil {
		t.Error("a value from nowhere")
	}
}

func TestTagsNarrowTheReflexes(t *testing.T) {
	c := catalog.New(set(t))
	for _, want := range []struct {
		tags []string
		n    int
	}{{nil, 1}, {[]string{"home"}, 1}, {[]string{"away", "home"}, 1}, {[]string{"away"}, 0}} {
		if got := c.Tagged(want.tags); len(got) != want.n {
			t.Errorf("%v: %d reflexes", want.tags, len(got))
		}
	}
}

func TestTheWordsReflexesSayOfThemselvesAreKnown(t *testing.T) {
	c := catalog.New(set(t))
	for word, want := range map[string]bool{"lamp": true, "Reading": true, "shade": true, "hall": true, "candle": false, "": false} {
		if c.Said(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
}

func TestBarsAreProbabilitiesInOrder(t *testing.T) {
	high := 1.5
	for want, bars := range map[string]catalog.Bars{
		"":                            {Route: 0.5, Read: 0.8, Write: 0.8},
		"read 0.9 is above write 0.8": {Route: 0.5, Read: 0.9, Write: 0.8},
		"-0.5 is not a probability":   {Route: -0.5},
		"1.5 is not a probability":    {Whole: &high},
		"2 is not a probability":      {Read: 0.5, Write: 2},
	} {
		got := ""
		if err := bars.Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%+v: got %q, want %q", bars, got, want)
		}
	}
	for effect, want := range map[manifest.Effect]float64{manifest.ReadOnly: 0.8, manifest.Write: 0.9} {
		if got, has := (catalog.Bars{Read: 0.8, Write: 0.9}).Effect(effect); got != want || !has {
			t.Errorf("%s: %g, %v", effect, got, has)
		}
	}
	if _, has := (catalog.Bars{}).Effect(manifest.Destructive); has {
		t.Error("a destructive call has a bar")
	}
}
