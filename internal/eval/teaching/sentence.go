package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/internal/eval/everyday"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// A source is where sentences come from.
type source int

const (
	everydayLine source = iota
	stdTest
	sources
)

func (s source) String() string { return [...]string{"everyday", "[tests] of std"}[s] }

// A sentence is what somebody says, and the call it states: as a record
// asserts it, so that a test may leave arguments open.
type sentence struct {
	from    source
	reflex  string
	text    string
	asserts []manifest.Assertion
	wants   gate.Outcome
	mayAsk  bool // whether it states all it needs is not known
}

// sentences are the lines in scope and std's tests that state a call, in the
// order they are tried in: that of a hash, which nobody can choose.
func (c *class) sentences(lines []everyday.Line) ([]sentence, error) {
	var all []sentence
	for _, l := range lines {
		if c.shipped[l.Reflex] == nil && l.InScope() {
			return nil, fmt.Errorf("%q states %s, which std has not", l.Utterance, l.Reflex)
		}
		if l.InScope() {
			all = append(all, c.sentence(everydayLine, l.Reflex, l.Utterance, l.Args))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.shipped)) {
		for _, r := range c.shipped[name].Tests {
			if !r.Never {
				all = append(all, c.sentence(stdTest, name, r.Utterance, r.Asserts))
			}
		}
	}
	slices.SortFunc(all, func(a, b sentence) int { return cmp.Compare(a.place(), b.place()) })
	return all, nil
}

func (c *class) sentence(from source, reflex, said string, asserts []manifest.Assertion) sentence {
	s := sentence{from: from, reflex: reflex, text: said, asserts: asserts, wants: gate.Run}
	m := c.shipped[reflex]
	asked := func(a manifest.Assertion) bool { return a.Unstated && m.Arg(a.Arg).Required() }
	switch {
	case slices.ContainsFunc(asserts, asked):
		s.wants = gate.Ask
	case m.Effect == manifest.Destructive:
		s.wants = gate.Confirm
	}
	s.mayAsk = slices.ContainsFunc(m.Args, func(a manifest.Argument) bool { return a.Required() && c.leavesOpen(s, a) })
	return s
}

// leavesOpen reports whether nothing says if a sentence states an argument: a
// test of std asserts no person's word. One that stands in the text is stated.
func (c *class) leavesOpen(s sentence, a manifest.Argument) bool {
	asserted := func(as manifest.Assertion) bool { return as.Arg == a.Name }
	stands := func(w project.Word) bool { return manifest.Says(s.text, w.Word) }
	return !slices.ContainsFunc(s.asserts, asserted) && !slices.ContainsFunc(c.words(a.Vocab), stands)
}

// place is where a sentence stands in the order.
func (s sentence) place() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte("teaching 1\n"+s.reflex+"\n"+text.Identity(s.text))))
}

// A fault is how a decision falls short of what a sentence states; "" where it
// does not.
type fault string

// fault holds a decision against the call and the outcome of the sentence: a
// read or a write that states all it needs runs, a destructive one waits for
// that alone, and what is left out is asked for.
func (s sentence) fault(d gate.Decision) fault {
	record := judge.Case{Reflex: s.reflex, Utterance: s.text, Asserts: s.asserts}
	switch v := judge.Judge(record, judge.Of(d)); {
	case d.Outcome == gate.Abstain:
		return "abstains"
	case !v.Passed() && v.Mismatch.Arg == "":
		return fault("takes it for " + d.Call().Reflex)
	case !v.Passed():
		return fault(v.Mismatch.Arg + " is wrong: " + d.Call().String())
	case d.Outcome == gate.Ask && s.mayAsk:
		return ""
	case d.Outcome != s.wants && d.Outcome == gate.Ask:
		return "asks for what is stated"
	case d.Outcome != s.wants:
		return fault(strings.TrimSpace(string(d.Outcome) + " " + gate.Reason(d.Because)))
	case s.wants == gate.Confirm && len(d.Because) > 1:
		return fault("waits for more than being destructive: " + gate.Reason(d.Because))
	}
	return ""
}
