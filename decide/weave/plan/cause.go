package plan

import (
	"cmp"

	"sinew/decide/gate"
	"sinew/decide/words"
	"sinew/pkg/diag"
)

// A CauseType is one kind of reason of a verdict, by its name on the wire.
type CauseType string

// What refuses a plan, in the order it is listed.
const (
	BranchIntoPlan CauseType = "branch_into_plan" // a step under a value reaches a playbook
	Nested         CauseType = "nested"           // a step reaches the playbook it stands in
	TooDeep        CauseType = "too_deep"         // a plan inside a plan inside a plan
	TooLong        CauseType = "too_long"         // more than MaxSteps
	Excluded       CauseType = "excluded"         // a part that says what not to do, beside a playbook's plan
	Conditional    CauseType = "conditional"      // a part that opens with a condition
	NothingToDo    CauseType = "nothing_to_do"    // no part asks for anything
	NoSource       CauseType = "no_source"        // no step before it returns what it takes
	SeveralSources CauseType = "several_sources"  // two do, or one that runs once per record
	NoField        CauseType = "no_field"         // a branch on a field its source does not yield
	BadValue       CauseType = "bad_value"        // a branch on a value the field cannot hold
	MaybeSource    CauseType = "maybe_source"     // a step takes from one that may not run
	NoReflex       CauseType = "no_reflex"        // a part matches nothing
)

// What makes a plan ask, and what makes it wait for one yes.
const (
	Needs        CauseType = "needs"         // a step lacks a required argument
	Several      CauseType = "several"       // several fields fit what a reference takes
	OneOfMany    CauseType = "one_of_many"   // a reference to one record of a list
	TakesNothing CauseType = "takes_nothing" // a step refers to another and takes nothing from it
	Reviewed     CauseType = "reviewed"      // a playbook's plan
)

// A Cause is one reason of a verdict. Only the fields its type uses are set;
// steps count from 1.
type Cause struct {
	Type     CauseType
	Step     int
	Arg      string      // needs, several, one_of_many
	From     []int       // the steps it is about
	Takes    string      // no_source, several_sources: the result's name
	Field    string      // one_of_many, no_field, bad_value; several_sources of a field
	Fields   []string    // several
	Is       string      // no_field, bad_value: the value branched on
	Kind     string      // bad_value: what the field holds
	Reflex   string      // no_field: the source's; no_source: one that returns it, or the taker
	Playbook string      // branch_into_plan, nested, too_deep, too_long, reviewed
	Text     string      // conditional, excluded, no_reflex, reviewed; one_of_many: the noun said
	Steps    int         // too_long: how many
	Prompt   gate.Prompt // reviewed
}

// Refuses reports whether a plan with this cause runs nothing.
func (c Cause) Refuses() bool {
	switch c.Type {
	case Needs, Several, OneOfMany, TakesNothing, Reviewed:
		return false
	}
	return true
}

// Asks reports whether a person has to say more before anything runs.
func (c Cause) Asks() bool { return c.Type == Needs || c.Type == Several || c.Type == OneOfMany }

// Wire is the cause as the JSON line has it: its type, then what it is about.
func (c Cause) Wire() gate.Object {
	o := gate.Object{{Key: "type", Value: c.Type}}
	addNot(&o, "step", c.Step, 0)
	addNot(&o, "arg", c.Arg, "")
	if len(c.From) > 0 {
		o.Add("from", c.From)
	}
	addNot(&o, "takes", c.Takes, "")
	addNot(&o, "field", c.Field, "")
	if len(c.Fields) > 0 {
		o.Add("fields", c.Fields)
	}
	addNot(&o, "is", c.Is, "")
	addNot(&o, "playbook", c.Playbook, "")
	if c.Type != NoReflex && c.Type != OneOfMany {
		addNot(&o, "text", c.Text, "")
	}
	addNot(&o, "steps", c.Steps, 0)
	if c.Type == Reviewed {
		o.Add("prompt", c.Prompt)
	}
	return o
}

func addNot[T comparable](o *gate.Object, key string, value, absent T) {
	if value != absent {
		o.Add(key, value)
	}
}

// Message is the cause as a person reads it, or "" for one that is a question
// or a line of its own: needs, reviewed and no_reflex.
func (c Cause) Message() string {
	switch c.Type {
	case BranchIntoPlan:
		return words.BranchIntoPlan(c.Step, c.Playbook)
	case Nested:
		return words.Nested(c.Step, c.Playbook)
	case TooDeep:
		return words.TooDeep(c.Step, c.Playbook)
	case TooLong:
		return words.TooLong(c.Steps, MaxSteps)
	case Excluded:
		return words.ExcludedBesidePlan(c.Text)
	case Conditional:
		return words.Conditional(c.Text)
	case NothingToDo:
		return words.NothingToDo
	}
	return c.threads()
}

// threads are the messages of what one step takes from another.
func (c Cause) threads() string {
	switch c.Type {
	case NoSource:
		return words.NoSource(c.Step, c.Takes)
	case SeveralSources:
		if c.Takes == "" {
			return words.FromARecord(c.Step, c.Field, c.From[0])
		}
		return words.SeveralSources(c.Step, c.Takes, c.From)
	case NoField:
		return words.NoField(c.Step, c.Field, c.From[0], c.Reflex)
	case BadValue:
		return words.BadValue(c.Step, c.Field, c.Is, c.Kind)
	case MaybeSource:
		return words.MaybeSource(c.Step, c.From[0])
	case Several:
		return words.SeveralFields(c.Step, c.Arg, c.From, c.Fields)
	case OneOfMany:
		return words.OneOfMany(c.Step, cmp.Or(c.Text, c.Arg), c.From[0])
	case TakesNothing:
		return words.TakesNothing(c.Step, c.From)
	}
	return ""
}

// Fix is what puts a refusal right; ok is false where the sentence itself has
// to be said another way.
func (c Cause) Fix() (fix diag.Fix, ok bool) {
	switch c.Type {
	case NoSource, SeveralSources, NoField, BadValue, MaybeSource:
		return diag.Show(c.Reflex), c.Reflex != ""
	case BranchIntoPlan, Nested, TooDeep, TooLong:
		return diag.Show(c.Playbook), c.Playbook != ""
	}
	return diag.Fix{}, false
}

// Problems are the refusals of a plan that a person reads as lines, in order.
func (v Verdict) Problems() diag.Problems {
	var all diag.Problems
	for _, c := range v.Because {
		if message := c.Message(); c.Refuses() && message != "" {
			p := diag.Problem{Message: message, Fix: diag.Fix{Kind: diag.FixNone}}
			if fix, ok := c.Fix(); ok {
				p.Fix = fix
			}
			all = append(all, p)
		}
	}
	return all
}
