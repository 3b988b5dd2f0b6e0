package report

import (
	"fmt"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/weave"
	"sinew/decide/words"
	"sinew/internal/turn"
)

// TryAll is a sentence of several steps: how it was read as a whole, then each
// step under its number, with what became of it where it ran (manual,
// "Outcomes", try).
func (w Words) TryAll(t turn.Told) []string {
	lines := w.opening(t.Input, &t)
	for _, p := range t.Playbooks {
		lines = append(lines, w.toldStep(p.Explained.Call, p)...)
	}
	for _, s := range t.Steps {
		lines = append(lines, w.toldStep(fmt.Sprintf("%d · %s", s.N, s.Text), s)...)
	}
	return append(lines, "  "+w.Plain(tally(t)))
}

// opening is the sentence, and how it was read as a whole.
func (w Words) opening(input string, t *turn.Told) []string {
	if t == nil {
		return []string{"  " + w.Plain(words.Quote(input)), ""}
	}
	lines := []string{"  " + w.Plain(words.Quote(t.Input)), ""}
	if read := w.asRead(*t); len(read) > 0 {
		lines = append(append(lines, read...), "")
	}
	return lines
}

// tally is the last line: how much the adapter was asked, or the plan's file.
func tally(t turn.Told) string {
	if t.File != "" {
		return "from " + t.File
	}
	return counts(gate.Explanation{Adapter: t.Adapter, Questions: t.Questions, Rounds: t.Rounds})
}

// asRead are the rows about the sentence: whether it asks for one thing or
// several and where it was cut, the words no step came of, and what refuses it.
func (w Words) asRead(t turn.Told) []string {
	var lines []string
	if t.Count != nil && (t.Count.AsOne || len(t.Cuts) > 0) {
		lines = append(lines, w.row("one thing, or several", oneOrSeveral(*t.Count, t.Cuts))...)
	}
	for _, s := range t.Set {
		lines = append(lines, w.row(setAs[s.By], setApart(s))...)
	}
	for _, said := range t.Refused {
		lines = append(lines, w.row("refused", said)...)
	}
	return lines
}

func oneOrSeveral(c turn.Count, cuts []turn.Cut) string {
	if c.AsOne {
		return "one thing " + words.P(c.One) + ": read as one step, and no cut is made"
	}
	said := "several " + words.P(1-c.One)
	if c.One > 0.5 {
		said = "one thing " + words.P(c.One)
	}
	at := make([]string, len(cuts))
	for i, cut := range cuts {
		at[i] = words.Quote(cut.Word) + " " + words.P(cut.P)
	}
	return said + ": cut at " + strings.Join(at, ", ")
}

// setAs names the row of words that are no step.
var setAs = map[string]string{
	"own": "set aside", "courtesy": "set aside", "remark": "set aside",
	"detail": "not in the plan", "excluded": "left out", "folded": "the same call",
}

func setApart(s turn.Set) string {
	said := words.Quote(s.Words)
	switch {
	case s.By == "own":
		return said + ": about what you do, not a request"
	case s.By == "courtesy":
		return said + ": a courtesy"
	case s.By == "remark":
		return said + ": it asks for nothing"
	case s.By == "detail":
		return said + ": it may add a detail"
	case s.By == "excluded":
		return said + ": it says what not to do"
	case s.Gave:
		return fmt.Sprintf("%s is a part that adds to the call of step %d", said, s.Into)
	}
	return fmt.Sprintf("%s repeats step %d", said, s.Into)
}

// toldStep is one step's block, four spaces in.
func (w Words) toldStep(head string, s turn.ToldStep) []string {
	lines := w.judgments(s.Explained)
	lines = append(lines, w.rules(s)...)
	lines = append(lines, w.endOf(s)...)
	block := []string{"  " + w.Plain(head)}
	for _, line := range lines {
		block = append(block, "  "+line)
	}
	return append(block, "")
}

// endOf is what would become of a step, or became of it.
func (w Words) endOf(s turn.ToldStep) []string {
	e := s.Explained
	switch takes := taken(s); {
	case s.Fate != turn.NotExecuted:
		return w.end(e, w.becameStep(s), e.Reasons, s.Frames)
	case e.Outcome == gate.Ask && takes != "":
		name, _, _ := strings.Cut(e.Call, " ")
		return []string{"  " + w.arrowMark() + " " + w.verdict("goes on with what it takes: "+name+dot+takes)}
	}
	return w.end(e, w.would(e), e.Reasons, s.Frames)
}

// taken is what a step takes for all that it lacks, "" where it lacks more.
func taken(s turn.ToldStep) string {
	var takes []string
	for _, arg := range s.Explained.Missing {
		i := slices.IndexFunc(s.Taken, func(t turn.Taken) bool { return t.Arg == arg })
		if i < 0 {
			return ""
		}
		takes = append(takes, fmt.Sprintf("takes %s from %d", s.Taken[i].Field, s.Taken[i].From))
	}
	return strings.Join(takes, dot)
}

// becameStep is what became of a step, and what stopped it.
func (w Words) becameStep(s turn.ToldStep) string {
	line := w.became(turn.Logged{Explained: s.Explained, Fate: s.Fate})
	if s.Explained.Outcome == gate.Abstain {
		line = string(s.Fate) + ": " + words.Quote(s.Text) + dot + "no reflex"
	}
	if s.Said != "" {
		line += dot + s.Said
	}
	return line
}

// rules are the rows of what a rule did: how the step was read, and what it has
// from elsewhere.
func (w Words) rules(s turn.ToldStep) []string {
	var lines []string
	row := func(label, text string) { lines = append(lines, w.row(label, text)...) }
	for _, b := range s.Beside {
		row("read beside", fmt.Sprintf("the day of step %d, for %s", b.Step, b.Arg))
	}
	for _, one := range s.Taken {
		if one.Whole {
			row("takes", fmt.Sprintf("the %s of step %d", one.Field, one.From))
		}
	}
	if how, ok := readHow[s.Repair]; ok {
		row(how.row, how.said)
	}
	if s.Again {
		row("another value", another(s.Judged))
	}
	return append(lines, w.wrote(s)...)
}

// wrote are the rows of a playbook's step.
func (w Words) wrote(s turn.ToldStep) []string {
	var lines []string
	for _, one := range s.Wrote {
		lines = append(lines, w.row("the playbook", fmt.Sprintf("%s, its step %d", one.Playbook, one.Step))...)
	}
	if s.When != nil {
		lines = append(lines, w.row("runs if", fmt.Sprintf("step %d yields %s %s", s.When.Step, s.When.Field, words.Quote(s.When.Is)))...)
	}
	return lines
}

// readHow says how a part that was not decided on its own was read.
var readHow = map[weave.Repair]struct{ row, said string }{
	weave.Narrowed:  {"read with", "the task of the part beside it, as another item of it"},
	weave.Spliced:   {"read with", "the words of the part before it, as one request"},
	weave.Merged:    {"read with", "the part beside it, as one request"},
	weave.Split:     {"read apart", "out of two items that were read as one thing"},
	weave.Corrected: {"read with", "what it says not to do"},
	weave.Named:     {"read with", "the whole request: alone it matches nothing"},
	weave.First:     {"read apart", "from its second verb, a thing of its own to do, which is the step after it"},
	weave.Verb:      {"read apart", "a second thing to do before the object of the part before it, which it takes from"},
	weave.Apart:     {"read apart", "for the one value it holds: each other value it names is a step of its own after it"},
}

// anothers are the answers about another value, in words.
var anothers = map[string]string{
	"also": "asked for as well", "instead": "in place of the one read", "out": "ruled out", "nothing": "says something else",
}

func another(all []gate.Share) string {
	var said []string
	for _, a := range all {
		if a.P >= 0.005 {
			said = append(said, anothers[a.Key]+" "+words.P(a.P))
		}
	}
	return strings.Join(said, dot)
}
