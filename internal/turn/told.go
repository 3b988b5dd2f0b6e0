package turn

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
)

// A Told is a sentence of several steps as a person who asks why sees it, as
// data. The log keeps it.
type Told struct {
	Input     string     `json:"input"`
	Adapter   string     `json:"adapter"`
	Questions int        `json:"questions"` // answered by the adapter; 0 when the cache had them all
	Rounds    int        `json:"rounds"`
	File      string     `json:"file,omitempty"`  // the plan's, as shown
	Count     *Count     `json:"count,omitempty"` // nil where nobody was asked
	Cuts      []Cut      `json:"cuts,omitempty"`
	Set       []Set      `json:"set,omitempty"` // the words no step came of
	Refused   []string   `json:"refused,omitempty"`
	Playbooks []ToldStep `json:"playbooks,omitempty"`
	Steps     []ToldStep `json:"steps"`
}

// A Count is how surely a sentence asks for one thing.
type Count struct {
	One   float64 `json:"one"`
	AsOne bool    `json:"as_one,omitempty"`
}

// A Cut is a place where the sentence was cut.
type Cut struct {
	Word string  `json:"word"`
	P    float64 `json:"p"`
}

// A Set is words that are no step: By says how.
type Set struct {
	Words string `json:"words"`
	By    string `json:"by"`             // own, courtesy, remark, detail, excluded or folded
	Into  int    `json:"into,omitempty"` // folded: the step it repeats, from 1
	Gave  bool   `json:"gave,omitempty"` // folded: it gave the step a value
}

// A ToldStep is one step, or the decision that picked a playbook.
type ToldStep struct {
	N         int              `json:"n"`
	Text      string           `json:"text"`
	Explained gate.Explanation `json:"explained"`
	Fate      Fate             `json:"fate,omitempty"`
	Said      string           `json:"said,omitempty"` // why it did not run to its end
	Frames    []string         `json:"frames,omitempty"`
	Repair    weave.Repair     `json:"repair,omitempty"`
	Taken     []Taken          `json:"taken,omitempty"`
	Shared    []Shared         `json:"shared,omitempty"`
	Wrote     []Wrote          `json:"wrote,omitempty"`
	When      *plan.When       `json:"when,omitempty"`
	Beside    []plan.Beside    `json:"beside,omitempty"`
	Judged    []gate.Share     `json:"judged,omitempty"` // what gave it its reflex, where that was not the route
	Again     bool             `json:"again,omitempty"`  // and that was about another value
}

// A Taken is a value, or a whole result, that a step takes from another.
type Taken struct {
	Arg   string  `json:"arg"`
	From  int     `json:"from"`
	Field string  `json:"field"`
	Value *string `json:"value,omitempty"`
	Whole bool    `json:"whole,omitempty"`
}

// A Shared is a word said once for several steps.
type Shared struct {
	Arg  string `json:"arg"`
	Word string `json:"word"`
}

// A Wrote is the playbook that wrote a step, and which of its steps it is.
type Wrote struct {
	Playbook string `json:"playbook"`
	Step     int    `json:"step"`
}

// Read is how a sentence of one step was read, nil where there is nothing to
// say of it.
func (s *Sentence) Read() *Told {
	t := s.Told(nil, nil)
	if t.Count == nil && len(t.Set) == 0 {
		return nil
	}
	return &t
}

// Told is the sentence and what became of its steps; steps that are Sentence.Turn
// alone tell what would.
func (s *Sentence) Told(steps []Step, pinned *Pinned) Told {
	p := &s.Plan
	t := Told{Input: p.Input, Adapter: s.Catalog.AdapterName(), Set: setOf(p), Cuts: cutsOf(p), Refused: refusedBy(p)}
	t.Questions, t.Rounds = s.askedWith(steps)
	if pinned != nil {
		t.File = pinned.File
	}
	if c := p.Count; c != nil {
		t.Count = &Count{c.One, c.AsOne}
	}
	for _, r := range p.Reviews {
		t.Playbooks = append(t.Playbooks, ToldStep{Text: r.Text, Explained: s.Picked(r).Explain(), Fate: ofPlan(steps)})
	}
	for _, step := range steps {
		t.Steps = append(t.Steps, s.toldStep(step))
	}
	return t
}

// askedWith is Asked with what was asked at the steps' turns.
func (s *Sentence) askedWith(steps []Step) (questions, rounds int) {
	questions, rounds = s.Asked()
	for _, step := range steps {
		before := s.Turn(step.Outcome.Step).Trace
		questions += asksOf(step.Turn.Trace) - asksOf(before)
		rounds += len(step.Turn.Trace) - len(before)
	}
	return questions, rounds
}

func cutsOf(p *plan.Plan) []Cut {
	var all []Cut
	for _, at := range p.Places {
		if at.Cut {
			all = append(all, Cut{at.Word, at.P})
		}
	}
	return all
}

// refusedBy is what a plan stops at.
func refusedBy(p *plan.Plan) []string {
	var all []string
	for _, c := range p.Verdict.Because {
		if said := c.Message(); said != "" && (c.Refuses() || c.Asks()) {
			all = append(all, said)
		}
	}
	return all
}

// ofPlan is what became of the one yes over a plan: a no or nobody to ask ended
// every step alike.
func ofPlan(steps []Step) Fate {
	all := func(f Fate) bool {
		return !slices.ContainsFunc(steps, func(s Step) bool { return s.Fate() != f || s.Result != nil })
	}
	switch {
	case all(NotExecuted):
		return NotExecuted
	case all(Declined):
		return Declined
	case all(Unanswered):
		return Unanswered
	case all(Refused):
		return Refused
	case all(Skipped):
		return Cancelled
	}
	return RanAtYes
}

func asksOf(trace []Trace) (n int) {
	for _, one := range trace {
		n += one.Questions
	}
	return n
}

func setOf(p *plan.Plan) []Set {
	var all []Set
	for _, a := range p.Asides {
		by := a.By
		switch {
		case by == "" && a.Remark:
			by = "remark"
		case by == "":
			by = "detail"
		}
		all = append(all, Set{Words: a.Words.Text, By: by})
	}
	for _, e := range p.Excluded {
		all = append(all, Set{Words: e.Text, By: "excluded"})
	}
	for _, f := range p.Folded {
		all = append(all, Set{Words: f.Words.Text, By: "folded", Into: f.Into + 1, Gave: len(f.Gave) > 0})
	}
	return all
}

func (s *Sentence) toldStep(of Step) ToldStep {
	step := s.Plan.Step(of.Outcome.Step)
	t := ToldStep{
		N: step.N, Text: shownAs(step), Explained: of.Turn.Explain(), Fate: of.Fate(), Said: of.said(&s.Plan),
		Frames: of.Frames, Repair: step.Repair, When: step.When, Beside: step.Beside,
	}
	for _, one := range step.Shared {
		t.Shared = append(t.Shared, Shared{one.Arg, one.Word})
	}
	for _, w := range step.Wrote {
		t.Wrote = append(t.Wrote, Wrote{w.Playbook, w.Step})
	}
	t.Taken = taken(&s.Plan, step.N, of.Outcome.Bound())
	t.Explained.Arguments = takenBy(t.Explained.Arguments, t.Taken)
	for _, one := range t.Shared {
		t.share(one)
	}
	t.judged(step)
	return t
}

// shownAs is a step's words: as typed where it was read out of a longer part,
// and as it was written anew where words of others were put into it.
func shownAs(step *plan.Step) string {
	if step.Typed != "" && (step.Repair == weave.Apart || step.Repair == weave.First) {
		return step.Typed
	}
	return step.Text
}

// taken are what a step takes, with the values it took.
func taken(p *plan.Plan, n int, bound []run.Bound) []Taken {
	var all []Taken
	for _, b := range p.Into(n) {
		one := Taken{Arg: b.Arg, From: b.From, Field: b.Field, Whole: b.Kind == ""}
		for _, v := range bound {
			if v.Arg == b.Arg && v.From == b.From {
				one.Value = v.Value
			}
		}
		all = append(all, one)
	}
	return all
}

// takenBy are the rows of a step's arguments, each that another step gives
// saying so.
func takenBy(rows []gate.Judged, all []Taken) []gate.Judged {
	for _, b := range all {
		if b.Whole {
			continue
		}
		i := slices.IndexFunc(rows, func(j gate.Judged) bool { return j.Arg == b.Arg })
		if i < 0 {
			i = len(rows)
			rows = append(rows, gate.Judged{Arg: b.Arg})
		}
		rows[i].Taken = &gate.Taken{From: b.From, Field: b.Field, Value: b.Value}
	}
	return rows
}

// share says of the row of an argument which word it took: nobody answered it.
func (t *ToldStep) share(one Shared) {
	for i := range t.Explained.Arguments {
		if row := &t.Explained.Arguments[i]; row.Arg == one.Arg {
			row.Answer, row.SaidOnce = "", one.Word
		}
	}
}

// judged is what was answered about a step whose reflex no route gave it.
func (t *ToldStep) judged(step *plan.Step) {
	given := step.Decision.Reading.Judgments
	if len(step.Judged) == 0 || len(given) == 0 {
		return
	}
	t.Again = given[0].Subject.Kind == question.Again
	t.Judged = gate.Ordered(step.Judged)
}
