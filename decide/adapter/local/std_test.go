package local_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// places is a person's vocabulary as small as one starts with.
var places = project.Vocabulary{Name: "places", Words: []project.Word{
	{Word: "downloads", What: "What the browser saved."},
	{Word: "documents", What: "Letters, contracts and forms."},
	{Word: "projects", What: "The code I work on."},
	{Word: "music", What: "Albums and recordings."},
	{Word: "pictures", What: "Photos and screenshots."},
	{Word: "desktop", What: "What lies on the screen."},
}}

// installed is all of the std collection over places.
func installed(t testing.TB) *catalog.Catalog {
	t.Helper()
	return installedOver(t, map[string]project.Vocabulary{"places": places})
}

// installedOver is all of it over other vocabularies.
func installedOver(t testing.TB, vocabs map[string]project.Vocabulary) *catalog.Catalog {
	t.Helper()
	files, err := filepath.Glob("../../../hub-index/std/*/reflex.toml")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	sort.Strings(files)
	set := catalog.Set{
		Vocabs:  vocabs,
		Adapter: catalog.Adapter{Name: "local", ID: local.Engine{}.ID(), Bars: local.Engine{}.Bars()},
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		m, err := manifest.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect, Needs: m.Needs})
	}
	return catalog.New(set)
}

// mostRounds is more than any reading of one text takes.
const mostRounds = 10

// decide puts one sentence through every round and the gate.
func decide(t testing.TB, cat *catalog.Catalog, input string) gate.Decision {
	t.Helper()
	d, err := tryDecide(cat, input)
	if err != nil {
		t.Fatalf("%q: %v", input, err)
	}
	return d
}

func tryDecide(cat *catalog.Catalog, input string) (gate.Decision, error) {
	answers := question.Answers{}
	for range mostRounds {
		asked, r := reading.Read(cat, cat.Reflexes(), input, answers)
		if len(asked) == 0 {
			return gate.Decide(cat, r), nil
		}
		got, err := engine.Answer(context.Background(), input, asked)
		if err != nil {
			return gate.Decision{}, err
		}
		if err := question.Validate(asked, got); err != nil {
			return gate.Decision{}, err
		}
		for id, a := range got {
			answers[id] = a
		}
	}
	return gate.Decision{}, fmt.Errorf("more than %d rounds", mostRounds)
}

// figures count what became of one reflex's records.
type figures map[gate.Outcome]int

func (f figures) String() string {
	return fmt.Sprintf("run %d, confirm %d, ask %d, abstain %d", f[gate.Run], f[gate.Confirm], f[gate.Ask], f[gate.Abstain])
}

func TestNoExampleReachesAnotherReflex(t *testing.T) {
	cat := installed(t)
	reads, runs := 0, 0
	for _, x := range cat.Reflexes() {
		got := figures{}
		for _, r := range x.Manifest.Examples {
			d := decide(t, cat, r.Utterance)
			got[d.Outcome]++
			if d.Outcome != gate.Abstain && d.Call().Reflex != x.Name {
				t.Errorf("%s: %q reaches %s", x.Name, r.Utterance, d.Call())
			}
			checkValues(t, r, d)
			if x.Effect == manifest.ReadOnly {
				reads++
				if d.Outcome == gate.Run {
					runs++
				}
			}
		}
		t.Logf("%-8s %s", x.Name, got)
	}
	if runs*10 < reads*6 {
		t.Errorf("of %d examples that read, %d run", reads, runs)
	}
}

// checkValues holds the values of a complete call against what a record
// asserts.
func checkValues(t *testing.T, r manifest.Record, d gate.Decision) {
	t.Helper()
	if d.Outcome != gate.Run && d.Outcome != gate.Confirm {
		return
	}
	for _, a := range r.Asserts {
		v, has := d.Call().Arg(a.Arg)
		if has == a.Unstated || has && !a.Raised && v.Shown() != a.Value {
			t.Errorf("%q: %s is not what the record asserts: %+v", r.Utterance, d.Call(), a)
		}
	}
}

func TestHeldOutTestsRunNoOtherReflex(t *testing.T) {
	cat := installed(t)
	for _, x := range cat.Reflexes() {
		asserting, never := figures{}, figures{}
		for _, r := range x.Manifest.Tests {
			d := decide(t, cat, r.Utterance)
			own := d.Call().Reflex == x.Name
			if r.Never {
				never[d.Outcome]++
			} else {
				asserting[d.Outcome]++
			}
			if d.Outcome == gate.Run && own == r.Never {
				t.Errorf("%s: %q runs %s", x.Name, r.Utterance, d.Call())
			}
		}
		t.Logf("%-8s %s; never this one: %s", x.Name, asserting, never)
	}
}
