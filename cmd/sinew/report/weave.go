package report

import (
	"fmt"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/decide/words"
)

// PlanStep is a step's line of the plan: what sinew would say of it alone, then
// what ties it to the others; under one that waits, why (manual, "Before anything
// runs").
func (w Words) PlanStep(p *plan.Plan, n int, held ...string) []string {
	s := p.Step(n)
	if s.Decision.Outcome == gate.Abstain {
		held = nil
	}
	return w.step(n, s.Text, s.Decision, append(p.Notes(n), held...))
}

// Plan is every line of a plan, then what no step came of, and what stands
// against running it; held says, where the machine holds a body only in part or
// not at all, that it does.
func (w Words) Plan(p *plan.Plan, held ...string) []string {
	var lines []string
	for _, s := range p.Steps {
		lines = append(lines, w.PlanStep(p, s.N, held...)...)
	}
	lines = append(lines, w.Unplaced(p)...)
	for _, problem := range p.Verdict.Problems() {
		lines = append(lines, w.Problem(problem))
	}
	for _, c := range p.Verdict.Because {
		if said := c.Message(); c.Asks() && said != "" {
			lines = append(lines, w.Note(said))
		}
	}
	return lines
}

// Unplaced are the lines of the words that no step came of.
func (w Words) Unplaced(p *plan.Plan) []string {
	var lines []string
	for _, said := range p.Unplaced() {
		lines = append(lines, w.Note(said))
	}
	return lines
}

// StepNow is a step's line at its turn.
func (w Words) StepNow(n int, d gate.Decision, notes ...string) []string {
	return w.step(n, d.Input, d, notes)
}

// Skipped is the line of a step that was left out, and why.
func (w Words) Skipped(p *plan.Plan, o run.Outcome) []string {
	notes := append(p.Notes(o.Step), string(run.Skipped))
	if why := run.After(p, o); why != "" {
		notes = append(notes, why)
	}
	s := p.Step(o.Step)
	return w.step(o.Step, s.Text, s.Decision, notes)
}

// Refused is the line of a step that was refused at its turn, "" for one that
// has said so itself.
func (w Words) Refused(o run.Outcome) []string {
	input := o.Rounds[len(o.Rounds)-1].Input
	switch o.Why.Type {
	case run.NoReflex:
		return []string{w.numbered(o.Step, words.Quote(input), []string{"no reflex"})}
	case run.ReadAs:
		return []string{w.numbered(o.Step, words.Quote(input), []string{"reads as " + o.Why.Reflex})}
	}
	return nil
}

func (w Words) step(n int, said string, d gate.Decision, notes []string) []string {
	lines := []string{w.numbered(n, stepLine(said, d), notes)}
	if d.Outcome == gate.Confirm {
		lines = append(lines, "       "+w.paint(dim, w.Plain(d.Prompt.Reason)))
	}
	return lines
}

func (w Words) numbered(n int, line string, notes []string) string {
	return fmt.Sprintf("  %d  ", n) + w.shown(strings.Join(append([]string{line}, notes...), dot))
}

// stepLine is a step alone: its call, or its words where it matches nothing.
func stepLine(said string, d gate.Decision) string {
	switch d.Outcome {
	case gate.Run:
		return d.Call().String() + "  " + words.P(d.Confidence)
	case gate.Confirm:
		return d.Prompt.Own
	case gate.Abstain:
		return words.Quote(said)
	}
	return d.Call().String()
}

// Review are the lines above the one question over a plan: each playbook's own,
// or what the plan waits for else. file is the plan's, as shown, "" for none.
func (w Words) Review(p *plan.Plan, file string) []string {
	var lines []string
	for _, r := range p.Reviews {
		lines = append(lines, w.Confirm(r.Prompt.Own, r.Prompt.Reason)...)
	}
	for _, c := range p.Verdict.Because {
		if c.Type == plan.TakesNothing {
			lines = append(lines, w.Note(c.Message()))
		}
	}
	if file != "" {
		lines = append(lines, w.Note("the plan of "+file))
	}
	return lines
}

// NotSaved is why a plan that asks is not saved.
func NotSaved(step int, question string) string {
	return fmt.Sprintf("step %d asks: %s; a file holds nobody's answers, so the sentence must say it", step, question)
}
