package turn

import (
	"reflect"
	"strings"
	"testing"

	"sinew/decide/adapter"
	"sinew/decide/question"
)

// A grounded fake says what it was asked for the grounds of.
type grounded struct {
	fake
	asked *[]string
}

func (g grounded) Grounds(text string, route question.Question, reflex string) (question.Grounds, bool) {
	*g.asked = append(*g.asked, text+" "+route.ID()+" "+reflex)
	return question.Grounds{Reflex: reflex, Words: []string{"mint"}}, reflex == "kettle"
}

func TestTheGroundsOfTheLikeliestReflexAreExplainedAndLogged(t *testing.T) {
	asked := []string{}
	by := grounded{sure("kettle"), &asked}
	turn, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), by, "boil some mint", nil)
	if err != nil || len(asked) != 0 {
		t.Fatalf("%v, before anybody asks: %q", err, asked)
	}
	want := &question.Grounds{Reflex: "kettle", Words: []string{"mint"}}
	if e := turn.Explain(); !reflect.DeepEqual(e.Grounds, want) || !reflect.DeepEqual(asked, []string{"boil some mint route kettle"}) {
		t.Errorf("%+v of %q", e.Grounds, asked)
	}
	o := Outcome{Turn: turn, Fate: Ran}
	logged, err := o.LogLine()
	if err != nil {
		t.Fatal(err)
	}
	if l, err := ReadLogged(logged); err != nil || !reflect.DeepEqual(l.Explained.Grounds, want) {
		t.Errorf("%v: read back as %+v", err, l.Explained.Grounds)
	}
	if line, err := o.Line(); err != nil || strings.Contains(string(line), "grounds") {
		t.Errorf("%v: the JSON line has them: %s", err, line)
	}
}

func TestWhereNoneIsLikeliestTheNextReflexHasTheGrounds(t *testing.T) {
	asked := []string{}
	by := grounded{sure(question.None), &asked}
	turn, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), by, "sing", nil)
	if err != nil {
		t.Fatal(err)
	}
	if e := turn.Explain(); e.Grounds == nil || e.Grounds.Reflex != "kettle" {
		t.Errorf("%+v", e.Grounds)
	}
}

func TestAnAdapterWithoutGroundsLeavesNoTraceOfThem(t *testing.T) {
	asked := []string{}
	for name, c := range map[string]struct {
		by     adapter.Adapter
		reflex string
	}{
		"an adapter that knows of none":  {sure("kettle"), "kettle"},
		"one that has none for a reflex": {grounded{sure("teapot"), &asked}, "teapot"},
	} {
		turn, err := Decide(t.Context(), shop(t, [2]string{c.reflex, kettle}), c.by, "boil some mint", nil)
		if err != nil {
			t.Fatal(err)
		}
		line, err := Outcome{Turn: turn, Fate: Ran}.LogLine()
		if err != nil || strings.Contains(string(line), "grounds") {
			t.Errorf("%s: %v\n%s", name, err, line)
		}
	}
	if len(asked) != 1 {
		t.Errorf("asked for %q", asked)
	}
}
