package everyday

import (
	"cmp"
	"slices"

	"sinew/internal/eval/setfile"
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
	f, err := setfile.Parse(src)
	if err != nil {
		return nil, err
	}
	s := &Set{Vocabularies: f.Vocabularies}
	if err := s.readHeader(f.Set); err != nil {
		return nil, err
	}
	return s, s.readLines(f.Lines)
}

func (s *Set) readHeader(v *tomldoc.Value) error {
	if err := setfile.OnlyKeys(v, "collection", "half", "installed"); err != nil {
		return err
	}
	s.Collection = setfile.Text(v.Get("collection"))
	s.Half = Half(setfile.Text(v.Get("half")))
	if s.Collection == "" || s.Half != Development && s.Half != HeldOut {
		return setfile.At(v, "[set] needs a collection and one of the two halves")
	}
	s.Installed = setfile.Installed(v.Get("installed"))
	return nil
}

func (s *Set) readLines(v *tomldoc.Value) error {
	if !v.IsTable() {
		return setfile.At(v, "[lines] is missing or no table")
	}
	seen := map[string]bool{}
	for _, e := range v.Entries {
		identity := text.Identity(e.Key)
		if seen[identity] {
			return setfile.At(e.Value, "%q repeats an earlier line", e.Key)
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
		line.Near = setfile.Text(near)
		return line, cmp.Or(setfile.OnlyKeys(v, "near"), s.installs(v, line.Near))
	}
	line.Reflex = setfile.Text(v.Get("reflex"))
	args, err := setfile.Assertions(v.Get("args"))
	line.Args = args
	return line, cmp.Or(setfile.OnlyKeys(v, "reflex", "args"), s.installs(v, line.Reflex), err)
}

func (s *Set) installs(v *tomldoc.Value, reflex string) error {
	if !slices.Contains(s.Installed, reflex) {
		return setfile.At(v, "%q is not installed", reflex)
	}
	return nil
}
