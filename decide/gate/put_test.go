package gate_test

import (
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

func TestTheSentenceHoldsAStepBack(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	d := gate.Hold(cat, gate.Decide(cat, heard(nil)), gate.Detail("since noon"), gate.Named("that too", "post", 0.85), gate.Pointed("board", "both"))
	d = gate.Hold(cat, d, gate.Detail("since noon"))
	want := `"since noon" may add a detail this call does not hold; ` +
		`"that too" matches nothing alone, and the whole request reads it as post at 0.85, which always waits for a yes; board was read from "both"`
	if _, granted := d.Permit().Call(); granted || d.Outcome != gate.Confirm || d.Prompt.Reason != want {
		t.Errorf("%s %v %s", d.Outcome, granted, d.Prompt.Reason)
	}
	line := lineOf(t, d, "because")
	if want := `[{"type":"detail","words":"since noon"},{"type":"named","words":"that too","p":0.85},{"type":"pointed","arg":"board","words":"both"}]`; line != want {
		t.Error(line)
	}
}

func TestAStepThatAsksIsHeldBackOnceItIsFilled(t *testing.T) {
	cat, d := asking(t, manifest.Write, nil)
	d = gate.Hold(cat, d, gate.Detail("since noon"))
	if d.Outcome != gate.Ask {
		t.Fatal(d.Outcome)
	}
	d = gate.Fill(cat, d, map[string]call.Value{"board": {Kind: call.Word, Word: "hall"}})
	if d.Outcome != gate.Confirm || types(d.Because) != "detail" {
		t.Errorf("%s because %s", d.Outcome, types(d.Because))
	}
}

func TestNothingIsHeldBackThatAbstains(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	none := gate.Decide(cat, reading.Reading{Judgments: []reading.Judgment{{Top: question.None, P: 0.9}}})
	for _, d := range []gate.Decision{
		gate.Hold(cat, none, gate.Detail("x")), gate.Repeated(cat, none), gate.Give(cat, none, gate.Gift{Arg: "board"}),
	} {
		if d.Outcome != gate.Abstain || d.Reading.Winner != nil {
			t.Errorf("%+v", d)
		}
	}
}

func TestWordsForOnceMoreAskForNothingBesideAStepOfTheSameReflex(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	d := gate.Decide(cat, heard(func(_ *reading.Reading, w *reading.Winner) { w.Again = []string{"too"} }))
	again := gate.Repeated(cat, d)
	if d.Outcome != gate.Confirm || types(d.Because) != "more" || again.Outcome != gate.Run || d.Reading.Winner.Again == nil {
		t.Errorf("%s because %s, then %s", d.Outcome, types(d.Because), again.Outcome)
	}
}

func TestAValueGivenByTheSentenceIsGated(t *testing.T) {
	forged := "forged"
	hall := gate.Gift{Arg: "board", Value: call.Value{Kind: call.Word, Word: "hall", Bound: &forged}, Basis: reading.Basis{Arg: "board", By: reading.ByShared}}
	unsure := hall
	unsure.Judgment = &reading.Judgment{Subject: question.Subject{Kind: question.Share, Reflex: "post", Arg: "board"}, Top: question.Yes, P: 0.6}
	times := gate.Gift{Arg: "times", Value: number(3, "three")}
	far := gate.Gift{Arg: "times", Value: number(12, "12")}
	for _, c := range []struct {
		name  string
		gifts []gate.Gift
		want  string
	}{
		{"a word", []gate.Gift{hall}, `ask post board="hall" `},
		{"both", []gate.Gift{times, hall}, `run post board="hall" times="three" route`},
		{"one that is unsure", []gate.Gift{unsure, times}, `confirm post board="hall" times="three" board`},
		{"out of range", []gate.Gift{hall, far}, `ask post board="hall" `},
		{"another kind", []gate.Gift{{Arg: "board", Value: number(3, "three")}}, "ask post "},
		{"off the list", []gate.Gift{{Arg: "board", Value: call.Value{Kind: call.Word, Word: "attic"}}}, "ask post "},
		{"for nobody", []gate.Gift{{Arg: "colour", Value: number(3, "three")}}, "ask post "},
	} {
		cat, d := asking(t, manifest.Write, nil)
		d = gate.Give(cat, d, c.gifts...)
		weakest := ""
		if d.Outcome != gate.Ask {
			weakest = gate.WeakestName(d.Weakest)
		}
		if got := string(d.Outcome) + " " + d.Call().String() + " " + weakest; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if v, has := d.Call().Arg("board"); has && (v.Bound == nil || *v.Bound != "floor-2") {
			t.Errorf("%s: the board is %+v", c.name, v)
		}
	}
}

func TestAValueTheCallHoldsIsNeverGivenAnother(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	d := gate.Give(cat, gate.Decide(cat, heard(nil)), gate.Gift{Arg: "board", Value: call.Value{Kind: call.Word, Word: "yard"}})
	if d.Call().String() != `post board="hall"` {
		t.Error(d.Call())
	}
}
