package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/internal/turn"
	"sinew/pkg/text"
)

// labelWidth is the width of the column that names each judgment.
const labelWidth = 24

// Try is a decision shown and not run: how its sentence was read, every
// judgment, the call, and what would become of it (manual, "Outcomes").
func (w Words) Try(e gate.Explanation, read *turn.Told) []string {
	return w.explained(e, w.would(e), read, e.Reasons, nil)
}

// Why is a decision of the log: the same, with what became of it.
func (w Words) Why(l turn.Logged) []string {
	if l.Told != nil {
		return w.TryAll(*l.Told)
	}
	return w.explained(l.Explained, w.became(l), l.Read, l.Explained.Reasons, l.Frames)
}

func (w Words) explained(e gate.Explanation, verdict string, read *turn.Told, reasons, frames []string) []string {
	lines := w.opening(e.Input, read)
	lines = append(lines, w.judgments(e)...)
	lines = append(lines, w.end(e, verdict, reasons, frames)...)
	return append(lines, "", "  "+w.Plain(counts(e)))
}

// end is what becomes of the call, and why.
func (w Words) end(e gate.Explanation, verdict string, reasons, frames []string) []string {
	lines := []string{"  " + w.arrowMark() + " " + w.verdict(verdict)}
	if under := under(e, reasons); under != "" {
		lines = append(lines, "    "+w.Plain(under))
	}
	for _, frame := range frames {
		lines = append(lines, "      "+w.Plain(frame))
	}
	return lines
}

func (w Words) arrowMark() string { return w.paint(dim, "→") }

// verdict is what becomes of a call, with the call in its colours.
func (w Words) verdict(s string) string {
	became, call, found := strings.Cut(s, ": ")
	if !found || strings.HasPrefix(call, `"`) { // words of the input, and no call
		return w.Plain(s)
	}
	return w.Plain(became) + ": " + w.shown(call)
}

// under is the line below the verdict: why.
func under(e gate.Explanation, reasons []string) string {
	switch {
	case e.Outcome == gate.Ask:
		return "it needs " + text.List(e.Missing)
	case e.Outcome == gate.Abstain && e.RouteBar != nil:
		return "a reflex is picked at " + words.P(*e.RouteBar) + " or more"
	}
	return words.Reasons(reasons)
}

// counts is the last line: how much the adapter was asked.
func counts(e gate.Explanation) string {
	if e.Questions == 0 {
		return "answered from the cache"
	}
	return fmt.Sprintf("%s answered %s in %s", e.Adapter, several(e.Questions, "question"), several(e.Rounds, "round"))
}

func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// would is what would become of a decision.
func (w Words) would(e gate.Explanation) string {
	switch e.Outcome {
	case gate.Run:
		return "runs: " + e.Call + "  " + words.P(e.Confidence)
	case gate.Confirm:
		return "waits for a yes: " + e.Own
	case gate.Ask:
		return "asks: " + e.Call
	}
	return "refused: " + words.Quote(e.Input) + " · no reflex"
}

// became is what became of a decision.
func (w Words) became(l turn.Logged) string {
	e := l.Explained
	shown := e.Call + "  " + words.P(e.Confidence)
	switch {
	case e.Outcome == gate.Confirm:
		shown = e.Own
	case e.Outcome == gate.Abstain:
		return "refused: " + words.Quote(e.Input) + " · no reflex"
	case e.Outcome == gate.Ask:
		shown = e.Call
	}
	if l.Error != "" {
		shown += " · " + l.Error
	}
	return string(l.Fate) + ": " + shown
}

// judgments are the rows: the route, each argument, the call read back.
func (w Words) judgments(e gate.Explanation) []string {
	route := make([]string, len(e.Route))
	for i, s := range e.Route {
		route[i] = reflexOrNone(s.Key)
	}
	lines := w.judged("which reflex", route, e.Route)
	if e.Summary != "" {
		lines = append(lines, w.below(e.Summary))
	}
	lines = append(lines, w.grounds(e)...)
	for _, a := range e.Arguments {
		lines = append(lines, w.argument(a)...)
	}
	if e.Whole != nil {
		lines = append(lines, w.row("holds all you said", words.P(*e.Whole))...)
		if len(e.LeftOut) > 0 {
			lines = append(lines, w.below("it leaves out "+saidList(e.LeftOut)))
		}
		if len(e.Wanted) > 0 {
			lines = append(lines, w.below(saidList(e.Wanted)+" says what is wanted from the result"))
		}
	}
	return lines
}

// grounds are what the likeliest reflex's share stood on. It is named where it
// is not the answer.
func (w Words) grounds(e gate.Explanation) []string {
	g := e.Grounds
	if g == nil {
		return nil
	}
	of := ""
	if e.Route[0].Key != g.Reflex {
		of = " in " + g.Reflex
	}
	var lines []string
	if len(g.Nearest) > 0 {
		lines = append(lines, w.below("nearest"+of+": "+nearest(g.Nearest)))
	}
	if len(g.Words) > 0 {
		lines = append(lines, w.below("shared words"+of+": "+strings.Join(g.Words, ", ")))
	}
	return lines
}

func nearest(near []question.Near) string {
	all := make([]string, len(near))
	for i, n := range near {
		all[i] = words.Quote(n.Example) + " " + words.P(n.Alike)
	}
	return strings.Join(all, ", ")
}

func saidList(said []string) string {
	all := make([]string, len(said))
	for i, s := range said {
		all[i] = words.Quote(s)
	}
	return strings.Join(all, ", ")
}

// row is one labelled line.
func (w Words) row(label, text string) []string {
	return []string{"  " + pad(label, labelWidth) + w.Plain(text)}
}

// below is a line under a row's text.
func (w Words) below(text string) string {
	return strings.Repeat(" ", 2+labelWidth) + w.Plain(text)
}

// others is how many answers stand beside the top one.
const others = 2

// judged is the row of a judgment: its top answer, and the most probable of the
// rest.
func (w Words) judged(label string, names []string, shares []gate.Share) []string {
	if len(shares) == 0 {
		return w.row(label, "")
	}
	top := w.paint(bold, w.Plain(names[0]+" "+words.P(shares[0].P)))
	return []string{"  " + pad(label, labelWidth) + top + w.Plain(rest(names, shares))}
}

func rest(names []string, shares []gate.Share) string {
	var all []string
	for i := 1; i < len(shares) && len(all) < others; i++ {
		if shares[i].P >= 0.005 {
			all = append(all, names[i]+" "+words.P(shares[i].P))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "   (" + strings.Join(all, dot) + ")"
}

// argument is one argument's row and what its value stands on.
func (w Words) argument(a gate.Judged) []string {
	if a.Taken != nil {
		return w.taken(a.Arg, *a.Taken)
	}
	names := make([]string, len(a.Shares))
	for i, s := range a.Shares {
		names[i] = w.answerName(a.Kind, s.Key)
	}
	lines := w.judged(a.Arg, names, a.Shares)
	if a.Recalled != "" {
		lines = w.row(a.Arg, words.Quote(a.Recalled))
	}
	if a.Second != nil {
		text := "asked a second way: " + w.answerName(a.Kind, a.Second.Key) + " " + words.P(a.Second.P)
		if a.Agrees {
			text += "; the less sure of the two counts"
		}
		lines = append(lines, w.below(text))
	}
	if a.Is != nil {
		lines = append(lines, w.below("is it "+a.Is.Key+"? "+yesOrNo(a.Is.P)))
	}
	if stands := standsOn(a); stands != "" {
		lines = append(lines, w.below(stands))
	}
	if a.SaidOnce != "" {
		lines = append(lines, w.below("the sentence says "+words.Quote(a.SaidOnce)+" once, for every step that takes it"))
	}
	if len(a.Others) > 0 {
		lines = append(lines, w.below("it could also be "+saidList(a.Others)))
	}
	if len(a.Recent) > 0 && a.Recalled == "" {
		lines = append(lines, w.below("this session's results hold "+strings.Join(a.Recent, " · ")))
	}
	if a.Answer != "" {
		lines = append(lines, w.below("answered at the prompt: "+answer(a)))
	}
	return lines
}

// taken is the row of an argument that another step's result gives.
func (w Words) taken(arg string, by gate.Taken) []string {
	from := fmt.Sprintf("taken from step %d, its %s", by.From, by.Field)
	if by.Value == nil {
		return w.row(arg, from)
	}
	return append(w.row(arg, words.Quote(*by.Value)), w.below(from))
}

// answer is a person's answer: a choice as it is offered, or what was typed.
func answer(a gate.Judged) string {
	if a.Kind == "pick" {
		return words.Quote(a.Answer)
	}
	return a.Answer
}

func yesOrNo(yes float64) string {
	if yes >= 0.5 {
		return "yes " + words.P(yes)
	}
	return "no " + words.P(1-yes)
}

// standsOn is what a value stands on beside its questions, or the words that
// answer an ask.
func standsOn(a gate.Judged) string {
	switch {
	case a.Text != nil:
		return "typed without quotes: " + words.Quote(a.Text.Key) + " " + words.P(a.Text.P)
	case a.Alone != nil:
		return "asked of " + words.Quote(a.Words) + " alone: " + a.Alone.Key + " " + words.P(a.Alone.P)
	case a.Spells != nil:
		return "does " + words.Quote(a.Words) + " mean " + a.Spells.Key + "? " + yesOrNo(a.Spells.P)
	case a.Recalled != "":
		return recalled(slices.Index(a.Recent, a.Recalled)) + " of this session's results, named by " + words.Quote(a.Words)
	case len(a.Readings) > 0:
		return words.Quote(a.Words) + " may be " + strings.Join(a.Readings, " or ")
	case a.Words == "":
		return ""
	case a.Outside != "":
		return a.Words + " is outside " + a.Outside
	case a.Counts:
		return words.Quote(a.Words) + " says how many, not which"
	case a.Why == reading.NotOffered && a.Kind != "pick":
		return words.Quote(a.Words) + " is not on the list"
	case a.Why != "":
		return words.Quote(a.Words) + " answers it"
	}
	return "read from " + words.Quote(a.Words)
}

// recalled names an earlier result by how many came after it.
func recalled(later int) string {
	switch {
	case later <= 0:
		return "the newest"
	case later == 1:
		return "the one before the newest"
	}
	return fmt.Sprintf("the one %d before the newest", later)
}

// answerName is an answer's key in words.
func (w Words) answerName(kind, key string) string {
	switch {
	case key == question.Unstated:
		return "not said"
	case key == question.None && kind == "pick":
		return "said, in a form " + w.Program + " does not read"
	case key == question.None:
		return "said, and not on the list"
	case kind == "pick" && utf8.ValidString(key):
		return words.Quote(key)
	}
	return key
}
