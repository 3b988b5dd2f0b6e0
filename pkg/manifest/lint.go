package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sinew/pkg/text"
)

// A Finding is one line of lint. Rule is the format's word for what was looked
// at; Path is the keys it is about, an array's elements from 0.
type Finding struct {
	Rule    string
	Path    []string
	Message string
}

// The caps (format tables, 5.3): characters are code points.
const (
	maxSummary     = 100
	maxDescription = 1000
	maxNotFor      = 8
	maxOptions     = 24
	maxRecords     = 40
	maxSentence    = 200 // an utterance, and a step
	minExamples    = 3
)

// Lint reports what an author should weigh, in the order of behaviour.md 9.1,
// and last what the body fetches past the lock. It refuses nothing.
func (m *Manifest) Lint() []Finding {
	l := &linter{m: m}
	l.words()
	l.effect()
	l.confirm()
	l.steps()
	for _, a := range m.Args {
		l.argument(a)
	}
	l.requests()
	l.records("examples", m.Examples)
	l.records("tests", m.Tests)
	l.fetches()
	return l.found
}

type linter struct {
	m     *Manifest
	found []Finding
	left  map[string]bool // arguments some record leaves out, once asked for
}

func (l *linter) add(rule string, path []string, message string, args ...any) {
	l.found = append(l.found, Finding{Rule: rule, Path: path, Message: fmt.Sprintf(message, args...)})
}

// over adds a cap's finding when what, of n units, is past the cap.
func (l *linter) over(n, most int, path []string, what string) {
	if n > most {
		l.add("cap", path, "%s; the cap is %d", what, most)
	}
}

func (l *linter) longer(s string, most int, path []string, what string) {
	n := utf8.RuneCountInString(s)
	l.over(n, most, path, fmt.Sprintf("%s is %d characters", what, n))
}

// addresses adds the first phrase of s that speaks to a model.
func (l *linter) addresses(s string, path ...string) {
	if phrase := phraseIn(s); phrase != "" {
		l.add("addresses_model", path, "%s addresses the model: %s", keyPath(path...), quote(phrase))
	}
}

func (l *linter) words() {
	description := []string{"description"}
	l.longer(l.m.Summary(), maxSummary, description, "the summary")
	l.longer(l.m.Description, maxDescription, description, "description")
	l.addresses(l.m.Description, description...)
	n := len(l.m.NotFor)
	l.over(n, maxNotFor, []string{"not_for"}, fmt.Sprintf("not_for has %d entries", n))
	for i, line := range l.m.NotFor {
		l.addresses(line, "not_for", strconv.Itoa(i))
	}
}

func (l *linter) effect() {
	if !l.m.EffectWritten {
		l.add("effect", []string{"effect"}, "effect is absent, which means destructive; write it")
	}
}

func (l *linter) confirm() {
	at := []string{"confirm"}
	if holdsPhrase(foldedWords(l.m.Confirm), []string{"are", "you", "sure"}) {
		l.add("confirm", at, `confirm asks "Are you sure"; say what the call will do`)
	}
	var required []string
	for _, a := range l.m.Args {
		if a.Required() && a.Source != Takes {
			required = append(required, "{"+a.Name+"}")
		}
	}
	if len(required) > 0 && len(Placeholders(l.m.Confirm)) == 0 {
		l.add("confirm", at, "confirm reads no value back; name %s", list(required))
	}
}

func (l *linter) argument(a Argument) {
	at := []string{"args", a.Name}
	l.addresses(a.Ask, "args", a.Name, "ask")
	n := len(a.Options)
	l.over(n, maxOptions, append(at, "options"), fmt.Sprintf("%s has %d options", keyPath(at...), n))
	for _, o := range a.Options {
		path := []string{"args", a.Name, "options", o.Key}
		l.addresses(o.Meaning, path...)
		if text.Identity(o.Meaning) == text.Identity(a.Ask) {
			l.add("meaning", path, "%s repeats the ask; a meaning answers it", keyPath(path...))
		}
	}
	if a.Pick == "quoted" && !l.showsQuotes() {
		l.add("quoted", at, "%s reads text in quotes, and no example shows them", keyPath(at...))
	}
	if (a.Source == Options || a.Source == Pick) && !l.leavesOut(a.Name) {
		l.add("unstated", at, "%s has no record that leaves it out; assert %s = false once", keyPath(at...), a.Name)
	}
}

func (l *linter) showsQuotes() bool {
	for _, r := range l.m.Examples {
		if strings.ContainsAny(r.Utterance, "\"“‘") {
			return true
		}
	}
	return false
}

// leavesOut reports whether a record of either table asserts arg unstated.
func (l *linter) leavesOut(arg string) bool {
	if l.left == nil {
		l.left = map[string]bool{}
		for _, records := range [][]Record{l.m.Examples, l.m.Tests} {
			for _, r := range records {
				for _, a := range r.Asserts {
					l.left[a.Arg] = l.left[a.Arg] || a.Unstated
				}
			}
		}
	}
	return l.left[arg]
}

// requests counts the examples that state a request of the reflex.
func (l *linter) requests() {
	n := 0
	for _, r := range l.m.Examples {
		if !r.Never {
			n++
		}
	}
	said := fmt.Sprintf("%d requests", n)
	switch {
	case n >= minExamples:
		return
	case n == 0:
		said = "no request"
	case n == 1:
		said = "1 request"
	}
	l.add("examples", []string{"examples"}, "examples holds %s; write three at least", said)
}

func (l *linter) records(table string, records []Record) {
	n := len(records)
	l.over(n, maxRecords, []string{table}, fmt.Sprintf("%s has %d records", table, n))
	for _, r := range records {
		path := []string{table, r.Utterance}
		l.longer(r.Utterance, maxSentence, path, keyPath(path...))
		l.addresses(r.Utterance, path...)
	}
}
