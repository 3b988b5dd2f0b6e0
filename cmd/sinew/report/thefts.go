package report

import (
	"sinew/decide/judge"
	"sinew/decide/words"
	"sinew/pkg/diag"
)

// Theft is the line of a phrase a newcomer takes from its owner.
func (w Words) Theft(t judge.Theft) string {
	fix := diag.Fix{Kind: diag.FixTeachNot, Utterance: t.Phrase, Reflex: t.Thief}
	message := t.Thief + ": steals " + words.Quote(t.Phrase) + " from " + t.Owner
	if t.Fits != nil {
		message = t.Thief + ": also fits " + words.Quote(t.Phrase) + " of " + t.Owner + " (" + words.P(*t.Fits) + ")"
	}
	return w.line(message, fix)
}

// Unfinished is the line of a theft test that did not finish. The install
// stands.
func (w Words) Unfinished(why error) string {
	return w.line("the theft test did not finish: "+why.Error(), diag.Of(diag.FixTest))
}
