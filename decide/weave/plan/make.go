package plan

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
)

// Make plans a sentence over the catalog its parts were decided over. It gives
// the questions about the whole sentence that are still open, or none and the
// plan. Every answer must have been validated against its question.
func Make(cat *catalog.Catalog, s Sentence, answers question.Answers) ([]question.Question, Plan) {
	m := &maker{cat: cat, parts: slices.Clone(s.Parts), plan: Plan{
		Input: s.Input, Places: s.Places, Excluded: s.Excluded, Count: s.Count, Folded: s.Folded, Asides: s.Asides, Reviews: s.Reviews,
	}}
	var open []question.Question
	for i, p := range s.Parts {
		step := Step{N: i + 1, Part: p, Refs: references(cat, s.Parts, i)}
		for place := range step.Refs {
			if q := step.Refs[place].ask(s.Parts, i, place, answers); q != nil {
				open = append(open, *q)
			}
		}
		m.plan.Steps = append(m.plan.Steps, step)
	}
	if len(open) > 0 {
		return open, Plan{}
	}
	m.threads()
	m.stages()
	m.verdict(s.Causes)
	return nil, m.plan
}

// A maker makes one plan.
type maker struct {
	cat   *catalog.Catalog
	parts []Part
	plan  Plan

	// What the threads between steps come to, each in step order.
	sources, branches, doubts, idle []Cause
}

// threads ties every step to those before it.
func (m *maker) threads() {
	for at := range m.plan.Steps {
		m.branch(at)
		m.takes(at)
		for _, place := range m.byNoun(at) {
			m.follow(at, place)
		}
		m.beside(at)
		m.maybe(at)
		m.waits(at)
	}
}

// waits are the steps before this one that it comes after: those it takes from
// or refers to, the one that picks it, and all that stand before a `then`.
func (m *maker) waits(at int) {
	step := &m.plan.Steps[at]
	wait := func(n int) {
		if !slices.Contains(step.After, n) {
			step.After = append(step.After, n)
		}
	}
	for _, b := range m.plan.Into(step.N) {
		wait(b.From)
	}
	for _, r := range step.Refs {
		if !r.Weak {
			for _, from := range r.From {
				wait(from + 1)
			}
		}
	}
	if step.When != nil {
		wait(step.When.Step)
	}
	for n := range m.lastThen(at) {
		wait(n + 1)
	}
	slices.Sort(step.After)
}

// lastThen is how many steps stand before the last `then` before a step, or in
// front of the step itself.
func (m *maker) lastThen(at int) int {
	for ; at > 0; at-- {
		if m.parts[at].Then {
			return at
		}
	}
	return 0
}

// stages are the steps by what they wait for. A step that changes anything
// makes every step run alone, in the order they are written.
func (m *maker) stages() {
	steps := m.plan.Steps
	m.plan.Exclusive = len(steps) > 1 && slices.ContainsFunc(steps, func(s Step) bool { return s.changes() })
	if m.plan.Exclusive {
		for _, s := range steps {
			m.plan.Stages = append(m.plan.Stages, []int{s.N})
		}
		return
	}
	layer := make([]int, len(steps)+1)
	for _, s := range steps {
		for _, n := range s.After {
			layer[s.N] = max(layer[s.N], layer[n]+1)
		}
		for len(m.plan.Stages) <= layer[s.N] {
			m.plan.Stages = append(m.plan.Stages, nil)
		}
		m.plan.Stages[layer[s.N]] = append(m.plan.Stages[layer[s.N]], s.N)
	}
}

// changes reports whether a step does more than read.
func (s *Step) changes() bool { return s.Decision.Reading.Winner != nil && s.Decision.Effect != 0 }
