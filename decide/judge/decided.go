package judge

import (
	"encoding/json"
	"fmt"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A Decided is what judging needs of one decision. It comes from a decision
// (Of), or from its JSON line.
type Decided struct {
	Outcome    gate.Outcome
	Reflex     string // "" for an abstain
	Read       map[string]Value
	Effect     manifest.Effect // of a complete call
	Confidence float64
	Judgments  []Judgment // the route's first
	Whole      *float64   // how far the call holds the input; nil when it was not read back
	Held       []Cap      // why a confirm waits
}

// A Value is an argument's value as a record asserts it: a text, or a flag
// raised.
type Value struct {
	Text   string
	Raised bool
}

// A Judgment is one choice of a decision: of the route, where Arg is "", or of
// an argument.
type Judgment struct {
	Arg string
	Top string
	P   float64
}

// A Cap is one reason a call waits; P and Floor are set for one held by what it
// leaves out.
type Cap struct {
	Type  string  `json:"type"`
	P     float64 `json:"p"`
	Floor float64 `json:"floor"`
}

// The caps that a bar decides, by their names on the wire (manual, "Outcomes").
const (
	capUnderFloor = "under_floor"
	capNoGate     = "no_gate"
	capWhole      = "whole"
)

// Complete reports whether the decision holds a whole call: it would run, or
// waits for a yes.
func (d Decided) Complete() bool { return d.Outcome == gate.Run || d.Outcome == gate.Confirm }

// HeldByWhole is how far a call that waits holds what was said, and what it
// would run at; ok is false for one that does not wait for that.
func (d Decided) HeldByWhole() (p, floor float64, ok bool) {
	for _, c := range d.Held {
		if c.Type == capWhole {
			return c.P, c.Floor, true
		}
	}
	return 0, 0, false
}

// otherwiseHeld reports whether a call waits whatever the bars are.
func (d Decided) otherwiseHeld() bool {
	for _, c := range d.Held {
		if c.Type != capUnderFloor && c.Type != capNoGate && c.Type != capWhole {
			return true
		}
	}
	return false
}

// Of is a decision as it is judged.
func Of(d gate.Decision) Decided {
	j := Decided{Outcome: d.Outcome, Read: map[string]Value{}}
	for _, one := range d.Reading.Judgments {
		j.Judgments = append(j.Judgments, Judgment{one.Subject.Arg, one.Top, one.P})
	}
	w := d.Reading.Winner
	if w == nil {
		return j
	}
	j.Reflex, j.Effect, j.Confidence, j.Whole = w.Reflex, d.Effect, d.Confidence, w.Whole
	for _, a := range w.Args {
		j.Read[a.Name] = asserted(a.Value)
	}
	for _, c := range d.Because {
		j.Held = append(j.Held, Cap{c.Type, c.P, c.Floor})
	}
	return j
}

// asserted is a value as a record asserts it: of a pick the words of the input,
// never what words that spell it out would be typed as.
func asserted(v call.Value) Value {
	v.Typed = ""
	return Value{v.Shown(), v.Kind == call.Flag}
}

// A wireDecided is the part of a decision's JSON line that is judged.
type wireDecided struct {
	Outcome gate.Outcome
	Reflex  string
	Args    map[string]struct {
		Type      call.ValueKind
		Key, Word string
		Span      struct{ Text string }
	}
	Effect     string
	Confidence float64
	Judgments  []struct {
		Question, Top string
		P             float64
	}
	Whole   *float64
	Because []Cap
}

// UnmarshalJSON reads a decision's JSON line. Other members are passed over.
func (d *Decided) UnmarshalJSON(data []byte) error {
	var w wireDecided
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*d = Decided{Outcome: w.Outcome, Reflex: w.Reflex, Confidence: w.Confidence, Whole: w.Whole, Held: w.Because, Read: map[string]Value{}}
	for name, a := range w.Args {
		d.Read[name] = Value{a.Key + a.Word + a.Span.Text, a.Type == call.Flag} // one of the three is set
	}
	for _, j := range w.Judgments {
		d.Judgments = append(d.Judgments, Judgment{argOf(j.Question), j.Top, j.P})
	}
	return d.check(w.Effect)
}

// check refuses what is no decision.
func (d *Decided) check(effect string) error {
	switch d.Outcome {
	case gate.Abstain:
		d.Reflex = ""
	case gate.Run, gate.Confirm:
		known := false
		if d.Effect, known = manifest.ParseEffect(effect); !known {
			return fmt.Errorf("%q is no effect", effect)
		}
	case gate.Ask:
	default:
		return fmt.Errorf("%q is no outcome", d.Outcome)
	}
	if d.Outcome != gate.Abstain && d.Reflex == "" {
		return fmt.Errorf("it names no reflex")
	}
	return nil
}

// argOf is the argument a question's id is about, "" for the route.
func argOf(id string) string {
	if id == (question.Subject{Kind: question.Route}).ID() {
		return ""
	}
	_, arg, _ := strings.Cut(id, ".")
	return arg
}
