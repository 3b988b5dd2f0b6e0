package run

import (
	"sinew/decide/gate"
	"sinew/decide/weave/plan"
)

// Line is a step's JSON line: its number and the count, the decision of its last
// round, the trace, what was bound to it and ties it to the others, then what
// the host says of its body, and what became of it (manual, "The JSON line").
func Line(p *plan.Plan, o Outcome, trace any, body gate.Object) gate.Object {
	step, decision := p.Step(o.Step), p.Step(o.Step).Decision
	if len(o.Rounds) > 0 {
		decision = o.Rounds[len(o.Rounds)-1].Decision
	}
	line := append(counted(o.Step, p), decision.Wire()...)
	line.Add("trace", trace)
	if bound := o.Bound(); len(bound) > 0 {
		line.Add("bound", bound)
	}
	line = append(line, step.Ties()...)
	line = append(line, body...)
	if o.Status == "" {
		return line
	}
	return append(line, o.Wire()...)
}

func counted(n int, p *plan.Plan) gate.Object {
	return gate.Object{{Key: "step", Value: n}, {Key: "steps", Value: len(p.Steps)}}
}

// PlaybookLine is the line of the decision that picked a playbook, which stands
// before its steps': step 0, and no status.
func PlaybookLine(p *plan.Plan, r plan.Review, trace any) gate.Object {
	line := append(counted(0, p), r.Decision.Wire()...)
	line.Add("trace", trace)
	line.Add("playbook", r.Playbook)
	line.Add("slots", plan.WireSlots(r.Slots))
	return line
}

// RefusedLine is the one line of a sentence that was refused before it had a
// step: over the whole input, with nothing judged.
func RefusedLine(p *plan.Plan, trace any) gate.Object {
	because := make([]gate.Object, len(p.Verdict.Because))
	for i, c := range p.Verdict.Because {
		because[i] = c.Wire()
	}
	return gate.Object{
		{Key: "input", Value: p.Input}, {Key: "outcome", Value: gate.Abstain},
		{Key: "judgments", Value: []string{}}, {Key: "contenders", Value: []string{}},
		{Key: "because", Value: because}, {Key: "trace", Value: trace},
	}
}
