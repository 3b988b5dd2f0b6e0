package gate_test

import (
	"fmt"
	"slices"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// asking is a decision that asks for the board and for how many.
func asking(t *testing.T, effect manifest.Effect, change func(*reading.Reading, *reading.Winner)) (*catalog.Catalog, gate.Decision) {
	t.Helper()
	cat := office(t, effect, usual())
	d := gate.Decide(cat, heard(func(r *reading.Reading, w *reading.Winner) {
		r.Judgments, w.Args, w.Basis = r.Judgments[:1], nil, nil
		w.Missing = []reading.Missing{
			{Arg: "board", Ask: "Which board?", Why: reading.NotOffered},
			{Arg: "times", Ask: "How many?", Why: reading.Unread},
		}
		if change != nil {
			change(r, w)
		}
	}))
	if d.Outcome != gate.Ask {
		t.Fatalf("outcome %s", d.Outcome)
	}
	return cat, d
}

func number(n float64, words string) call.Value {
	return call.Value{Kind: call.Pick, Span: span(0, words), Read: pick.Value{Kind: pick.Number, Number: n}}
}

func TestAnAnsweredAskIsGatedAgain(t *testing.T) {
	forged := "forged"
	hall := call.Value{Kind: call.Word, Word: "hall", Bound: &forged}
	for _, c := range []struct {
		name  string
		given map[string]call.Value
		want  string
	}{
		{"both", map[string]call.Value{"board": hall, "times": number(3, "three")}, `run post board="hall" times="three"`},
		{"the optional ask unanswered", map[string]call.Value{"board": hall}, `run post board="hall"`},
		{"nothing", nil, "ask post; board unstated"},
		{"a word off the list", map[string]call.Value{"board": {Kind: call.Word, Word: "attic"}}, "ask post; board unstated"},
		{"another kind", map[string]call.Value{"board": {Kind: call.Option, Key: "hall"}}, "ask post; board unstated"},
		{"a number out of range", map[string]call.Value{"board": hall, "times": number(12, "12")}, `ask post board="hall"; times out_of_range`},
		{"a number that is none", map[string]call.Value{"board": hall, "times": number(nan, "x")}, `run post board="hall"`},
		{"a value for nobody", map[string]call.Value{"board": hall, "colour": {Kind: call.Flag}}, `run post board="hall"`},
		{"a flag", map[string]call.Value{"board": hall, "loud": {Kind: call.Flag}}, `run post board="hall" loud`},
		{"a flag for an option", map[string]call.Value{"board": hall, "size": {Kind: call.Flag}}, `run post board="hall"`},
	} {
		cat, d := asking(t, manifest.Write, nil)
		filled := gate.Fill(cat, d, c.given)
		got := fmt.Sprintf("%s %s", filled.Outcome, filled.Call())
		for _, m := range filled.Reading.Winner.Missing {
			got += fmt.Sprintf("; %s %s", m.Arg, m.Why)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if v, has := filled.Call().Arg("board"); has && (v.Bound == nil || *v.Bound != "floor-2") {
			t.Errorf("%s: the board is %+v", c.name, v)
		}
		if len(d.Reading.Winner.Args) != 0 || d.Outcome != gate.Ask {
			t.Errorf("%s: filling changed what was filled", c.name)
		}
	}
}

func TestAFilledCallStillWaitsForWhatStoppedIt(t *testing.T) {
	given := map[string]call.Value{"board": {Kind: call.Word, Word: "yard"}}
	cat, d := asking(t, manifest.Destructive, nil)
	if got := gate.Fill(cat, d, given); got.Outcome != gate.Confirm || types(got.Because) != "destructive" {
		t.Errorf("a destructive call is %s", got.Outcome)
	}
	cat, d = asking(t, manifest.Write, func(_ *reading.Reading, w *reading.Winner) {
		w.Whole, w.Again = ptr(0.1), []string{"too"}
	})
	if got := gate.Fill(cat, d, given); got.Outcome != gate.Confirm || types(got.Because) != "whole more" {
		t.Errorf("a call that left something out is %s because %s", got.Outcome, types(got.Because))
	}
	cat, d = asking(t, manifest.Write, func(_ *reading.Reading, w *reading.Winner) { noted(w) })
	if got := gate.Fill(cat, d, given); got.Outcome != gate.Confirm || types(got.Because) != "text_read" {
		t.Errorf("a call with a text without quotes is %s because %s", got.Outcome, types(got.Because))
	}
	given["note"] = call.Value{Kind: call.Pick, Span: span(0, "bye"), Read: pick.Value{Kind: pick.Quoted, Text: "bye"}}
	if got := gate.Fill(cat, d, given); got.Outcome != gate.Run || got.Call().String() != `post board="yard" note="bye"` {
		t.Errorf("with a note given it is %s, %s", got.Outcome, got.Call())
	}
	delete(given, "note")
	cat, d = asking(t, manifest.Write, func(r *reading.Reading, _ *reading.Winner) {
		size := question.Subject{Kind: question.Is, Reflex: "post", Arg: "size"}
		board := question.Subject{Kind: question.View, Reflex: "post", Arg: "board"}
		r.Judgments = append(r.Judgments, reading.Judgment{Subject: board, Top: "unstated", P: 0.2}, reading.Judgment{Subject: size, Top: "yes", P: 0.7})
	})
	got := gate.Fill(cat, d, given)
	if types(got.Because) != "under_floor" || got.Weakest.Subject.Arg != "size" || len(got.Reading.Judgments) != 2 {
		t.Errorf("because %s, weakest %s, %d judgments", types(got.Because), gate.WeakestName(got.Weakest), len(got.Reading.Judgments))
	}
}

func TestOnlyAnAskIsFilled(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	d := gate.Decide(cat, heard(nil))
	if got := gate.Fill(cat, d, map[string]call.Value{"board": {Kind: call.Word, Word: "yard"}}); got.Call().String() != `post board="hall"` {
		t.Errorf("a call that ran is %s", got.Call())
	}
	_, asked := asking(t, manifest.Write, nil)
	if got := gate.Fill(catalog.New(catalog.Set{}), asked, nil); got.Outcome != gate.Abstain {
		t.Errorf("a call of a reflex that left is %s", got.Outcome)
	}
}

func TestAnAskOffersWhatItsArgumentMayBe(t *testing.T) {
	_, d := asking(t, manifest.Write, func(_ *reading.Reading, w *reading.Winner) {
		w.Missing = append(w.Missing, reading.Missing{Arg: "size", Why: reading.Unsettled})
	})
	board, times, size := d.Choices[0], d.Choices[1], d.Choices[2]
	if board.Vocab != "boards" || len(board.Words) != 2 || board.Words[0].Key != "hall" {
		t.Errorf("a board is one of %+v", board)
	}
	if times.Pick != "number" || times.Range == nil || times.Range.Max != 9 {
		t.Errorf("how many is one of %+v", times)
	}
	if !slices.Equal(size.Options, []manifest.Option{{Key: "small", Meaning: "A card."}, {Key: "large", Meaning: "A sheet."}}) {
		t.Errorf("a size is one of %+v", size)
	}
}
