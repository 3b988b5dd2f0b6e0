package reading

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// at is where a piece of a text stands.
func at(said, piece string) text.Span {
	start := strings.Index(said, piece)
	if start < 0 {
		panic(piece + " is not in " + said)
	}
	return text.Span{Start: start, End: start + len(piece), Text: piece}
}

// number is a number that a piece of a text spells out.
func number(said, piece string, n float64, form spoken.Form, shape spoken.Shape) spoken.Said {
	return spoken.Said{
		Span: at(said, piece), Typed: fmt.Sprint(n), Value: pick.Value{Kind: pick.Number, Number: n}, Form: form, Shape: shape,
	}
}

// hears gives what the words spell of each kind.
func hears(heard map[pick.Kind]spoken.Heard) Beside {
	return Beside{Hear: func(_ string, a spoken.Argument) spoken.Heard { return heard[a.Kind] }}
}

func TestAPickIsSettledInItsOrder(t *testing.T) {
	const said = "mint for two oh or four oh, 3 cups"
	two, four := number(said, "two oh", 2, spoken.Aloud, spoken.Whole), number(said, "four oh", 4, spoken.Aloud, spoken.Open)
	tooMany := number(said, "four oh", 40, spoken.Aloud, spoken.Whole)
	open := spoken.Asked{Words: at(said, "four oh"), Readings: []string{"4", "40"}}
	closed := spoken.Asked{Words: at(said, "four oh")}
	own := func(shares answer) told { return told{"kettle.cups": shares} }
	meant := func(piece string, yes float64) told {
		s := at(said, piece)
		return told{fmt.Sprintf("weave.meant_kettle__cups_%d_%d", s.Start, s.End): {question.Yes: yes}}
	}
	only := told{"weave.only_kettle__cups_28_29": {question.Yes: 0.9}}
	both, one := []spoken.Said{two, four}, []spoken.Said{four}
	for _, c := range []struct {
		said  []spoken.Said
		asked []spoken.Asked
		told  told
		want  string
	}{
		// Its own question comes first.
		{both, []spoken.Asked{open}, and(own(answer{"28-29": 1}), meant("two oh", 1)), "3 by ask"},
		{one, nil, and(own(answer{"28-29": 0.3, question.None: 0.49, question.Unstated: 0.21}), meant("four oh", 1)), "3 by ask"},
		// Then the best of what the words spell, where it leads.
		{one, nil, and(own(silent), meant("four oh", 0.5)), "4 by spelled yes, holds"},
		{one, nil, and(own(silent), meant("four oh", 0.49)), "nothing"},
		{one, nil, and(own(neither), meant("four oh", 0.5)), "4 by spelled yes, holds"},
		{both, nil, and(own(silent), meant("two oh", 0.75), meant("four oh", 0.5)), "2 by spelled yes"},
		{both, nil, and(own(silent), meant("two oh", 0.5), meant("four oh", 0.75)), "4 by spelled yes, holds"},
		{both, nil, and(own(silent), meant("two oh", 0.7), meant("four oh", 0.6)), "nothing"},
		{both, nil, and(own(neither), meant("two oh", 0.7), meant("four oh", 0.6)), "asks not_offered"},
		{[]spoken.Said{tooMany}, nil, and(own(silent), meant("four oh", 0.9)), "asks out_of_range"},
		// Then the one candidate there is.
		{both, nil, and(own(silent), meant("two oh", 0.7), meant("four oh", 0.6), only), "3 by only yes"},
		{both, nil, and(own(neither), only), "3 by only yes"},
		// Words that read openly come before both.
		{one, []spoken.Asked{open}, and(own(silent), meant("four oh", 1), only), `asks unsettled "four oh" of 4, 40`},
		{nil, []spoken.Asked{open}, own(neither), `asks unsettled "four oh" of 4, 40`},
		{nil, []spoken.Asked{closed}, and(own(silent), only), `asks not_offered "four oh"`},
		{nil, []spoken.Asked{closed, open}, own(silent), `asks not_offered "four oh"`},
		// None counts from one half, and nothing said is nothing.
		{nil, nil, own(neither), "asks not_offered"},
		{nil, nil, own(silent), "nothing"},
	} {
		around := hears(map[pick.Kind]spoken.Heard{pick.Number: {Said: c.said, Asked: c.asked}})
		got, _ := readBeside(t, kitchen(t), said, c.told, around)
		line := outcome(got.Winner, "cups")
		for _, m := range got.Winner.Missing {
			if m.Readings != nil {
				line += " of " + strings.Join(m.Readings, ", ")
			}
		}
		if line != c.want {
			t.Errorf("%v of %d said and %d asked: got %s, want %s", c.told, len(c.said), len(c.asked), line, c.want)
		}
	}
}

func TestWhatWordsSpellHoldsACallUnlessTheySpellItWhole(t *testing.T) {
	for _, c := range []struct {
		form  spoken.Form
		shape spoken.Shape
		want  bool
	}{
		{spoken.Aloud, "", false}, {spoken.Misspelt, "", true}, {spoken.Spaced, "", true},
		{spoken.Aloud, spoken.Whole, false}, {spoken.Misspelt, spoken.Whole, false}, {spoken.Spaced, spoken.Whole, false},
		{spoken.Aloud, spoken.Completed, true}, {spoken.Aloud, spoken.Open, true}, {spoken.Misspelt, spoken.Open, true},
	} {
		if got := (Basis{By: BySpelled, Form: c.form, Shape: c.shape}); got.Respelt() != c.want || got.Holds() != c.want {
			t.Errorf("%s %s: %v", c.form, c.shape, got.Respelt())
		}
	}
	if (Basis{By: ByAsk, Form: spoken.Spaced}).Respelt() {
		t.Error("a value of its own question is respelt")
	}
}

func TestARespeltValueIsShownAsTypedAndHoldsItsWords(t *testing.T) {
	const said = "mint for four oh"
	around := hears(map[pick.Kind]spoken.Heard{pick.Number: {Said: []spoken.Said{number(said, "four oh", 4, spoken.Spaced, "")}}})
	mint := and(bothViews("drink", answer{"mint": 1}, answer{"mint": 1}), told{"weave.meant_kettle__cups_9_16": {question.Yes: 0.97}})
	got, rounds := readBeside(t, kitchen(t), said, mint, around)
	value, _ := got.Winner.Call().Arg("cups")
	want := call.Value{Kind: call.Pick, Span: at(said, "four oh"), Read: pick.Value{Kind: pick.Number, Number: 4}, Typed: "4"}
	if !reflect.DeepEqual(value, want) {
		t.Errorf("got %+v", value)
	}
	if line := got.Winner.Call().String(); line != `kettle drink="mint" cups="4"` {
		t.Error(line)
	}
	last := got.Judgments[len(got.Judgments)-1]
	if last.Subject.ID() != "weave.meant_kettle__cups_9_16" || last.Top != question.Yes || last.P != 0.97 {
		t.Errorf("judged by %+v", last)
	}
	for _, ids := range rounds {
		for _, id := range ids {
			if strings.HasPrefix(id, "weave.does_kettle_2") || strings.HasPrefix(id, "weave.against_") {
				t.Errorf("%s is asked", id)
			}
		}
	}
}

func TestTheFirstThreeSpelledValuesAreAskedInRoundOneBeforeTheOnlyOne(t *testing.T) {
	const said = "boil two oh or four oh or six oh or eight oh, 3 cups"
	var all []spoken.Said
	for n, word := range []string{"two oh", "four oh", "six oh", "eight oh"} {
		all = append(all, number(said, word, float64(2*n+2), spoken.Aloud, spoken.Whole))
	}
	_, rounds := readBeside(t, kitchen(t), said, told{"route": {question.None: 1}}, hears(map[pick.Kind]spoken.Heard{pick.Number: {Said: all}}))
	var cups []string
	for _, id := range rounds[0] {
		if strings.HasPrefix(id, "weave.") && strings.Contains(id, "__cups") {
			cups = append(cups, strings.TrimPrefix(id, "weave."))
		}
	}
	want := []string{"meant_kettle__cups_5_11", "meant_kettle__cups_15_22", "meant_kettle__cups_26_32", "only_kettle__cups_46_47"}
	if !slices.Equal(cups, want) {
		t.Errorf("round one asks %v", cups)
	}
}

func TestACandidateInsideWordsSaidAsOneValueIsWithdrawn(t *testing.T) {
	const said = "steep 2 minutes 9 and 5 minutes"
	length := spoken.Said{Span: at(said, "2 minutes 9"), Typed: "129 seconds", Value: pick.Value{Kind: pick.Duration, Number: 129}, Form: spoken.Aloud}
	around := hears(map[pick.Kind]spoken.Heard{pick.Duration: {Said: []spoken.Said{length}}})
	got, rounds := readBeside(t, kitchen(t), said, told{}, around)
	if !slices.Contains(rounds[0], "weave.only_kettle__steep_22_31") {
		t.Errorf("one length is left, and is not asked about: %v", rounds[0])
	}
	for _, id := range rounds[0] {
		if strings.HasPrefix(id, "weave.only_kettle__cups") {
			t.Errorf("%s offers a number of the length", id)
		}
	}
	if want := []text.Span{at(said, "5 minutes")}; !reflect.DeepEqual(got.Winner.Unconsumed, want) {
		t.Errorf("unconsumed %+v", got.Winner.Unconsumed)
	}
}

func TestTheWordsAreReadBesideTheExamplesOfTheirArgument(t *testing.T) {
	src := `reflex = 1
description = "Put a product aside."
effect = "write"
confirm = "Put {count} aside?"
run = "put.mts"
[args.count]
ask = "How many?"
pick = "number"
range = [1, 8]
[args.rest]
ask = "How many stay?"
pick = "number"
optional = true
[examples]
"put 2 aside and keep 7" = { count = "2", rest = "7" }
"put three aside" = { count = "three" }
"put four oh aside" = { count = "four oh" }
"put some aside" = { count = false }
[tests]
"put 8 aside" = { count = "8" }
`
	heard := map[string]spoken.Argument{}
	around := Beside{Hear: func(_ string, a spoken.Argument) spoken.Heard {
		heard[strings.Join(a.Examples, " ")] = a
		return spoken.Heard{}
	}}
	cat := catalog.New(catalog.Set{Reflexes: []catalog.Reflex{parse(t, "put_by", src)}})
	readBeside(t, cat, "put by", told{"route": {question.None: 1}}, around)
	want := map[string]spoken.Argument{
		"2 three": {Kind: pick.Number, Examples: []string{"2", "three"}, Range: &[2]float64{1, 8}, Own: []string{"put", "by"}},
		"7":       {Kind: pick.Number, Examples: []string{"7"}, Own: []string{"put", "by"}},
	}
	if !reflect.DeepEqual(heard, want) {
		t.Errorf("heard %+v", heard)
	}
}

// anyHeard is what words of the text could be heard to spell of a number.
func anyHeard(t *rapid.T, said string) spoken.Heard {
	s := newSentence(said)
	var h spoken.Heard
	for range rapid.IntRange(0, 4).Draw(t, "said") {
		from := rapid.IntRange(0, len(s.words)-1).Draw(t, "from")
		to := rapid.IntRange(from, len(s.words)-1).Draw(t, "to")
		n := float64(rapid.IntRange(0, 12).Draw(t, "n"))
		h.Said = append(h.Said, spoken.Said{
			Span: s.cores(from, to), Typed: fmt.Sprint(n), Value: pick.Value{Kind: pick.Number, Number: n},
			Form:  rapid.SampledFrom([]spoken.Form{spoken.Aloud, spoken.Misspelt, spoken.Spaced}).Draw(t, "form"),
			Shape: rapid.SampledFrom([]spoken.Shape{"", spoken.Whole, spoken.Completed, spoken.Open}).Draw(t, "shape"),
		})
	}
	if rapid.IntRange(0, 3).Draw(t, "asked") == 0 {
		h.Asked = []spoken.Asked{{Words: s.cores(0, 0), Readings: []string{"4"}}}
	}
	return h
}

func TestASpelledValueIsAlwaysOneThatWasHeard(t *testing.T) {
	spelled, cat := 0, kitchen(t)
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"mint", "two", "four oh", "3 cups", "3", "for", "dora"}), 1, 6).Draw(t, "text"), " ")
		heard := anyHeard(t, said)
		around := hears(map[pick.Kind]spoken.Heard{pick.Number: heard})
		answers := question.Answers{}
		var got Reading
		for open := []question.Question{{}}; len(open) > 0; {
			open, got = ReadBeside(cat, cat.Reflexes(), said, answers, around)
			for _, q := range open {
				answers[q.ID()] = oneKey(t, q)
			}
		}
		if got.Winner == nil {
			return
		}
		value, _ := got.Winner.Call().Arg("cups")
		for _, b := range got.Winner.Basis {
			if b.By != BySpelled {
				continue
			}
			spelled++
			same := func(s spoken.Said) bool {
				return s.Span == value.Span && s.Typed == value.Typed && s.Value == value.Read && s.Form == b.Form && s.Shape == b.Shape
			}
			if len(heard.Asked) > 0 || !slices.ContainsFunc(heard.Said, same) || *b.Yes < 0.5 || value.Read.Number < 1 || value.Read.Number > 8 {
				t.Fatalf("%+v by %+v of %+v", value, b, heard)
			}
		}
	})
	if spelled == 0 {
		t.Error("no value was spelled: the property says nothing")
	}
}

// oneKey is a valid answer, all on one key.
func oneKey(t *rapid.T, q question.Question) question.Answer {
	if q.YesNo() {
		return question.Answer{question.Yes: rapid.Float64Range(0, 1).Draw(t, q.ID())}
	}
	if q.Subject.Kind == question.Route {
		return question.Answer{q.Keys()[0]: 1}
	}
	return question.Answer{rapid.SampledFrom(q.Keys()).Draw(t, q.ID()): 1}
}

func TestTheWordsOfOneTextAreHeardOnceForEachArgument(t *testing.T) {
	heard := 0
	around := Beside{Hear: func(string, spoken.Argument) spoken.Heard {
		heard++
		return spoken.Heard{}
	}}
	// Three picks, in three rounds and the read that ends them.
	for want, around := range map[int]Beside{3: around.ForOneText(), 12: around} {
		heard = 0
		_, rounds := readBeside(t, kitchen(t), "boil mint", told{"kettle.drink": {"mint": 1}, "weave.view_kettle__drink": {"mint": 1}}, around)
		if heard != want || len(rounds) != 3 {
			t.Errorf("heard %d times in %d rounds, not %d", heard, len(rounds), want)
		}
	}
}
