// Package run is the running of a plan: which step may start now, what it
// takes from those that ran, which are skipped and why, and what the whole
// comes to (manual, "At each step's turn" to "Stopping it"; reading.md 6.10).
//
// A Machine is driven by a host. Due is what may be done now; the host does it
// and tells how it went, with the event of the same name:
//
//	Approve  a yes over the whole plan is asked        Yes, No, Unanswered of step 0
//	Decide   a text is decided over one reflex         Decided, Undecided
//	Answer   a missing argument is asked for           Answered, No, Unanswered
//	Confirm  the step's own yes is asked               Yes, No, Unanswered
//	Body     the step's body may run                   Begin, then Finished or Failed
//
// Only Begin gives the permit a body runs by, and only once; that of a call
// that waits comes from a yes to that very call. Stages run one after another,
// the steps of one side by side; a step that takes from a list runs a round for
// each record, one at a time. After Cancel nothing is due and no event counts.
//
// A Machine asks nobody, runs nothing, and is for one goroutine. Steps count
// from 1, rounds from 1.
package run

import (
	"encoding/json"

	"sinew/decide/gate"
)

// MaxTaken is the longest whole result that is handed on, in bytes of JSON.
const MaxTaken = 1 << 20

// A Kind is what may be done.
type Kind string

// The kinds of acts.
const (
	Approve Kind = "approve"
	Decide  Kind = "decide"
	Answer  Kind = "answer"
	Confirm Kind = "confirm"
	Body    Kind = "body"
)

// An Act is something that may be done now. Round is 0 for Approve.
type Act struct {
	Kind        Kind
	Step, Round int
	Text        string        // Decide: what to decide, over Reflex alone
	Reflex      string        // Decide
	Decision    gate.Decision // Answer, Confirm, Body
	Changed     bool          // the decision differs from the plan's line
}

// A Start is what a body is started with: the permit for its call, and the
// whole results it takes, by the names they were returned under.
type Start struct {
	Permit   gate.Permit
	Taken    map[string]json.RawMessage
	Decision gate.Decision
}

// A Status is what became of a step.
type Status string

// The statuses, by their names on the wire.
const (
	Ran        Status = "ran"
	Failed     Status = "failed"
	Declined   Status = "declined"
	Refused    Status = "refused"
	Skipped    Status = "skipped"
	Unanswered Status = "unanswered"
)

// A WhyType says why a step did not run to its end.
type WhyType string

// The reasons, by their names on the wire.
const (
	EarlierStep   WhyType = "earlier_step"    // a step before it ended the weave
	NothingToTake WhyType = "nothing_to_take" // its source yielded no value it could take
	TooLarge      WhyType = "too_large"       // a whole result over MaxTaken
	FoundNothing  WhyType = "found_nothing"   // the list it takes from is empty
	NotChosen     WhyType = "not_chosen"      // another value picked past it
	NoReflex      WhyType = "no_reflex"       // decided again, it matches nothing
	ReadAs        WhyType = "read_as"         // decided again, it is another reflex
	Cancelled     WhyType = "cancelled"
	Said          WhyType = "said" // a prompt's line, a failure's message, a question no one answered
)

// A Why is why a step did not run to its end. Only the fields its type uses are
// set.
type Why struct {
	Type    WhyType
	From    int    // NothingToTake, TooLarge, NotChosen: the source, from 1
	Value   string // NotChosen
	Reflex  string // ReadAs
	Message string // Said
}

// A Bound is a value a step took. Value is nil for a whole result, which stays
// with its source.
type Bound struct {
	Arg   string  `json:"arg"`
	From  int     `json:"from"`
	Field string  `json:"field"`
	Value *string `json:"value,omitempty"`
}

// A Round is one run of a step: the words and the decision it ran by.
type Round struct {
	Input    string
	Decision gate.Decision
	Bound    []Bound
	Status   Status
	Data     json.RawMessage // what the body returned; nil for nothing
}

// An Outcome is what became of one step. Why is nil for one that ran.
type Outcome struct {
	Step   int
	Status Status
	Why    *Why
	Rounds []Round
}

// Bound are the values the step's last round took.
func (o Outcome) Bound() []Bound {
	if len(o.Rounds) == 0 {
		return nil
	}
	return o.Rounds[len(o.Rounds)-1].Bound
}

// Clean reports whether a skipped step leaves the weave going on.
func (o Outcome) Clean() bool {
	return o.Status == Skipped && o.Why != nil && (o.Why.Type == FoundNothing || o.Why.Type == NotChosen)
}

// Wire are the members a step's line ends in: status, and why.
func (o Outcome) Wire() gate.Object {
	w := gate.Object{{Key: "status", Value: o.Status}}
	if o.Why != nil {
		w.Add("why", o.Why.wire())
	}
	return w
}

func (w Why) wire() gate.Object {
	o := gate.Object{{Key: "type", Value: w.Type}}
	if w.From > 0 {
		o.Add("from", w.From)
	}
	switch w.Type {
	case NotChosen:
		o.Add("value", w.Value)
	case ReadAs:
		o.Add("reflex", w.Reflex)
	case Said:
		o.Add("message", w.Message)
	}
	return o
}

// Exit is the program's exit code for a step: 0 it ran, or was skipped and
// something else says why; 1 a body failed, or a value could not be handed on;
// 2 a no or a refusal; 3 a question nobody answered.
func (o Outcome) Exit() int {
	switch o.Status {
	case Failed:
		return 1
	case Declined, Refused:
		return 2
	case Unanswered:
		return 3
	case Skipped:
		if o.Why.Type == NothingToTake || o.Why.Type == TooLarge {
			return 1
		}
	}
	return 0
}

// Worst is the worst exit code, and the status that stands for it.
func Worst(all []Outcome) (exit int, status Status) {
	for _, o := range all {
		exit = max(exit, o.Exit())
	}
	status = []Status{Ran, Failed, Declined, Unanswered}[exit]
	for _, o := range all {
		if o.Exit() == exit && exit == 2 {
			return exit, o.Status
		}
	}
	return exit, status
}
