package everyday

import (
	"fmt"
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// Read reads a set from TOML:
//
//	[set]
//	collection = "std"
//	half       = "development"
//	installed  = ["clock", "find"]
//
//	[vocabularies.places]                 # as in a project's vocab/places.toml
//	logs = { what = "What my programs log.", value = "~/logs" }
//
//	[lines]
//	"time pls"          = { reflex = "clock", args = {} }
//	"grep TODO in logs" = { reflex = "find", args = { text = "TODO", place = "logs" } }
//	"find my phone"     = { near = "find" }
//	"tell me a joke"    = false
//
// The error is the first thing that does not have this shape: an unknown key,
// an unknown half, a reflex that is not installed, two utterances that are one
// under identity. What the reflexes take is for whoever has their manifests.
func Read(src []byte) (*Set, error) {
	doc, err := tomldoc.Parse(src)
	if err != nil {
		return nil, err
	}
	if err := onlyKeys(doc, "set", "vocabularies", "lines"); err != nil {
		return nil, err
	}
	s := &Set{}
	if err := s.readHeader(doc.Get("set")); err != nil {
		return nil, err
	}
	if err := s.readVocabularies(doc.Get("vocabularies")); err != nil {
		return nil, err
	}
	return s, s.readLines(doc.Get("lines"))
}

func (s *Set) readHeader(v *tomldoc.Value) error {
	if err := onlyKeys(v, "collection", "half", "installed"); err != nil {
		return err
	}
	s.Collection = textOf(v.Get("collection"))
	s.Half = Half(textOf(v.Get("half")))
	if s.Collection == "" || s.Half != Development && s.Half != HeldOut {
		return at(v, "[set] needs a collection and one of the two halves")
	}
	if installed := v.Get("installed"); installed != nil {
		for _, item := range installed.Items {
			s.Installed = append(s.Installed, textOf(item))
		}
	}
	return nil
}

func (s *Set) readVocabularies(v *tomldoc.Value) error {
	if v == nil {
		return nil
	}
	for _, e := range v.Entries {
		vocabulary, err := project.VocabularyOf(e.Key, e.Value)
		if err != nil {
			return err
		}
		s.Vocabularies = append(s.Vocabularies, vocabulary)
	}
	return nil
}

func (s *Set) readLines(v *tomldoc.Value) error {
	if !v.IsTable() {
		return at(v, "[lines] is missing or no table")
	}
	seen := map[string]bool{}
	for _, e := range v.Entries {
		identity := text.Identity(e.Key)
		if seen[identity] {
			return at(e.Value, "%q repeats an earlier line", e.Key)
		}
		seen[identity] = true
		line, err := s.line(e)
		if err != nil {
			return err
		}
		s.Lines = append(s.Lines, line)
	}
	return nil
}

func (s *Set) line(e tomldoc.Entry) (Line, error) {
	line, v := Line{Utterance: e.Key}, e.Value
	if v.Kind == tomldoc.Bool && !v.Bool {
		return line, nil
	}
	if near := v.Get("near"); near != nil {
		line.Near = textOf(near)
		return line, firstOf(onlyKeys(v, "near"), s.installs(v, line.Near))
	}
	line.Reflex = textOf(v.Get("reflex"))
	args, err := assertions(v.Get("args"))
	line.Args = args
	return line, firstOf(onlyKeys(v, "reflex", "args"), s.installs(v, line.Reflex), err)
}

// firstOf is the first of the errors.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) installs(v *tomldoc.Value, reflex string) error {
	if !slices.Contains(s.Installed, reflex) {
		return at(v, "%q is not installed", reflex)
	}
	return nil
}

// assertions are the arguments of a line, in the grammar of a record.
func assertions(v *tomldoc.Value) ([]manifest.Assertion, error) {
	if !v.IsTable() {
		return nil, at(v, "args is missing or no table")
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
			return nil, at(e.Value, "%s is neither text nor true nor false", e.Key)
		}
		all = append(all, a)
	}
	return all, nil
}

// onlyKeys refuses what is no table and every key that is not known.
func onlyKeys(v *tomldoc.Value, known ...string) error {
	if !v.IsTable() {
		return at(v, "a table with %s is missing", text.List(known))
	}
	for _, e := range v.Entries {
		if !slices.Contains(known, e.Key) {
			return at(e.Value, "unknown key %q", e.Key)
		}
	}
	return nil
}

func textOf(v *tomldoc.Value) string {
	if v == nil || v.Kind != tomldoc.String {
		return ""
	}
	return v.Text
}

func at(v *tomldoc.Value, format string, args ...any) error {
	if v == nil {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("line %d: %w", v.Line, fmt.Errorf(format, args...))
}
