package gate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// An Explanation is a decision as a person who asks why sees it: every
// judgment with what it stood on, as data. The log keeps it, so that what was
// decided can be told when the reflexes have long changed.
type Explanation struct {
	Input      string            `json:"input"`
	Route      []Share           `json:"route"`
	Summary    string            `json:"summary,omitempty"` // the first line of what the reflex on top says it does
	Grounds    *question.Grounds `json:"grounds,omitempty"` // what the likeliest reflex's share stood on, where the adapter says it
	Arguments  []Judged          `json:"arguments,omitempty"`
	Whole      *float64          `json:"whole,omitempty"`
	LeftOut    []string          `json:"left_out,omitempty"` // under the bar: the words the call leaves out
	Wanted     []string          `json:"wanted,omitempty"`   // and those about the result
	Outcome    Outcome           `json:"outcome"`
	Call       string            `json:"call,omitempty"` // with `arg=?` for what is asked
	Own        string            `json:"own,omitempty"`  // a held call's line
	Confidence float64           `json:"confidence,omitempty"`
	Reasons    []string          `json:"reasons,omitempty"` // why it runs, waits or is refused
	Missing    []string          `json:"missing,omitempty"` // the arguments asked for
	Adapter    string            `json:"adapter"`
	Questions  int               `json:"questions"` // answered by the adapter; 0 when the cache had them all
	Rounds     int               `json:"rounds"`
	Effect     string            `json:"effect,omitempty"`
	Contenders []Share           `json:"contenders,omitempty"`
	RouteBar   *float64          `json:"route_bar,omitempty"` // when the reflex on top is under it
}

// A Share is a key and its probability. Key is `none` or `unstated` for the
// answers that are nobody's value.
type Share struct {
	Key string  `json:"key"`
	P   float64 `json:"p"`
}

// A Judged is one argument as it was judged.
type Judged struct {
	Arg    string      `json:"arg"`
	Kind   string      `json:"kind"` // options, vocab, pick or flag
	Shares []Share     `json:"shares"`
	Second *Share      `json:"second,omitempty"` // what the second question answered
	Agrees bool        `json:"agrees,omitempty"` // the two questions name one value
	Is     *Share      `json:"is,omitempty"`     // the key a yes was asked on, and the yes
	Basis  reading.By  `json:"basis,omitempty"`
	Words  string      `json:"words,omitempty"`  // the words that hold the value, or answer the ask
	Alone  *Share      `json:"alone,omitempty"`  // those words asked alone
	Text   *Share      `json:"text,omitempty"`   // the text it was read as, typed without quotes
	Others []string    `json:"others,omitempty"` // what else that text could have been
	Why    reading.Why `json:"why,omitempty"`    // why it is asked for

	Spells   *Share   `json:"spells,omitempty"`    // what Words spell out, and the yes that they mean it
	Readings []string `json:"readings,omitempty"`  // what Words may read as, where that is open
	Counts   bool     `json:"counts,omitempty"`    // Words only count what is asked for
	Recalled string   `json:"recalled,omitempty"`  // the newest of earlier results, which Words point at
	Recent   []string `json:"recent,omitempty"`    // what earlier results offered
	Answer   string   `json:"answer,omitempty"`    // the value a person gave at the ask
	Outside  string   `json:"outside,omitempty"`   // the bounds that Words lie outside
	SaidOnce string   `json:"said_once,omitempty"` // the word of the sentence that reached it
	Taken    *Taken   `json:"taken,omitempty"`     // the step of the sentence whose result gave it
}

// A Taken is a value that another step's result gave. Value is nil until that
// step has run.
type Taken struct {
	From  int     `json:"from"` // from 1
	Field string  `json:"field"`
	Value *string `json:"value,omitempty"`
}

// Explain is the decision explained. top is the reflex on top, under its bar or
// not; questions and rounds are what the adapter was asked.
func Explain(cat *catalog.Catalog, d Decision, top *reading.Winner, questions, rounds int) Explanation {
	e := Explanation{
		Input: d.Input, Route: routeShares(d.Reading), Outcome: d.Outcome, Confidence: d.Confidence,
		Adapter: cat.AdapterName(), Questions: questions, Rounds: rounds,
	}
	bars := cat.Bars()
	if top == nil || cat.Reflex(top.Reflex) == nil {
		return e
	}
	x := cat.Reflex(top.Reflex)
	e.Summary, _, _ = strings.Cut(x.Manifest.Description, "\n")
	if d.Outcome == Abstain {
		if bars != nil {
			e.RouteBar = &bars.Route
		}
		return e
	}
	e.Effect = d.Effect.String()
	for i := range top.Details {
		if row, ok := judged(x.Manifest, d.Reading.Winner, top.Details[i]); ok {
			row.answered(d)
			e.Arguments = append(e.Arguments, row)
		}
	}
	e.Whole = d.Reading.Winner.Whole
	if underWhole(bars, d.Reading.Winner) {
		e.LeftOut, e.Wanted = LeftOut(x.Manifest, d.Reading.Winner)
	}
	e.verdict(bars, d)
	return e
}

// verdict says what becomes of the call, and why.
func (e *Explanation) verdict(bars *catalog.Bars, d Decision) {
	e.Call = d.Call().String()
	switch d.Outcome {
	case Run:
		e.Reasons = runs(bars, d)
	case Confirm:
		e.Own, e.Reasons = d.Prompt.Own, []string{d.Prompt.Reason}
	case Ask:
		for _, m := range d.Reading.Winner.Missing {
			e.Missing = append(e.Missing, m.Arg)
			e.Call += " " + m.Arg + "=?"
		}
	}
}

// runs is why a call runs unasked.
func runs(bars *catalog.Bars, d Decision) []string {
	bar, _ := bars.Effect(d.Effect)
	name := WeakestName(d.Weakest)
	if name == "route" {
		name = "which reflex"
	}
	reasons := []string{words.RunsAt(d.Effect.String(), bar) + ", and its least sure judgment is " + name + ", " + words.P(d.Confidence)}
	if whole := d.Reading.Winner.Whole; whole != nil && bars.Whole != nil {
		reasons = append(reasons, words.HoldsAt(*whole, *bars.Whole, nil, nil))
	}
	return reasons
}

// routeShares are the reflexes and none, the most probable first; on a tie a
// reflex comes before none.
func routeShares(r reading.Reading) []Share {
	var all []Share
	for _, c := range r.Ranking {
		all = append(all, Share{c.Reflex, c.Route})
	}
	all = append(all, Share{question.None, r.None})
	slices.SortStableFunc(all, func(a, b Share) int { return cmp.Compare(b.P, a.P) })
	return all
}

// judged is one argument's row, where the call holds it, asks for it, or the
// input says something of it.
func judged(m *manifest.Manifest, w *reading.Winner, d reading.Detail) (Judged, bool) {
	_, holds := w.Call().Arg(d.Arg)
	row := Judged{Arg: d.Arg, Kind: kindOf(m.Arg(d.Arg)), Shares: shares(d), Recent: shownAll(d.Recent), Counts: d.Counted}
	if d.Asked != nil {
		row.Words, row.Readings = d.Asked.Words.Text, d.Asked.Readings
	}
	missing := slices.IndexFunc(w.Missing, func(x reading.Missing) bool { return x.Arg == d.Arg })
	if missing >= 0 {
		row.askedFor(m.Arg(d.Arg), w.Missing[missing])
	}
	row.secondView(d)
	row.standsOn(w, d.Arg)
	said := row.Kind != "flag" && len(row.Shares) > 0 && row.Shares[0].Key != question.Unstated
	return row, holds || missing >= 0 || said
}

// askedFor adds why the argument is asked for, and the words that say so.
func (row *Judged) askedFor(a *manifest.Argument, m reading.Missing) {
	row.Why = m.Why
	switch {
	case m.Why == reading.OutOfRange && m.Span != nil:
		row.Words, row.Outside = m.Span.Text, call.Bounds(a.Range, pick.Kind(a.Pick))
	case m.Words != nil:
		row.Words = m.Words.Text
	}
}

// answered adds the value a person gave at the ask.
func (row *Judged) answered(d Decision) {
	if !slices.Contains(d.Answered, row.Arg) {
		return
	}
	if value, holds := d.Call().Arg(row.Arg); holds {
		row.Answer = value.Shown()
	}
}

func kindOf(a *manifest.Argument) string {
	switch a.Source {
	case manifest.Options:
		return "options"
	case manifest.Vocab:
		return "vocab"
	case manifest.Flag:
		return "flag"
	}
	return "pick"
}

// shares are an argument's own answers, the most probable first, in the
// question's order on a tie. A candidate goes by its text.
func shares(d reading.Detail) []Share {
	var all []Share
	for _, o := range d.Question.Options {
		key := o.Key
		if d.View == nil && o.Text.What != "" && !sentinel(o.Key) && d.Question.Options[0].Key != question.Yes {
			key = o.Text.What
		}
		all = append(all, Share{key, d.Own[o.Key]})
	}
	slices.SortStableFunc(all, func(a, b Share) int { return cmp.Compare(b.P, a.P) })
	return all
}

func sentinel(key string) bool { return key == question.None || key == question.Unstated }

// secondView adds what the second question and the yes answered.
func (row *Judged) secondView(d reading.Detail) {
	if d.View == nil {
		return
	}
	key, p := d.Second.Top(d.View)
	own, _ := d.Question.Top(d.Own)
	if sentinel(key) && key == own {
		return
	}
	row.Second, row.Agrees = &Share{key, p}, key == own
	if d.IsYes != nil {
		row.Is = &Share{d.Is, *d.IsYes}
	}
}

// standsOn adds what the value stands on beside its questions.
func (row *Judged) standsOn(w *reading.Winner, arg string) {
	for _, b := range w.Basis {
		if b.Arg != arg {
			continue
		}
		row.Basis = b.By
		if b.By == reading.ByText {
			row.readText(w, b)
		}
		if b.Words != nil {
			row.Words = b.Words.Text
		}
		switch value, _ := w.Call().Arg(arg); b.By {
		case reading.BySpelled:
			row.Words, row.Spells = value.Span.Text, &Share{value.Shown(), *b.Yes}
		case reading.ByRecalled:
			row.Recalled = value.Shown()
		}
		if b.Anchored != nil {
			value, _ := w.Call().Arg(arg)
			row.Words, row.Alone = b.Anchored.Words.Text, &Share{value.Word, b.Anchored.P}
		}
	}
}

// readText adds the text without quotes that is the value, and the others it
// could have been.
func (row *Judged) readText(w *reading.Winner, b reading.Basis) {
	value, _ := w.Call().Arg(b.Arg)
	row.Text = &Share{value.Shown(), b.P}
	for _, other := range b.Others {
		row.Others = append(row.Others, other.Text)
	}
}

// Ordered are the answers to a question, the most probable first; on a tie in
// the order of their keys.
func Ordered(a question.Answer) []Share {
	var all []Share
	for _, key := range slices.Sorted(maps.Keys(a)) {
		all = append(all, Share{key, a[key]})
	}
	slices.SortStableFunc(all, func(a, b Share) int { return cmp.Compare(b.P, a.P) })
	return all
}
