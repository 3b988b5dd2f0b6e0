package report

import (
	"strings"
	"unicode/utf8"

	"sinew/pkg/diag"
)

// A Row is one reflex in a list: its local name, where it came from, its
// effect and what it runs, and what else is to be said of it. Needs is its
// declaration on a line of its own, "" when it declares nothing. A row whose
// tree is not at hand has neither effect nor anything that runs. Mark is what
// the Hub's log says of it, "" where none was asked.
type Row struct {
	Name, Where, Effect, Runs, Also, Needs, Mark string
}

// Rows lays rows out in columns, each line behind sign: `+` for what came in,
// `-` for what went, "" for a list (behaviour.md 7.5). Rows that come from
// nowhere have no column for it.
func (w Words) Rows(sign string, rows []Row) []string {
	shown := make([]Row, len(rows))
	for i, r := range rows {
		shown[i] = w.plainRow(r)
	}
	names, wheres, effects := widths(shown)
	var lines []string
	for _, r := range shown {
		cells := []string{pad(r.Name, names)}
		if wheres > 0 {
			cells = append(cells, pad(r.Where, wheres))
		}
		if r.Runs != "" {
			cells = append(cells, w.effect(pad(r.Effect, effects)), r.Runs)
		}
		if r.Also != "" {
			cells = append(cells, r.Also)
		}
		lines = append(lines, w.sign(sign)+strings.TrimRight(strings.Join(cells, "  "), " ")+afterDot(r.Mark))
		if r.Needs != "" {
			lines = append(lines, strings.Repeat(" ", 2+names+2)+"needs "+r.Needs)
		}
	}
	return lines
}

// afterDot is what is said at the end of a line, where there is something to say.
func afterDot(said string) string {
	if said == "" {
		return ""
	}
	return " · " + said
}

// plainRow is a row as it is shown, which is what columns are measured by.
func (w Words) plainRow(r Row) Row {
	return Row{Name: w.Plain(r.Name), Where: w.Plain(r.Where), Effect: r.Effect, Runs: w.Plain(r.Runs), Also: w.Plain(r.Also), Needs: w.Plain(r.Needs), Mark: r.Mark}
}

// widths are the widest name, place and effect.
func widths(rows []Row) (name, where, effect int) {
	for _, r := range rows {
		name = max(name, utf8.RuneCountInString(r.Name))
		where = max(where, utf8.RuneCountInString(r.Where))
		effect = max(effect, len(r.Effect))
	}
	return name, where, effect
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// Inactive lays out why reflexes are inactive, their arrows aligned.
func (w Words) Inactive(problems diag.Problems) []string {
	heads := make([]string, len(problems))
	width := 0
	for i, p := range problems {
		heads[i] = w.Plain(subject(p))
		width = max(width, utf8.RuneCountInString(heads[i]))
	}
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = "  inactive  " + heads[i]
		if command := w.Plain(w.Fix(p.Fix)); command != "" {
			lines[i] = "  inactive  " + pad(heads[i], width) + w.arrow() + command
		}
	}
	return lines
}

// Lint is one thing an author should weigh.
func (w Words) Lint(reflex, finding string) string {
	return w.Note("lint  " + reflex + ": " + finding)
}
