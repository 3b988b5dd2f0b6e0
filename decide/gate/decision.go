package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
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
	Because    []Cap     // confirm: why it stopped, in order
	Prompt     Prompt    // confirm
	Choices    []Choices // ask: what each missing argument may be
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

// Decide gates a reading.
func Decide(cat *catalog.Catalog, r reading.Reading) Decision {
	d := Decision{Input: r.Input, Reading: r, Outcome: Abstain}
	if r.Winner == nil || underRoute(cat, r) {
		d.Reading.Winner = nil
		return d
	}
	return d.judge(cat)
}

func underRoute(cat *catalog.Catalog, r reading.Reading) bool {
	bars := cat.Bars()
	return bars != nil && r.Judgments[0].P < bars.Route
}

// judge gates a decision that has a winner.
func (d Decision) judge(cat *catalog.Catalog) Decision {
	x := cat.Reflex(d.Reading.Winner.Reflex)
	d.Effect = x.Effect
	d.Weakest = slices.MinFunc(d.Reading.Judgments, func(a, b reading.Judgment) int { return byP(a.P, b.P) })
	d.Confidence = d.Weakest.P
	if missing := d.Reading.Winner.Missing; len(missing) > 0 {
		d.Outcome, d.Choices = Ask, choices(cat, x, missing)
		return d
	}
	c := d.Call()
	if d.Because = caps(cat, x, d); len(d.Because) == 0 {
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

func byP(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// WeakestName is a judgment as it is named on a line: the argument's name, or
// `route`.
func WeakestName(j reading.Judgment) string {
	if j.Subject.Kind == question.Route {
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
		}
	}
	return all
}

// LeftOut are the words a call that was read back leaves out, and the words
// that say what is wanted from the result (reading.md 3.8, 5).
func LeftOut(w *reading.Winner) (leftOut, wanted []string) {
	var spans []text.Span
	for _, l := range w.Left {
		switch {
		case l.Does == question.Result && !mayBeText(w, l):
			wanted = append(wanted, l.Words.Text)
		case !l.Read && leaves(w, l):
			spans = append(spans, l.Words)
		}
	}
	for _, u := range w.Unconsumed {
		if !slices.ContainsFunc(spans, func(s text.Span) bool { return u.Start >= s.Start && u.End <= s.End }) {
			spans = append(spans, u)
		}
	}
	slices.SortStableFunc(spans, func(a, b text.Span) int { return a.Start - b.Start })
	for _, s := range spans {
		leftOut = append(leftOut, s.Text)
	}
	return leftOut, wanted
}

// leaves reports whether a run is left out of the call.
func leaves(w *reading.Winner, l reading.Left) bool {
	switch l.Does {
	case "nothing", question.More:
		return true
	case "answers":
		if l.Cut {
			return false
		}
		value, has := w.Call().Arg(l.Arg)
		return !has || value.Kind != call.Flag && !standsOnAnswers(w, l.Arg)
	}
	return false
}

// standsOnAnswers reports whether a value was read by its questions alone.
func standsOnAnswers(w *reading.Winner, arg string) bool {
	for _, b := range w.Basis {
		if b.Arg == arg {
			return b.By == reading.ByViews || b.By == reading.ByAsk
		}
	}
	return false
}
