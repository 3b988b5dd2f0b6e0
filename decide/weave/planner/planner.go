// Package planner takes a sentence from its words to its plan: it reads it for
// its steps, opens its playbooks, and ties the steps together.
//
// It asks in rounds as package weave does: Read takes the answers so far and
// gives the requests of the next round, or none and the plan. Where the plan
// asks a person, Answer takes what they said, and Read goes on from there. The
// same answers, of a classifier and a person, always give the same plan. Nothing
// here asks anybody anything.
package planner

import (
	"cmp"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/playbook"
	"sinew/pkg/call"
)

// A Planner is one sentence while it is planned. It is for one goroutine.
type Planner struct {
	cat   *catalog.Catalog
	weave *weave.Weave
	plain *weave.Weave   // without the session's results; nil where there are none
	said  *plan.Sentence // as far as it was read and its playbooks opened; nil before
}

// New is a sentence over the reflexes in scope.
func New(cat *catalog.Catalog, scope []catalog.Reflex, input string, b reading.Beside) *Planner {
	p := &Planner{cat: cat, weave: weave.New(cat, scope, input, b)}
	if !b.Memory.Empty() {
		b.Memory = reading.Memory{}
		p.plain = weave.New(cat, scope, input, b)
	}
	return p
}

// Read plans the sentence with the answers so far: the requests of the next
// round, or none and the plan. A memory may only have grown since it was last
// read with.
func (p *Planner) Read(m *weave.Memory) ([]weave.Request, plan.Plan) {
	said := p.said
	if said == nil {
		open, read := p.read(m)
		if len(open) > 0 {
			return open, plan.Plan{}
		}
		s := plan.Of(read)
		said = &s
	}
	opened, open := p.expand(m, *said)
	if len(open) > 0 {
		return open, plan.Plan{}
	}
	p.said = &opened
	return p.make(m, opened)
}

// read is the sentence read for its steps. One of several parts takes nothing
// from what the session returned (manual, "Arguments", A value recalled); words
// that count several results are one part.
func (p *Planner) read(m *weave.Memory) ([]weave.Request, weave.Sentence) {
	open, read := p.weave.Read(m)
	if len(open) > 0 || p.plain == nil || !several(read) {
		return open, read
	}
	return p.plain.Read(m)
}

func several(read weave.Sentence) bool {
	return slices.ContainsFunc(read.Steps, func(s weave.Step) bool { return s.From != read.Steps[0].From || s.To != read.Steps[0].To })
}

// expand opens the sentence's playbooks, whose steps are decided side by side.
func (p *Planner) expand(m *weave.Memory, s plan.Sentence) (plan.Sentence, []weave.Request) {
	decided := map[string]gate.Decision{}
	alone := cmp.Or(p.plain, p.weave) // a playbook's step takes nothing of the session's either
	for {
		need, out := playbook.Expand(p.cat, s, decided)
		if len(need) == 0 {
			return out, nil
		}
		var open []weave.Request
		for _, said := range need {
			d, more := alone.Alone(m, said)
			if open = append(open, more...); len(more) == 0 {
				decided[said] = d
			}
		}
		if len(open) > 0 {
			return s, open
		}
	}
}

// make is the plan, or the questions about what its words refer to.
func (p *Planner) make(m *weave.Memory, s plan.Sentence) ([]weave.Request, plan.Plan) {
	asked, out := plan.Make(p.cat, s, nil)
	if len(asked) == 0 {
		return nil, out
	}
	var answers question.Answers
	answers, open := p.weave.Asked(m, asked)
	if len(open) > 0 {
		return open, plan.Plan{}
	}
	_, out = plan.Make(p.cat, s, answers)
	return nil, out
}

// Answer takes values a person gave for what step n of the plan last read asks,
// as gate.Fill does. It reports whether that step asked for anything.
func (p *Planner) Answer(n int, given map[string]call.Value) bool {
	if p.said == nil || n < 1 || n > len(p.said.Parts) || p.said.Parts[n-1].Decision.Outcome != gate.Ask {
		return false
	}
	s := *p.said
	s.Parts = slices.Clone(s.Parts)
	s.Parts[n-1].Decision = gate.Fill(p.cat, s.Parts[n-1].Decision, given)
	p.said = &s
	return true
}

// Sentence is what the last plan was made of.
func (p *Planner) Sentence() plan.Sentence {
	if p.said == nil {
		return plan.Sentence{}
	}
	return *p.said
}
