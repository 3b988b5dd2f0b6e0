package manifest

import (
	"slices"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/text"
)

// checkProblems holds the problems of a refused text to their shape and order.
func checkProblems(t *testing.T, m *Manifest, err error) {
	t.Helper()
	problems, ok := err.(diag.Problems)
	if m != nil || !ok || len(problems) == 0 {
		t.Fatalf("a refusal with %v, %#v", m, err)
	}
	for i, p := range problems {
		if p.Message == "" || p.At == nil || p.At.Line < 1 || p.At.Column < 1 {
			t.Errorf("problem %d: %+v", i, p)
		} else if i > 0 && problems[i-1].At.Line > p.At.Line {
			t.Errorf("problem %d stands before the one above it", i)
		}
	}
}

// checkConsistent holds a manifest that reads, or one with an overlay laid over
// it, to what its readers count on. Only an overlay asserts words.
func checkConsistent(t *testing.T, m *Manifest, overlaid bool) {
	t.Helper()
	bodies := 0
	for _, has := range []bool{m.Run.File != "", len(m.Run.Argv) > 0, m.Playbook()} {
		if has {
			bodies++
		}
	}
	if bodies != 1 || m.Runs() == "" || m.Summary() == "" || m.Confirm == "" {
		t.Errorf("%d bodies, %q, %q, %q", bodies, m.Runs(), m.Summary(), m.Confirm)
	}
	for _, x := range Placeholders(m.Confirm) {
		if a := m.Arg(x); a == nil || !a.Required() || a.Source == Takes {
			t.Errorf("the confirm names %q", x)
		}
	}
	for _, a := range m.Args {
		checkArgument(t, a)
	}
	seen := map[string]bool{}
	for _, r := range slices.Concat(m.Examples, m.Tests) {
		checkRecord(t, m, r, overlaid)
		if id := text.Identity(r.Utterance); seen[id] {
			t.Errorf("%q stands twice", r.Utterance)
		} else {
			seen[id] = true
		}
	}
	if m.Playbook() && (!m.Needs.Empty() || len(m.Config)+len(m.Yields)+len(m.Platforms) > 0 || m.Returns != "") {
		t.Error("a playbook has a body's keys")
	}
}

func checkArgument(t *testing.T, a Argument) {
	t.Helper()
	if name.Check(a.Name, name.Argument) != nil || (a.Ask == "") != (a.Source == Takes) {
		t.Errorf("%+v", a)
	}
	set := map[Source]bool{Options: len(a.Options) > 0, Vocab: a.Vocab != "", Pick: a.Pick != "", Flag: a.Source == Flag, Takes: a.Takes != ""}
	for source, has := range set {
		if has != (source == a.Source) {
			t.Errorf("source %d of %+v", source, a)
		}
	}
	if a.Range != nil && (a.Range.Min > a.Range.Max || a.Pick != "number" && a.Pick != "duration") {
		t.Errorf("range of %+v", a)
	}
}

func checkRecord(t *testing.T, m *Manifest, r Record, words bool) {
	t.Helper()
	if text.Why(r.Utterance) != "" || r.Never && r.Asserts != nil {
		t.Errorf("%+v", r)
	}
	stated := map[string]bool{}
	for _, asserted := range r.Asserts {
		if stated[asserted.Arg] {
			t.Errorf("%q asserts %s twice", r.Utterance, asserted.Arg)
		}
		stated[asserted.Arg] = true
		a := m.Arg(asserted.Arg)
		if a == nil || a.Source == Vocab && !words || a.Source == Takes || asserted.Raised && a.Source != Flag {
			t.Errorf("%q asserts %+v", r.Utterance, asserted)
		}
	}
}
