package report

import (
	"sinew/contractdiff"
	"sinew/pkg/ref"
)

// Unknown is a key the format does not have.
func (w Words) Unknown(reflex, finding string) string {
	return w.Note("unknown  " + reflex + ": " + finding)
}

// A Contract is how a manifest differs from the one at a tag: From is the tag's
// version, To the one the changes ask for.
type Contract struct {
	From, To ref.Version
	Diff     contractdiff.Diff
}

// Contract is the block of a contract: the versions and the level, then a line
// for each change (behaviour.md 8).
func (w Words) Contract(c Contract) []string {
	head := c.From.String()
	if c.To != c.From {
		head += " → " + c.To.String()
	}
	return append([]string{w.Note(head + "  " + c.Diff.Level.String())}, w.details(c.Diff.Lines())...)
}

// MayTag is the line of a tag that may be published.
func (w Words) MayTag(v ref.Version) string { return w.Note(v.String() + " may be tagged here") }
