package gate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// lines are the decisions of the golden lines, by outcome.
func lines(t *testing.T) map[string]gate.Decision {
	t.Helper()
	board := span(14, "hall")
	only := question.Subject{Kind: question.Only, Reflex: "post", Arg: "times", From: 19, To: 20}
	cat := office(t, manifest.Write, usual())
	second := func(r *reading.Reading) {
		r.Ranking = append(r.Ranking, reading.Contender{Reflex: "mail", Route: 0.01}, reading.Contender{Reflex: "wipe"})
	}
	return map[string]gate.Decision{
		"run": gate.Decide(cat, heard(func(_ *reading.Reading, w *reading.Winner) {
			w.Args = append(w.Args, call.Arg{Name: "loud", Value: call.Value{Kind: call.Flag}})
			w.Whole = ptr(0.9)
		})),
		"confirm": gate.Decide(cat, heard(func(r *reading.Reading, w *reading.Winner) {
			second(r)
			r.Judgments = append(r.Judgments, reading.Judgment{Subject: only, Top: "yes", P: 0.8})
			w.Args = append(w.Args, call.Arg{Name: "times", Value: call.Value{
				Kind: call.Pick, Span: span(19, "3"), Read: pick.Value{Kind: pick.Number, Number: 3},
			}})
			w.Basis = []reading.Basis{
				{Arg: "board", By: reading.ByView, View: "ask", P: 0.95, Other: "none", Words: &board, How: "spelling",
					Anchored: &reading.Anchor{Words: board, P: 0.92}},
				{Arg: "times", By: reading.ByOnly, Yes: ptr(0.8)},
			}
			w.Left = []reading.Left{
				{Words: span(0, "put"), Does: question.Action, P: 0.9},
				{Words: span(21, "30"), Does: reading.DoesAnswer, Arg: "times", P: 0.7, Cut: true, Again: true, Read: true},
				{Words: span(24, "& ring <b>"), Does: question.More, P: 0.6},
			}
			w.Quotes = []reading.Quote{{Words: span(40, "'hm'")}}
			w.Unconsumed = []text.Span{span(50, "9 minutes")}
			w.Whole, w.Again = ptr(0.1), []string{"too"}
		})),
		"ask": gate.Decide(cat, heard(func(r *reading.Reading, w *reading.Winner) {
			second(r)
			out, words := span(19, "12"), span(30, "the wall")
			w.Args, w.Basis, w.Left = nil, []reading.Basis{{Arg: "size", By: reading.ByAsk, P: 0.9}}, nil
			w.Missing = []reading.Missing{
				{Arg: "board", Ask: "Which board?", Why: reading.NotOffered, Words: &words, Likely: "hall"},
				{Arg: "size", Ask: "How large?", Why: reading.Unsettled},
				{Arg: "times", Ask: "How many?", Why: reading.OutOfRange, Span: &out},
			}
		})),
		"abstain": gate.Decide(cat, heard(func(r *reading.Reading, w *reading.Winner) {
			second(r)
			r.Judgments[0].P = 0.4
		})),
	}
}

const sureJudgments = `"judgments":[{"question":"route","top":"post","p":0.96},{"question":"post.board","top":"hall","p":0.95}`

var golden = map[string]string{
	"run": `{"input":"put it in the hall","outcome":"run","reflex":"post",` +
		`"args":{"board":{"type":"word","word":"hall","value":"floor-2"},"loud":{"type":"flag"}},` +
		`"call":"post board=\"hall\" loud","effect":"write","basis":{"board":{"by":"views","ask":0.95,"reader":0.97}},` +
		`"left":[{"words":{"start":0,"end":3,"text":"put"},"does":"action","p":0.9}],"whole":0.9,"confidence":0.95,` +
		`"weakest":{"question":"post.board","top":"hall","p":0.95},` + sureJudgments + `],` +
		`"contenders":[{"reflex":"post","route":0.96}]}`,
	"confirm": `{"input":"put it in the hall","outcome":"confirm","reflex":"post",` +
		`"args":{"board":{"type":"word","word":"hall","value":"floor-2"},` +
		`"times":{"type":"pick","span":{"start":19,"end":20,"text":"3"},"value":{"type":"number","value":3}}},` +
		`"call":"post board=\"hall\" times=\"3\"","effect":"write",` +
		`"basis":{"board":{"by":"view","view":"ask","p":0.95,"other":"none","words":{"start":14,"end":18,"text":"hall"},"how":"spelling",` +
		`"anchored":{"words":{"start":14,"end":18,"text":"hall"},"p":0.92}},"times":{"by":"only","yes":0.8}},` +
		`"left":[{"words":{"start":0,"end":3,"text":"put"},"does":"action","p":0.9},` +
		`{"words":{"start":21,"end":23,"text":"30"},"does":"answers","arg":"times","p":0.7,"cut":true,"again":true,"read":true},` +
		`{"words":{"start":24,"end":34,"text":"& ring <b>"},"does":"more","p":0.6}],` +
		`"unconsumed":[{"start":50,"end":59,"text":"9 minutes"}],"quotes":[{"start":40,"end":44,"text":"'hm'"}],"whole":0.1,"confidence":0.8,` +
		`"weakest":{"question":"weave.only_post__times_19_20","top":"yes","p":0.8},` + sureJudgments +
		`,{"question":"weave.only_post__times_19_20","top":"yes","p":0.8}],"runner_up":{"reflex":"mail","route":0.01},` +
		`"contenders":[{"reflex":"post","route":0.96},{"reflex":"mail","route":0.01},{"reflex":"wipe","route":0}],` +
		`"prompt":{"own":"post board=\"hall\" times=\"3\" · write · weakest: times 0.80",` +
		`"reason":"a write runs at 0.90 or more; board was read from \"hall\"; \"& ring <b>\" asks for another thing; ` +
		`\"30\" may be part of the times; 'hm' is in quotes and the call does not hold it; ` +
		`it holds all you said at 0.10, and a call runs at 0.30 or more; it leaves out \"& ring <b>\", \"9 minutes\"; \"too\" asks for another thing",` +
		`"template":"Put it on hall?"},` +
		`"because":[{"type":"under_floor","judgment":{"question":"weave.only_post__times_19_20","top":"yes","p":0.8},"floor":0.9},` +
		`{"type":"one_view","arg":"board"},{"type":"more","words":{"start":24,"end":34,"text":"& ring <b>"}},` +
		`{"type":"cut","arg":"times","words":{"start":21,"end":23,"text":"30"}},{"type":"quoted","words":{"start":40,"end":44,"text":"'hm'"}},` +
		`{"type":"whole","p":0.1,"floor":0.3},{"type":"more","words":"too"}]}`,
	"ask": `{"input":"put it in the hall","outcome":"ask","reflex":"post","args":{},"basis":{"size":{"by":"ask","p":0.9}},` +
		`"unconsumed":[],"confidence":0.95,"weakest":{"question":"post.board","top":"hall","p":0.95},` + sureJudgments + `],` +
		`"runner_up":{"reflex":"mail","route":0.01},` +
		`"contenders":[{"reflex":"post","route":0.96},{"reflex":"mail","route":0.01},{"reflex":"wipe","route":0}],` +
		`"missing":[{"arg":"board","ask":"Which board?","because":{"type":"not_offered"},"words":{"start":30,"end":38,"text":"the wall"},` +
		`"likely":"hall","choices":{"type":"vocab","words":{"hall":"By the door.","yard":"Outside."}}},` +
		`{"arg":"size","ask":"How large?","because":{"type":"unsettled"},"choices":{"type":"options","options":{"small":"A card.","large":"A sheet."}}},` +
		`{"arg":"times","ask":"How many?","because":{"type":"out_of_range","span":{"start":19,"end":21,"text":"12"},"range":[1,9]},` +
		`"choices":{"type":"pick","pick":"number"}}]}`,
	"abstain": `{"input":"put it in the hall","outcome":"abstain",` +
		`"judgments":[{"question":"route","top":"post","p":0.4},{"question":"post.board","top":"hall","p":0.95}],` +
		`"contenders":[{"reflex":"post","route":0.96},{"reflex":"mail","route":0.01},{"reflex":"wipe","route":0}]}`,
}

func TestADecisionIsOneLineOfJSONInTheFormatsOrder(t *testing.T) {
	for outcome, d := range lines(t) {
		line, err := gate.Line(d.Wire())
		if err != nil {
			t.Fatal(err)
		}
		if got := string(line); got != golden[outcome] {
			at := 0
			for at < min(len(got), len(golden[outcome])) && got[at] == golden[outcome][at] {
				at++
			}
			t.Errorf("%s stands otherwise from\n…%s\nwant\n…%s", outcome, got[at:], golden[outcome][at:])
		}
		if !json.Valid(line) || strings.ContainsRune(string(line), '\n') {
			t.Errorf("%s is no line of JSON", outcome)
		}
	}
}

func TestATextWithoutQuotesSaysWhatElseItCouldBe(t *testing.T) {
	d := gate.Decide(office(t, manifest.Write, usual()), heard(func(_ *reading.Reading, w *reading.Winner) {
		noted(w)
		w.Basis = append(w.Basis, reading.Basis{Arg: "size", By: reading.ByText, P: 0.5})
	}))
	line, err := gate.Line(d.Wire())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"note":{"by":"text","p":0.9,"others":[{"start":13,"end":27,"text":"called so long"}]}`,
		`"size":{"by":"text","p":0.5,"others":[]}`, `{"type":"text_read","arg":"note"}`,
		`"note":{"type":"pick","span":{"start":19,"end":26,"text":"so long"},"value":{"type":"quoted","value":"so long"}}`,
	} {
		if !strings.Contains(string(line), want) {
			t.Errorf("no %s in\n%s", want, line)
		}
	}
}

func TestAnObjectKeepsTheOrderOfItsMembers(t *testing.T) {
	o := gate.Object{{Key: "z", Value: 1}, {Key: "a", Value: "<&>"}}
	o.Add("m", gate.Object{})
	if line, err := gate.Line(o); err != nil || string(line) != `{"z":1,"a":"<&>","m":{}}` {
		t.Errorf("%s %v", line, err)
	}
	if _, err := gate.Line(gate.Object{{Key: "z", Value: nan}}); err == nil {
		t.Error("what is no JSON is a line")
	}
}
