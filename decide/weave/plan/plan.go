// Package plan is what several steps of one sentence come to before anything
// runs: which step takes what from which, what runs beside what, and whether
// the whole may run at all (manual, "Weaving" and "The JSON line"; reading.md
// 6.6 to 6.9).
//
//	sentence  the decided parts, as they were read or a playbook wrote them
//	step      one part, numbered from 1 in the order it is written
//	reference words of a step that point at an earlier one: `it`, `that release`
//	bind      a value of one step's result that a later step takes
//	stage     steps that may run together; a write is always alone in its own
//	verdict   run, ask, confirm or refuse, and every reason for it
//
// Make is called as reading.Read is: with the answers so far, giving the
// questions still open or the plan. The same sentence and answers give the same
// plan, and its Wire the same bytes. Nothing here asks anybody anything, and a
// Plan is a value: nothing changes it.
//
// Spans and offsets count code points; those of a part are in its own text,
// those of a place in the sentence, in the order its words say.
package plan

import (
	"cmp"
	"slices"

	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// MaxSteps is the most steps a plan holds.
const MaxSteps = 24

// A Sentence is what a plan is made of: what was read of a sentence, its steps
// with those that playbooks wrote among them.
type Sentence struct {
	weave.Sentence          // its Steps are not read: Parts stand in their place
	Parts          []Part   // in the order they are to be done
	Reviews        []Review // one for each playbook whose plan stands in the sentence
	Causes         []Cause  // what refused the sentence before it was planned
}

// A Part is one decided text: as a sentence was read, or as a playbook wrote
// it, which stands where the part stands that reached the playbook.
type Part struct {
	weave.Step
	Wrote  []Written // the playbooks that wrote it, outermost first; nil for a person's own
	Branch *Branch   // the value it runs under; nil when it runs either way
}

// Of is a sentence as it was read, its playbooks not opened yet.
func Of(read weave.Sentence) Sentence {
	s := Sentence{Sentence: read}
	for _, step := range read.Steps {
		s.Parts = append(s.Parts, Part{Step: step})
	}
	if read.Condition != nil {
		s.Causes = []Cause{{Type: Conditional, Text: read.Condition.Text}}
	}
	return s
}

// Own reports whether a person typed the part.
func (p Part) Own() bool { return len(p.Wrote) == 0 }

// Words are the part as the person typed it, where it stands in the sentence.
func (p Part) Words() text.Span {
	return text.Span{Start: p.From, End: p.To, Text: cmp.Or(p.Typed, p.Text)}
}

// A Branch is the value under which a playbook's step runs.
type Branch struct{ Field, Is string }

// A Written is one playbook's step, from 1, and the slots its sentence filled.
type Written struct {
	Playbook string
	Step     int
	Slots    []Slot
}

// A Slot is a playbook's argument and the words written for it.
type Slot struct{ Arg, Words string }

// A Via is how a value comes into a step.
type Via string

// The ways.
const (
	Fill    Via = "fill"    // as an answer would give it
	Rewrite Via = "rewrite" // written into the step's words, which are decided again
	Takes   Via = "takes"   // a whole result, beside the decision
)

// A Review is a playbook's plan that waits for one yes over its steps. First is
// the number, from 1, of the first of them.
type Review struct {
	First    int
	Playbook string
	Text     string // the words that reached the playbook
	Prompt   gate.Prompt
	Decision gate.Decision // that picked it
	Slots    []Slot
}

// A Plan is a sentence's steps, as they would run.
type Plan struct {
	Input     string
	Steps     []Step
	Binds     []Bind
	Stages    [][]int // numbers from 1, in the order they run
	Verdict   Verdict
	Exclusive bool // no step runs beside another
	Places    []weave.Place
	Excluded  []text.Span
	Count     *weave.Count
	Folded    []weave.Folded
	Asides    []weave.Aside
	Reviews   []Review
}

// A Step is one part in its place.
type Step struct {
	N int // from 1
	Part
	Refs   []Ref
	Beside []Beside
	After  []int // the steps it waits for, from 1, in order
	When   *When
}

// A When is the earlier step, from 1, and the value of its result under which a
// step runs.
type When struct {
	Step  int    `json:"step"`
	Field string `json:"field"`
	Is    string `json:"is"`
}

// A Beside is an argument whose day of the month was read beside the day of
// another step, from 1.
type Beside struct {
	Arg  string
	Step int
}

// A Bind is a value of one step's result taken by a later step's argument. Each
// is the list whose every record gives one; Kind is "" for a whole result. Ref
// is the place of the reference among the step's, or -1.
type Bind struct {
	From, To int // from 1
	Arg      string
	Field    string
	Each     string
	Kind     pick.Kind
	Via      Via
	Ref      int
}

// A Verdict is what may become of the plan.
type Verdict struct {
	Outcome Outcome
	Because []Cause
}

// An Outcome is what becomes of a plan.
type Outcome string

// The four outcomes.
const (
	Run     Outcome = "run"
	Ask     Outcome = "ask"     // a question only a person can answer comes first
	Confirm Outcome = "confirm" // one yes over the whole plan comes first
	Refuse  Outcome = "refuse"
)

// Step is the step numbered n, or nil.
func (p *Plan) Step(n int) *Step {
	if n < 1 || n > len(p.Steps) {
		return nil
	}
	return &p.Steps[n-1]
}

// Reflex is the reflex the step was decided as, or "".
func (s *Step) Reflex() string {
	if s.Decision.Reading.Winner == nil {
		return ""
	}
	return s.Decision.Reading.Winner.Reflex
}

// Into are the binds a step takes by, in their order.
func (p *Plan) Into(n int) []Bind {
	var all []Bind
	for _, b := range p.Binds {
		if b.To == n {
			all = append(all, b)
		}
	}
	return all
}

// PerRecord reports whether a step runs once for each record of a list.
func (p *Plan) PerRecord(n int) bool {
	for _, b := range p.Binds {
		if b.To == n && b.Each != "" {
			return true
		}
	}
	return false
}

// statedElsewhere reports whether a value of the step is one another part of
// the sentence states.
func (p Part) statedElsewhere() bool {
	if p.Decision.Reading.Winner == nil {
		return false
	}
	return slices.ContainsFunc(p.Decision.Reading.Winner.Basis, func(b reading.Basis) bool { return b.By == reading.ByShared })
}
