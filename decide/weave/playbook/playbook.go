// Package playbook puts the steps of a playbook into a sentence's plan: each
// slot filled with the words the sentence gave it, each step decided as a typed
// sentence would be, a playbook reached by a step opened once more (manual,
// "Playbooks"; reading.md 6.7).
//
// Expand is called as reading.Read is: with what is decided so far, giving the
// texts that still have to be, or the sentence with every plan in it. What a
// plan may not be is a Cause of the sentence. Nothing here asks anybody
// anything.
package playbook

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// deepest is how many playbooks stand in one another.
const deepest = 2

// Opens reports whether a decision is a playbook's complete call, which its
// plan replaces.
func Opens(cat *catalog.Catalog, d gate.Decision) bool {
	return (d.Outcome == gate.Run || d.Outcome == gate.Confirm) && Of(cat, d) != nil
}

// Of is the playbook a decision is of, complete or not, or nil.
func Of(cat *catalog.Catalog, d gate.Decision) *catalog.Reflex {
	if d.Reading.Winner == nil {
		return nil
	}
	if x := cat.Reflex(d.Reading.Winner.Reflex); x != nil && x.Manifest.Playbook() {
		return x
	}
	return nil
}

// Expand puts the plans of a sentence's playbooks in the places of the parts
// that reach them. decided are texts decided alone, over the reflexes the
// sentence was; need are those it lacks, each once, and then the sentence is as
// it was. A playbook that asks stays a step that asks. A part whose playbook
// stands in the sentence already, called alike, is folded into its first step.
func Expand(cat *catalog.Catalog, s plan.Sentence, decided map[string]gate.Decision) (need []string, out plan.Sentence) {
	e := &expander{cat: cat, decided: decided, before: s, out: s}
	e.out.Parts = nil
	for _, p := range e.stated(s.Parts) {
		e.part(p)
	}
	if len(e.need) > 0 {
		return e.need, s
	}
	e.renumber()
	for _, x := range s.Excluded {
		if len(e.out.Reviews) > 0 && !slices.ContainsFunc(s.Causes, func(c plan.Cause) bool { return c.Type == plan.Excluded }) {
			e.out.Causes = append(e.out.Causes, plan.Cause{Type: plan.Excluded, Text: x.Text})
		}
	}
	return nil, folded(e.out)
}

// An expander opens the playbooks of one sentence.
type expander struct {
	cat     *catalog.Catalog
	decided map[string]gate.Decision
	before  plan.Sentence
	out     plan.Sentence
	places  []int // where each part of before stands now, from 0
	need    []string
	reviews []plan.Review // of the plans opened now
	causes  []plan.Cause
	folds   []fold
}

// A fold is a part that says a playbook's call again: of a plan opened now, or
// of one that stood in the sentence already.
type fold struct {
	part    plan.Part
	at      int // the part's place in before
	of      int
	already bool
}

// part puts one part of the sentence in: itself, or its playbook's plan.
func (e *expander) part(p plan.Part) {
	e.places = append(e.places, len(e.out.Parts))
	if !p.Own() || !Opens(e.cat, p.Decision) {
		e.out.Parts = append(e.out.Parts, p)
		return
	}
	if of, already := e.said(p); of >= 0 {
		e.folds = append(e.folds, fold{p, len(e.places) - 1, of, already})
		return
	}
	first := len(e.out.Parts)
	if e.open(p) {
		e.reviews = append(e.reviews, e.review(p, first))
	}
}

// said is the plan whose playbook was called alike, -1 for none, and whether it
// stood in the sentence already.
func (e *expander) said(p plan.Part) (of int, already bool) {
	alike := func(r plan.Review) bool { return r.Decision.Call().String() == p.Decision.Call().String() }
	if of = slices.IndexFunc(e.before.Reviews, alike); of >= 0 {
		return of, true
	}
	return slices.IndexFunc(e.reviews, alike), false
}

// open puts a playbook's steps in, in place of the part that reaches it; where
// it may not stand there the part stays, with the reason.
func (e *expander) open(p plan.Part) bool {
	x := Of(e.cat, p.Decision)
	if t := refused(p, x.Name); t != "" {
		e.causes = append(e.causes, plan.Cause{Type: t, Step: len(e.out.Parts) + 1, Playbook: x.Name})
		e.out.Parts = append(e.out.Parts, p)
		return false
	}
	slots := Slots(e.cat, p.Decision)
	for i, s := range x.Manifest.Steps {
		e.step(p, plan.Written{Playbook: x.Name, Step: i + 1, Slots: slots}, s)
	}
	return true
}

// refused is why a part's playbook may not be opened where it stands, or "".
func refused(p plan.Part, name string) plan.CauseType {
	switch {
	case p.Branch != nil:
		return plan.BranchIntoPlan
	case slices.ContainsFunc(p.Wrote, func(w plan.Written) bool { return w.Playbook == name }):
		return plan.Nested
	case len(p.Wrote) >= deepest:
		return plan.TooDeep
	}
	return ""
}

// step puts one step of a playbook in, or the plan it reaches.
func (e *expander) step(p plan.Part, w plan.Written, s manifest.Step) {
	said := Sentence(s, w.Slots)
	d, ok := e.decide(said)
	if !ok {
		return
	}
	step := plan.Part{Wrote: append(slices.Clone(p.Wrote), w), Branch: p.Branch}
	step.Text, step.From, step.To, step.Decision = said, p.From, p.To, d
	step.Then = p.Then && w.Step == 1
	if s.Field != "" {
		step.Branch = &plan.Branch{Field: s.Field, Is: s.Is}
	}
	if Opens(e.cat, d) {
		e.open(step)
		return
	}
	e.out.Parts = append(e.out.Parts, step)
}

// review is the yes a playbook's plan waits for.
func (e *expander) review(p plan.Part, first int) plan.Review {
	x := Of(e.cat, p.Decision)
	prompt := p.Decision.Prompt
	if p.Decision.Outcome == gate.Run {
		weakest := gate.WeakestName(p.Decision.Weakest)
		prompt = gate.Prompt{
			Own:      words.Own(p.Decision.Call().String(), x.Effect.String(), weakest, p.Decision.Confidence),
			Reason:   words.WaitsForYes,
			Template: gate.Template(x.Manifest, p.Decision.Call()),
		}
	}
	if reach := Reach(e.out.Parts[first:]); reach > x.Effect {
		prompt.Reason = words.Reasons([]string{prompt.Reason, words.StepsReach(reach.String())})
	}
	return plan.Review{First: first + 1, Playbook: x.Name, Text: p.Text, Prompt: prompt, Decision: p.Decision, Slots: Slots(e.cat, p.Decision)}
}

// Reach is the tightest effect of the steps.
func Reach(parts []plan.Part) manifest.Effect {
	reach := manifest.ReadOnly
	for _, p := range parts {
		if p.Decision.Reading.Winner != nil {
			reach = max(reach, p.Decision.Effect)
		}
	}
	return reach
}

// renumber puts everything that names a step under the number it has now, and
// adds what was found.
func (e *expander) renumber() {
	now := func(at int) int {
		if at < 0 || at >= len(e.places) {
			return at
		}
		return e.places[at]
	}
	reviews := e.before.Renumber(now).Reviews
	for _, f := range e.folds {
		into := e.reviews
		if f.already {
			into = reviews
		}
		e.places[f.at] = into[f.of].First - 1
	}
	e.out.Folded, e.out.Reviews, e.out.Causes = e.before.Folded, e.before.Reviews, e.before.Causes
	e.out = e.out.Renumber(now)
	for _, f := range e.folds {
		e.out.Folded = append(e.out.Folded, weave.Folded{Words: f.part.Words(), Into: e.places[f.at]})
	}
	e.out.Reviews, e.out.Causes = append(e.out.Reviews, e.reviews...), append(e.out.Causes, e.causes...)
}

// Sentence is a playbook's step with its slots filled.
func Sentence(s manifest.Step, slots []plan.Slot) string {
	return s.Fill(func(name string) (string, bool) {
		i := slices.IndexFunc(slots, func(o plan.Slot) bool { return o.Arg == name })
		if i < 0 {
			return "", false
		}
		return slots[i].Words, true
	})
}

// Slots are the values of a playbook's call, in its order, as they are written
// into a step: an option's key, a text with its quotes, every other value as it
// was typed.
func Slots(cat *catalog.Catalog, d gate.Decision) []plan.Slot {
	var slots []plan.Slot
	for _, a := range d.Call().Args {
		if a.Value.Kind != call.Flag {
			slots = append(slots, plan.Slot{Arg: a.Name, Words: written(cat, d, a)})
		}
	}
	return slots
}

// written are a value's words. A listed word is written as the list has it
// where it was said in another form, which a step could read less surely.
func written(cat *catalog.Catalog, d gate.Decision, a call.Arg) string {
	switch reflex := d.Reading.Winner.Reflex; {
	case a.Value.Kind == call.Word:
		for _, f := range reading.Found(d.Input, cat.Listed(reflex, a.Name), reflex) {
			if f.Key == a.Value.Word && f.How == "same" {
				return f.Span.Text
			}
		}
	case a.Value.Kind == call.Pick && a.Value.Read.Kind == pick.Quoted:
		return `"` + a.Value.Read.Text + `"`
	}
	return a.Value.Shown()
}
