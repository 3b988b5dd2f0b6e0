package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

const post = `reflex = 1
description = "Put a note on a board.\nIt stays until somebody takes it down."
effect = "write"
confirm = "Put it on {board}?"
run = "post.mts"

[args.board]
ask = "Which board?"
vocab = "boards"

[args.size]
ask = "How large?"
options.small = "A card."
options.large = "A sheet."
optional = true

[args.times]
ask = "How many?"
pick = "number"
range = [1, 9]
optional = true

[args.note]
ask = "What should it say?"
pick = "quoted"
optional = true

[args.loud]
ask = "In red?"
flag = true
`

// office is a set of one reflex, of any effect and bars.
func office(t *testing.T, effect manifest.Effect, bars *catalog.Bars) *catalog.Catalog {
	t.Helper()
	m, err := manifest.Parse("post", []byte(post))
	if err != nil {
		t.Fatal(err)
	}
	floor := "floor-2"
	return catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{{Name: "post", Manifest: m, Effect: effect}},
		Vocabs: map[string]project.Vocabulary{"boards": {Name: "boards", Words: []project.Word{
			{Word: "hall", What: "By the door.", Value: &floor}, {Word: "yard", What: "Outside."},
		}}},
		Adapter: catalog.Adapter{Name: "desk-1", ID: "desk-1", Bars: bars},
	})
}

func usual() *catalog.Bars {
	whole := 0.3
	return &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}
}

// span is words of a text, from a code point on.
func span(start int, words string) text.Span {
	return text.Span{Start: start, End: start + len([]rune(words)), Text: words}
}

// heard is a reading of `put it in the hall`, sure in everything; change makes
// it another.
func heard(change func(*reading.Reading, *reading.Winner)) reading.Reading {
	route := question.Subject{Kind: question.Route}
	board := question.Subject{Kind: question.Arg, Reflex: "post", Arg: "board"}
	w := &reading.Winner{
		Reflex: "post",
		Args:   []call.Arg{{Name: "board", Value: call.Value{Kind: call.Word, Word: "hall"}}},
		Basis:  []reading.Basis{{Arg: "board", By: reading.ByViews, Ask: 0.95, Reader: 0.97}},
		Left:   []reading.Left{{Words: span(0, "put"), Does: question.Action, P: 0.9}},
	}
	r := reading.Reading{
		Input: "put it in the hall", Ranking: []reading.Contender{{Reflex: "post", Route: 0.96}}, None: 0.04,
		Judgments: []reading.Judgment{{Subject: route, Top: "post", P: 0.96}, {Subject: board, Top: "hall", P: 0.95}},
		Winner:    w,
	}
	if change != nil {
		change(&r, w)
	}
	return r
}

func types(because []gate.Cap) string {
	all := make([]string, len(because))
	for i, c := range because {
		all[i] = c.Type
	}
	return strings.Join(all, " ")
}

func TestACompleteAndSureCallRuns(t *testing.T) {
	d := gate.Decide(office(t, manifest.Write, usual()), heard(nil))
	c, granted := d.Permit().Call()
	if d.Outcome != gate.Run || !granted || c.String() != `post board="hall"` || d.Confidence != 0.95 {
		t.Errorf("%s %v %s %g, because %s", d.Outcome, granted, c, d.Confidence, types(d.Because))
	}
	if v, _ := c.Arg("board"); v.Bound == nil || *v.Bound != "floor-2" {
		t.Errorf("the board is %+v", v)
	}
}

func TestEveryReasonStopsACallInItsOrder(t *testing.T) {
	for _, c := range []struct {
		name   string
		effect manifest.Effect
		bars   *catalog.Bars
		change func(*reading.Reading, *reading.Winner)
		want   string // types, then the reason
	}{
		{"a destructive effect", manifest.Destructive, usual(), nil,
			"destructive: it cannot be undone, so it always waits for a yes"},
		{"no bars", manifest.ReadOnly, nil, nil, "no_gate: the adapter ships no bars, so nothing runs on its own"},
		{"neither", manifest.Destructive, nil, nil,
			"destructive no_gate: it cannot be undone, so it always waits for a yes; the adapter ships no bars, so nothing runs on its own"},
		{"a judgment under the bar", manifest.Write, usual(), func(r *reading.Reading, _ *reading.Winner) { r.Judgments[1].P = 0.899 },
			"under_floor: a write runs at 0.90 or more"},
		{"a judgment at the bar", manifest.Write, usual(), func(r *reading.Reading, _ *reading.Winner) { r.Judgments[1].P = 0.9 }, ": "},
		{"a read under its bar", manifest.ReadOnly, usual(), func(r *reading.Reading, _ *reading.Winner) { r.Judgments[0].P = 0.7 },
			"under_floor: a read runs at 0.80 or more"},
		{"a value from words", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			words := span(14, "hall")
			w.Basis[0] = reading.Basis{Arg: "board", By: reading.ByWords, Words: &words, How: "same"}
		}, `one_view: board was read from "hall"`},
		{"a text without quotes", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) { noted(w) },
			"text_read: note was typed without quotes, which always waits for a yes"},
		{"words for more", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Left = append(w.Left, reading.Left{Words: span(19, "and ring"), Does: question.More, P: 0.5})
		}, `more: "and ring" asks for another thing`},
		{"words hardly for more", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Left = append(w.Left, reading.Left{Words: span(19, "and ring"), Does: question.More, P: 0.49})
		}, ": "},
		{"a value cut short", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Left = append(w.Left, reading.Left{Words: span(19, "30"), Does: reading.DoesAnswer, Arg: "board", P: 0.6, Cut: true})
		}, `cut: "30" may be part of the board`},
		{"a text in quotes", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Quotes = []reading.Quote{{Words: span(19, "'so long'")}}
		}, `quoted: 'so long' is in quotes and the call does not hold it`},
		{"words that may be the text", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Left = append(w.Left, reading.Left{Words: span(19, "so long"), Does: question.Result, P: 0.5})
		}, `text_left: "so long" may be the note`},
		{"a call that holds little", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Whole = ptr(0.29)
			w.Unconsumed = []text.Span{span(19, "tomorrow")}
		}, `whole: it holds all you said at 0.29, and a call runs at 0.30 or more; it leaves out "tomorrow"`},
		{"a call that holds enough", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) { w.Whole = ptr(0.3) }, ": "},
		{"words for once more", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) { w.Again = []string{"too"} },
			`more: "too" asks for another thing`},
		{"the same words twice", manifest.Write, usual(), func(_ *reading.Reading, w *reading.Winner) {
			w.Left = append(w.Left, reading.Left{Words: span(19, "yard too"), Does: question.More, P: 0.9, Again: true})
			w.Again = []string{"yard too"}
		}, `more: "yard too" asks for another thing`},
		{"everything at once", manifest.Destructive, usual(), func(r *reading.Reading, w *reading.Winner) {
			words := span(14, "hall")
			r.Judgments[1].P = 0.1
			w.Basis[0] = reading.Basis{Arg: "board", By: reading.ByView, View: "ask", Words: &words}
			w.Left = []reading.Left{
				{Words: span(50, "so long"), Does: question.Result, P: 0.9},
				{Words: span(40, "30"), Does: reading.DoesAnswer, Arg: "board", P: 0.6, Cut: true},
				{Words: span(30, "and ring"), Does: question.More, P: 0.5},
			}
			w.Quotes = []reading.Quote{{Words: span(60, "'hm'")}}
			noted(w)
			w.Args = w.Args[:1] // the last of the reasons needs a text that is lacking
			w.Whole, w.Again = ptr(0.1), []string{"as well"}
		}, `destructive one_view text_read more cut quoted text_left whole more: it cannot be undone, so it always waits for a yes; ` +
			`board was read from "hall"; note was typed without quotes, which always waits for a yes; "and ring" asks for another thing; "30" may be part of the board; ` +
			`'hm' is in quotes and the call does not hold it; "so long" may be the note; ` +
			`it holds all you said at 0.10, and a call runs at 0.30 or more; it leaves out "and ring"; "as well" asks for another thing`},
	} {
		d := gate.Decide(office(t, c.effect, c.bars), heard(c.change))
		if got := types(d.Because) + ": " + d.Prompt.Reason; got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
		if want := d.Outcome == gate.Run; want != (c.want == ": ") {
			t.Errorf("%s: outcome %s", c.name, d.Outcome)
		}
	}
}

// noted gives a winner a note that was typed without quotes.
func noted(w *reading.Winner) {
	w.Args = append(w.Args, call.Arg{Name: "note", Value: call.Value{
		Kind: call.Pick, Span: span(19, "so long"), Read: pick.Value{Kind: pick.Quoted, Text: "so long"},
	}})
	w.Basis = append(w.Basis, reading.Basis{Arg: "note", By: reading.ByText, P: 0.9, Others: []text.Span{span(13, "called so long")}})
}

func ptr(p float64) *float64 { return &p }

func TestWhatNobodyAsksForAbstains(t *testing.T) {
	for name, change := range map[string]func(*reading.Reading, *reading.Winner){
		"none on top":         func(r *reading.Reading, _ *reading.Winner) { r.Winner = nil },
		"under the route bar": func(r *reading.Reading, _ *reading.Winner) { r.Judgments[0].P = 0.499 },
		"a reflex that left":  func(_ *reading.Reading, w *reading.Winner) { w.Reflex = "gone" },
	} {
		d := gate.Decide(office(t, manifest.Write, usual()), heard(change))
		_, granted := d.Permit().Call()
		if d.Outcome != gate.Abstain || granted || d.Reading.Winner != nil || len(d.Reading.Judgments) != 2 {
			t.Errorf("%s: %s, permit %v", name, d.Outcome, granted)
		}
	}
	unsure := heard(func(r *reading.Reading, _ *reading.Winner) { r.Judgments[0].P = 0.1 })
	if d := gate.Decide(office(t, manifest.Write, nil), unsure); d.Outcome != gate.Confirm {
		t.Errorf("without bars an unsure route is %s", d.Outcome)
	}
}

func TestTheWordsACallLeavesOutAreNamed(t *testing.T) {
	answersBoard := func(more reading.Left) reading.Left {
		more.Does, more.Arg, more.P = reading.DoesAnswer, "board", 0.9
		return more
	}
	for _, c := range []struct {
		name         string
		left         []reading.Left
		unconsumed   []text.Span
		change       func(*reading.Winner)
		leaves, want string
	}{
		{"what says what to do", []reading.Left{{Words: span(0, "put"), Does: question.Action, P: 1}}, nil, nil, "[]", "[]"},
		{"words for nothing", []reading.Left{{Words: span(9, "b"), Does: reading.DoesNothing}}, nil, nil, `["b"]`, "[]"},
		{"words for more, in the text's order", []reading.Left{{Words: span(9, "b"), Does: question.More}, {Words: span(3, "a"), Does: question.More}},
			nil, nil, `["a" "b"]`, "[]"},
		{"read words", []reading.Left{{Words: span(9, "b"), Does: question.More, Read: true}}, nil, nil, "[]", "[]"},
		{"words about the result", []reading.Left{{Words: span(9, "b"), Does: question.Result, P: 0.4}}, nil, nil, "[]", `["b"]`},
		{"words that may be the text", []reading.Left{{Words: span(9, "b"), Does: question.Result, P: 0.6}}, nil, nil, "[]", "[]"},
		{"words about the result beside a text", []reading.Left{{Words: span(9, "b"), Does: question.Result, P: 0.6}}, nil,
			func(w *reading.Winner) {
				w.Args = append(w.Args, call.Arg{Name: "note", Value: call.Value{Kind: call.Pick, Span: span(20, "x")}})
			}, "[]", `["b"]`},
		{"words that answer what the call lacks", []reading.Left{{Words: span(9, "b"), Does: reading.DoesAnswer, Arg: "size"}}, nil, nil, `["b"]`, "[]"},
		{"words that answer what it has from others", []reading.Left{answersBoard(reading.Left{Words: span(9, "b")})}, nil, nil, `["b"]`, "[]"},
		{"words that answer what a person gave", []reading.Left{answersBoard(reading.Left{Words: span(9, "b")})}, nil,
			func(w *reading.Winner) { w.Basis = nil }, "[]", "[]"},
		{"a part of a value", []reading.Left{answersBoard(reading.Left{Words: span(9, "b"), Cut: true})}, nil, nil, "[]", "[]"},
		{"a typed value left over", nil, []text.Span{span(4, "9 minutes")}, nil, `["9 minutes"]`, "[]"},
		{"one inside words that are named", []reading.Left{{Words: span(2, "in 9 minutes"), Does: question.More}}, []text.Span{span(5, "9 minutes")},
			nil, `["in 9 minutes"]`, "[]"},
	} {
		w := heard(nil).Winner
		w.Left, w.Unconsumed = c.left, c.unconsumed
		if c.change != nil {
			c.change(w)
		}
		leaves, wanted := gate.LeftOut(office(t, manifest.Write, nil).Reflex("post").Manifest, w)
		if got := fmt.Sprintf("%q %q", leaves, wanted); got != c.leaves+" "+c.want {
			t.Errorf("%s: got %s, want %s %s", c.name, got, c.leaves, c.want)
		}
	}
}

func TestAQuestionShowsTheValuesOfItsCall(t *testing.T) {
	m := &manifest.Manifest{Confirm: "Put {note} on {board} {times} times?"}
	c := call.Call{Reflex: "post", Args: []call.Arg{
		{Name: "board", Value: call.Value{Kind: call.Word, Word: "hall", Bound: new(string)}},
		{Name: "times", Value: call.Value{Kind: call.Pick, Span: span(0, "three"), Read: pick.Value{Kind: pick.Number, Number: 3}}},
	}}
	if got := gate.Template(m, c); got != "Put  on hall three times?" {
		t.Errorf("%q", got)
	}
	if got := gate.Template(&manifest.Manifest{Confirm: "Put {"}, c); got != "Put {" {
		t.Errorf("a confirm that does not read is %q", got)
	}
}

func TestNothingButTheGateLetsACallRun(t *testing.T) {
	if _, granted := (gate.Permit{}).Call(); granted {
		t.Error("the zero permit lets a call run")
	}
	if _, granted := (gate.Held{}).Yes().Call(); granted {
		t.Error("the zero held call gives a permit")
	}
	forged := gate.Decision{Outcome: gate.Run, Reading: heard(nil)}
	if _, granted := forged.Permit().Call(); granted {
		t.Error("a decision of anybody's making has a permit")
	}
	if _, granted := (gate.Decision{Outcome: gate.Confirm}).Held().Yes().Call(); granted {
		t.Error("a held call of anybody's making gives a permit")
	}
}

func TestACallByNameWaitsOnlyWhereItIsDestructive(t *testing.T) {
	m := office(t, manifest.Write, nil).Reflex("post").Manifest
	c := call.Call{Reflex: "post", Args: []call.Arg{{Name: "loud", Value: call.Value{Kind: call.Flag}}}}
	for _, effect := range []manifest.Effect{manifest.ReadOnly, manifest.Write} {
		permit, held, prompt := gate.ByName(c, effect, m)
		if got, granted := permit.Call(); !granted || got.String() != "post loud" || held != nil || prompt != (gate.Prompt{}) || permit.Effect() != effect {
			t.Errorf("%s: %v %v %v", effect, granted, held, prompt)
		}
	}
	permit, held, prompt := gate.ByName(c, manifest.Destructive, m)
	if _, granted := permit.Call(); granted {
		t.Error("a destructive call runs by name")
	}
	if _, granted := held.Yes().Call(); !granted || held.Call().String() != "post loud" || held.Effect() != manifest.Destructive {
		t.Error("a yes gives no permit")
	}
	if prompt.Own != "post loud · destructive" || prompt.Reason != "it cannot be undone, so it always waits for a yes" {
		t.Errorf("prompt %+v", prompt)
	}
}
