// Package setfile reads what the hand-written sets of sentences have in common:
// the reflexes that are installed, the vocabularies a person has, and arguments
// as a manifest's records assert them. Errors say the line they stand at.
//
// Everything is safe for concurrent use.
package setfile

import (
	"fmt"
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// A File is a set as it stands in its file: what [set] and [lines] hold is for
// the set's own package.
type File struct {
	Set, Lines   *tomldoc.Value
	Vocabularies []*project.Vocabulary
}

// Parse reads a file with the tables set, vocabularies and lines, and no other.
func Parse(src []byte) (File, error) {
	doc, err := tomldoc.Parse(src)
	if err != nil {
		return File{}, err
	}
	if err := OnlyKeys(doc, "set", "vocabularies", "lines"); err != nil {
		return File{}, err
	}
	vocabularies, err := readVocabularies(doc.Get("vocabularies"))
	return File{doc.Get("set"), doc.Get("lines"), vocabularies}, err
}

// Installed are the names in a list; nil for no list.
func Installed(v *tomldoc.Value) []string {
	if v == nil {
		return nil
	}
	var names []string
	for _, item := range v.Items {
		names = append(names, Text(item))
	}
	return names
}

// readVocabularies are the tables of v, each as a project's vocab/<name>.toml; none
// for nil.
func readVocabularies(v *tomldoc.Value) ([]*project.Vocabulary, error) {
	if v == nil {
		return nil, nil
	}
	var all []*project.Vocabulary
	for _, e := range v.Entries {
		vocabulary, err := project.VocabularyOf(e.Key, e.Value)
		if err != nil {
			return nil, err
		}
		all = append(all, vocabulary)
	}
	return all, nil
}

// Assertions are the arguments of a call, in the grammar of a record.
func Assertions(v *tomldoc.Value) ([]manifest.Assertion, error) {
	if !v.IsTable() {
		return nil, At(v, "args is missing or no table")
	}
	var all []manifest.Assertion
	for _, e := range v.Entries {
		a := manifest.Assertion{Arg: e.Key}
		switch e.Value.Kind {
		case tomldoc.Bool:
			a.Raised, a.Unstated = e.Value.Bool, !e.Value.Bool
		case tomldoc.String:
			a.Value = e.Value.Text
		default:
			return nil, At(e.Value, "%s is neither text nor true nor false", e.Key)
		}
		all = append(all, a)
	}
	return all, nil
}

// OnlyKeys refuses what is no table and every key that is not known.
func OnlyKeys(v *tomldoc.Value, known ...string) error {
	if !v.IsTable() {
		return At(v, "a table with %s is missing", text.List(known))
	}
	for _, e := range v.Entries {
		if !slices.Contains(known, e.Key) {
			return At(e.Value, "unknown key %q", e.Key)
		}
	}
	return nil
}

// Text is the text of v; "" for anything else.
func Text(v *tomldoc.Value) string {
	if v == nil || v.Kind != tomldoc.String {
		return ""
	}
	return v.Text
}

// At is an error at the line of v, which may be nil.
func At(v *tomldoc.Value, format string, args ...any) error {
	if v == nil {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("line %d: %w", v.Line, fmt.Errorf(format, args...))
}
