package cli

import (
	"context"

	"sinew/cmd/sinew/report"
	"sinew/decide/gate"
	"sinew/decide/weave/run"
	phrase "sinew/decide/words"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
)

// prompt asks the first thing that is due of a person. It reports whether
// anything was.
func (w *weaver) prompt(ctx context.Context) bool {
	due := w.machine.Due()
	if len(due) == 0 {
		return false
	}
	switch a := due[0]; a.Kind {
	case run.Approve:
		w.settled(0, w.approve(ctx))
	case run.Answer:
		w.answer(ctx, a)
	case run.Confirm:
		w.turns[a.Step-1].Turn.Decision = a.Decision
		w.settled(a.Step, w.confirmStep(ctx, a))
	}
	return true
}

// settled tells the machine how a prompt ended; step 0 is the whole plan's.
func (w *weaver) settled(n int, err error) {
	switch {
	case err == nil:
		w.machine.Yes(n)
		return
	case fateOf(err) == turn.Declined:
		w.machine.No(n)
	case fateOf(err) == turn.Cancelled:
		w.machine.Cancel()
	default:
		w.say(err)
		w.keepFault(err)
		w.machine.Unanswered(n, said(err))
	}
	w.flush()
}

// approve asks for the one yes over the whole plan. Where a playbook puts the
// question, teach teaches the sentence that reached it.
func (w *weaver) approve(ctx context.Context) error {
	template, of := w.plan.Question()
	file := ""
	if w.pinned != nil { // read by somebody else: the whole is asked about, whoever wrote it
		file, template, of = w.pinned.File, phrase.RunThePlan, nil
	}
	q := question{prompt: gate.Prompt{Template: template}, lines: w.words.Review(w.plan, file)}
	if of != nil {
		q.teach = w.teacher(w.d, w.of.Picked(*of))
	}
	return w.confirm(ctx, q)
}

func (w *weaver) confirmStep(ctx context.Context, a run.Act) error {
	t := w.turns[a.Step-1].Turn
	lines := w.words.StepNow(a.Step, a.Decision, held()...)
	return w.confirm(ctx, question{prompt: a.Decision.Prompt, lines: lines, teach: w.teacher(w.d, t)})
}

// held is what heldHere says, as a note of a step's line.
func held() []string {
	if said := heldHere(); said != "" {
		return []string{said[len(" · "):]}
	}
	return nil
}

// answer asks for what a step still needs at its turn.
func (w *weaver) answer(ctx context.Context, a run.Act) {
	t := &w.turns[a.Step-1].Turn
	t.Decision = a.Decision
	w.show(w.words.StepNow(a.Step, a.Decision)...)
	given, err := w.answers(ctx, &w.d, t)
	if err != nil {
		w.settled(a.Step, err)
		return
	}
	w.of.Catalog = t.Catalog
	w.machine.Refresh(t.Catalog)
	w.machine.Answered(a.Step, given)
}

// outcomes are what became of the steps.
func (w *weaver) outcomes() []run.Outcome {
	if w.machine == nil {
		return w.stopped
	}
	return w.machine.Outcomes()
}

// lineOf prints a step's JSON line once it is over.
func (w *weaver) lineOf(n int) {
	o := w.outcomes()[n-1]
	if w.turns[n-1].Outcome = o; o.Status == "" || !w.in.json || w.printed[n] {
		return
	}
	w.printed[n] = true
	w.object(w.turns[n-1].Object(w.plan))
}

// object prints a JSON line.
func (w *weaver) object(o gate.Object) {
	line, err := gate.Line(o)
	if err != nil {
		w.fault = &diag.Failure{What: "writing the line", Why: err}
		return
	}
	w.session.answer(report.CleanJSON(string(line)))
}

// before prints the JSON lines that stand before the steps'.
func (w *weaver) before() {
	if !w.in.json {
		return
	}
	for _, line := range w.of.Lines() {
		w.object(line)
	}
}

// end says which steps were left out, logs them all, and gives what the
// sentence ended in.
func (w *weaver) end(ctx context.Context) error {
	w.flush()
	for _, o := range w.outcomes() {
		if o.Status == run.Skipped {
			w.show(w.words.Skipped(w.plan, o)...)
		}
	}
	logged := w.d.LogSentence(w.of, w.turns, w.pinned)
	if ended := w.ended(ctx); ended != nil {
		return ended
	}
	return logged
}

// ended is the worst that became of a step, which has been said; nil where all
// ran.
func (w *weaver) ended(ctx context.Context) error {
	switch code, _ := run.Worst(w.outcomes()); {
	case w.interrupted(ctx):
		return app.ErrInterrupted
	case w.fault != nil:
		return exited(w.code(w.fault))
	case len(w.plan.Steps) == 0:
		return exited(exitDeclined)
	case code != exitRan:
		return exited(code)
	}
	return nil
}

// interrupted reports whether Ctrl-C ended the weave, at a prompt or while a
// step ran.
func (w *weaver) interrupted(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	for _, o := range w.outcomes() {
		if o.Why != nil && o.Why.Type == run.Cancelled {
			return true
		}
	}
	return false
}
