package report

import (
	"errors"
	"fmt"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// The JSON of the commands that report. Each command prints one object, whose
// version counts up when a member changes its meaning or goes; members may be
// added. A list is never null. Exit codes are those of the same command without
// --json, and what stopped it is among the problems: nothing of it is said on
// standard error.

// A ShowV1 is what `show --json` prints, version 1: the installed reflexes, or
// the one that was named, in the project's order.
type ShowV1 struct {
	Version  int          `json:"version"`
	Reflexes []ReflexV1   `json:"reflexes"`
	Problems []MendableV1 `json:"problems"` // what stopped the command
}

// A SyncV1 is what `sync --json` prints, version 1. UpToDate is true when there
// was nothing to do: nothing to place, to write into a mirror or to prune, or
// nothing that `--check` found to disagree.
type SyncV1 struct {
	Version  int          `json:"version"`
	Placed   []ReflexV1   `json:"placed"`
	Mirrored []TagV1      `json:"mirrored,omitempty"` // with --mirror
	Pruned   *PrunedV1    `json:"pruned,omitempty"`   // with --prune
	Notes    []string     `json:"notes,omitempty"`    // of the Hub's log
	UpToDate bool         `json:"up_to_date"`
	Problems []MendableV1 `json:"problems"`
}

// A ReflexV1 is one reflex. What is not known of it, since it is local or its
// files are not at hand, is left out.
type ReflexV1 struct {
	Name     string       `json:"name"`
	Where    string       `json:"where"`         // as its row shows it
	Ref      string       `json:"ref,omitempty"` // without a pin; a local one's directory
	Tag      string       `json:"tag,omitempty"` // X.Y.Z
	Commit   string       `json:"commit,omitempty"`
	H1       string       `json:"h1,omitempty"`
	Effect   string       `json:"effect,omitempty"` // read, write or destructive
	Needs    *NeedsV1     `json:"needs,omitempty"`  // what was consented to
	Runs     string       `json:"runs,omitempty"`   // as its row shows it
	Log      string       `json:"log,omitempty"`    // in a sync: what the Hub's log says of it
	Active   bool         `json:"active"`
	Problems []MendableV1 `json:"problems"` // why it is not active
}

// A MendableV1 is a problem and the reflex it is about, if it is about one. Its
// place is in the file where it is written, by an absolute path.
type MendableV1 struct {
	Reflex string `json:"reflex,omitempty"`
	ProblemV1
}

// A TagV1 is a tag of a repository.
type TagV1 struct {
	Repository string `json:"repository"`
	Tag        string `json:"tag"`
}

// A PrunedV1 is what a prune removed, or with dry_run would have.
type PrunedV1 struct {
	DryRun    bool  `json:"dry_run"`
	Entries   int   `json:"entries"`
	Leftovers int   `json:"leftovers"`
	InUse     int   `json:"in_use"`
	Bytes     int64 `json:"bytes"`
}

// Mendables are an error's problems, one for a failure of the machine; never nil.
func (w Words) Mendables(err error) []MendableV1 {
	all := []MendableV1{}
	if err == nil {
		return all
	}
	if problems, ok := errors.AsType[diag.Problems](err); ok {
		for _, p := range problems {
			all = append(all, w.mendable(p))
		}
		return all
	}
	failed := diag.Problem{Message: err.Error()}
	if failure, ok := errors.AsType[*diag.Failure](err); ok {
		failed.Fix = failure.Fix
	}
	return append(all, w.mendable(failed))
}

func (w Words) mendable(p diag.Problem) MendableV1 {
	one := ProblemV1{Message: p.Message, Fix: p.Fix, Command: w.Fix(p.Fix)}
	if p.At != nil && w.File != nil {
		one.At = &PlaceV1{w.File(p.At.File), p.At.Line, p.At.Column}
	}
	return MendableV1{p.Reflex, one}
}

// CleanJSONLine is JSONLine with what could repaint a terminal written as an
// escape.
func CleanJSONLine(value any) (string, error) {
	raw, err := JSONLine(value)
	return CleanJSON(raw), err
}

// CleanJSON is a line of JSON with every character that could repaint a terminal
// spelled out. It says the same.
func CleanJSON(raw string) string {
	var line strings.Builder
	for _, r := range raw {
		if text.Unclean(r) {
			fmt.Fprintf(&line, `\u%04x`, r)
		} else {
			line.WriteRune(r)
		}
	}
	return line.String()
}
