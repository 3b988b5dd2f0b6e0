package turn

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/exec"
	"sinew/exec/policy"
)

func decidedTurn(t *testing.T) Turn {
	t.Helper()
	turn, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), sure("kettle"), "boil some mint", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range turn.Trace {
		turn.Trace[i].MS = 0
	}
	return turn
}

func TestAnOutcomesLineEndsWithWhatCameOfIt(t *testing.T) {
	full := policy.Status{Type: "full"}
	ran := &exec.Result{Text: "done", Contained: full}
	for _, c := range []struct {
		name    string
		outcome Outcome
		want    string
	}{
		{"decided", Outcome{}, `"trace":[{"adapter":"fake-1","questions":4,"ms":0},{"adapter":"fake-1","questions":2,"ms":0}]}`},
		{"ran", Outcome{Fate: Ran, Result: ran}, `"contained":{"type":"full"},"result":{"text":"done"}}`},
		{"ran with data", Outcome{Fate: Ran, Result: &exec.Result{Text: "done", Data: json.RawMessage(`{"n":1}`), Contained: full}},
			`"contained":{"type":"full"},"result":{"text":"done","data":{"n":1}}}`},
		{"ran with more to say", Outcome{Fate: Ran, Result: &exec.Result{Text: "done", Cut: true, Contained: full}},
			`"contained":{"type":"full"},"result":{"text":"done","cut":true}}`},
		{"refused before it began", Outcome{Fate: Failed, Result: &exec.Result{}, Error: errors.New("no node")}, `,"error":"no node"}`},
		{"failed", Outcome{Fate: Failed, Result: ran, Error: errors.New("running kettle: no <water>"), Frames: []string{"at body (a.mts:1:1)"}},
			`"contained":{"type":"full"},"error":"running kettle: no <water>","frames":["at body (a.mts:1:1)"]}`},
		{"cancelled", Outcome{Fate: Cancelled, Result: ran, Error: errors.New("interrupted")},
			`"contained":{"type":"full"},"error":"interrupted","cancelled":true}`},
		{"declined", Outcome{Fate: Declined}, `"trace":[{"adapter":"fake-1","questions":4,"ms":0},{"adapter":"fake-1","questions":2,"ms":0}]}`},
	} {
		c.outcome.Turn = decidedTurn(t)
		line, err := c.outcome.Line()
		if err != nil || !strings.HasSuffix(string(line), c.want) || !strings.HasPrefix(string(line), `{"input":"boil some mint","outcome":"run",`) {
			t.Errorf("%s: %v\n%s", c.name, err, line)
		}
	}
	if line, _ := (Outcome{}).Line(); !strings.HasSuffix(string(line), `"trace":[]}`) {
		t.Errorf("a turn nothing was asked in: %s", line)
	}
}

func TestALoggedLineIsReadBack(t *testing.T) {
	for _, fate := range []Fate{Ran, RanAtYes, Failed, Declined, Unanswered, Cancelled, Abstained} {
		o := Outcome{Turn: decidedTurn(t), Fate: fate}
		if fate == Failed {
			o.Result, o.Error, o.Frames = &exec.Result{}, errors.New("broke"), []string{"at body (a.mts:1:1)"}
		}
		line, err := o.LogLine()
		if err != nil || strings.ContainsRune(string(line), '\n') {
			t.Fatalf("%v\n%s", err, line)
		}
		got, err := ReadLogged(line)
		if err != nil || got.Fate != fate || !reflect.DeepEqual(got.Explained, o.Turn.Explain()) {
			t.Errorf("%s: %v\n%+v", fate, err, got)
		}
		if fate == Failed && (got.Error != "broke" || len(got.Frames) != 1) {
			t.Errorf("failed as %+v", got)
		}
		var raw struct{ Answers question.Answers }
		if err := json.Unmarshal(line, &raw); err != nil || !reflect.DeepEqual(raw.Answers, o.Turn.Answers) {
			t.Errorf("the line holds %v, %v", raw.Answers, err)
		}
	}
}

func TestTheCandidatesOfAnInputAreLogged(t *testing.T) {
	o := Outcome{Turn: decidedTurn(t), Fate: Ran}
	for input, want := range map[string]string{
		"boil some mint":      `"proposed":[],`,
		"boil for 10 minutes": `{"span":{"start":9,"end":19,"text":"10 minutes"},"value":{"type":"duration","value":600}}`,
		`call it "three"`:     `{"span":{"start":9,"end":14,"text":"three"},"value":{"type":"quoted","value":"three"}}`,
	} {
		o.Turn.Decision.Input = input
		line, err := o.LogLine()
		if err != nil || !strings.Contains(string(line), want) {
			t.Errorf("%s: no %s in %s, %v", input, want, line, err)
		}
	}
}

func TestALineThatHoldsNoDecisionIsNoneOfOurs(t *testing.T) {
	for _, line := range []string{"", "{}", "7", "null", `{"input":"x"}`, `{"explained":{"input":""}}`, `{"explained":{"input":"x"`} {
		if got, err := ReadLogged([]byte(line)); err == nil {
			t.Errorf("%q reads as %+v", line, got)
		}
	}
}

func FuzzReadLogged(f *testing.F) {
	f.Add([]byte(`{"explained":{"input":"x","outcome":"run","route":[{"key":"none","p":1}]},"fate":"ran"}`))
	f.Add([]byte(`{"explained":{"arguments":[{"arg":"a","shares":null}]},"fate":7}`))
	f.Add([]byte("\x00{}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		logged, err := ReadLogged(line)
		if err != nil {
			return
		}
		if _, err := gate.Line(logged); err != nil {
			t.Errorf("what was read is no line: %v", err)
		}
	})
}
