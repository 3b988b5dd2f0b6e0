package plan

import (
	"slices"

	"sinew/decide/gate"
)

// refusals is the order in which what refuses a plan is listed: by step, then
// what is about the whole (reading.md 6.9).
var refusals = []CauseType{BranchIntoPlan, Nested, TooDeep}

// verdict gathers every reason, in the order they are listed, and what the plan
// comes to by them. before are those the sentence came with.
func (m *maker) verdict(before []Cause) {
	byStep, whole := apart(before)
	all := append(byStep, whole...)
	if len(m.plan.Steps) > MaxSteps && !has(all, TooLong) {
		all = append(all, Cause{Type: TooLong, Steps: len(m.plan.Steps)})
	}
	if len(m.plan.Steps) == 0 && len(all) == 0 {
		all = append(all, Cause{Type: NothingToDo})
	}
	all = slices.Concat(all, m.sources, m.branches, m.lacks(), m.doubts, m.idle, m.reviews())
	m.plan.Verdict = Verdict{Outcome: outcome(all), Because: all}
}

func apart(all []Cause) (byStep, whole []Cause) {
	for _, c := range all {
		if slices.Contains(refusals, c.Type) {
			byStep = append(byStep, c)
		} else {
			whole = append(whole, c)
		}
	}
	slices.SortStableFunc(byStep, func(a, b Cause) int { return a.Step - b.Step })
	return byStep, whole
}

func has(all []Cause, t CauseType) bool {
	return slices.ContainsFunc(all, func(c Cause) bool { return c.Type == t })
}

// lacks are the steps that match nothing, and the arguments nothing gives.
func (m *maker) lacks() []Cause {
	var all []Cause
	for at, s := range m.plan.Steps {
		if s.Decision.Outcome == gate.Abstain {
			all = append(all, Cause{Type: NoReflex, Step: s.N, Text: s.Text})
			continue
		}
		for _, missing := range s.Decision.Reading.Winner.Missing {
			if !m.holds(at, missing.Arg) && !m.doubted(s.N, missing.Arg) {
				all = append(all, Cause{Type: Needs, Step: s.N, Arg: missing.Arg})
			}
		}
	}
	return all
}

// doubted reports whether a reference could give an argument more than one
// value: the plan stops at that, and nobody is asked.
func (m *maker) doubted(n int, arg string) bool {
	return slices.ContainsFunc(m.doubts, func(c Cause) bool { return c.Step == n && c.Arg == arg })
}

func (m *maker) reviews() []Cause {
	var all []Cause
	for _, r := range m.plan.Reviews {
		all = append(all, Cause{Type: Reviewed, Step: r.First, Playbook: r.Playbook, Text: r.Text, Prompt: r.Prompt})
	}
	return all
}

func outcome(all []Cause) Outcome {
	switch {
	case slices.ContainsFunc(all, Cause.Refuses):
		return Refuse
	case slices.ContainsFunc(all, Cause.Asks):
		return Ask
	case len(all) > 0:
		return Confirm
	}
	return Run
}
