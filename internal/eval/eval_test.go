package eval

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/local/encoder"
)

// toy is data of the right shape: four domains of two intents, each with a word
// of its own, and a vector that is made of the text and means nothing.
func toy(t *testing.T) *Data {
	t.Helper()
	d := &Data{Draws: make([][][]int, 2)}
	text := func(form string, of ...any) int {
		d.Texts = append(d.Texts, fmt.Sprintf(form, of...))
		return len(d.Texts) - 1
	}
	byDomain := map[string][]string{}
	for i, word := range strings.Fields("kettle radio lamp door window garden music letter") {
		d.Intents = append(d.Intents, word)
		byDomain[fmt.Sprint("domain", i/2)] = append(byDomain[fmt.Sprint("domain", i/2)], word)
		d.Desc = append(d.Desc, text("use the %s", word))
		for draw := range d.Draws {
			var examples []int
			for n := range 10 {
				examples = append(examples, text("please %s thing %d of %d", word, n, draw))
			}
			d.Draws[draw] = append(d.Draws[draw], examples)
		}
		for n := range 3 {
			d.Val = append(d.Val, [2]int{text("now the %s %d", word, n), i})
			d.Test = append(d.Test, [2]int{text("the %s again %d", word, n), i})
		}
	}
	for n := range 5 {
		d.BesideVal, d.BesideTest = append(d.BesideVal, text("weather %d", n)), append(d.BesideTest, text("football %d", n))
	}
	return loaded(t, d, byDomain)
}

func loaded(t *testing.T, d *Data, byDomain map[string][]string) *Data {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]any{"clinc_episodes.json": map[string]any{
		"intents": d.Intents, "draws": d.Draws, "desc": d.Desc, "val": d.Val, "test": d.Test,
		"oos_val": d.BesideVal, "oos_test": d.BesideTest, "texts": d.Texts,
	}, "clinc_domains.json": byDomain} {
		src, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), src, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Load(dir, func(texts []string) []encoder.Vector {
		all := make([]encoder.Vector, len(texts))
		for i, said := range texts {
			all[i][len(said)%encoder.Width] = 1
		}
		return all
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestTheHalvesOfTheDomainsShareNoIntent(t *testing.T) {
	d := toy(t)
	a, b := d.half(0), d.half(1)
	if !slices.Equal(a, []int{0, 1, 4, 5}) || !slices.Equal(b, []int{2, 3, 6, 7}) {
		t.Errorf("%v and %v", a, b)
	}
}

func TestNoFitSeesATextOfTheTest(t *testing.T) {
	d := toy(t)
	fit, test := d.fitting(), d.testing()
	for intent, texts := range test.by {
		for _, text := range texts {
			if slices.Contains(fit.by[intent], text) {
				t.Errorf("%q is in both", d.Texts[text])
			}
		}
	}
	for _, text := range test.beside {
		if slices.Contains(fit.beside, text) {
			t.Errorf("%q is in both", d.Texts[text])
		}
	}
}

func TestTheSameSeedDrawsTheSameEpisodes(t *testing.T) {
	d := toy(t)
	plan := Plan{Episodes: 2, Texts: 10, Beside: 0.3, Bare: 0.5}.of(3, 2, 1)
	draw := func(seed uint64) []Sample { return d.drawer(d.all(), d.testing(), seed).samples(plan) }
	if !reflect.DeepEqual(draw(1), draw(1)) {
		t.Error("the same seed drew other episodes")
	}
	if reflect.DeepEqual(draw(1), draw(2)) {
		t.Error("another seed drew the same episodes")
	}
	for _, s := range draw(1) {
		if len(s.Classes) != 3 || s.Gold < noClass || s.Gold > 2 {
			t.Fatalf("%d classes, gold %d", len(s.Classes), s.Gold)
		}
	}
}

func TestAFitLearnsWhatTellsTheClassesApart(t *testing.T) {
	d := toy(t)
	plan := Plan{Episodes: 10, Texts: 20, Beside: 0.3}.of(4, 5, 0)
	weights := Fit(d.drawer(d.all(), d.fitting(), 1).samples(plan))
	f := Measure(judge(weights, d.drawer(d.all(), d.testing(), 2).samples(plan)))
	if f.Accuracy < 0.95 || f.AUROC < 0.95 {
		t.Errorf("%+v", f)
	}
	if again := Fit(d.drawer(d.all(), d.fitting(), 1).samples(plan)); !reflect.DeepEqual(weights, again) {
		t.Error("the same samples gave other weights")
	}
}

func TestTheRunsGoOverEveryDrawAndBothHalves(t *testing.T) {
	d := &Data{Draws: make([][][]int, 3)}
	count := map[[2]int]int{}
	seeds := map[uint64]bool{}
	for n := range Runs {
		draw, half, seed := d.run(n)
		count[[2]int{draw, half}]++
		seeds[seed] = true
	}
	if len(count) != 6 || len(seeds) != Runs {
		t.Errorf("%v, %d seeds", count, len(seeds))
	}
	for at, n := range count {
		if n != Runs/6 {
			t.Errorf("draw and half %v: %d", at, n)
		}
	}
}

func TestDataThatDoesNotFitTogetherIsRefused(t *testing.T) {
	d := &Data{Intents: []string{"kettle"}}
	if err := d.place(map[string][]string{"home": {"radio"}}); err == nil {
		t.Error("an intent without a domain is taken")
	}
	if _, err := Load(t.TempDir(), nil); err == nil {
		t.Error("a directory without data is taken")
	}
}

func TestTheNearestIntentIsDeniedByItsLinesAndExamples(t *testing.T) {
	d := toy(t)
	said := d.denied(denial{line: true, examples: 3}, 4)
	if len(said) != 4 || said[0].Said != "use the window" || said[1].Said != "please window thing 0 of 1" {
		t.Errorf("%d texts", len(said))
	}
	// lamp and door have vectors of the same lengths of text
	if got := d.nearestOf(2, []int{0, 3, 5}); got != 3 {
		t.Errorf("nearest to the lamp is %s", d.Intents[got])
	}
}
