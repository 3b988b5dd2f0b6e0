package gate

import (
	"cmp"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// An Outcome is what becomes of an input.
type Outcome string

// The four outcomes.
const (
	Run     Outcome = "run"
	Confirm Outcome = "confirm"
	Ask     Outcome = "ask"
	Abstain Outcome = "abstain"
)

// A Decision is one input, decided. Which fields are set follows from the
// outcome (manual, "The JSON line"). It is a value; Fill makes another.
type Decision struct {
	Input      string
	Outcome    Outcome
	Reading    reading.Reading
	Effect     manifest.Effect // of the winner
	Confidence float64
	Weakest    reading.Judgment
	Because    []Cap           // confirm: why it stopped, in order
	Prompt     Prompt          // confirm
	Choices    []Choices       // ask: what each missing argument may be
	Answered   []string        // the arguments whose values a person gave at an ask
	Put        []Cap           // what the sentence around it holds it back for (Hold)
	Top        *reading.Winner // as it was read: the reflex on top, under its bar or not; nil for none
	permit     Permit
	held       Held
}

// Permit is what lets the call run; only the permit of a run does.
func (d Decision) Permit() Permit { return d.permit }

// Held is the call that waits; only the one of a confirm gives a permit.
func (d Decision) Held() Held { return d.held }

// Call is the winner's call as far as it is known.
func (d Decision) Call() call.Call {
	if d.Reading.Winner == nil {
		return call.Call{}
	}
	return d.Reading.Winner.Call()
}

// Decide gates a reading of the catalog's reflexes.
func Decide(cat *catalog.Catalog, r reading.Reading) Decision {
	d := Decision{Input: r.Input, Reading: r, Top: r.Winner}
	if r.Winner == nil || underRoute(cat.Bars(), r) {
		return d.abstain()
	}
	return d.judge(cat)
}

func underRoute(bars *catalog.Bars, r reading.Reading) bool {
	return bars != nil && r.Judgments[0].P < bars.Route
}

func (d Decision) abstain() Decision {
	d.Outcome, d.Reading.Winner = Abstain, nil
	return d
}

// judge gates a decision that has a winner. A reflex that is no longer in the
// catalog is none to call.
func (d Decision) judge(cat *catalog.Catalog) Decision {
	x := cat.Reflex(d.Reading.Winner.Reflex)
	if x == nil {
		return d.abstain()
	}
	d.Effect = x.Effect
	d.Weakest = slices.MinFunc(d.Reading.Judgments, func(a, b reading.Judgment) int { return cmp.Compare(a.P, b.P) })
	d.Confidence = d.Weakest.P
	d.Reading.Winner = bound(cat, x, *d.Reading.Winner)
	if missing := d.Reading.Winner.Missing; len(missing) > 0 {
		d.Outcome, d.Choices = Ask, choices(cat, x, missing)
		return d
	}
	c := d.Call()
	if d.Because = append(caps(cat.Bars(), x, d), d.Put...); len(d.Because) == 0 {
		d.Outcome, d.permit = Run, Permit{call: c, effect: x.Effect, granted: true}
		return d
	}
	d.Outcome, d.held = Confirm, Held{call: c, effect: x.Effect, real: true}
	d.Prompt = Prompt{
		Own:      words.Own(c.String(), x.Effect.String(), WeakestName(d.Weakest), d.Confidence),
		Reason:   Reason(d.Because),
		Template: Template(x.Manifest, c),
	}
	return d
}

// bound is a winner whose words have the values the person's lists set for
// them, whatever it came with.
func bound(cat *catalog.Catalog, x *catalog.Reflex, w reading.Winner) *reading.Winner {
	w.Args = slices.Clone(w.Args)
	for i := range w.Args {
		value := &w.Args[i].Value
		if a := x.Manifest.Arg(w.Args[i].Name); a != nil && value.Kind == call.Word {
			value.Bound = cat.Bound(a.Vocab, value.Word)
		}
	}
	return &w
}

// WeakestName is a judgment as it is named on a line: the argument's name, or
// `route` for one that gave the reflex.
func WeakestName(j reading.Judgment) string {
	if j.Subject.Routes() {
		return "route"
	}
	return j.Subject.Arg
}

// Template is a reflex's question with a call's values filled in.
func Template(m *manifest.Manifest, c call.Call) string {
	t, err := manifest.ParseTemplate(m.Confirm)
	if err != nil {
		return m.Confirm // a manifest that read has a template that does
	}
	return t.Fill(func(name string) string {
		v, _ := c.Arg(name)
		return v.Shown()
	})
}

// Choices is what one missing argument may be: an author's options, a person's
// words, or what a recognizer reads. One of the three is set.
type Choices struct {
	Arg     string
	Options []manifest.Option
	Vocab   string
	Words   []question.Option
	Pick    manifest.Recognizer
	Range   *manifest.Range // of a pick; nil when open

	Readings []string // of a pick: what words that say it aloud read as, as typed
	Recent   []string // of a pick: what earlier results of the session hold, the newest first
}

// Offered is what a pick is offered as: what the words read as, or else what
// earlier results hold.
func (c Choices) Offered() []string {
	if len(c.Readings) > 0 {
		return c.Readings
	}
	return c.Recent
}

func choices(cat *catalog.Catalog, x *catalog.Reflex, missing []reading.Missing) []Choices {
	all := make([]Choices, len(missing))
	for i, m := range missing {
		a := x.Manifest.Arg(m.Arg)
		all[i] = Choices{Arg: m.Arg}
		switch a.Source {
		case manifest.Options:
			all[i].Options = a.Options
		case manifest.Vocab:
			all[i].Vocab, all[i].Words = a.Vocab, cat.Listed(x.Name, a.Name)
		default:
			all[i].Pick, all[i].Range = a.Pick, a.Range
			all[i].Readings, all[i].Recent = m.Readings, shownAll(m.Recent)
		}
	}
	return all
}

func shownAll(values []call.Value) []string {
	var all []string
	for _, v := range values {
		all = append(all, v.Shown())
	}
	return all
}
