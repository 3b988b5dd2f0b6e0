// Package contractdiff is what changes between two manifests of one reflex: for
// its author before a tag, and for a person at an update.
//
// The contract is what a person's files and calls may lean on: arguments and
// their sources, run, steps, needs, config, yields, returns, platforms. The
// rest is wording, which is no change here; so is the effect, which a person
// consents to apart. Compare lists the changes, each of a level, and the
// violations of `was`; the highest level says what the next version is. Weigh
// is what becomes of a person's consent to an effect and a declaration when
// upstream asks for others: it tightens by itself and loosens only by their
// yes. A Report puts both beside the person's overlay, line by line.
//
// Values go in and values come out. How a line is padded, and what stands above
// it, is the renderer's. The manual's pages are "Publishing" and "Installing
// reflexes"; the details are behaviour.md 4.1, 7.3 and 8.
package contractdiff

import (
	"encoding/json"
	"math"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tomldoc"
)

// A Level is what a change asks of the next version: the rows of the manual's
// table ("Publishing", "What the next version must be").
type Level int

// The levels, from the lowest.
const (
	Same  Level = iota // row "same": wording only, or a declaration narrowed
	Minor              // row "minor": additions
	Major              // row "major": something files or calls may not survive
)

// String is the level's word.
func (l Level) String() string { return [...]string{"same", "minor", "major"}[l] }

// MarshalText is the level's word, as in JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Next is the version a change of the level asks for: X.(Y+1).0 for a minor
// one, (X+1).0.0 for a major one, also below 1.0.0, and v itself for none. A
// part that is as large as a part can be carries into the one before it.
func Next(v ref.Version, level Level) ref.Version {
	switch {
	case level == Same:
		return v
	case level == Minor && v.Minor < math.MaxUint64:
		return ref.Version{Major: v.Major, Minor: v.Minor + 1}
	case v.Major < math.MaxUint64:
		return ref.Version{Major: v.Major + 1}
	}
	return v
}

// A Diff is what differs between two manifests' contracts.
type Diff struct {
	Level      Level       // the highest of the changes'
	Changes    []Change    // in the order of behaviour.md 8
	Violations []Violation // names returned, then names dropped
}

// MarshalJSON is the shape of the format's vectors: level, changes, violations.
func (d Diff) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Level      Level       `json:"level"`
		Changes    []Change    `json:"changes"`
		Violations []Violation `json:"violations"`
	}{d.Level, append([]Change{}, d.Changes...), append([]Violation{}, d.Violations...)})
}

// Lines are the changes as `check` prints them below the versions.
func (d Diff) Lines() []Line {
	var lines []Line
	for _, c := range d.Changes {
		lines = append(lines, Line{c.Key(), c.Text()})
	}
	return lines
}

// Problems are the violations of the reflex called reflex, as `check` refuses
// them; none when there are none.
func (d Diff) Problems(reflex string) diag.Problems {
	var all diag.Problems
	for _, v := range d.Violations {
		all = append(all, v.problem(reflex))
	}
	return all
}

// A Line is one line of a block, in two columns.
type Line struct{ Key, Text string }

// A Violation is a breach of `was`, which is cumulative (manual, "Arguments",
// "Names and renames"). One name can be returned and dropped at once.
type Violation struct {
	Kind ViolationKind `json:"type"`
	Arg  string        `json:"arg"` // the retired name
}

// A ViolationKind says how `was` is breached.
type ViolationKind string

// The kinds of violations.
const (
	Returned ViolationKind = "returned" // a retired name is a live argument again
	Dropped  ViolationKind = "dropped"  // no `was` lists a retired name any more
)

func (v Violation) problem(reflex string) diag.Problem {
	message := v.Arg + " has gone from was"
	if v.Kind == Returned {
		message = path("args", v.Arg) + " is a retired name, back in use"
	}
	return diag.Problem{Reflex: reflex, Message: message, Fix: diag.Of(diag.FixCheck)}
}

// line is the violation among an update's details.
func (v Violation) line() Line {
	if v.Kind == Returned {
		return Line{path("args", v.Arg), "a retired name, back in use"}
	}
	return Line{path("args", v.Arg), "gone from was"}
}

func path(keys ...string) string { return tomldoc.JoinPath(keys) }

// violations looks for every name the previous manifest had retired.
func violations(previous, next *manifest.Manifest) []Violation {
	live, listed := map[string]bool{}, map[string]bool{}
	for _, a := range next.Args {
		live[a.Name] = true
		for _, old := range a.Was {
			listed[old] = true
		}
	}
	var returned, dropped []Violation
	for _, a := range previous.Args {
		for _, old := range a.Was {
			if live[old] {
				returned = append(returned, Violation{Returned, old})
			}
			if !listed[old] {
				dropped = append(dropped, Violation{Dropped, old})
			}
		}
	}
	return append(returned, dropped...)
}
