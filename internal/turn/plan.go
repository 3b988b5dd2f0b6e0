package turn

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/planner"
	"sinew/pkg/call"
	"sinew/pkg/diag"
)

// A Sentence is one input, planned: its steps, and what was asked for them. It
// belongs to one goroutine. Its adapter is asked from several.
type Sentence struct {
	Catalog *catalog.Catalog
	Plan    plan.Plan
	Left    time.Duration // what is left of the time of the decision

	input   string
	tags    []string
	beside  reading.Beside
	by      adapter.Adapter
	planner *planner.Planner
	memory  weave.Memory
	asked   []*asked
	told    []told
	book    *book // the answers of the file it is from; nil for a sentence that was typed
	rounds  int
}

// An asked is what was asked about one text, and answered.
type asked struct {
	text      weave.Text
	questions []question.Question
	answers   question.Answers
	trace     []Trace
}

// A told is what a person answered for a step.
type told struct {
	step   int
	values map[string]call.Value
}

// Plan plans an input over the reflexes that carry one of the tags, or over all
// of them for none. The texts of a round are asked about side by side. What is
// refused and what fails is as Decide says; a plan that may not run is no error.
func Plan(ctx context.Context, cat *catalog.Catalog, by adapter.Adapter, input string, tags []string, b reading.Beside) (*Sentence, error) {
	s := &Sentence{Catalog: cat, input: input, tags: tags, beside: b, by: by, Left: Time}
	if err := checkInput(input); err != nil {
		return nil, err
	}
	if len(tags) > 0 && len(cat.Tagged(tags)) == 0 {
		return nil, noneTagged(tags)
	}
	s.anew(cat)
	return s, s.read(ctx)
}

// By has an adapter decide the steps of a plan from a file whose words a result
// changes.
func (s *Sentence) By(by adapter.Adapter) { s.by = by }

func noneTagged(tags []string) error {
	return diag.One("", "no reflex is tagged "+strings.Join(tags, " or "), diag.Show(""))
}

func (s *Sentence) anew(cat *catalog.Catalog) {
	s.Catalog, s.planner = cat, planner.New(cat, cat.Tagged(s.tags), s.input, s.beside)
}

// read asks until nothing is open. The time of all reads of a sentence is one
// decision's.
func (s *Sentence) read(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, s.Left)
	defer cancel()
	started := time.Now()
	for {
		open, made := s.planner.Read(&s.memory)
		if len(open) == 0 {
			s.Plan = made
			break
		}
		if err := s.together(limited, open); err != nil {
			return late(ctx, limited, err)
		}
	}
	s.Left -= time.Since(started)
	return nil
}

// An answered is what came of one request.
type answered struct {
	answers question.Answers
	trace   *Trace
	err     error
}

// together takes the answers to the requests of one round, and keeps them in
// their order.
func (s *Sentence) together(ctx context.Context, open []weave.Request) error {
	if s.book != nil {
		return s.keep(open, s.book.all(open))
	}
	limited, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	all := s.sideBySide(limited, open, stop)
	if limited.Err() != nil && ctx.Err() == nil {
		return context.Cause(limited)
	}
	return s.keep(open, all)
}

// sideBySide asks the requests at once. The first that fails ends the others.
func (s *Sentence) sideBySide(ctx context.Context, open []weave.Request, stop context.CancelCauseFunc) []answered {
	all := make([]answered, len(open))
	var asking sync.WaitGroup
	for i, r := range open {
		if first(open, i) < i {
			continue
		}
		asking.Go(func() {
			answers, trace, err := round(ctx, s.by, r.Words, r.Questions)
			if all[i] = (answered{answers, trace, err}); err != nil && !lacks(r, err) {
				stop(err)
			}
		})
	}
	asking.Wait()
	for i := range open {
		if j := first(open, i); j < i {
			all[i] = answered{answers: all[j].answers, err: all[j].err} // its round is counted once
		}
	}
	return all
}

// first is the place of the first request that asks the same of the same words.
func first(open []weave.Request, i int) int {
	return slices.IndexFunc(open, func(r weave.Request) bool {
		return r.Words == open[i].Words && slices.EqualFunc(r.Questions, open[i].Questions, sameQuestion)
	})
}

func sameQuestion(a, b question.Question) bool {
	return a.ID() == b.ID() && slices.Equal(a.Keys(), b.Keys())
}

// lacks reports whether a request may go without an answer, and does.
func lacks(r weave.Request, err error) bool {
	fault, ok := errors.AsType[*question.Fault](err)
	return r.Optional && ok && (fault.Kind == question.Unanswered || fault.Kind == question.Unrecorded)
}

func (s *Sentence) keep(open []weave.Request, all []answered) error {
	counted := false
	for i, r := range open {
		switch one := all[i]; {
		case one.err == nil:
			s.memory.Keep(r, one.answers)
			s.note(r, one)
			counted = counted || one.trace != nil
		case lacks(r, one.err):
			s.memory.Lacks(r)
		default:
			return one.err
		}
	}
	if counted {
		s.rounds++
	}
	return nil
}

// note remembers what was asked about a text.
func (s *Sentence) note(r weave.Request, one answered) {
	i := slices.IndexFunc(s.asked, func(a *asked) bool { return a.text == r.Text })
	if i < 0 {
		i = len(s.asked)
		s.asked = append(s.asked, &asked{text: r.Text, answers: question.Answers{}})
	}
	a := s.asked[i]
	a.questions = append(a.questions, r.Questions...)
	maps.Copy(a.answers, one.answers)
	if one.trace != nil {
		a.trace = append(a.trace, *one.trace)
	}
}

// Answer takes values a person gave for what a step of the plan asks, and plans
// on with them.
func (s *Sentence) Answer(ctx context.Context, step int, values map[string]call.Value) error {
	s.told = append(s.told, told{step, values})
	s.planner.Answer(step, values)
	return s.read(ctx)
}

// Again plans the sentence over another catalog, one whose vocabularies changed
// while a prompt waited: what was answered stays answered.
func (s *Sentence) Again(ctx context.Context, cat *catalog.Catalog) error {
	s.anew(cat)
	if err := s.read(ctx); err != nil {
		return err
	}
	for _, g := range s.told {
		s.planner.Answer(g.step, g.values)
		if err := s.read(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Alone is the sentence as one input, where it is one step that a person typed
// and nothing refuses: it is decided as it always was. ok is false for any other
// sentence.
func (s *Sentence) Alone() (t Turn, ok bool) {
	p := &s.Plan
	if len(p.Steps) != 1 || !p.Steps[0].Own() || len(p.Reviews) > 0 || len(p.Verdict.Problems()) > 0 || s.opens(1) {
		return Turn{}, false
	}
	t = s.Turn(1)
	t.Trace, t.Left, t.rounds = s.Trace(), s.Left, s.rounds
	return t, true
}

// opens reports whether a step is a playbook that asks.
func (s *Sentence) opens(n int) bool {
	x := s.Catalog.Reflex(s.Plan.Step(n).Reflex())
	return x != nil && x.Manifest.Playbook()
}

// Turn is one step's decision with what was asked about its own text. Its time
// is its own.
func (s *Sentence) Turn(n int) Turn {
	step := s.Plan.Step(n)
	return s.turn(step.Decision, step.Text)
}

// Picked is the decision that picked a playbook, as Turn is of a step's.
func (s *Sentence) Picked(r plan.Review) Turn { return s.turn(r.Decision, r.Text) }

func (s *Sentence) turn(d gate.Decision, words string) Turn {
	t := Turn{Decision: d, Catalog: s.Catalog, Top: d.Top, Answers: question.Answers{}, Left: Time}
	for _, a := range s.asked {
		if a.text.Words != words || a.text.Whole {
			continue
		}
		t.Trace = append(t.Trace, a.trace...)
		maps.Copy(t.Answers, a.answers)
		t.ground(s.by, words, a.questions)
	}
	return t
}

// Trace is every round an adapter was asked, one entry for each text.
func (s *Sentence) Trace() []Trace {
	all := []Trace{}
	for _, a := range s.asked {
		all = append(all, a.trace...)
	}
	return all
}

// Asked is how many questions the adapter answered, and in how many rounds: the
// texts of one round are asked about side by side (reading.md 1.5).
func (s *Sentence) Asked() (questions, rounds int) {
	for _, one := range s.Trace() {
		questions += one.Questions
	}
	return questions, s.rounds
}

// Narrowed decides words over one reflex alone, as a step is decided once what
// it takes is in its words. What the session returned is nothing to it.
func (s *Sentence) Narrowed(ctx context.Context, words, reflex string) (Turn, error) {
	over := slices.DeleteFunc(slices.Clone(s.Catalog.Reflexes()), func(x catalog.Reflex) bool { return x.Name != reflex })
	limited, cancel := context.WithTimeout(ctx, Time)
	defer cancel()
	t := Turn{Catalog: s.Catalog, Answers: question.Answers{}}
	started := time.Now()
	read, err := t.ask(limited, over, s.by, words)
	t.Left = Time - time.Since(started)
	if err != nil {
		return t, late(ctx, limited, err)
	}
	t.Top, t.Decision = read.Winner, gate.Decide(s.Catalog, read)
	return t, nil
}
