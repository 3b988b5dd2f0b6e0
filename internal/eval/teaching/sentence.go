package teaching

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

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
	mayAsk  bool // it leaves out what its reflex needs, or may do so
}

// sentences are the lines in scope and std's tests that state a call, in the
// order they are tried in: that of a hash, which nobody can choose.
func (c *class) sentences(lines []everyday.Line) ([]sentence, error) {
	var all []sentence
	for _, l := range lines {
		if c.Manifest(l.Reflex) == nil && l.InScope() {
			return nil, fmt.Errorf("%q states %s, which std has not", l.Utterance, l.Reflex)
		}
		if l.InScope() {
			all = append(all, c.sentence(everydayLine, l.Reflex, l.Utterance, l.Args))
		}
	}
	for _, name := range c.Names() {
		for _, r := range c.Manifest(name).Tests {
			if !r.Never {
				all = append(all, c.sentence(stdTest, name, r.Utterance, r.Asserts))
			}
		}
	}
	slices.SortFunc(all, func(a, b sentence) int { return cmp.Compare(a.place(), b.place()) })
	return all, nil
}

func (c *class) sentence(from source, reflex, said string, asserts []manifest.Assertion) sentence {
	s := sentence{from: from, reflex: reflex, text: said, asserts: slices.Clone(asserts)}
	for _, a := range c.Manifest(reflex).Args {
		if word := c.standing(s, a); word != "" {
			s.asserts = append(s.asserts, manifest.Assertion{Arg: a.Name, Value: word})
		}
		s.mayAsk = s.mayAsk || a.Required() && (s.leavesOut(a) || !s.tells(a))
	}
	return s
}

// standing is the person's word that stands in a test of std for an argument
// of which it tells nothing, since std knows no person's words: whoever teaches
// it would say it. It is "" where none stands there.
func (c *class) standing(s sentence, a manifest.Argument) string {
	stands := func(w project.Word) bool { return manifest.Says(s.text, w.Word) }
	if i := slices.IndexFunc(c.Words(a.Vocab), stands); i >= 0 && !s.tells(a) {
		return c.Words(a.Vocab)[i].Word
	}
	return ""
}

// tells reports whether it is known if the sentence states the argument.
func (s sentence) tells(a manifest.Argument) bool {
	return slices.ContainsFunc(s.asserts, func(as manifest.Assertion) bool { return as.Arg == a.Name })
}

func (s sentence) leavesOut(a manifest.Argument) bool {
	return slices.Contains(s.asserts, manifest.Assertion{Arg: a.Name, Unstated: true})
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
	case d.Outcome == gate.Ask && !s.mayAsk:
		return "asks for what is stated"
	case len(avoidable(d)) > 0:
		return fault("waits: " + gate.Reason(avoidable(d)))
	}
	return ""
}

// avoidable are the reasons a call waits for, but for those no lesson may lift:
// that it destroys something, and that a text was typed without quotes (manual,
// "Outcomes").
func avoidable(d gate.Decision) []gate.Cap {
	return slices.DeleteFunc(slices.Clone(d.Because), func(c gate.Cap) bool {
		return c.Type == "text_read" || c.Type == "destructive"
	})
}
