package turn

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sinew/decide/adapter"
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
	turn, err := consider(t.Context(), Turn{Catalog: cat}, hangs, "boil", nil, time.Nanosecond)
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
	turn, err := consider(t.Context(), Turn{Catalog: cat}, late, "boil some mint", nil, time.Nanosecond)
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

// A memory remembers in a map. What it recalls may be spoiled.
type memory struct {
	fake
	kept  map[string]question.Answers
	spoil func(question.Answers)
}

func remembering(by fake) *memory { return &memory{fake: by, kept: map[string]question.Answers{}} }

func (m *memory) Round(text string, asked []question.Question) adapter.Round {
	for _, q := range asked {
		text += "\n" + q.ID()
	}
	return remembered{m, text}
}

type remembered struct {
	of  *memory
	key string
}

func (r remembered) Recall() (question.Answers, bool) {
	answers, ok := r.of.kept[r.key]
	if ok && r.of.spoil != nil {
		r.of.spoil(answers)
	}
	return answers, ok
}

func (r remembered) Keep(answers question.Answers) { r.of.kept[r.key] = answers }

func TestWhatIsRememberedIsNotAskedNorCounted(t *testing.T) {
	cat, by := shop(t, [2]string{"kettle", kettle}), remembering(sure("kettle"))
	first, err := Decide(t.Context(), cat, by, "boil some mint", nil)
	if questions, rounds := first.Asked(); err != nil || rounds != 2 || questions == 0 {
		t.Fatalf("%d questions in %d rounds, %v", questions, rounds, err)
	}
	by.answer = nil // is not asked again
	again, err := Decide(t.Context(), cat, by, "boil some mint", nil)
	if err != nil || len(again.Trace) != 0 || !reflect.DeepEqual(again.Decision, first.Decision) || !reflect.DeepEqual(again.Answers, first.Answers) {
		t.Errorf("%v, %+v", err, again)
	}
	if e := again.Explain(); e.Questions != 0 || e.Rounds != 0 {
		t.Errorf("%d questions in %d rounds", e.Questions, e.Rounds)
	}
}

func TestOnlyTheRoundsAskedAreCounted(t *testing.T) {
	cat, by := shop(t, [2]string{"kettle", kettle}), remembering(sure("kettle"))
	if _, err := Decide(t.Context(), cat, by, "boil some mint", nil); err != nil {
		t.Fatal(err)
	}
	for key := range by.kept {
		if strings.Contains(key, "against") {
			delete(by.kept, key)
		}
	}
	turn, err := Decide(t.Context(), cat, by, "boil some mint", nil)
	if questions, rounds := turn.Asked(); err != nil || rounds != 1 || questions != 2 {
		t.Errorf("%d questions in %d rounds, %v", questions, rounds, err)
	}
}

func TestWhatIsRememberedWronglyIsAsked(t *testing.T) {
	cat, by := shop(t, [2]string{"kettle", kettle}), remembering(sure("kettle"))
	first, err := Decide(t.Context(), cat, by, "boil some mint", nil)
	if err != nil {
		t.Fatal(err)
	}
	by.spoil = func(answers question.Answers) { answers["route"] = question.Answer{"stove": 1} }
	again, err := Decide(t.Context(), cat, by, "boil some mint", nil)
	if err != nil || !reflect.DeepEqual(again.Decision, first.Decision) || len(again.Trace) != len(first.Trace) {
		t.Errorf("%v, %+v", err, again.Trace)
	}
}

func TestAFaultIsNeverRemembered(t *testing.T) {
	cat := shop(t, [2]string{"kettle", kettle})
	by := remembering(fake{func(context.Context, []question.Question) (question.Answers, error) {
		return question.Answers{"route": {"kettle": 0.5}}, nil
	}})
	if _, err := Decide(t.Context(), cat, by, "boil some mint", nil); err == nil || len(by.kept) != 0 {
		t.Errorf("%v, %d rounds are kept", err, len(by.kept))
	}
}

func TestAnAdapterThatDoesNotHeedItsTimeHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its clock stands still while anybody works
		woken := make(chan struct{})
		deaf := fake{func(context.Context, []question.Question) (question.Answers, error) {
			<-woken
			return question.Answers{"route": {"kettle": 1}}, nil
		}}
		started := time.Now()
		turn, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), deaf, "boil some mint", nil)
		if _, is := errors.AsType[*diag.Failure](err); !is || err.Error() != "deciding: did not finish in 30 seconds" {
			t.Errorf("%v", err)
		}
		if took := time.Since(started); took != Time || turn.Left != 0 || len(turn.Answers) != 0 || len(turn.Trace) != 0 {
			t.Errorf("it took %v, %v is left, %d answers", took, turn.Left, len(turn.Answers))
		}
		close(woken)
	})
}

func TestARoundTakesItsTimeFromTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := fake{func(_ context.Context, asked []question.Question) (question.Answers, error) {
			time.Sleep(4 * time.Second)
			return sure("kettle").answer(nil, asked)
		}}
		turn, err := Decide(t.Context(), shop(t, [2]string{"kettle", kettle}), slow, "boil some mint", nil)
		if err != nil || turn.Left != Time-8*time.Second || turn.Trace[1].MS != 4000 {
			t.Errorf("%v is left of a turn of two rounds, %v: %+v", turn.Left, err, turn.Trace)
		}
	})
}

func TestAnAdapterThatIsDeafIsLeftWhenTheCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	woken := make(chan struct{})
	defer close(woken)
	deaf := fake{func(context.Context, []question.Question) (question.Answers, error) {
		cancel()
		<-woken
		return nil, nil
	}}
	if _, err := Decide(ctx, shop(t, [2]string{"kettle", kettle}), deaf, "boil", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
