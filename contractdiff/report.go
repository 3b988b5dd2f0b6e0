package contractdiff

import (
	"fmt"
	"strings"

	"sinew/pkg/manifest"
)

// An Update is one reflex that moves, and a person's wording for it.
type Update struct {
	Previous, Next *manifest.Manifest // as shipped; never nil

	// Before and After are the person's overlay read against Previous and
	// against Next. Either is nil where there is none, or where it does not
	// read.
	Before, After *manifest.Overlay

	Consent Outcome
}

// A Report is what an update of one reflex says of it (manual, "Installing
// reflexes", "update"; behaviour.md 7.3).
type Report struct {
	Description Rewriting
	Diff        Diff
	Renamed     []Follow   // in the order of the changes
	Stale       [][]string // sorted; paths under the arguments' current names
	Orphaned    [][]string // in the order met
	Consent     Outcome
}

// A Rewriting is what becomes of the description.
type Rewriting int

// The rows "description rewritten" of the manual's table.
const (
	Unchanged Rewriting = iota
	Taken               // upstream rewrote it: its text is used
	YoursKept           // upstream rewrote it: the overlay's stays
)

// A Follow is a declared rename, with how many of the person's records name the
// argument as it was called: they follow it at merge time.
type Follow struct {
	Former, Arg     string
	Examples, Tests int
}

// Report is what the update says of the reflex. An acceptance at the current
// tag moves nothing and says nothing but its consent: Report{Consent: outcome}.
func (u Update) Report() Report {
	r := Report{
		Description: u.description(),
		Diff:        Compare(u.Previous, u.Next),
		Stale:       u.stale(),
		Consent:     u.Consent,
	}
	for _, c := range r.Diff.Changes {
		if c.Kind == ArgRenamed {
			r.Renamed = append(r.Renamed, u.follow(c))
		}
	}
	if u.After != nil {
		r.Orphaned = u.After.Orphaned
	}
	return r
}

func (u Update) description() Rewriting {
	switch {
	case u.Previous.Description == u.Next.Description:
		return Unchanged
	case u.After != nil && u.After.Description != "":
		return YoursKept
	}
	return Taken
}

func (u Update) follow(c Change) Follow {
	f := Follow{Former: c.Former, Arg: c.Arg}
	if u.Before != nil {
		f.Examples = naming(u.Before.Examples, c.Former)
		f.Tests = naming(u.Before.Tests, c.Former)
	}
	return f
}

// naming is how many records say something of an argument.
func naming(records []manifest.Record, arg string) int {
	count := 0
	for _, r := range records {
		for _, a := range r.Asserts {
			if a.Arg == arg {
				count++
				break
			}
		}
	}
	return count
}

// Lines are the report's detail lines, in order: the description, the contract,
// the violations, what is stale, what is orphaned, and the consent, which tells
// of the needs in the contract's stead.
func (r Report) Lines() []Line {
	var lines []Line
	switch r.Description {
	case Taken:
		lines = append(lines, Line{"description", "rewritten, taken (you have no override)"})
	case YoursKept:
		lines = append(lines, Line{"description", "rewritten, yours kept"})
	}
	lines = append(lines, r.contract()...)
	for _, v := range r.Diff.Violations {
		lines = append(lines, v.line())
	}
	for _, at := range r.Stale {
		if !isDescription(at) {
			lines = append(lines, Line{path(at...), "changed upstream, yours kept"})
		}
	}
	for _, at := range r.Orphaned {
		lines = append(lines, Line{path(at...), "addresses nothing, skipped"})
	}
	return append(lines, r.Consent.Lines()...)
}

func isDescription(at []string) bool { return len(at) == 1 && at[0] == "description" }

func (r Report) contract() []Line {
	var lines []Line
	renamed := r.Renamed
	for _, c := range r.Diff.Changes {
		line := Line{c.Key(), c.Text()}
		switch {
		case c.Kind == NeedsWidened || c.Kind == NeedsNarrowed:
			continue
		case c.Kind == ArgRenamed && len(renamed) > 0:
			line.Text += renamed[0].suffix()
			renamed = renamed[1:]
		}
		lines = append(lines, line)
	}
	return lines
}

// suffix tells of the records that follow, or is "".
func (f Follow) suffix() string {
	var parts []string
	for _, of := range []struct {
		count int
		noun  string
	}{{f.Examples, "example"}, {f.Tests, "test"}} {
		switch of.count {
		case 0:
		case 1:
			parts = append(parts, "1 "+of.noun)
		default:
			parts = append(parts, fmt.Sprintf("%d %ss", of.count, of.noun))
		}
	}
	switch {
	case len(parts) == 0:
		return ""
	case f.Examples+f.Tests == 1:
		return "; your " + parts[0] + " follows"
	}
	return "; your " + strings.Join(parts, " and ") + " follow"
}
