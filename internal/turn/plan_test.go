package turn

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/exec"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/planfile"
)

const lamps = `reflex = 1
description = "Light the lamps."
effect = "write"
confirm = "Light them?"
run = "lamps.mts"
`

// A teller answers by the text it is asked about, and keeps what it was asked.
type teller struct {
	mu    sync.Mutex
	texts []string
	meet  func(text string, of question.Kind) error // before it answers; of the first question
}

func (*teller) ID() string          { return "fake-1" }
func (*teller) Bars() *catalog.Bars { return nil }
func (f *teller) Answer(_ context.Context, text string, asked []question.Question) (question.Answers, error) {
	f.mu.Lock()
	f.texts = append(f.texts, text)
	f.mu.Unlock()
	if f.meet != nil {
		if err := f.meet(text, asked[0].Subject.Kind); err != nil {
			return nil, err
		}
	}
	answers := question.Answers{}
	for _, q := range asked {
		answers[q.ID()] = tells(text, q)
	}
	return answers, nil
}

// tells is what a text says: one reflex for each of its verbs, and a drink where
// it names one.
func tells(text string, q question.Question) question.Answer {
	reflex := "lamps"
	if strings.HasPrefix(text, "boil") {
		reflex = "kettle"
	}
	switch q.Subject.Kind {
	case question.Count:
		return question.Answer{question.Two: 1}
	case question.Arg, question.View:
		for _, drink := range []string{"mint", "oolong"} {
			if strings.Contains(text, drink) {
				return question.Answer{drink: 0.95, question.Unstated: 0.05}
			}
		}
		return question.Answer{question.Unstated: 1}
	case question.Part:
		return question.Answer{question.Asks: 1}
	}
	return sureAnswer(reflex, q)
}

func lit(t testing.TB) *catalog.Catalog {
	t.Helper()
	return shop(t, [2]string{"kettle", kettle}, [2]string{"lamps", lamps})
}

const both = "boil some mint and light the lamps"

func planned(t *testing.T, by *teller, said string) *Sentence {
	t.Helper()
	s, err := Plan(t.Context(), lit(t), by, said, nil, reading.Beside{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestASentenceIsPlannedInRounds(t *testing.T) {
	by := &teller{}
	s := planned(t, by, both)
	if len(s.Plan.Steps) != 2 || s.Plan.Step(1).Line() != `kettle drink="mint"` || s.Plan.Step(2).Line() != "lamps" {
		t.Fatalf("planned %+v", s.Plan.Steps)
	}
	asked := 0
	for _, one := range s.Trace() {
		asked += one.Questions
	}
	questions, rounds := s.Asked()
	if questions != asked || rounds >= len(by.texts) || rounds != 3 {
		t.Errorf("%d questions in %d rounds, of %d requests", questions, rounds, len(by.texts))
	}
	if _, alone := s.Alone(); alone {
		t.Error("two steps are one input")
	}
	if own := s.Turn(1); len(own.Trace) == 0 || len(own.Trace) == len(s.Trace()) || own.Answers["route"]["kettle"] != 1 {
		t.Errorf("the first step was asked %+v", own.Trace)
	}
}

// The requests of a round wait for each other: they are answered only side by
// side.
func TestTheTextsOfARoundAreAskedSideBySide(t *testing.T) {
	var gather sync.WaitGroup
	gather.Add(2)
	var once sync.Map
	by := &teller{meet: func(text string, _ question.Kind) error {
		if _, came := once.LoadOrStore(text, true); !came && text != both {
			gather.Done()
			gather.Wait()
		}
		return nil
	}}
	if s := planned(t, by, both); len(s.Plan.Steps) != 2 {
		t.Errorf("planned %+v", s.Plan.Steps)
	}
}

func TestASentenceOfOneStepCostsWhatItsDecisionDoes(t *testing.T) {
	by := &teller{}
	t1, err := Decide(t.Context(), lit(t), by, "boil some mint", nil)
	if err != nil {
		t.Fatal(err)
	}
	before := len(by.texts)
	s := planned(t, by, "boil some mint")
	if len(by.texts) != 2*before {
		t.Errorf("%d requests, and a decision takes %d", len(by.texts)-before, before)
	}
	t2, alone := s.Alone()
	if !alone || !reflect.DeepEqual(t1.Decision, t2.Decision) || !reflect.DeepEqual(t1.Answers, t2.Answers) {
		t.Fatalf("%v: got %+v, want %+v", alone, t2, t1)
	}
	if e1, e2 := t1.Explain(), t2.Explain(); !reflect.DeepEqual(e1, e2) {
		t.Errorf("explained as %+v, want %+v", e2, e1)
	}
}

func TestAnAnswerThatIsOptionalMayBeMissing(t *testing.T) {
	lacking := func(kind question.Kind) *teller {
		return &teller{meet: func(text string, of question.Kind) error {
			if text == both && of == kind {
				return &question.Fault{Kind: question.Unrecorded, Identity: text}
			}
			return nil
		}}
	}
	if s := planned(t, lacking(question.Route), both); len(s.Plan.Steps) != 2 {
		t.Errorf("without the sentence as one text: %+v", s.Plan.Steps)
	}
	_, err := Plan(t.Context(), lit(t), lacking(question.Split), both, nil, reading.Beside{})
	if fault, ok := errors.AsType[*question.Fault](err); !ok || fault.Kind != question.Unrecorded {
		t.Errorf("without the sentence's own questions: %v", err)
	}
	for _, kind := range []question.FaultKind{question.Transport, question.Malformed} {
		by := &teller{meet: func(string, question.Kind) error { return &question.Fault{Kind: kind} }}
		_, err := Plan(t.Context(), lit(t), by, both, nil, reading.Beside{})
		if fault, ok := errors.AsType[*question.Fault](err); !ok || fault.Kind != kind {
			t.Errorf("%s ended in %v", kind, err)
		}
	}
}

func TestPlanningHasTheTimeOfADecision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		by := &teller{meet: func(string, question.Kind) error { time.Sleep(11 * time.Second); return nil }}
		_, err := Plan(t.Context(), lit(t), by, both, nil, reading.Beside{})
		if late, ok := errors.AsType[*diag.Failure](err); !ok || late.Error() != "deciding: did not finish in 30 seconds" {
			t.Errorf("it ended in %v", err)
		}
		time.Sleep(time.Minute) // for the adapter, which heeds no context
	})
}

func TestWhatIsNoSentenceIsNotPlanned(t *testing.T) {
	for said, want := range map[string]string{"": "the input is empty", strings.Repeat("x", MaxInput+1): "the input is 2001 characters"} {
		if _, err := Plan(t.Context(), lit(t), &teller{}, said, nil, reading.Beside{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v", said, err)
		}
	}
	if _, err := Plan(t.Context(), lit(t), &teller{}, both, []string{"garden"}, reading.Beside{}); err == nil || !strings.Contains(err.Error(), "no reflex is tagged garden") {
		t.Errorf("tagged garden: %v", err)
	}
}

func TestAnAnswerOfAPersonIsPlannedOn(t *testing.T) {
	s := planned(t, &teller{}, "boil something and light the lamps")
	if s.Plan.Verdict.Outcome != plan.Ask {
		t.Fatalf("the verdict is %+v", s.Plan.Verdict)
	}
	mint := map[string]call.Value{"drink": {Kind: call.Option, Key: "mint"}}
	for _, again := range []func() error{
		func() error { return s.Answer(t.Context(), 1, mint) },
		func() error { return s.Again(t.Context(), lit(t)) },
	} {
		if err := again(); err != nil || s.Plan.Verdict.Outcome != plan.Run || s.Plan.Step(1).Line() != `kettle drink="mint"` {
			t.Errorf("%v: %+v", err, s.Plan.Verdict)
		}
	}
}

func TestAPlanIsMadeAgainFromItsFileAlone(t *testing.T) {
	for _, said := range []string{both, "boil some mint", "don't boil some oolong, light the lamps"} {
		s := planned(t, &teller{}, said)
		f, err := s.File()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Remake(t.Context(), lit(t), f)
		if err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		line, err := gate.Line(again.Plan.Wire())
		if err != nil || planfile.Same(f, line, "x") != nil || len(again.Trace()) != 0 {
			t.Errorf("%q: %v, %v", said, err, planfile.Same(f, line, "x"))
		}
		for i := range f.Answers {
			less := *f
			less.Answers = slices.Delete(slices.Clone(f.Answers), i, i+1)
			if _, err := Remake(t.Context(), lit(t), &less); err == nil && f.Answers[i].Text != said {
				t.Errorf("%q is made without what was answered about %q", said, f.Answers[i].Text)
			}
		}
	}
}

func TestEachStepIsALineOfTheLog(t *testing.T) {
	s := planned(t, &teller{}, both)
	steps := s.Steps()
	steps[0].Outcome.Status = run.Ran
	steps[1].Outcome.Status, steps[1].Outcome.Why = run.Skipped, &run.Why{Type: run.Cancelled}
	lines, err := s.LogLines(steps, &Pinned{File: "~/day.plan.json", ID: "h1:00"})
	if err != nil || len(lines) != 2 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	first, err := ReadLogged(lines[0])
	if err != nil || first.Fate != Ran || first.Told != nil || first.Explained.Input != "boil some mint" {
		t.Errorf("the first reads %+v, %v", first, err)
	}
	last, err := ReadLogged(lines[1])
	if err != nil || last.Fate != Skipped || last.Told == nil || last.Told.File != "~/day.plan.json" || last.Told.Steps[1].Said != "cancelled" {
		t.Fatalf("the last reads %+v, %v", last, err)
	}
	if questions, rounds := s.Asked(); last.Told.Questions != questions || last.Told.Rounds != rounds || len(last.Told.Cuts) != 1 {
		t.Errorf("told %+v", last.Told)
	}
}

func TestAStepThatRanForEachRecordGivesAllTheirTexts(t *testing.T) {
	var s Step
	s.Gave(exec.Result{Text: "one"})
	s.Gave(exec.Result{Text: "two", Cut: true})
	s.Gave(exec.Result{Text: "three"})
	if s.Result.Text != "one\ntwo\nthree" || !s.Result.Cut {
		t.Errorf("it gave %+v", s.Result)
	}
}
