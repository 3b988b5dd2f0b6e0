package turn

import (
	"maps"
	"slices"

	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/exec"
)

// What can become of a step of several, beside the fates of one decision.
const (
	Refused Fate = "refused"
	Skipped Fate = "skipped"
)

// A Pinned is the plan file a step was run from: as it is shown, and the id of
// the bytes that were read.
type Pinned struct {
	File string `json:"file"`
	ID   string `json:"id"`
}

// A Step is one step of a sentence and what became of it.
type Step struct {
	Turn    Turn
	Outcome run.Outcome
	Result  *exec.Result // when the body ran; the data is of the last record, where it ran once for each
	Error   error        // when it failed
	Frames  []string     // of a JavaScript body's error
	Pinned  *Pinned      // nil for a sentence that was typed
}

// Gave takes up what the step's body gave. Where it runs once for each record,
// its text is that of all of them.
func (s *Step) Gave(result exec.Result) {
	if s.Result != nil {
		result.Text, result.Cut = s.Result.Text+"\n"+result.Text, s.Result.Cut || result.Cut
	}
	s.Result = &result
}

// Behind is a step decided again: what was asked before counts as its own.
func (t Turn) Behind(before Turn) Turn {
	t.Trace = slices.Concat(before.Trace, t.Trace)
	answers := maps.Clone(before.Answers)
	maps.Copy(answers, t.Answers)
	t.Answers = answers
	if t.grounds == nil {
		t.grounds = before.grounds
	}
	return t
}

// Object is the step's JSON line (manual, "The JSON line").
func (s Step) Object(p *plan.Plan) gate.Object {
	trace := s.Turn.Trace
	if trace == nil {
		trace = []Trace{}
	}
	return run.Line(p, s.Outcome, trace, s.body())
}

// body are the members about the run. One that was cancelled says so by its
// status.
func (s Step) body() gate.Object {
	var body gate.Object
	if s.Pinned != nil {
		body.Add("pinned", s.Pinned)
	}
	if s.Outcome.Status != run.Skipped {
		return append(body, RunMembers(s.Result, s.Error, s.Frames, false)...)
	}
	if s.Result != nil && s.Result.Contained.Type != "" {
		body.Add("contained", s.Result.Contained)
	}
	return body
}

// Fate is what became of the step.
func (s Step) Fate() Fate {
	switch s.Outcome.Status {
	case run.Ran:
		if s.Turn.Decision.Outcome == gate.Confirm {
			return RanAtYes
		}
		return Ran
	case run.Failed:
		return Failed
	case run.Declined:
		return Declined
	case run.Refused:
		return Refused
	case run.Unanswered:
		return Unanswered
	case run.Skipped:
		return Skipped
	}
	return NotExecuted
}

// said is what a step that did not run to its end says beside its fate.
func (s Step) said(p *plan.Plan) string {
	switch s.Outcome.Status {
	case run.Failed, run.Unanswered:
		return s.Outcome.Why.Message
	case run.Skipped:
		return run.After(p, s.Outcome)
	}
	return ""
}

// Steps are the plan's steps before anything ran.
func (s *Sentence) Steps() []Step {
	all := make([]Step, len(s.Plan.Steps))
	for i := range all {
		all[i] = Step{Turn: s.Turn(i + 1), Outcome: run.Outcome{Step: i + 1}}
	}
	return all
}

// Lines are the JSON lines that stand before a sentence's steps: that of each
// decision that picked a playbook, or the only one of a sentence that was
// refused before it had a step.
func (s *Sentence) Lines() []gate.Object {
	if len(s.Plan.Steps) == 0 {
		return []gate.Object{run.RefusedLine(&s.Plan, s.Trace())}
	}
	var all []gate.Object
	for _, r := range s.Plan.Reviews {
		t := s.Picked(r)
		if t.Trace == nil {
			t.Trace = []Trace{}
		}
		all = append(all, run.PlaybookLine(&s.Plan, r, t.Trace))
	}
	return all
}

// LogLines are the lines a sentence is logged as, one for each step, with what
// was answered about its text beside it. The last holds what why reads back.
func (s *Sentence) LogLines(steps []Step, pinned *Pinned) ([][]byte, error) {
	told := s.Told(steps, pinned)
	all := s.logged(told.Adapter, steps)
	for i, step := range steps {
		line := step.Object(&s.Plan)
		line.Add("answers", step.Turn.Answers)
		line.Add("proposed", candidates(step.Turn.Decision.Input))
		line.Add("explained", told.Steps[i].Explained)
		line.Add("fate", step.Fate())
		all = append(all, line)
	}
	all[len(all)-1].Add("told", told)
	return lines(all)
}

// logged are Lines as the log has them.
func (s *Sentence) logged(adapter string, steps []Step) []gate.Object {
	fate := Refused
	if len(steps) > 0 {
		fate = ofPlan(steps)
	}
	all := s.Lines()
	for i := range all {
		all[i].Add("explained", gate.Explanation{Input: s.Plan.Input, Adapter: adapter})
		all[i].Add("fate", fate)
	}
	return all
}

func lines(all []gate.Object) ([][]byte, error) {
	out := make([][]byte, len(all))
	for i, one := range all {
		line, err := gate.Line(one)
		if err != nil {
			return nil, err
		}
		out[i] = line
	}
	return out, nil
}
