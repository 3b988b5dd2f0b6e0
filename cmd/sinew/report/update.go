package report

import (
	"strings"

	"sinew/contractdiff"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

// A Moved is one reflex an update moved, for its block.
type Moved struct {
	Name     string
	From, To ref.Version
	Code     bool
	Report   contractdiff.Report
	Mark     string // what the Hub's log says of it, "" where none was asked
}

// Update is the block of one reflex that moved: the versions and the level, a
// line for each detail, then what waits for the person's yes (behaviour.md
// 7.3).
func (w Words) Update(m Moved) []string {
	lines := append([]string{w.Note(m.head())}, w.details(m.Report.Lines())...)
	for _, p := range m.Report.Consent.Problems(m.Name) {
		lines = append(lines, w.Problem(p))
	}
	return lines
}

// head is a block's first line: `lights 1.2.0 → 2.0.0  major · code changed`.
func (m Moved) head() string {
	head := m.Name + " " + m.From.String() + " → " + m.To.String() + "  " + m.Report.Diff.Level.String()
	if m.Code {
		head += " · code changed"
	}
	return head + afterDot(m.Mark)
}

// details are lines in two columns, the first padded to its widest.
func (w Words) details(all []contractdiff.Line) []string {
	width := 0
	for _, l := range all {
		width = max(width, len([]rune(l.Key)))
	}
	lines := make([]string, len(all))
	for i, l := range all {
		lines[i] = "    " + w.Plain(strings.TrimRight(pad(l.Key, width)+"  "+l.Text, " "))
	}
	return lines
}

// NewSibling is the line of a reflex that is new in a repository in use.
func (w Words) NewSibling(r ref.Reference) string {
	return w.line(r.String()+" is new", diag.AddAs(r.String(), r.LastSegment()))
}

// WouldMove is the block of a move that was not made.
func (w Words) WouldMove(m Moved) []string {
	return append([]string{w.Note("would move " + m.head())}, w.details(m.Report.Lines())...)
}
