// Package everyday reads the everyday set: sentences as people type them at a
// terminal, with the call each one states, to judge how an adapter decides.
//
// There are two collections of reflexes, each judged with all of its own
// reflexes installed and nothing else: "std", the one built into the program,
// and "collection", thirteen reflexes whose manifests are not part of this
// repository. The lines of each are split into two halves: one to develop
// against and one that is opened for a report only. README.md says how the
// lines were written and how they were split.
//
// A Set belongs to its caller. Everything is safe for concurrent use.
package everyday

import (
	"embed"
	"fmt"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

//go:embed *.toml
var files embed.FS

// A Half names one of the two parts the lines of a collection are split into.
type Half string

// The halves.
const (
	Development Half = "development"
	HeldOut     Half = "heldout"
)

// Collections are the names Load takes.
func Collections() []string { return []string{"std", "collection"} }

// A Set is one half of the lines over one collection. Installed are its
// reflexes by name, Vocabularies what the person who types has put in theirs.
type Set struct {
	Collection   string
	Half         Half
	Installed    []string
	Vocabularies []*project.Vocabulary
	Lines        []Line
}

// A Line is what a person types and what should come of it.
//
// In scope, Reflex is one of the installed and Args states every argument it
// has, as a record of a manifest asserts it: an option's key, a vocabulary's
// word, the exact span of a pick, a flag raised; Unstated where the line does
// not say, or a flag is not raised. Out of scope, Reflex is "", and Near is the
// installed reflex that the line could be mistaken for, or "".
type Line struct {
	Utterance string
	Reflex    string
	Args      []manifest.Assertion
	Near      string
}

// InScope reports whether an installed reflex does what the line asks.
func (l Line) InScope() bool { return l.Reflex != "" }

// Load is one half of the set over a collection. The error is for a collection
// or a half that is not there.
func Load(collection string, half Half) (*Set, error) {
	name := fmt.Sprintf("%s-%s.toml", collection, half)
	src, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("no everyday set of %s, %s half", collection, half)
	}
	set, err := Read(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return set, nil
}
