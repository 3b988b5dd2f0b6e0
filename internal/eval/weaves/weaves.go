// Package weaves reads the weaves: sentences as people type them at a terminal,
// most of which ask for several things, each with the steps a careful person
// reads in it, to judge how an adapter's answers plan.
//
// All are over the collection built into the program, with all of its reflexes
// installed and nothing else. There are two halves: one to develop against and
// one that is opened for a report only. README.md says how the sentences were
// written and split.
//
// A Set belongs to its caller. Everything is safe for concurrent use.
package weaves

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/internal/eval/setfile"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

//go:embed *.toml
var files embed.FS

// A Half names one of the two parts of the sentences.
type Half string

// The halves.
const (
	Development Half = "development"
	HeldOut     Half = "heldout"
)

// A Kind is what is to be seen in a sentence; README.md says what each means.
type Kind string

// The kinds, in the order they stand in.
const (
	Joined   Kind = "joined"   // two tasks side by side
	Ordered  Kind = "ordered"  // two tasks, one said to come first
	Several  Kind = "several"  // three or four tasks
	Shared   Kind = "shared"   // a word said once for two steps
	Signs    Kind = "signs"    // a sign or a slip in the place of "and"
	Negated  Kind = "negated"  // a part that says what not to do
	Pointing Kind = "pointing" // a step that points back at another's words
	One      Kind = "one"      // a single task
)

// Kinds are all of them.
func Kinds() []Kind {
	return []Kind{Joined, Ordered, Several, Shared, Signs, Negated, Pointing, One}
}

// A Set is one half of the sentences. Installed are the reflexes by name,
// Vocabularies what the person who types has put in theirs.
type Set struct {
	Half         Half
	Installed    []string
	Vocabularies []*project.Vocabulary
	Lines        []Line
}

// A Line is what a person types and what should run, in that order.
type Line struct {
	Utterance string
	Kind      Kind
	Steps     []Step
}

// A Step is one call. Args states every argument the reflex has, as a record of
// a manifest asserts it: an option's key, a vocabulary's word, the exact span of
// a pick in the sentence; Unstated where the sentence does not say.
type Step struct {
	Reflex string
	Args   []manifest.Assertion
}

// Is reports whether a decision is the call of the step: each argument that is
// stated has its value, and no other has one.
func (s Step) Is(d gate.Decision) bool {
	c, stated := d.Call(), 0
	for _, a := range s.Args {
		v, has := c.Arg(a.Arg)
		if has == a.Unstated || has && !a.Raised && shown(v) != a.Value {
			return false
		}
		if has {
			stated++
		}
	}
	return c.Reflex == s.Reflex && stated == len(c.Args)
}

// shown is a value as a record asserts it.
func shown(v call.Value) string {
	if v.Kind == call.Pick {
		return strings.Trim(v.Span.Text, `"“”'`)
	}
	return v.Shown()
}

// Load is one half of the sentences. The error is for a half that is not there.
func Load(half Half) (*Set, error) {
	name := fmt.Sprintf("std-%s.toml", half)
	src, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("no weaves of the half %q", half)
	}
	set, err := Read(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return set, nil
}

// Read reads a set from TOML:
//
//	[set]
//	half      = "development"
//	installed = ["clock", "size"]
//
//	[vocabularies.places]                 # as in a project's vocab/places.toml
//	logs = { what = "What my programs log.", value = "~/logs" }
//
//	[lines.joined]                        # a table for each kind
//	"the time and how big are my logs" = [
//	  { reflex = "clock", args = {} },
//	  { reflex = "size", args = { place = "logs" } },
//	]
//
// The error is the first thing that does not have this shape: an unknown key,
// half or kind, a sentence without a step, a reflex that is not installed, two
// sentences that are one under identity. What the reflexes take is for whoever
// has their manifests.
func Read(src []byte) (*Set, error) {
	f, err := setfile.Parse(src)
	if err != nil {
		return nil, err
	}
	s := &Set{Vocabularies: f.Vocabularies}
	if err := s.readHeader(f.Set); err != nil {
		return nil, err
	}
	return s, s.readKinds(f.Lines)
}

func (s *Set) readHeader(v *tomldoc.Value) error {
	if err := setfile.OnlyKeys(v, "half", "installed"); err != nil {
		return err
	}
	s.Half = Half(setfile.Text(v.Get("half")))
	if s.Half != Development && s.Half != HeldOut {
		return setfile.At(v, "[set] needs one of the two halves")
	}
	s.Installed = setfile.Installed(v.Get("installed"))
	return nil
}

func (s *Set) readKinds(v *tomldoc.Value) error {
	if !v.IsTable() {
		return setfile.At(v, "[lines] is missing or no table")
	}
	seen := map[string]bool{}
	for _, e := range v.Entries {
		kind := Kind(e.Key)
		if !slices.Contains(Kinds(), kind) || !e.Value.IsTable() {
			return setfile.At(e.Value, "%q is no table of a kind", e.Key)
		}
		if err := s.readLines(kind, e.Value, seen); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) readLines(kind Kind, v *tomldoc.Value, seen map[string]bool) error {
	for _, e := range v.Entries {
		identity := text.Identity(e.Key)
		if seen[identity] {
			return setfile.At(e.Value, "%q repeats an earlier sentence", e.Key)
		}
		seen[identity] = true
		steps, err := s.steps(e.Value)
		if err != nil {
			return err
		}
		s.Lines = append(s.Lines, Line{Utterance: e.Key, Kind: kind, Steps: steps})
	}
	return nil
}

func (s *Set) steps(v *tomldoc.Value) ([]Step, error) {
	if v.Kind != tomldoc.Array || len(v.Items) == 0 {
		return nil, setfile.At(v, "a sentence needs an array of steps")
	}
	var all []Step
	for _, item := range v.Items {
		if err := setfile.OnlyKeys(item, "reflex", "args"); err != nil {
			return nil, err
		}
		step := Step{Reflex: setfile.Text(item.Get("reflex"))}
		if !slices.Contains(s.Installed, step.Reflex) {
			return nil, setfile.At(item, "%q is not installed", step.Reflex)
		}
		args, err := setfile.Assertions(item.Get("args"))
		if err != nil {
			return nil, err
		}
		step.Args = args
		all = append(all, step)
	}
	return all, nil
}
