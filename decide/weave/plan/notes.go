package plan

import (
	"fmt"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/words"
)

// Notes are what a step's line of the plan ends in, in order: that it matches
// nothing, what it asks for,
// what it takes from which step, what it comes after and runs beside, the
// playbook that wrote it, and what its result picks (manual, "Before anything
// runs"). They are joined with ` · `.
func (p *Plan) Notes(n int) []string {
	s := p.Step(n)
	var notes []string
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if s.Decision.Outcome == gate.Abstain {
		add("no reflex")
	}
	if asks := p.asks(s); len(asks) > 0 {
		add("asks %s", strings.Join(asks, ", "))
	}
	if takes := p.taken(n); len(takes) > 0 {
		add("takes %s", strings.Join(takes, ", "))
	}
	if after := p.after(s); len(after) > 0 {
		add("after %s", words.Numbers(after))
	}
	if with := p.with(n); len(with) > 0 {
		add("with %s", words.Numbers(with))
	}
	for _, w := range s.Wrote {
		add("%s %d", w.Playbook, w.Step)
	}
	notes = append(notes, s.renamed()...)
	return append(append(notes, p.picked(s)...), s.lacking()...)
}

// asks are the arguments a step lacks and nothing gives.
func (p *Plan) asks(s *Step) []string {
	var asks []string
	for _, c := range p.Verdict.Because {
		if c.Type == Needs && c.Step == s.N {
			asks = append(asks, c.Arg)
		}
	}
	return asks
}

func (p *Plan) taken(n int) []string {
	var takes []string
	for _, b := range p.Into(n) {
		takes = append(takes, fmt.Sprintf("%s from %d", b.Field, b.From))
	}
	return takes
}

// after are the steps it waits for and takes nothing from; the one that picks
// it has a note of its own.
func (p *Plan) after(s *Step) []int {
	return slices.DeleteFunc(slices.Clone(s.After), func(n int) bool {
		took := slices.ContainsFunc(p.Into(s.N), func(b Bind) bool { return b.From == n })
		return took || s.When != nil && s.When.Step == n
	})
}

// with are the steps before it in its stage.
func (p *Plan) with(n int) []int {
	for _, stage := range p.Stages {
		if i := slices.Index(stage, n); i > 0 {
			return stage[:i]
		}
	}
	return nil
}

// picked are the notes of a branch: on the step whose result picks, and on each
// that is picked among.
func (p *Plan) picked(s *Step) []string {
	var notes []string
	for _, later := range p.Steps {
		if w := later.When; w != nil && w.Step == s.N {
			notes = append(notes, fmt.Sprintf("%d on %s", later.N, words.Quote(w.Is)))
		}
	}
	if len(notes) > 0 {
		notes = []string{"then " + strings.Join(notes, ", ")}
	}
	if w := s.When; w != nil {
		notes = append(notes, fmt.Sprintf("if %d yields %s %s", w.Step, w.Field, words.Quote(w.Is)))
	}
	return notes
}

// renamed are the slots whose words the step read as an argument of another
// name.
func (s *Step) renamed() []string {
	if len(s.Wrote) == 0 {
		return nil
	}
	var notes []string
	slots := s.Wrote[len(s.Wrote)-1].Slots
	for _, slot := range slots {
		if arg := s.readAs(slot, slots); arg != "" {
			notes = append(notes, slot.Arg+" as "+arg)
		}
	}
	return notes
}

func (s *Step) readAs(slot Slot, slots []Slot) string {
	c := s.Decision.Call()
	if _, same := c.Arg(slot.Arg); same {
		return ""
	}
	for _, a := range c.Args {
		isSlot := slices.ContainsFunc(slots, func(o Slot) bool { return o.Arg == a.Name })
		if !isSlot && strings.EqualFold(a.Value.Shown(), slot.Words) {
			return a.Name
		}
	}
	return ""
}

func (s *Step) lacking() []string {
	var notes []string
	for _, said := range s.Without {
		notes = append(notes, "without "+words.Quote(said))
	}
	return notes
}

// Unplaced are the lines under a plan: what was folded into which step, set
// aside, kept out of the plan, and left out.
func (p *Plan) Unplaced() []string {
	var lines []string
	for _, f := range p.Folded {
		lines = append(lines, fmt.Sprintf("folded %s into %d", words.Quote(f.Words.Text), f.Into+1))
	}
	for _, a := range p.Asides {
		if a.Remark || a.By != "" {
			lines = append(lines, "set aside "+words.Quote(a.Words.Text))
		}
	}
	for _, a := range p.Asides {
		if !a.Remark && a.By == "" {
			lines = append(lines, "not in the plan "+words.Quote(a.Words.Text))
		}
	}
	for _, e := range p.Excluded {
		lines = append(lines, "left out "+words.Quote(e.Text))
	}
	return lines
}

// Question is what is asked over a plan that waits for one yes, and by whom it
// is put: a playbook's own where the plan is its alone, else that of the plan as
// it stands.
func (p *Plan) Question() (template string, of *Review) {
	if len(p.Reviews) == 1 && p.isOf(p.Reviews[0]) {
		return p.Reviews[0].Prompt.Template, &p.Reviews[0]
	}
	return words.RunThePlan, nil
}

// isOf reports whether every step is the playbook's, and nothing else waits.
func (p *Plan) isOf(r Review) bool {
	if has(p.Verdict.Because, TakesNothing) {
		return false
	}
	return !slices.ContainsFunc(p.Steps, func(s Step) bool { return len(s.Wrote) == 0 || s.Wrote[0].Playbook != r.Playbook })
}

// Line is a step alone as the plan's line names it: its call, or its words
// where it matches nothing.
func (s *Step) Line() string {
	if s.Decision.Outcome == gate.Abstain {
		return words.Quote(s.Text)
	}
	return s.Decision.Call().String()
}
