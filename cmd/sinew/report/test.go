package report

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/decide/words"
	"sinew/pkg/diag"
)

// Tested lays out the records of each reflex: how many passed and failed, and
// below it each that failed, and each that passes and whose call would wait for
// a yes (manual, "Tuning").
func (w Words) Tested(all []judge.Tested) []string {
	width := 0
	for _, t := range all {
		width = max(width, utf8.RuneCountInString(t.Reflex))
	}
	var lines []string
	for _, t := range all {
		line := pad(t.Reflex, width) + fmt.Sprintf("  %d passed", len(t.Results)-t.Failed())
		if t.Failed() > 0 {
			line += fmt.Sprintf(" · %d failed", t.Failed())
		}
		if t.Steps != nil {
			line += " · " + routed(t.Routed())
		}
		lines = append(lines, w.Note(line))
		for _, r := range t.Results {
			lines = append(lines, w.result(r)...)
		}
		lines = append(lines, w.stepsTested(t)...)
	}
	return lines
}

// result is what is said of one record, nothing of most that pass.
func (w Words) result(r judge.Result) []string {
	line := "  " + words.Quote(r.Case.Utterance) + "  "
	p, floor, waits := r.Waits()
	switch {
	case waits:
		const form = "passes, but would wait for a yes: the call holds all of it at %s, and a call runs at %s or more"
		line += fmt.Sprintf(form, words.P(p), words.P(floor))
	case r.Verdict.Passed():
		return nil
	default:
		line += Mismatch(r.Case, *r.Verdict.Mismatch)
	}
	if r.Regressed {
		line += " · regression"
	}
	return []string{w.Note(line)}
}

// Mismatch is where a decision misses a record, what was expected there and
// what was read.
func Mismatch(c judge.Case, m judge.Mismatch) string {
	if m.Arg == "" {
		expected, read := c.Reflex, question.None
		if c.Never {
			expected = "not " + expected
		}
		if m.Read != nil {
			read = *m.Read
		}
		return "route: expected " + expected + ", read " + read
	}
	read := question.Unstated
	switch {
	case m.Raised:
		read = raised
	case m.Read != nil:
		read = words.Quote(*m.Read)
	}
	return m.Arg + ": expected " + asserted(c, m.Arg) + ", read " + read
}

// raised is a flag's only value.
const raised = "raised"

func asserted(c judge.Case, arg string) string {
	for _, a := range c.Asserts {
		switch {
		case a.Arg != arg:
		case a.Raised:
			return raised
		case !a.Unstated:
			return words.Quote(a.Value)
		}
	}
	return question.Unstated
}

// CasesFailed is the last line of a test with a record or a step that failed; "" for one
// without.
func (w Words) CasesFailed(all []judge.Tested) string {
	failed, cases := 0, 0
	for _, t := range all {
		failed, cases = failed+t.Failed()+t.FailedSteps(), cases+len(t.Results)+t.Routed()+t.FailedSteps()
	}
	if failed == 0 {
		return ""
	}
	return w.line(fmt.Sprintf("%d of %s failed", failed, count(cases, "case", "cases")), diag.Rerun())
}

// NoRecords is the line of a command that found no record: of one reflex, or of
// all where name is "".
func (w Words) NoRecords(to, name string) string {
	if name != "" {
		return w.Note("nothing to " + to + ": " + name + " has no examples or tests")
	}
	return w.Note("nothing to " + to + ": no active reflex has examples or tests")
}

// Undecided is what kept a record from being decided.
func (w Words) Undecided(utterance string, why error) string {
	switch fault, is := errors.AsType[*question.Fault](why); {
	case is && fault.Kind == question.Unrecorded: // it names the sentence itself
		return w.line(fault.Error(), FaultFix(fault))
	case is:
		return w.line(words.Quote(utterance)+": "+fault.Error(), FaultFix(fault))
	}
	fix := diag.Rerun()
	if problems, is := errors.AsType[diag.Problems](why); is {
		fix = problems[0].Fix
	}
	return w.line(words.Quote(utterance)+": "+why.Error(), fix)
}
