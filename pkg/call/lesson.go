package call

import (
	"golang.org/x/text/unicode/norm"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// Lesson is the record that a written call teaches of an utterance (manual,
// "Tuning", "teach: one line in your overlay"): what the call states and no
// more, so a required argument may be missing. m and vocab are as for Bind. A
// playbook, and a reflex that takes a result, can be taught as any other.
//
// A value is checked at the door. The error is a diag.Problems with every
// problem of what is written, in that order; the words are Bind's.
func Lesson(w Written, utterance string, m *manifest.Manifest, vocab func(name string) []project.Word) (manifest.Record, error) {
	b := &binder{call: Call{Reflex: w.Reflex}, m: m, vocab: vocab, utterance: &utterance}
	for _, g := range b.given(w) {
		b.call.Args = append(b.call.Args, Arg{Name: g.arg.Name, Value: g.value})
	}
	if err := b.problems.Err(); err != nil {
		return manifest.Record{}, err
	}
	return b.call.Record(utterance), nil
}

// Record is the record by which an utterance means the call: each argument's
// key, word or span, as typed, and true for a flag. Words that spell a value
// out stay the words.
func (c Call) Record(utterance string) manifest.Record {
	record := manifest.Record{Utterance: utterance}
	for _, a := range c.Args {
		asserted := manifest.Assertion{Arg: a.Name, Value: a.Value.Shown(), Raised: a.Value.Kind == Flag}
		if a.Value.Kind == Pick {
			asserted.Value = a.Value.Span.Text
		}
		record.Asserts = append(record.Asserts, asserted)
	}
	return record
}

// span is a pick that a lesson states: words of the utterance. They need not
// read as they stand, since a value may be said aloud.
func (b *binder) span(written string) (Value, bool) {
	if !manifest.Says(*b.utterance, written) {
		b.refuse(diag.Rerun(), "%s is not in the utterance", Quote(written))
		return Value{}, false
	}
	return Value{Kind: Pick, Span: text.Whole(norm.NFC.String(written))}, true
}
