package gate_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
)

// explained decides a text with some answers said and the others silent, and
// explains it.
func explained(t *testing.T, cat *catalog.Catalog, text string, said question.Answers) gate.Explanation {
	t.Helper()
	answers, rounds := question.Answers{}, 0
	for {
		open, read := reading.Read(cat, cat.Reflexes(), text, answers)
		if len(open) == 0 {
			return gate.Explain(cat, gate.Decide(cat, read), read.Winner, len(answers), rounds)
		}
		for _, q := range open {
			answer, ok := said[q.ID()]
			if !ok {
				answer = silence(q)
			}
			answers[q.ID()] = answer
		}
		rounds++
	}
}

func silence(q question.Question) question.Answer {
	switch {
	case q.YesNo():
		return question.Answer{question.Yes: 0.1}
	case q.Subject.Kind == question.Does:
		return question.Answer{question.Action: 1}
	case q.Subject.Kind == question.Against:
		return question.Answer{question.Whole: 1}
	}
	return question.Answer{question.Unstated: 1}
}

func TestEveryArgumentIsExplainedByWhatItStoodOn(t *testing.T) {
	e := explained(t, office(t, manifest.Write, usual()), "put a big one in the hal, 3 times", question.Answers{
		"route":                         {"post": 0.95, question.None: 0.05},
		"post.board":                    {"hall": 0.92, question.None: 0.08},
		"weave.view_post__board":        {"hall": 0.94, question.None: 0.06},
		"weave.words_post__board_21_24": {"hall": 0.96, question.None: 0.04},
		"post.size":                     {"large": 0.97, question.Unstated: 0.03},
		"weave.view_post__size":         {"large": 0.97, question.Unstated: 0.03},
		"weave.is_post__size_1":         {question.Yes: 0.9},
		"post.times":                    {"26-27": 0.99, question.Unstated: 0.01},
	})
	var rows []string
	for _, a := range e.Arguments {
		row := fmt.Sprintf("%s %s %s %.2f", a.Arg, a.Kind, a.Shares[0].Key, a.Shares[0].P)
		if a.Second != nil {
			row += fmt.Sprintf(", second %s %.2f %v", a.Second.Key, a.Second.P, a.Agrees)
		}
		if a.Is != nil {
			row += fmt.Sprintf(", is %s %.2f", a.Is.Key, a.Is.P)
		}
		if a.Alone != nil {
			row += fmt.Sprintf(", %q alone %s %.2f", a.Words, a.Alone.Key, a.Alone.P)
		}
		rows = append(rows, row+", by "+string(a.Basis))
	}
	want := []string{
		`board vocab hall 0.92, second hall 0.94 true, "hal" alone hall 0.96, by views`,
		`size options large 0.97, second large 0.97 true, is large 0.90, by views`,
		`times pick 3 0.99, by ask`,
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("got  %q\nwant %q", rows, want)
	}
	if e.Outcome != gate.Run || e.Summary != "Put a note on a board." || e.Whole == nil || e.Adapter != "desk-1" || e.Rounds != 3 {
		t.Errorf("%+v", e)
	}
	reasons := []string{
		"a write runs at 0.90 or more, and its least sure judgment is board, 0.92",
		"it holds all you said at 1.00, and a call runs at 0.30 or more",
	}
	if !reflect.DeepEqual(e.Reasons, reasons) {
		t.Errorf("reasons %q", e.Reasons)
	}
}

func TestWhatIsAskedForIsExplained(t *testing.T) {
	e := explained(t, office(t, manifest.Write, usual()), "put one in the attic", question.Answers{
		"route":                  {"post": 0.95, question.None: 0.05},
		"post.board":             {question.None: 1},
		"weave.view_post__board": {question.None: 0.9, "hall": 0.1},
		"weave.does_post_0_1":    {question.Action: 1},
		"weave.does_post_4_4":    {question.AnswersKey("board"): 0.8, question.More: 0.2},
	})
	if e.Outcome != gate.Ask || e.Call != "post board=?" || !reflect.DeepEqual(e.Missing, []string{"board"}) {
		t.Errorf("%+v", e)
	}
	if row := e.Arguments[0]; row.Why != reading.NotOffered || row.Words != "attic" || row.Second != nil {
		t.Errorf("%+v", row)
	}
}

func TestATextWithoutQuotesIsExplained(t *testing.T) {
	only := question.Subject{Kind: question.Reading, Reflex: "post", Arg: "note", Hash: reading.Short("12-30,19-30")}
	e := explained(t, office(t, manifest.Write, usual()), "put in hall saying so long now", question.Answers{
		"route":                     {"post": 1},
		"post.board":                {"hall": 1},
		"weave.view_post__board":    {"hall": 1},
		"post.note":                 {question.None: 0.8, question.Unstated: 0.2},
		"weave.first_post__note_0":  {"s3": 1},
		"weave.last_post__note_3_0": {"e6": 1},
		"weave.run_post__note_0":    {"4-6": 1},
		only.ID():                   {"r2": 0.85, "r1": 0.15},
	})
	if e.Outcome != gate.Confirm || e.Call != `post board="hall" note="so long now"` {
		t.Fatalf("%+v", e)
	}
	row := e.Arguments[len(e.Arguments)-1]
	want := gate.Share{Key: "so long now", P: 0.85}
	if row.Basis != reading.ByText || row.Text == nil || *row.Text != want || !reflect.DeepEqual(row.Others, []string{"saying so long now"}) || row.Why != "" {
		t.Errorf("%+v", row)
	}
}

func TestAnAbstainIsExplainedByItsRanking(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	e := explained(t, cat, "make it cosy", question.Answers{"route": {"post": 0.45, question.None: 0.55}})
	want := []gate.Share{{Key: "none", P: 0.55}, {Key: "post", P: 0.45}}
	if e.Outcome != gate.Abstain || e.RouteBar != nil || !reflect.DeepEqual(e.Route, want) {
		t.Errorf("none on top: %+v", e)
	}
	e = explained(t, cat, "make it cosy", question.Answers{"route": {"post": 0.45, question.None: 0.4}})
	if e.Outcome != gate.Abstain || e.RouteBar == nil || *e.RouteBar != 0.5 || len(e.Arguments) != 0 {
		t.Errorf("under the bar: %+v", e)
	}
}

func TestAnExplanationIsReadBackFromTheLog(t *testing.T) {
	for outcome, d := range lines(t) {
		e := gate.Explain(office(t, manifest.Write, usual()), d, d.Reading.Winner, 4, 2)
		line, err := gate.Line(e)
		if err != nil {
			t.Fatal(err)
		}
		var again gate.Explanation
		if err := json.Unmarshal(line, &again); err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%s: %v\n%+v\n%+v", outcome, err, again, e)
		}
	}
}
