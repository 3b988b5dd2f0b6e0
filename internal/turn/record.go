package turn

import (
	"encoding/json"
	"errors"

	"sinew/decide/gate"
	"sinew/exec"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// A Fate is what became of a decision.
type Fate string

// What can become of one.
const (
	Ran         Fate = "ran"
	RanAtYes    Fate = "ran at your yes"
	Failed      Fate = "failed"
	Declined    Fate = "declined"
	Unanswered  Fate = "unanswered"
	Cancelled   Fate = "cancelled"
	Abstained   Fate = "abstained"
	NotExecuted Fate = "" // decided only
)

// An Outcome is a decision and what became of it.
type Outcome struct {
	Turn   Turn
	Fate   Fate
	Result *exec.Result // when the body ran
	Error  error        // when it failed
	Frames []string     // of a JavaScript body's error
	Read   *Told        // how its sentence was read, where that is more than its one step
}

// A Named is a call a person wrote by name and what became of it. Held is the
// prompt of one that waits for a yes.
type Named struct {
	Call   call.Call
	Effect manifest.Effect
	Held   *gate.Prompt
	Result *exec.Result // when the body ran
	Error  error        // when it failed
	Frames []string     // of a JavaScript body's error
	Ended  bool         // the run was interrupted
}

// Line is the JSON line of a call by name, without a line feed: an outcome's,
// with nothing judged and no adapter asked (manual, "The JSON line").
func (n Named) Line() ([]byte, error) {
	line := gate.WireByName(n.Call, n.Effect, n.Held)
	line.Add("trace", []Trace{})
	return gate.Line(append(line, RunMembers(n.Result, n.Error, n.Frames, n.Ended)...))
}

// Line is the JSON line of an outcome, without a line feed (manual, "The JSON
// line").
func (o Outcome) Line() ([]byte, error) { return gate.Line(o.object()) }

func (o Outcome) object() gate.Object {
	line := o.Turn.Decision.Wire()
	trace := o.Turn.Trace
	if trace == nil {
		trace = []Trace{}
	}
	line.Add("trace", trace)
	return append(line, RunMembers(o.Result, o.Error, o.Frames, o.Fate == Cancelled)...)
}

// RunMembers are what a run adds to a line: how far it was held, and what came
// of it.
func RunMembers(result *exec.Result, err error, frames []string, cancelled bool) gate.Object {
	var line gate.Object
	if result == nil {
		return line
	}
	if result.Contained.Type != "" { // not for a run refused before it began
		line.Add("contained", result.Contained)
	}
	if err == nil {
		line.Add("result", given(result))
	} else {
		line.Add("error", err.Error())
	}
	if len(frames) > 0 {
		line.Add("frames", frames)
	}
	if cancelled {
		line.Add("cancelled", true)
	}
	return line
}

// given is what a body gave; cut marks a text that is the start of a longer one.
func given(result *exec.Result) gate.Object {
	whole := gate.Object{{Key: "text", Value: result.Text}}
	if result.Cut {
		whole.Add("cut", true)
	}
	if result.Data != nil {
		whole.Add("data", result.Data)
	}
	return whole
}

// A Logged is the part of a log's line that why reads back.
type Logged struct {
	Explained gate.Explanation `json:"explained"`
	Fate      Fate             `json:"fate"`
	Error     string           `json:"error,omitempty"`
	Frames    []string         `json:"frames,omitempty"`
	Read      *Told            `json:"read,omitempty"` // of one step: how its sentence was read
	Told      *Told            `json:"told,omitempty"` // on the last line of a sentence of several steps
}

// LogLine is the line an outcome is logged as: the JSON line, the raw answers
// and the input's candidates beside it (manual, "The JSON line"), and the
// explanation.
func (o Outcome) LogLine() ([]byte, error) {
	line := o.object()
	line.Add("answers", o.Turn.Answers)
	line.Add("proposed", candidates(o.Turn.Decision.Input))
	line.Add("explained", o.Turn.Explain())
	line.Add("fate", o.Fate)
	if o.Read != nil {
		line.Add("read", o.Read)
	}
	return gate.Line(line)
}

// candidates are what the recognizers find in an input, in its order.
func candidates(input string) []gate.Object {
	all := []gate.Object{}
	for _, found := range pick.Find(input) {
		all = append(all, gate.Object{{Key: "span", Value: found.Span}, {Key: "value", Value: found.Value}})
	}
	return all
}

// ReadLogged reads a line of the log. The error says that it is none of ours.
func ReadLogged(line []byte) (Logged, error) {
	var l Logged
	if err := json.Unmarshal(line, &l); err != nil {
		return Logged{}, &diag.Failure{What: "reading a line of the log", Why: err}
	}
	if l.Explained.Input == "" {
		return Logged{}, &diag.Failure{What: "reading a line of the log", Why: errors.New("it holds no decision")}
	}
	return l, nil
}
