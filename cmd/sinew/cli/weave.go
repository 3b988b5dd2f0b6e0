package cli

import (
	"context"
	"errors"
	"io"
	locks "sync"

	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/exec"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
)

// A woven is a sentence of several steps. pinned is the file its plan is from,
// nil for one that was typed.
type woven struct {
	of     *turn.Sentence
	pinned *turn.Pinned
}

// A weaver runs one sentence's plan at the terminal: it does what the plan's
// machine says is due. Everything but the bodies and the decisions made again
// is done by one goroutine.
type weaver struct {
	*session
	woven
	d        *app.Decider
	in       input
	plan     *plan.Plan
	machine  *run.Machine
	turns    []turn.Step // by number less one
	starts   []run.Start
	running  map[int]bool
	events   chan func()
	pending  map[int]func() // what a step that is over has to say, while an earlier one runs
	stopped  []run.Outcome  // what stopped the plan before its machine was made
	fault    error          // of an adapter at a step's turn
	printed  map[int]bool   // the JSON lines
	messages io.Writer
}

// weave settles a plan, runs it, and logs what became of each step (manual,
// "Weaving").
func (s *session) weave(ctx context.Context, d *app.Decider, in input, what woven) error {
	w := &weaver{
		session: s, woven: what, d: d, in: in, plan: &what.of.Plan, running: map[int]bool{}, events: make(chan func()),
		pending: map[int]func(){}, printed: map[int]bool{}, messages: &oneAtATime{to: s.err},
	}
	if err := w.asks(ctx); err != nil {
		w.stopBefore(err)
	}
	w.turns, w.starts = w.turnsOf(), make([]run.Start, len(w.plan.Steps))
	w.before()
	if w.stopped == nil {
		w.show(s.words.Plan(w.plan, held()...)...)
		w.machine = run.New(what.of.Catalog, *w.plan, what.pinned != nil)
		w.refused()
		w.drive(ctx)
	}
	return w.end(ctx)
}

// A oneAtATime writer takes what bodies that run side by side write.
type oneAtATime struct {
	mu locks.Mutex
	to io.Writer
}

// Write writes text whole.
func (o *oneAtATime) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(text)
}

// show notes lines that a filter of JSON lines has no use for.
func (w *weaver) show(lines ...string) {
	if !w.in.json {
		w.note(lines...)
	}
}

// turnsOf are the plan's steps before anything ran.
func (w *weaver) turnsOf() []turn.Step {
	all := w.of.Steps()
	for i := range all {
		all[i].Pinned = w.pinned
	}
	return all
}

// asks asks for what the plan still needs, step by step, until it asks for
// nothing. A plan that stops at what cannot be told apart asks nothing.
func (w *weaver) asks(ctx context.Context) error {
	for n := toAsk(w.plan); n > 0; n = toAsk(w.plan) {
		w.show(w.words.PlanStep(w.plan, n)...)
		if err := w.askStep(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// askStep asks for what one step needs. A word that was added at the prompt is
// the plan's by then.
func (w *weaver) askStep(ctx context.Context, n int) error {
	t := w.of.Turn(n)
	given, err := w.answers(ctx, &w.d, &t)
	if err == nil && t.Catalog != w.of.Catalog {
		err = w.d.Replan(ctx, w.of)
	}
	if err != nil {
		w.declined(err)
		return err
	}
	return w.of.Answer(ctx, n, given)
}

// toAsk is the first step that asks a person, 0 for none.
func toAsk(p *plan.Plan) int {
	n := 0
	for _, c := range p.Verdict.Because {
		switch {
		case c.Refuses(), c.Asks() && c.Type != plan.Needs:
			return 0
		case c.Type == plan.Needs && n == 0:
			n = c.Step
		}
	}
	return n
}

// stopBefore ends every step of a plan whose question was not answered.
func (w *weaver) stopBefore(err error) {
	w.say(err)
	o := run.Outcome{Status: run.Unanswered, Why: &run.Why{Type: run.Said, Message: said(err)}}
	switch fateOf(err) {
	case turn.Declined:
		n := max(toAsk(w.plan), 1)
		o.Status, o.Why.Message = run.Declined, w.plan.Step(n).Decision.Reading.Winner.Missing[0].Ask
	case turn.Cancelled:
		o.Status, o.Why = run.Skipped, &run.Why{Type: run.Cancelled}
	default:
		w.keepFault(err)
	}
	for i := range w.plan.Steps {
		o.Step = i + 1
		w.stopped = append(w.stopped, o)
	}
}

// keepFault keeps an error whose exit code is no step's.
func (w *weaver) keepFault(err error) {
	if _, human := errors.AsType[diag.Problems](err); !human {
		w.fault = err
	}
}

// said is an error as a step's line says it.
func said(err error) string {
	if problems, ok := errors.AsType[diag.Problems](err); ok && len(problems) > 0 {
		return problems[0].Message
	}
	return err.Error()
}

// say says what ended a prompt, but for a no and for Ctrl-C.
func (w *weaver) say(err error) {
	switch fateOf(err) {
	case turn.Declined, turn.Cancelled:
		return
	}
	w.show(w.words.Error(err)...)
}

// refused says of a plan that may not run which command shows why; a part that
// matches nothing beside reflexes that are inactive, which those are.
func (w *weaver) refused() {
	for _, c := range w.plan.Verdict.Because {
		if left := w.d.Inactive(); c.Type == plan.NoReflex && len(left) > 0 {
			w.show(w.words.LeftOut(left))
			return
		}
	}
}

// drive does what is due until nothing is.
func (w *weaver) drive(ctx context.Context) {
	for !w.machine.Over() && ctx.Err() == nil {
		w.start(ctx)
		if len(w.running) == 0 {
			if !w.prompt(ctx) {
				break
			}
			continue
		}
		select {
		case event := <-w.events:
			event()
		case <-ctx.Done():
		}
	}
	w.cancelled(ctx)
}

// cancelled ends a weave that was interrupted: what runs sees its context end,
// and is waited for.
func (w *weaver) cancelled(ctx context.Context) {
	if ctx.Err() != nil {
		w.machine.Cancel()
	}
	for len(w.running) > 0 {
		(<-w.events)()
	}
	w.flush()
}

// start begins every body and every decision that is due.
func (w *weaver) start(ctx context.Context) {
	for _, a := range w.machine.Due() {
		if w.running[a.Step] {
			continue
		}
		switch a.Kind {
		case run.Decide:
			w.again(ctx, a)
		case run.Body:
			w.body(ctx, a)
		}
	}
}

// again has a step decided again, with what it takes in its words.
func (w *weaver) again(ctx context.Context, a run.Act) {
	w.running[a.Step] = true
	go func() {
		t, err := w.of.Narrowed(ctx, a.Text, a.Reflex)
		w.events <- func() { w.decided(a.Step, t, err) }
	}()
}

func (w *weaver) decided(n int, t turn.Turn, err error) {
	delete(w.running, n)
	if err == nil {
		w.turns[n-1].Turn = t.Behind(w.turns[n-1].Turn)
		w.machine.Decided(n, t.Decision)
		w.readOtherwise(n)
		return
	}
	if fateOf(err) == turn.Cancelled {
		w.machine.Cancel()
		return
	}
	w.turns[n-1].Error = err
	w.later(n, func() { w.show(w.words.Error(err)...) })
	w.keepFault(err)
	w.machine.Undecided(n, said(err))
}

// readOtherwise says of a step that what it took made it read as something
// else.
func (w *weaver) readOtherwise(n int) {
	if o := w.machine.Outcomes()[n-1]; o.Status == run.Refused {
		w.later(n, func() { w.show(w.words.Refused(o)...) })
	}
}

// body runs a step's body. One that was decided anew says its line first; so
// does no other, whose line the plan has said.
func (w *weaver) body(ctx context.Context, a run.Act) {
	start, ok := w.machine.Begin(a.Step)
	if !ok {
		return
	}
	step := &w.turns[a.Step-1]
	step.Turn.Decision = start.Decision
	if a.Changed && start.Decision.Outcome == gate.Run {
		w.show(w.words.StepNow(a.Step, start.Decision)...)
	}
	w.running[a.Step], w.starts[a.Step-1] = true, start
	t := step.Turn
	go func() {
		result, err := w.d.RunStep(ctx, start, t, w.messages)
		w.events <- func() { w.finished(a.Step, result, err) }
	}()
}

// finished takes up what a body came to.
func (w *weaver) finished(n int, result exec.Result, err error) {
	delete(w.running, n)
	step := &w.turns[n-1]
	step.Error, step.Frames = err, app.Frames(err)
	step.Gave(result)
	if err == nil {
		w.d.Remember(w.starts[n-1], result)
		w.machine.Finished(n, result.Data)
		w.later(n, func() { w.result(result.Text) })
		return
	}
	if errors.Is(err, app.ErrInterrupted) {
		w.machine.Cancel()
		return
	}
	w.machine.Failed(n, said(err))
	w.later(n, func() { w.show(w.words.Error(err)...) })
}

// result prints a body's text.
func (w *weaver) result(text string) {
	if !w.in.json {
		w.printResult(text)
	}
}

// later says what a step has to say once no step before it runs.
func (w *weaver) later(n int, say func()) {
	before := w.pending[n]
	w.pending[n] = func() {
		if before != nil {
			before()
		}
		say()
	}
	w.flush()
}

func (w *weaver) flush() {
	for n := 1; n <= len(w.turns); n++ {
		if w.running[n] {
			return
		}
		if say := w.pending[n]; say != nil {
			delete(w.pending, n)
			say()
		}
		w.lineOf(n)
	}
}
