package judge

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

func TestADecisionIsJudgedByItsCall(t *testing.T) {
	whole := 0.2
	d := Of(gate.Decision{
		Outcome: gate.Confirm, Effect: manifest.Write, Confidence: 0.9,
		Because: []gate.Cap{{Type: capWhole, P: 0.2, Floor: 0.3}},
		Reading: reading.Reading{
			Judgments: []reading.Judgment{
				{Subject: question.Subject{Kind: question.Route}, Top: "lamp", P: 0.95},
				{Subject: question.Subject{Kind: question.Arg, Reflex: "lamp", Arg: "state"}, Top: "on", P: 0.9},
			},
			Winner: &reading.Winner{Reflex: "lamp", Whole: &whole, Args: []call.Arg{
				{Name: "state", Value: call.Value{Kind: call.Option, Key: "on"}},
				{Name: "room", Value: call.Value{Kind: call.Word, Word: "den"}},
				{Name: "level", Value: call.Value{Kind: call.Pick, Span: text.Span{Text: "caf\u00e9 30"}}},
				{Name: "quick", Value: call.Value{Kind: call.Flag}},
				{Name: "day", Value: call.Value{Kind: call.Pick, Span: text.Span{Text: "mondey"}, Typed: "monday"}},
			}},
		},
	})
	for arg, want := range map[string]Value{"day": {Text: "mondey"}, "state": {Text: "on"}, "room": {Text: "den"}, "level": {Text: "caf\u00e9 30"}, "quick": {Raised: true}} {
		if d.Read[arg] != want {
			t.Errorf("%s is %+v", arg, d.Read[arg])
		}
	}
	if p, floor, held := d.HeldByWhole(); !held || p != 0.2 || floor != 0.3 || !d.Complete() || d.otherwiseHeld() {
		t.Errorf("%+v", d)
	}
	asserted := []manifest.Assertion{
		{Arg: "state", Value: "on"}, {Arg: "room", Value: "den"}, {Arg: "level", Value: "cafe\u0301 30"}, {Arg: "quick", Raised: true}, {Arg: "more", Unstated: true},
	}
	if v := Judge(Case{Reflex: "lamp", Asserts: asserted}, d); !v.Passed() {
		t.Errorf("it fails at %+v", *v.Mismatch)
	}
	on := "on"
	for _, c := range []struct {
		claim manifest.Assertion
		want  Mismatch
	}{
		{manifest.Assertion{Arg: "state", Value: "off"}, Mismatch{Arg: "state", Read: &on}},
		{manifest.Assertion{Arg: "state", Value: "ON"}, Mismatch{Arg: "state", Read: &on}},
		{manifest.Assertion{Arg: "state", Unstated: true}, Mismatch{Arg: "state", Read: &on}},
		{manifest.Assertion{Arg: "state", Raised: true}, Mismatch{Arg: "state", Read: &on}},
		{manifest.Assertion{Arg: "more", Value: "1"}, Mismatch{Arg: "more"}},
		{manifest.Assertion{Arg: "more", Raised: true}, Mismatch{Arg: "more"}},
		{manifest.Assertion{Arg: "quick", Unstated: true}, Mismatch{Arg: "quick", Raised: true}},
		{manifest.Assertion{Arg: "quick", Value: ""}, Mismatch{Arg: "quick", Raised: true}},
	} {
		v := Judge(Case{Reflex: "lamp", Asserts: []manifest.Assertion{c.claim}}, d)
		if v.Passed() || !v.Mismatch.Same(c.want) {
			t.Errorf("%+v: %+v", c.claim, v.Mismatch)
		}
	}
}

// A record asserts the words of its utterance, however the call shows the value
// they spell.
func TestAValueSpelledOutIsJudgedByItsWords(t *testing.T) {
	d := Of(gate.Decision{Outcome: gate.Confirm, Effect: manifest.Write, Reading: reading.Reading{
		Winner: &reading.Winner{Reflex: "ship", Args: []call.Arg{
			{Name: "part", Value: call.Value{Kind: call.Pick, Span: text.Span{Text: "k d oh three"}, Typed: "KD-03"}},
		}},
	}})
	for said, passes := range map[string]bool{"k d oh three": true, "KD-03": false} {
		c := Case{Reflex: "ship", Asserts: []manifest.Assertion{{Arg: "part", Value: said}}}
		if Judge(c, d).Passed() != passes {
			t.Errorf("%q: passes is not %v", said, passes)
		}
	}
}

func TestTheFirstArgumentThatDiffersIsNamed(t *testing.T) {
	c := Case{Reflex: "lamp", Asserts: []manifest.Assertion{{Arg: "room", Value: "den"}, {Arg: "state", Value: "on"}}}
	if v := Judge(c, runAt(0.9)); v.Passed() || v.Mismatch.Arg != "room" {
		t.Errorf("%+v", v.Mismatch)
	}
}

func TestOnlyWhatPassedAndFailsIsDecidedAgain(t *testing.T) {
	failed := Verdict{&Mismatch{}}
	before := Baseline{"lamp": {"lamp on": {}, "dim it": failed}}
	for utterance, want := range map[string]bool{"Lamp on!": true, "dim it": false, "new": false} {
		tried := Tried{Case{Reflex: "lamp", Utterance: utterance}, []Verdict{failed}}
		if before.Doubted(tried) != want {
			t.Errorf("%s is doubted: %v", utterance, !want)
		}
		tried.Verdicts[0] = Verdict{}
		if before.Doubted(tried) {
			t.Errorf("%s passes and is doubted", utterance)
		}
	}
	if (Baseline)(nil).Doubted(Tried{Case{Reflex: "lamp", Utterance: "lamp on"}, []Verdict{failed}}) {
		t.Error("it is doubted without a baseline")
	}
}

func TestABaselineKeepsTheOtherReflexesAndForgetsWhatIsGone(t *testing.T) {
	failed := Verdict{&Mismatch{}}
	before := Baseline{"lamp": {"old": {}}, "book": {"read": failed}}
	after := before.After([]Tried{{Case{Reflex: "lamp", Utterance: "New."}, []Verdict{{}}}})
	if want := (Baseline{"lamp": {"new": {}}, "book": {"read": failed}}); !reflect.DeepEqual(after, want) {
		t.Errorf("%+v", after)
	}
	if before["lamp"]["old"] != (Verdict{}) || len(before["lamp"]) != 1 {
		t.Errorf("the one before is %+v", before)
	}
}

func TestVerdictsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := Judge(someCase(t, "a"), someDecided(t))
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back Verdict
		if err := json.Unmarshal(line, &back); err != nil || !reflect.DeepEqual(v, back) {
			t.Errorf("%s reads back as %+v, %v", line, back, err)
		}
	})
}

func TestADecisionReadsBackFromItsLine(t *testing.T) {
	d := gate.Decision{
		Input: "lamp", Outcome: gate.Run, Effect: manifest.ReadOnly, Confidence: 0.9,
		Reading: reading.Reading{
			Ranking:   []reading.Contender{{Reflex: "lamp", Route: 0.9}},
			Judgments: []reading.Judgment{{Top: "lamp", P: 0.9}, {Subject: question.Subject{Kind: question.Arg, Reflex: "lamp", Arg: "state"}, Top: "on", P: 0.95}},
			Winner:    &reading.Winner{Reflex: "lamp", Args: []call.Arg{{Name: "state", Value: call.Value{Kind: call.Option, Key: "on"}}}},
		},
	}
	line, err := gate.Line(d.Wire())
	if err != nil {
		t.Fatal(err)
	}
	var back Decided
	if err := json.Unmarshal(line, &back); err != nil || !reflect.DeepEqual(back, Of(d)) {
		t.Errorf("%s is read as %+v, %v, not %+v", line, back, err, Of(d))
	}
}

func TestWhatIsNoDecisionIsRefused(t *testing.T) {
	for _, line := range []string{
		`{}`, `null`, `{"outcome":"perhaps"}`, `{"outcome":"run","reflex":"lamp"}`, `{"outcome":"run","reflex":"lamp","effect":"some"}`,
		`{"outcome":"ask"}`, `{"outcome":"confirm","effect":"read"}`, `{"outcome":"abstain","judgments":1}`,
	} {
		var d Decided
		if err := json.Unmarshal([]byte(line), &d); err == nil {
			t.Errorf("%s is %+v", line, d)
		}
	}
}

func TestCasesAreTheRecordsInTheirOrder(t *testing.T) {
	cat := shelf(nil)
	x := cat.Reflex("lamp")
	x.Manifest.Examples = []manifest.Record{{Utterance: "b"}, {Utterance: "a", Never: true}}
	x.Manifest.Tests = []manifest.Record{{Utterance: "c"}}
	var all []string
	for _, c := range Cases(cat, "lamp") {
		all = append(all, c.Utterance+" "+string(c.From))
	}
	if !slices.Equal(all, []string{"b examples", "a examples", "c tests"}) || len(Cases(cat, "")) != 3 || Cases(cat, "book") != nil {
		t.Errorf("%q", all)
	}
}

func FuzzALineIsADecisionOrRefused(f *testing.F) {
	for _, seed := range []string{
		`{"outcome":"abstain","judgments":[{"question":"route","top":"none","p":0.9}]}`,
		`{"outcome":"run","reflex":"lamp","effect":"write","args":{"state":{"type":"option","key":"on"},"quick":{"type":"flag"}},"confidence":0.9,"judgments":[{"question":"route","top":"lamp","p":0.9},{"question":"lamp.state","top":"on","p":0.95}],"whole":0.4}`,
		`{"outcome":"confirm","reflex":"lamp","effect":"destructive","because":[{"type":"whole","p":0.2,"floor":0.3}]}`,
		`{"outcome":"ask","reflex":"lamp","args":{"level":{"type":"pick","span":{"start":0,"end":2,"text":"30"}}}}`,
	} {
		f.Add([]byte(seed))
	}
	cat := shelf(shipped)
	cases := []Case{{Reflex: "lamp", Utterance: "a", Asserts: []manifest.Assertion{{Arg: "state", Value: "on"}}}, {Reflex: "book", Utterance: "a", Never: true}}
	f.Fuzz(func(t *testing.T, line []byte) {
		var d Decided
		if json.Unmarshal(line, &d) != nil {
			return
		}
		r := CountLog(cat, []Logged{{"a", d, Ran}}, cases, 0)
		if n := r.Ran + r.ConfirmedRan + r.Abstained; n != 1 || r.Decisions != 1 {
			t.Errorf("%s is counted %+v", line, r)
		}
		if (d.Reflex == "") != (d.Outcome == gate.Abstain) {
			t.Errorf("%s is %+v", line, d)
		}
	})
}

func FuzzABaselineReadsBackOrIsNone(f *testing.F) {
	f.Add([]byte(`{"lamp":{"lamp on":{"type":"pass"},"dim":{"type":"fail","mismatch":{"type":"arg","arg":"state","read":false}}}}`))
	f.Add([]byte(`{"lamp":{"a":{"type":"fail","mismatch":{"type":"route","read":null}}}}`))
	f.Add([]byte(`{"lamp":null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var b Baseline
		if json.Unmarshal(text, &b) != nil {
			return
		}
		line, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		var back Baseline
		if err := json.Unmarshal(line, &back); err != nil || !reflect.DeepEqual(b, back) {
			t.Errorf("%q is %s, which reads back as %+v, %v", text, line, back, err)
		}
	})
}
