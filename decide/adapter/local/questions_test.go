package local_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"sinew/decide/adapter/local"
	"sinew/decide/question"
	"sinew/pkg/manifest"
)

// answer puts questions about a text and gives the checked answers.
func answer(t *testing.T, said string, asked ...question.Question) question.Answers {
	t.Helper()
	got, err := engine.Answer(context.Background(), said, asked)
	if err != nil {
		t.Fatal(err)
	}
	if err := question.Validate(asked, got); err != nil {
		t.Fatalf("%q: %v", said, err)
	}
	return got
}

// top is the first question's key with the greatest share, and the share.
func top(t *testing.T, said string, asked ...question.Question) (string, float64) {
	t.Helper()
	return asked[0].Top(answer(t, said, asked...)[asked[0].ID()])
}

func option(key, what string, examples ...string) question.Option {
	return question.Option{Key: key, Text: question.Text{What: what, Examples: examples}}
}

var (
	kettle = question.Option{Key: "kettle", Text: question.Text{
		What:     "Boil water in the kettle.\nOnly water, to a temperature you name; milk is not heated.",
		NotFor:   []string{"boiling eggs", "heating the oven"},
		Examples: []string{"boil some water", "kettle to 80 degrees", "heat the water to 90 degrees", "make hot water"},
	}}
	radio = question.Option{Key: "radio", Text: question.Text{
		What:     "Play a radio station.\nOne of your stations; songs and lists are not chosen.",
		NotFor:   []string{"playing one song"},
		Examples: []string{"play the radio", "put on the jazz station", "turn the radio on"},
	}}
	route = question.TheRoute([]question.Option{kettle, radio})
)

func TestTheRouteGoesToTheReflexWhoseWordsAreSaid(t *testing.T) {
	for _, c := range []struct {
		said, want string
		atLeast    float64
	}{
		{"boil some water", "kettle", 0.95},
		{"Boil some water, please!", "kettle", 0.8},
		{"play the radio", "radio", 0.95},
		{"boiling eggs", question.None, 0.95}, // the very words it is not for
		{"boil three eggs", question.None, 0.5},
		{"heat the oven", question.None, 0.5},
		{"what is the capital of peru", question.None, 0.9},
		{"", question.None, 0.9},
		{"?", question.None, 0.9},
	} {
		if key, p := top(t, c.said, route); key != c.want || p < c.atLeast {
			t.Errorf("%q goes to %s at %v", c.said, key, p)
		}
	}
}

func TestARouteOverNothingIsNone(t *testing.T) {
	if key, p := top(t, "boil some water", question.TheRoute(nil)); key != question.None || p != 1 {
		t.Errorf("%s at %v", key, p)
	}
}

var (
	strength = question.Subject{Reflex: "tea", Arg: "strength"}
	brews    = []question.Option{
		option("weak", "Steep it briefly.", "a weak tea", "make it weak"),
		option("strong", "Steep it for long, dark.", "a strong tea"),
		option("iced", "Pour it cold, over cubes.", "iced tea for me"),
	}
	asksHow  = ofTea(question.TheArgument(strength, "How should the tea be?", brews))
	viewsHow = ofTea(question.TheView(strength, "How should the tea be?", brews))
)

func ofTea(q question.Question) question.Question {
	q.About.Reflex = question.Text{What: "Make a cup of tea.\nOne cup; a pot is not made."}
	return q
}

func TestAListedWordIsHeldByItsKeyOrItsMeaning(t *testing.T) {
	for _, c := range []struct{ said, own, view string }{
		{"a strong tea", "strong", "strong"},
		{"tea, but strong", "strong", "strong"},
		{"one dark tea", "strong", "strong"},
		{"tea over cubes", "iced", "iced"},
		{"a cup of tea", question.Unstated, question.Unstated},
		{"", question.Unstated, question.Unstated},
	} {
		answers := answer(t, c.said, asksHow, viewsHow)
		own, _ := asksHow.Top(answers[asksHow.ID()])
		view, _ := viewsHow.Top(answers[viewsHow.ID()])
		if own != c.own || view != c.view {
			t.Errorf("%q: %s and %s, not %s and %s", c.said, own, view, c.own, c.view)
		}
	}
	for _, said := range []string{"weak or strong", "steep it"} { // two keys, and a word of two meanings
		if _, p := top(t, said, asksHow); p >= 0.8 {
			t.Errorf("%q: one is taken at %v", said, p)
		}
	}
}

func TestWordsAloneNameAListedWord(t *testing.T) {
	places := []question.Option{option("downloads", "What the browser saved."), option("music", "Albums.")}
	s := question.Subject{Reflex: "size", Arg: "place", From: 5, To: 14}
	for said, want := range map[string]string{
		"downloads": "downloads", "downlaods": "downloads", "album": "music", "garage": question.Unstated,
	} {
		if key, _ := top(t, "size of "+said, question.WhichNamed(s, said, places)); key != want {
			t.Errorf("%q names %s", said, key)
		}
	}
	if _, p := top(t, "size downlaods", question.WhichNamed(s, "downlaods", places)); p < 0.9 {
		t.Errorf("one slip names its word at %v only", p)
	}
}

func TestAYesOnAListedWordFollowsTheWords(t *testing.T) {
	is := ofTea(question.IsIt(strength, "How should the tea be?", "strong", "Steep it for long, dark."))
	is.About.Among = brews
	for said, want := range map[string]string{"a strong one": question.Yes, "something dark": question.Yes, "with milk": question.No} {
		if key, _ := top(t, said, is); key != want {
			t.Errorf("%q: %s", said, key)
		}
	}
}

// candidates are the choices over pieces of a text.
func candidates(said string, pieces ...[2]int) []question.Option {
	runes := []rune(said)
	var all []question.Option
	for _, p := range pieces {
		all = append(all, option(spanKey(p), string(runes[p[0]:p[1]])))
	}
	return all
}

func spanKey(p [2]int) string { return fmt.Sprintf("%d-%d", p[0], p[1]) }

func TestTheOneCandidateIsTaken(t *testing.T) {
	const said = "ring in 20 minutes"
	s := question.Subject{Reflex: "timer", Arg: "duration"}
	own := question.TheArgument(s, "How long?", []question.Option{option("8-18", "20 minutes")})
	s.From, s.To = 8, 18
	only := question.IsOnly(s, "How long?", "20 minutes")
	answers := answer(t, said, own, only)
	if key, p := own.Top(answers[own.ID()]); key != "8-18" || p < 0.9 {
		t.Errorf("%s at %v", key, p)
	}
	if answers[only.ID()][question.Yes] < 0.9 {
		t.Errorf("only: %v", answers[only.ID()])
	}
}

func TestNoCandidateIsNotStated(t *testing.T) {
	own := question.TheArgument(question.Subject{Reflex: "timer", Arg: "duration"}, "How long?", nil)
	if key, p := top(t, "ring later", own); key != question.Unstated || p != 1 {
		t.Errorf("%s at %v", key, p)
	}
}

func TestOneNumberIsNotTakenByTwoArguments(t *testing.T) {
	list := []question.Option{option("12-13", "6")}
	first := question.TheArgument(question.Subject{Reflex: "sum", Arg: "first"}, "What is the first number?", list)
	second := question.TheArgument(question.Subject{Reflex: "sum", Arg: "second"}, "What is the second number?", list)
	only := question.IsOnly(question.Subject{Reflex: "sum", Arg: "second", From: 12, To: 13}, "What is the second number?", "6")
	answers := answer(t, "multiply by 6", first, second, only)
	for _, q := range []question.Question{first, second} {
		if key, _ := q.Top(answers[q.ID()]); key != question.Unstated {
			t.Errorf("%s takes %s", q.ID(), key)
		}
	}
	if answers[only.ID()][question.Yes] >= 0.5 {
		t.Errorf("only: %v", answers[only.ID()])
	}
}

func TestTwoNumbersAreTakenInAnOrderThatAnExampleHas(t *testing.T) {
	sums := question.TheRoute([]question.Option{option("sum", "Add or take away.", "add 2 to 3", "40 minus 18")})
	for _, c := range []struct {
		said string
		at   [2]int
		next [2]int
		sure bool
	}{
		{"add 7 to 9", [2]int{4, 5}, [2]int{9, 10}, true},
		{"take 7 from 9", [2]int{5, 6}, [2]int{12, 13}, false},
	} {
		list := candidates(c.said, c.at, c.next)
		first := question.TheArgument(question.Subject{Reflex: "sum", Arg: "first"}, "What is the first number?", list)
		second := question.TheArgument(question.Subject{Reflex: "sum", Arg: "second"}, "What is the second number?", list)
		answers := answer(t, c.said, sums, first, second)
		a, p := first.Top(answers[first.ID()])
		b, _ := second.Top(answers[second.ID()])
		if a != list[0].Key || b != list[1].Key || p >= 0.8 != c.sure {
			t.Errorf("%q: %s and %s at %v", c.said, a, b, p)
		}
	}
}

func TestOfSeveralCandidatesTheOneBesideTheAsksWordsIsTaken(t *testing.T) {
	const said = "2 lamps at brightness 40"
	own := question.TheArgument(question.Subject{Reflex: "lamp", Arg: "brightness"}, "Which brightness?",
		candidates(said, [2]int{0, 1}, [2]int{22, 24}))
	if key, p := top(t, said, own); key != "22-24" || p < 0.8 {
		t.Errorf("%s at %v", key, p)
	}
	vague := question.TheArgument(question.Subject{Reflex: "lamp", Arg: "level"}, "How much?",
		candidates(said, [2]int{0, 1}, [2]int{22, 24}))
	if _, p := top(t, said, vague); p >= 0.5 {
		t.Errorf("a guess at %v", p)
	}
}

func TestAFlagIsRaisedByItsOwnWords(t *testing.T) {
	flag := question.TheFlag(question.Subject{Reflex: "radio", Arg: "loud"}, "Should it be loud?")
	for said, want := range map[string]string{
		"play the radio loud": question.Yes, "play the radio": question.Unstated, "play the radio, not loud": question.No,
	} {
		if key, _ := top(t, said, flag, route); key != want {
			t.Errorf("%q: %s", said, key)
		}
	}
}

func theKettle(t *testing.T) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse("kettle", []byte(`reflex = 1
description = """
Boil water in the kettle.
Only water, to a temperature you name; milk is not heated."""
effect = "write"
confirm = "Boil water?"
run = ["true", "{degrees}"]
[args.degrees]
ask = "How hot should it be?"
pick = "number"
[examples]
"boil some water" = {}
"kettle to 80 degrees" = { degrees = "80" }
"heat the water to 90 degrees" = { degrees = "90" }
`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestWhatARunOfWordsDoes(t *testing.T) {
	m := theKettle(t)
	for _, c := range []struct {
		words string
		from  int
		want  string
		below float64 // the top share, when the answer must not decide anything
	}{
		{"boil the water", 0, question.Action, 1},
		{"prepare water", 0, question.Action, 1}, // another verb for it
		{"thank you", 4, question.Courtesy, 1},
		{"boil water and feed the cat", 0, question.More, 1},
		{"feed the hungry cat", 3, question.More, 1},
		{"hot", 3, "arg:degrees", 1},
		{"sorted", 5, question.Result, 1},
		{"garage", 5, question.More, 0.5}, // one word nobody says: no verdict
	} {
		q := question.WhatTheyDo(question.Subject{Reflex: "kettle", From: c.from, To: c.from + 2}, c.words, m)
		if key, p := top(t, c.words, q); key != c.want || p >= c.below {
			t.Errorf("%q: %s at %v", c.words, key, p)
		}
	}
}

func TestACallHoldsAllOnlyWhenNothingThatTellsIsLeftOver(t *testing.T) {
	m := theKettle(t)
	const told = "Boil water in the kettle.\nOnly water, to a temperature you name; milk is not heated.\nHow hot should it be? 80"
	for said, whole := range map[string]bool{
		"heat the water to 80 degrees":                true,
		"could you please boil some water, thanks":    true,
		"heat the milk to 80 degrees":                 false, // said in what it does not do
		"heat the water to 80 degrees in the cellar":  false,
		"heat the water to 80 degrees and 90 degrees": false, // a value the call does not hold
		"do not heat the water to 80 degrees":         false,
		"how do I heat the water to 80 degrees":       false,
	} {
		q := question.HoldsAll(question.Subject{Hash: 1}, told, m, []string{"80"})
		if p := answer(t, said, q)[q.ID()][question.Whole]; p >= *(local.Engine{}).Bars().Whole != whole {
			t.Errorf("%q: whole %v", said, p)
		}
	}
}

func TestACallWhoseValueIsAllThatWasSaidIsNotWhole(t *testing.T) {
	m := theKettle(t)
	for _, value := range []string{"kitchen", "80"} {
		q := question.HoldsAll(question.Subject{Hash: 1}, m.Description+"\nWhich? "+value, m, []string{value})
		if p := answer(t, "the "+value, q)[q.ID()][question.Whole]; p >= 0.5 {
			t.Errorf("%s: whole %v", value, p)
		}
	}
}

func TestWhatNoWordsSayIsAnsweredWithCaution(t *testing.T) {
	s := question.Subject{Reflex: "note", Arg: "text", From: 0, To: 4, N: 1}
	list := []question.Option{option("s0", "milk and bread"), option("s1", "bread")}
	for _, q := range []question.Question{
		question.IsWord(s, "What?", "milk"),
		question.WhereItBegins(s, "What?", list),
		question.WhichRun(s, "What?", list),
		question.WhereItEnds(s, "What?", "milk", list),
		question.WhichText(s, "What?", list),
	} {
		want := question.Unstated
		if q.YesNo() {
			want = question.No
		}
		if key, p := top(t, "note milk and bread", q); key != want || p < 0.9 {
			t.Errorf("%s: %s at %v", q.ID(), key, p)
		}
	}
}

func TestWhetherAReflexFitsFollowsItsWords(t *testing.T) {
	fits := question.Question{Subject: question.Subject{Kind: question.Fits, Reflex: "kettle"}, Yes: kettle.Text}
	if p := answer(t, "boil some water", fits)[fits.ID()][question.Yes]; p < 0.9 {
		t.Errorf("its own example fits at %v", p)
	}
	if p := answer(t, "play the radio", fits)[fits.ID()][question.Yes]; p > 0.1 {
		t.Errorf("another's fits at %v", p)
	}
}

func TestTheBarsAreBars(t *testing.T) {
	bars := local.Engine{}.Bars()
	if err := bars.Check(); err != nil || bars.Whole == nil {
		t.Errorf("%+v: %v", bars, err)
	}
	bars.Read = 0
	if again := (local.Engine{}).Bars(); again.Read == 0 {
		t.Error("a caller can change the engine's bars")
	}
}

func TestNothingIsAnsweredOnceTheDeadlineHasPassed(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := engine.Answer(ctx, "boil", []question.Question{route}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTheOneCandidateOfAKindIsTakenWhateverStandsBesideIt(t *testing.T) {
	const said = `book "window seat" on TP1043 next friday at 5pm for €120, 2 hours, mail ana@example.com https://example.com 3`
	for _, c := range []struct{ arg, ask, span string }{
		{"day", "On which day?", "next friday"}, {"time", "At what time?", "5pm"}, {"fare", "For how much?", "€120"},
		{"flight", "Which flight?", "TP1043"}, {"duration", "For how long?", "2 hours"}, {"label", "What is it called?", "window seat"},
		{"to", "To whom?", "ana@example.com"}, {"site", "Which site?", "https://example.com"},
	} {
		start := utf8.RuneCountInString(said[:strings.Index(said, c.span)])
		at := [2]int{start, start + utf8.RuneCountInString(c.span)}
		s := question.Subject{Reflex: "trip", Arg: c.arg}
		own := question.TheArgument(s, c.ask, candidates(said, at))
		s.From, s.To = at[0], at[1]
		answers := answer(t, said, own, question.IsOnly(s, c.ask, c.span))
		if key, p := own.Top(answers[own.ID()]); key != spanKey(at) || p < 0.9 {
			t.Errorf("%s: %s at %v", c.arg, key, p)
		}
		if p := answers[question.IsOnly(s, c.ask, c.span).ID()][question.Yes]; p < 0.9 {
			t.Errorf("%s: only at %v", c.arg, p)
		}
	}
}

func TestOfTwoDaysEachGoesToTheArgumentItsWordsName(t *testing.T) {
	const said = "stay from friday to sunday"
	stays := question.TheRoute([]question.Option{option("stay", "Book a room.", "stay from monday to thursday")})
	list := candidates(said, [2]int{10, 16}, [2]int{20, 26})
	first := question.TheArgument(question.Subject{Reflex: "stay", Arg: "arrival"}, "On which day do you come?", list)
	second := question.TheArgument(question.Subject{Reflex: "stay", Arg: "departure"}, "On which day do you go?", list)
	answers := answer(t, said, stays, first, second)
	a, p := first.Top(answers[first.ID()])
	b, _ := second.Top(answers[second.ID()])
	if a != list[0].Key || b != list[1].Key || p < 0.8 {
		t.Errorf("%s and %s at %v", a, b, p)
	}
}
