// Package plan is what several steps of one sentence come to before anything
// runs: which step takes what from which, what runs beside what, and whether
// the whole may run at all (manual, "Weaving" and "The JSON line"; reading.md
// 6.6 to 6.9).
//
//	sentence  the decided parts, as phases or a playbook left them: the input
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
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// MaxSteps is the most steps a plan holds.
const MaxSteps = 24

// A Repair says how a part that was not decided on its own became a step.
type Repair string

// The repairs, by their names on the wire.
const (
	Narrowed  Repair = "narrowed"  // an item of its neighbour's task, in its own words
	Spliced   Repair = "spliced"   // put in the words of the step before it
	Merged    Repair = "merged"    // read with its neighbour
	Split     Repair = "split"     // a part of a joint read as one thing
	Corrected Repair = "corrected" // read with what it says not to do
	Named     Repair = "named"     // read with the whole sentence
	First     Repair = "first"     // the first of two verbs, without the second
	Verb      Repair = "verb"      // the second, which takes from the first
	Again     Repair = "again"     // the step before it, for another value
	Apart     Repair = "apart"     // read for the one value it holds
)

// A Sentence is what a plan is made of. Parts are in the order they are to be
// read; Places are where the sentence could be cut, left to right.
type Sentence struct {
	Input    string // as typed
	Parts    []Part
	Places   []Place
	Excluded []text.Span // parts that say what not to do; where they stand in the sentence
	Asides   []Aside
	Folded   []Folded
	Count    *Count
	Reviews  []Review // one for each playbook whose plan stands in the sentence
	Causes   []Cause  // what refused the sentence before it was planned
}

// A Part is one decided text. Text is what was decided; Typed is as the person
// typed it where Text was written anew, else "".
type Part struct {
	Text, Typed string
	Start, End  int // where the part stands in the sentence; a playbook's, where its own part does
	Decision    gate.Decision
	Repair      Repair
	Shared      []Shared
	From        []Written // the playbooks that wrote it, outermost first; nil for a person's own
	Branch      *Branch   // the value it runs under; nil when it runs either way
	Without     []string  // parts that may add a detail to it and are not in the plan
}

// Own reports whether a person typed the part.
func (p Part) Own() bool { return len(p.From) == 0 }

// Words are the part as the person typed it, where it stands in the sentence.
func (p Part) Words() text.Span {
	return text.Span{Start: p.Start, End: p.End, Text: cmp.Or(p.Typed, p.Text)}
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

// A Place is where a sentence could be cut: Start ends the part before, End
// begins the next. Order is "then" or "and".
type Place struct {
	Start, End int
	Word       string
	Order      string
	P          float64
}

// The orders of a place.
const (
	Then = "then"
	And  = "and"
)

// A Count is how surely the sentence asks for one thing, and whether it stands
// as one step for it.
type Count struct {
	One   float64
	AsOne bool
}

// An Aside is a part that is no step: a remark set aside, or words that may add
// a detail to a step. Does is what the classifier said of it; nil for one set
// aside by its words alone, which By then says.
type Aside struct {
	Words  text.Span
	Remark bool
	Does   *Does
	By     string // "own", "courtesy" or ""
}

// Does is the share of each thing a part may do.
type Does struct {
	Aside  float64 `json:"aside"`
	Detail float64 `json:"detail"`
	Asks   float64 `json:"asks"`
}

// A Folded part repeats a step: Into is its number from 1, Gave the arguments
// it gave the step, Picked the word that picked it among several.
type Folded struct {
	Words  text.Span
	Into   int
	Gave   []string
	Picked string
}

// A Shared word was said once and reached this step. Via is Fill or Rewrite.
type Shared struct {
	Arg, Word string
	Via       Via
}

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
	Excluded  []text.Span
	Cuts      []Cut
	Count     *Count
	Folded    []Folded
	Asides    []Aside
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

// A Cut is a place, and whether the plan cuts the sentence there.
type Cut struct {
	Place
	Cut bool
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
	return slices.ContainsFunc(p.Decision.Reading.Winner.Basis, func(b reading.Basis) bool { return b.By == ByShared })
}

// ByShared is what a value stands on that another part of the sentence states.
const ByShared reading.By = "shared"
