package run

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/words"
	"sinew/pkg/call"
)

// A Machine runs one plan.
type Machine struct {
	cat     *catalog.Catalog
	plan    plan.Plan
	steps   []state // by number less one
	stage   int     // the stage that runs; past the last when all is over
	approve bool    // the yes over the whole is still open
}

// A state is where one step stands.
type state struct {
	out      Outcome
	done     bool
	ready    bool // what it takes is known
	running  bool
	deciding bool
	rounds   int // how many it has
	input    string
	decision gate.Decision
	permit   gate.Permit
	bound    []Bound
}

// New is the running of a plan. A plan that refuses or still asks runs nothing:
// every step is over at once. One yes over the whole comes first where the
// verdict says so, or where review does: a plan from a file is read by a person
// whatever its verdict.
func New(cat *catalog.Catalog, p plan.Plan, review bool) *Machine {
	m := &Machine{cat: cat, plan: p, steps: make([]state, len(p.Steps))}
	for i := range m.steps {
		m.steps[i].out.Step = i + 1
	}
	switch p.Verdict.Outcome {
	case plan.Refuse:
		m.refuse()
	case plan.Ask:
		m.endAll(Unanswered, Why{Type: Said, Message: m.asksFirst()})
	case plan.Run:
		m.approve = review
	default:
		m.approve = true
	}
	m.advance()
	return m
}

// refuse ends every step of a plan that may not run: one that matches nothing
// says so itself, the others what stands against the plan.
func (m *Machine) refuse() {
	var messages []string
	for _, c := range m.plan.Verdict.Because {
		if message := c.Message(); c.Refuses() && message != "" {
			messages = append(messages, message)
		} else if c.Type == plan.NoReflex {
			messages = append(messages, words.MatchesNothing(c.Step))
		}
	}
	for i, s := range m.plan.Steps {
		why := Why{Type: Said, Message: strings.Join(messages, "; ")}
		if s.Decision.Outcome == gate.Abstain {
			why = Why{Type: NoReflex}
		}
		m.end(i+1, Refused, &why)
	}
}

// asksFirst is what a plan that asks waits for: what cannot be told apart, else a
// question that was not put.
func (m *Machine) asksFirst() string {
	var messages []string
	for _, c := range m.plan.Verdict.Because {
		if message := c.Message(); c.Asks() && message != "" {
			messages = append(messages, message)
		}
	}
	return cmp.Or(strings.Join(messages, "; "), words.AsksFirst)
}

func (m *Machine) endAll(status Status, why Why) {
	for i := range m.steps {
		if !m.steps[i].done {
			m.end(i+1, status, &why)
		}
	}
}

// end is what became of a step.
func (m *Machine) end(n int, status Status, why *Why) {
	s := &m.steps[n-1]
	s.done, s.running, s.deciding, s.permit = true, false, false, gate.Permit{}
	s.out.Status, s.out.Why = status, why
}

// Over reports whether nothing is left to do.
func (m *Machine) Over() bool {
	return !slices.ContainsFunc(m.steps, func(s state) bool { return !s.done })
}

// Outcomes are what became of the steps, in order; a step that is not over yet
// has no status.
func (m *Machine) Outcomes() []Outcome {
	all := make([]Outcome, len(m.steps))
	for i, s := range m.steps {
		all[i] = s.out
	}
	return all
}

// Due are the acts that may be done now, in the order of their steps. A body
// that was begun is due no more.
func (m *Machine) Due() []Act {
	if m.Over() {
		return nil
	}
	if m.approve {
		return []Act{{Kind: Approve}}
	}
	var due []Act
	for _, n := range m.plan.Stages[m.stage] {
		if s := &m.steps[n-1]; !s.done && !s.running {
			due = append(due, m.act(n, s))
		}
	}
	return due
}

func (m *Machine) act(n int, s *state) Act {
	a := Act{Step: n, Round: len(s.out.Rounds) + 1, Decision: s.decision}
	a.Changed = s.decision.Call().String() != m.plan.Step(n).Decision.Call().String()
	switch {
	case s.deciding:
		return Act{Kind: Decide, Step: n, Round: a.Round, Text: s.input, Reflex: m.plan.Step(n).Reflex()}
	case s.decision.Outcome == gate.Ask:
		a.Kind = Answer
	case s.decision.Outcome == gate.Confirm && !granted(s.permit):
		a.Kind = Confirm
	default:
		a.Kind = Body
	}
	return a
}

func granted(p gate.Permit) bool { _, ok := p.Call(); return ok }

// open is the step an event is about, where an act of the kind is due for it.
func (m *Machine) open(n int, kinds ...Kind) *state {
	for _, a := range m.Due() {
		if a.Step == n && slices.Contains(kinds, a.Kind) && n > 0 {
			return &m.steps[n-1]
		}
	}
	return nil
}

// Decided is a step decided again over its reflex. It reports whether that was
// due, as every event does; one that was not changes nothing.
func (m *Machine) Decided(n int, d gate.Decision) bool {
	s := m.open(n, Decide)
	if s == nil {
		return false
	}
	s.deciding = false
	before := m.plan.Step(n)
	s.decision = gate.Hold(m.cat, d, before.Decision.Put...)
	switch w := d.Reading.Winner; {
	case w == nil:
		m.stop(n, Refused, Why{Type: NoReflex})
	case w.Reflex != before.Reflex():
		m.stop(n, Refused, Why{Type: ReadAs, Reflex: w.Reflex})
	}
	m.settle(n)
	return true
}

// Undecided is a step whose words nobody could decide again; message says why.
func (m *Machine) Undecided(n int, message string) bool {
	if m.open(n, Decide) == nil {
		return false
	}
	m.stop(n, Failed, Why{Type: Said, Message: message})
	return true
}

// Refresh has the answers that follow held against another catalog, one whose
// vocabularies changed while a prompt waited.
func (m *Machine) Refresh(cat *catalog.Catalog) { m.cat = cat }

// Answered are values a person gave for what a step asks.
func (m *Machine) Answered(n int, given map[string]call.Value) bool {
	s := m.open(n, Answer)
	if s == nil {
		return false
	}
	s.decision = gate.Fill(m.cat, s.decision, given)
	m.settle(n)
	return true
}

// settle takes up a decision that has changed: only that of a run is permitted
// by itself.
func (m *Machine) settle(n int) {
	s := &m.steps[n-1]
	if s.done {
		return
	}
	s.permit = s.decision.Permit()
	if s.decision.Outcome == gate.Abstain {
		m.stop(n, Refused, Why{Type: NoReflex})
	}
}

// Yes is a person's yes to a step's call, or to the whole plan for step 0.
func (m *Machine) Yes(n int) bool {
	if n == 0 && m.approve {
		m.approve = false
		m.advance()
		return true
	}
	s := m.open(n, Confirm)
	if s == nil {
		return false
	}
	s.permit = s.decision.Held().Yes()
	return true
}

// No is a person's no: to a step's call or question, or to the whole plan for
// step 0.
func (m *Machine) No(n int) bool { return m.turnDown(n, Declined, "") }

// Unanswered is a question of a step, or the one over the whole plan for step 0,
// that nobody could be asked; message says why.
func (m *Machine) Unanswered(n int, message string) bool { return m.turnDown(n, Unanswered, message) }

func (m *Machine) turnDown(n int, status Status, message string) bool {
	if n == 0 && m.approve {
		if message == "" {
			message, _ = m.plan.Question()
		}
		m.approve = false
		m.endAll(status, Why{Type: Said, Message: message})
		return true
	}
	s := m.open(n, Confirm, Answer)
	if s == nil {
		return false
	}
	if message == "" {
		message = asked(s.decision)
	}
	m.stop(n, status, Why{Type: Said, Message: message})
	return true
}

// asked is the line a person said no to.
func asked(d gate.Decision) string {
	if d.Outcome == gate.Confirm {
		return d.Prompt.Own
	}
	return d.Reading.Winner.Missing[0].Ask
}

// Begin is a step's body starting. It is given once for each round.
func (m *Machine) Begin(n int) (Start, bool) {
	s := m.open(n, Body)
	if s == nil || !granted(s.permit) {
		return Start{}, false
	}
	start := Start{Permit: s.permit, Decision: s.decision, Taken: m.taken(n)}
	s.running, s.permit = true, gate.Permit{}
	return start, true
}

// Finished is a body that ran to its end; data is what it returned, or nil.
func (m *Machine) Finished(n int, data json.RawMessage) bool {
	if n < 1 || n > len(m.steps) || !m.steps[n-1].running {
		return false
	}
	s := &m.steps[n-1]
	s.running = false
	m.record(s, Ran, data)
	if len(s.out.Rounds) < s.rounds {
		m.round(n)
	} else {
		m.end(n, Ran, nil)
	}
	m.advance()
	return true
}

// Failed is a body that failed; message is its failure's.
func (m *Machine) Failed(n int, message string) bool {
	if n < 1 || n > len(m.steps) || !m.steps[n-1].running {
		return false
	}
	m.stop(n, Failed, Why{Type: Said, Message: message})
	return true
}

// Cancel ends the weave where it stands: the steps whose bodies run are given
// back, to be ended, and every step that is not over reads skipped, cancelled.
func (m *Machine) Cancel() (running []int) {
	for i, s := range m.steps {
		if s.running {
			running = append(running, i+1)
			m.record(&m.steps[i], Skipped, nil)
		}
	}
	m.approve = false
	m.endAll(Skipped, Why{Type: Cancelled})
	return running
}

// record keeps the round that is over.
func (m *Machine) record(s *state, status Status, data json.RawMessage) {
	s.out.Rounds = append(s.out.Rounds, Round{Input: s.input, Decision: s.decision, Bound: s.bound, Status: status, Data: data})
}

// stop ends a step that did not run to its end, and lets the weave go on.
func (m *Machine) stop(n int, status Status, why Why) {
	m.record(&m.steps[n-1], status, nil)
	m.end(n, status, &why)
	m.advance()
}

// advance goes from stage to stage until something is due, or all is over. A
// stage with a step that neither ran nor was skipped clean is the last.
func (m *Machine) advance() {
	for !m.approve && !m.Over() {
		if stage := m.plan.Stages[m.stage]; slices.ContainsFunc(stage, func(n int) bool { return !m.steps[n-1].done }) {
			if !m.prepare(stage) {
				return
			}
			continue
		}
		if m.ends(m.plan.Stages[m.stage]) {
			m.endAll(Skipped, Why{Type: EarlierStep})
			return
		}
		m.stage++
	}
}

func (m *Machine) ends(stage []int) bool {
	return slices.ContainsFunc(stage, func(n int) bool {
		o := m.steps[n-1].out
		return o.Status != Ran && !o.Clean()
	})
}

// prepare works out what the steps of a stage take, and reports whether one was
// over by that.
func (m *Machine) prepare(stage []int) (over bool) {
	for _, n := range stage {
		s := &m.steps[n-1]
		if s.done || s.ready {
			continue
		}
		s.ready = true
		s.input, s.decision = m.plan.Step(n).Text, m.plan.Step(n).Decision
		rounds, why := m.rounds(n)
		if why != nil {
			m.end(n, Skipped, why)
			over = true
			continue
		}
		s.rounds = rounds
		m.round(n)
		over = over || s.done
	}
	return over
}
