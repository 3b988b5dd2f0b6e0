package reading

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

func TestTheFirstRoundAsksEveryArgumentOfEveryReflex(t *testing.T) {
	_, rounds := read(t, kitchen(t), "boil mint for dora, 3 cups", told{"route": {question.None: 1}})
	want := []string{
		"route",
		"kettle.drink", "kettle.who", "kettle.cups", "kettle.steep", "kettle.note", "kettle.loud",
		"weave.view_kettle__drink", "weave.is_kettle__drink_1",
		"weave.view_kettle__who", "weave.is_kettle__who_0",
		"weave.only_kettle__cups_20_21",
	}
	if !reflect.DeepEqual(rounds, [][]string{want}) {
		t.Errorf("got  %v\nwant %v", rounds, want)
	}
}

func TestLaterRoundsOpenOnlyWhatTheAnswersLeaveOpen(t *testing.T) {
	said := told{
		"kettle.drink":             {"oolong": 0.97, question.Unstated: 0.03},
		"weave.view_kettle__drink": {"oolong": 0.95, question.Unstated: 0.05},
		"weave.is_kettle__drink_0": {question.Yes: 0.9},
		"kettle.who":               {"dora": 0.98, question.None: 0.02},
		"weave.view_kettle__who":   {"dora": 0.98, question.None: 0.02},
	}
	_, rounds := read(t, kitchen(t), "something nice for dora please", said)
	if len(rounds) != 3 {
		t.Fatalf("%d rounds: %v", len(rounds), rounds)
	}
	want := []string{"weave.is_kettle__drink_0", "weave.does_kettle_0_1", "weave.first_kettle__note_0", "weave.run_kettle__note_0"}
	for i := range 5 {
		want = append(want, fmt.Sprintf("weave.word_kettle__note_%d", i))
	}
	if !slices.Equal(rounds[1], want) {
		t.Errorf("round two asks %v", rounds[1])
	}
	against := question.Subject{Kind: question.Against, Hash: Short(`kettle drink="oolong" who="dora"`)}
	if want := []string{against.ID()}; !slices.Equal(rounds[2], want) {
		t.Errorf("round three asks %v, not %v", rounds[2], want)
	}
}

func TestACallIsReadBackOnlyWhereItCouldRun(t *testing.T) {
	sure := func(p float64) told {
		return told{
			"kettle.drink":             {"mint": p, question.Unstated: 1 - p},
			"weave.view_kettle__drink": {"mint": 1},
			"kettle.who":               {"abe": 1},
			"weave.view_kettle__who":   {"abe": 1},
		}
	}
	readBack := func(cat *catalog.Catalog, said told) bool {
		_, rounds := read(t, cat, "mint for abe", said)
		return strings.Contains(strings.Join(slices.Concat(rounds...), " "), "weave.against_")
	}
	if !readBack(kitchen(t), sure(0.9)) {
		t.Error("a call at its bar is not read back")
	}
	if readBack(kitchen(t), sure(0.89)) {
		t.Error("a call under its bar is read back")
	}
	oneView := sure(1)
	oneView["weave.view_kettle__drink"] = question.Answer{question.Unstated: 1}
	if readBack(kitchen(t), oneView) {
		t.Error("a call that its words alone hold is read back")
	}
	for name, change := range map[string]func(*catalog.Set){
		"without bars":       func(s *catalog.Set) { s.Adapter.Bars = nil },
		"without a whole":    func(s *catalog.Set) { s.Adapter.Bars = &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9} },
		"of a destructive":   func(s *catalog.Set) { s.Reflexes[0].Effect = manifest.Destructive },
		"of an unwon kettle": func(s *catalog.Set) { s.Reflexes = s.Reflexes[1:] },
	} {
		set := catalog.Set{
			Reflexes: slices.Clone(kitchen(t).Reflexes()), Vocabs: map[string]project.Vocabulary{"guests": guests()},
			Adapter: catalog.Adapter{Bars: kitchen(t).Bars()},
		}
		change(&set)
		said := sure(1)
		if len(set.Reflexes) == 1 {
			said["route"] = question.Answer{question.None: 1}
		}
		if readBack(catalog.New(set), said) {
			t.Errorf("a call %s is read back", name)
		}
	}
}

func TestAnAskIsReadBackAsItStands(t *testing.T) {
	_, rounds := read(t, kitchen(t), "boil mint", told{
		"kettle.drink":             {"mint": 1},
		"weave.view_kettle__drink": {"mint": 1},
	})
	want := question.Subject{Kind: question.Against, Hash: Short(`kettle drink="mint"`)}.ID()
	if !slices.Contains(rounds[len(rounds)-1], want) {
		t.Errorf("%v does not ask %s", rounds, want)
	}
}

func TestTheNumbersOfIdsAreTheFirstDigitsOfADigest(t *testing.T) {
	for said, want := range map[string]uint32{
		`lights room="den" state="off"`: 693291516,
		`lights state="off"`:            1768496487,
		`timer duration="10 minutes"`:   3359817700,
		`volume`:                        1658300081,
		`Pay`:                           2471528237,
		`  pay !`:                       2471528237,
		``:                              3820012610,
	} {
		if got := Short(text.Identity(said)); got != want {
			t.Errorf("%q is %d, not %d", said, got, want)
		}
	}
}

func TestOnATieTheEarlierKeyIsOnTop(t *testing.T) {
	got, _ := read(t, kitchen(t), "hm", told{"route": {"radio": 0.5, question.None: 0.5}})
	if got.Winner == nil || got.Winner.Reflex != "radio" {
		t.Errorf("a reflex and none at one half: %+v", got.Winner)
	}
	want := []Contender{{"radio", 0.5}, {"kettle", 0}}
	if !reflect.DeepEqual(got.Ranking, want) || got.None != 0.5 {
		t.Errorf("ranking %v, none %v", got.Ranking, got.None)
	}
}

func TestNothingIsAskedOfWhatATextCannotSay(t *testing.T) {
	src := `reflex = 1
description = "Brew from a stock."
effect = "read"
confirm = "Go?"
run = "brew.mts"
[args.leaves]
takes = "leaves"
[args.blend]
ask = "Which blend?"
vocab = "blends"
optional = true
[args.shelf]
ask = "Which shelf?"
vocab = "shelves"
`
	cat := catalog.New(catalog.Set{Reflexes: []catalog.Reflex{parse(t, "brew", src)}})
	got, rounds := read(t, cat, "brew", told{"route": {"brew": 1}})
	if want := []string{"route", "brew.shelf", "weave.view_brew__shelf"}; !slices.Equal(rounds[0], want) {
		t.Errorf("round one asks %v", rounds[0])
	}
	var missing []string
	for _, m := range got.Winner.Missing {
		missing = append(missing, m.Arg+" "+string(m.Why))
	}
	// What no text can say is none a person is asked for: a plan hands it over.
	if want := []string{"shelf unstated"}; !slices.Equal(missing, want) {
		t.Errorf("missing %v", missing)
	}
}

func TestANumberThatCountsTheArgumentsOwnNounIsNoValueOfIt(t *testing.T) {
	src := `reflex = 1
description = "Open a shelf."
effect = "read"
confirm = "Open?"
run = "open.mts"
[args.shelf]
ask = "Which shelf?"
pick = "number"
`
	cat := catalog.New(catalog.Set{Reflexes: []catalog.Reflex{parse(t, "open", src)}})
	for said, want := range map[string]bool{
		"open 2 shelves now": true, "open the 2 shelfs now": false, "open shelf 2": true, "open 2 of the shelfs": true,
	} {
		_, rounds := read(t, cat, said, told{"route": {question.None: 1}})
		if got := len(rounds[0]) == 3; got != want {
			t.Errorf("%q asks %v", said, rounds[0])
		}
	}
}
