package turn

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

const kettle = `reflex = 1
description = "Boil water."
effect = "write"
confirm = "Boil for {drink}?"
run = "kettle.mts"
tags = ["kitchen"]

[args.drink]
ask = "What to brew?"
options.mint = "Leaves."
options.oolong = "A dark tea."
`

const suspect = `reflex = 1
description = "Find what broke."
effect = "read"
confirm = "Look?"
run = "suspect.mts"

[args.errors]
takes = "errors"

[args.deploys]
takes = "deploys"
`

const routine = `reflex = 1
description = "Open the shop."
effect = "write"
confirm = "Open?"
steps = ["light the lamps", "boil the water"]
`

func shop(t testing.TB, sources ...[2]string) *catalog.Catalog {
	t.Helper()
	whole := 0.3
	set := catalog.Set{
		Vocabs:  map[string]project.Vocabulary{},
		Adapter: catalog.Adapter{ID: "fake-1", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}},
	}
	for _, s := range sources {
		m, err := manifest.Parse(s[0], []byte(s[1]))
		if err != nil {
			t.Fatal(err)
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: s[0], Manifest: m, Effect: m.Effect})
	}
	return catalog.New(set)
}

// A fake answers as answer says.
type fake struct {
	answer func(ctx context.Context, asked []question.Question) (question.Answers, error)
}

func (fake) ID() string          { return "fake-1" }
func (fake) Bars() *catalog.Bars { return nil }
func (f fake) Answer(ctx context.Context, _ string, asked []question.Question) (question.Answers, error) {
	return f.answer(ctx, asked)
}

// sure answers that the text asks for a reflex, with mint.
func sure(reflex string) fake {
	return fake{func(_ context.Context, asked []question.Question) (question.Answers, error) {
		answers := question.Answers{}
		for _, q := range asked {
			answers[q.ID()] = sureAnswer(reflex, q)
		}
		return answers, nil
	}}
}

func sureAnswer(reflex string, q question.Question) question.Answer {
	switch q.Subject.Kind {
	case question.Route:
		return question.Answer{reflex: 1}
	case question.Arg, question.View:
		return question.Answer{"mint": 0.95, question.Unstated: 0.05}
	case question.Does:
		return question.Answer{question.Action: 1}
	case question.Against:
		return question.Answer{question.Whole: 1}
	}
	return question.Answer{question.Yes: 1}
}

func TestATurnAsksRoundByRoundAndDecides(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	turn, err := Decide(t.Context(), cat, sure("kettle"), "boil some mint", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := turn.Decision; got.Outcome != gate.Run || got.Call().String() != `kettle drink="mint"` {
		t.Errorf("%s %s", got.Outcome, got.Call())
	}
	if questions, rounds := turn.Asked(); questions != len(turn.Answers) || rounds != 2 || turn.Trace[0].Adapter != "fake-1" {
		t.Errorf("%d questions in %d rounds: %+v", questions, rounds, turn.Trace)
	}
	if turn.Left <= 0 || turn.Left > Time {
		t.Errorf("%v is left", turn.Left)
	}
	if e := turn.Explain(); e.Outcome != gate.Run || e.Rounds != 2 {
		t.Errorf("explained as %+v", e)
	}
}

func TestOnlyASentenceIsDecided(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	for _, c := range []struct{ name, input, want string }{
		{"nothing", "", "the input is empty"},
		{"white space", " \t\n\u00a0", "the input is empty"},
		{"bytes that are no text", "boil \xff", "the input is not UTF-8"},
		{"too many characters", strings.Repeat("é", MaxInput+1), "the input is 2001 characters; 2000 is the most"},
		{"as many as may be", strings.Repeat("é", MaxInput), ""},
		{"as many, in several planes", strings.Repeat("🫖", MaxInput), ""},
		{"as many, each two points", strings.Repeat("e\u0301", MaxInput/2), ""},
	} {
		asked := false
		by := fake{func(_ context.Context, all []question.Question) (question.Answers, error) {
			asked = true
			return sure("kettle").answer(nil, all)
		}}
		_, err := Decide(t.Context(), cat, by, c.input, nil)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || asked != (c.want == "") {
			t.Errorf("%s: %q, asked %v", c.name, got, asked)
		}
		if problems, is := errors.AsType[diag.Problems](err); err != nil && (!is || problems[0].Fix.Kind != diag.FixHelp) {
			t.Errorf("%s: %#v", c.name, err)
		}
	}
}

func TestATagNarrowsWhatIsAsked(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle}, [2]string{"suspect", suspect})
	keys := 0
	by := fake{func(_ context.Context, asked []question.Question) (question.Answers, error) {
		keys = len(asked[0].Options)
		return nil, &question.Fault{Kind: question.Status, Code: 503}
	}}
	if _, err := Decide(t.Context(), cat, by, "boil", []string{"kitchen"}); err == nil || keys != 2 {
		t.Errorf("the route has %d keys, %v", keys, err)
	}
	_, err := Decide(t.Context(), cat, by, "boil", []string{"garden", "attic"})
	if err == nil || err.Error() != "no reflex is tagged garden or attic" {
		t.Error(err)
	}
}

func TestAFaultEndsATurn(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	for want, change := range map[string]func(question.Answers) error{
		"the adapter answered 503":                          func(question.Answers) error { return &question.Fault{Kind: question.Status, Code: 503} },
		"kettle.drink was not answered":                     func(a question.Answers) error { delete(a, "kettle.drink"); return nil },
		"route: the probabilities sum to 0.5, not 1":        func(a question.Answers) error { a["route"] = question.Answer{"kettle": 0.5}; return nil },
		`route: "stove" was not offered`:                    func(a question.Answers) error { a["route"] = question.Answer{"stove": 1}; return nil },
		"weave.does_kettle_0_0: the question was not asked": func(a question.Answers) error { a["weave.does_kettle_0_0"] = question.Answer{"action": 1}; return nil },
		"weave.view_kettle__drink: the probabilities sum to 0, not 1": func(a question.Answers) error {
			a["weave.view_kettle__drink"] = nil
			return nil
		},
	} {
		by := fake{func(ctx context.Context, asked []question.Question) (question.Answers, error) {
			answers, err := sure("kettle").answer(ctx, asked)
			if fault := change(answers); fault != nil {
				return nil, fault
			}
			return answers, err
		}}
		turn, err := Decide(t.Context(), cat, by, "boil some mint", nil)
		fault, is := errors.AsType[*question.Fault](err)
		if !is || fault.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, granted := turn.Decision.Permit().Call(); granted || turn.Decision.Outcome != "" {
			t.Errorf("%s: a decision all the same: %s", want, turn.Decision.Outcome)
		}
	}
}

func TestNoAnswersAtAllAreAFault(t *testing.T) {
	by := fake{func(context.Context, []question.Question) (question.Answers, error) { return nil, nil }}
	_, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), by, "boil", nil)
	if err == nil || err.Error() != "route was not answered" {
		t.Error(err)
	}
}

// hangs waits for its context and says so.
var hangs = fake{func(ctx context.Context, _ []question.Question) (question.Answers, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}}

func TestATurnThatTakesTooLongSaysSo(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	turn, err := decide(t.Context(), Turn{Catalog: cat}, hangs, "boil", nil, time.Nanosecond)
	failure, is := errors.AsType[*diag.Failure](err)
	if !is || failure.Error() != "deciding: did not finish in 30 seconds" {
		t.Errorf("%#v", err)
	}
	if turn.Decision.Outcome != "" || turn.Left > 0 {
		t.Errorf("outcome %q, %v left", turn.Decision.Outcome, turn.Left)
	}
}

func TestAnAnswerThatComesTooLateIsNone(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	late := fake{func(ctx context.Context, asked []question.Question) (question.Answers, error) {
		<-ctx.Done()
		return sure("kettle").answer(ctx, asked)
	}}
	turn, err := decide(t.Context(), Turn{Catalog: cat}, late, "boil some mint", nil, time.Nanosecond)
	if _, is := errors.AsType[*diag.Failure](err); !is || len(turn.Answers) != 0 {
		t.Errorf("%v, %d answers", err, len(turn.Answers))
	}
}

func TestATurnThatIsGivenUpIsNoFailure(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	ctx, cancel := context.WithCancel(t.Context())
	by := fake{func(ctx context.Context, _ []question.Question) (question.Answers, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	if _, err := Decide(ctx, cat, by, "boil", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAReflexThatCannotStandAloneIsRefused(t *testing.T) {
	cat := shop(t, [2]string{"suspect", suspect}, [2]string{"routine", routine})
	for reflex, want := range map[string]string{
		"suspect": "step 1 takes errors, which no step before it returns\nstep 1 takes deploys, which no step before it returns",
		"routine": "routine is a plan of steps, which this version does not run",
	} {
		turn, err := Decide(t.Context(), cat, sure(reflex), "go on", nil)
		if _, is := errors.AsType[diag.Problems](err); !is || err.Error() != want {
			t.Errorf("%s: %v", reflex, err)
		}
		if _, granted := turn.Decision.Permit().Call(); granted {
			t.Errorf("%s runs", reflex)
		}
	}
}
