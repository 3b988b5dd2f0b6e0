package project

import (
	"fmt"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/tomldoc"
)

// Teach makes a record one of a person's examples of a reflex (manual,
// "Tuning", "teach: one line in your overlay"). yours is the overlay as it
// reads now, nil when there is no file. A line of it that is the utterance
// already is replaced; one among its tests, or in another spelling, is removed
// first, since an utterance stands once and a span must stand in it as spelled.
//
// The edits are applied in order, and the text they come to is read again with
// manifest.ReadOverlay before it is written: a record that may not stand is
// found there. Whether there is anything to write, Manifest.Teaches says of the
// effective manifest.
func Teach(reflex string, yours *manifest.Overlay, record manifest.Record) []Edit {
	file := overlayFile(reflex)
	var edits []Edit
	table, held, ok := yours.Key(record.Utterance)
	if ok && (table != "examples" || held != record.Utterance) {
		edits = append(edits, Edit{File: file, Path: []string{table, held}, Remove: true})
	}
	return append(edits, Edit{File: file, Path: []string{"examples", record.Utterance}, Value: recordLiteral(record)})
}

// Forget removes the line a person's overlay holds for an utterance, an example
// or a test. The error is a diag.Problems of one, when it holds none.
func Forget(reflex string, yours *manifest.Overlay, utterance string) (Edit, error) {
	file := overlayFile(reflex)
	table, key, ok := yours.Key(utterance)
	if !ok {
		message := fmt.Sprintf("%s is not in %s", quoted(utterance), FilePath(file))
		return Edit{}, diag.One(reflex, message, diag.Show(reflex))
	}
	return Edit{File: file, Path: []string{table, key}, Remove: true}, nil
}

func overlayFile(reflex string) diag.File {
	return diag.File{Kind: diag.OverlayFile, Name: reflex}
}

// recordLiteral is a record's value as a file has it.
func recordLiteral(record manifest.Record) tomldoc.Literal {
	if record.Never {
		return tomldoc.Truth(false)
	}
	pairs := make([]tomldoc.Pair, len(record.Asserts))
	for i, a := range record.Asserts {
		value := tomldoc.Str(a.Value)
		if a.Raised || a.Unstated {
			value = tomldoc.Truth(a.Raised)
		}
		pairs[i] = tomldoc.Pair{Key: a.Arg, Value: value}
	}
	return tomldoc.Inline(pairs...)
}
