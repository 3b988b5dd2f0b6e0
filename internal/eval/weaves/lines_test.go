package weaves

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/internal/eval/everyday"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// counts are the sentences of each kind, both halves, as README.md says them,
// and the fewest and the most steps of one.
var counts = map[Kind]struct{ lines, least, most int }{
	Joined:   {14, 2, 2},
	Ordered:  {10, 2, 2},
	Several:  {8, 3, 4},
	Shared:   {8, 2, 2},
	Signs:    {4, 2, 2},
	Negated:  {4, 1, 2},
	Pointing: {4, 2, 2},
	One:      {8, 1, 1},
}

// seed is what the split hashes before each sentence (README.md).
const seed = "weaves 1"

func load(t *testing.T, half Half) *Set {
	t.Helper()
	set, err := Load(half)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// both are all sentences, the development half first.
func both(t *testing.T) []Line {
	t.Helper()
	return slices.Concat(load(t, Development).Lines, load(t, HeldOut).Lines)
}

// manifests are all of the collection's, by reflex.
func manifests(t *testing.T) map[string]*manifest.Manifest {
	t.Helper()
	paths, err := filepath.Glob("../../../hub-index/std/*/reflex.toml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	all := map[string]*manifest.Manifest{}
	for _, path := range paths {
		reflex := filepath.Base(filepath.Dir(path))
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if all[reflex], err = manifest.Parse(reflex, src); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestBothHalvesAssumeTheWholeCollection(t *testing.T) {
	var names []string
	for name := range manifests(t) {
		names = append(names, name)
	}
	slices.Sort(names)
	a, b := load(t, Development), load(t, HeldOut)
	if a.Half != Development || b.Half != HeldOut || !reflect.DeepEqual(a.Vocabularies, b.Vocabularies) {
		t.Errorf("the halves are %s and %s, or know other words", a.Half, b.Half)
	}
	if !slices.Equal(a.Installed, names) || !slices.Equal(b.Installed, names) {
		t.Errorf("installed are %q and %q, the collection has %q", a.Installed, b.Installed, names)
	}
}

// TestEveryStepIsARecordOfItsReflex has the format's own reader judge each step
// as a record of the whole sentence, in a person's overlay.
func TestEveryStepIsARecordOfItsReflex(t *testing.T) {
	installed := manifests(t)
	for _, line := range both(t) {
		for _, step := range line.Steps {
			m := installed[step.Reflex]
			overlay, err := manifest.ReadOverlay(step.Reflex, []byte(record(line.Utterance, step)), m)
			if err != nil || len(overlay.Orphaned) > 0 {
				t.Errorf("%q: %v %v", line.Utterance, err, overlay)
			}
			if len(step.Args) != len(m.Args) {
				t.Errorf("%q states %d of the %d arguments of %s", line.Utterance, len(step.Args), len(m.Args), step.Reflex)
			}
		}
	}
}

// record is a step as a record of an overlay.
func record(utterance string, step Step) string {
	var args []tomldoc.Pair
	for _, a := range step.Args {
		value := tomldoc.Str(a.Value)
		if a.Raised || a.Unstated {
			value = tomldoc.Truth(a.Raised)
		}
		args = append(args, tomldoc.Pair{Key: a.Arg, Value: value})
	}
	return fmt.Sprintf("[tests]\n%s = %s\n", tomldoc.QuoteKey(utterance), tomldoc.Inline(args...))
}

// TestEveryValueIsRead holds words to their vocabulary and picks to what the
// recognizers find in the sentence, as typed or said aloud.
func TestEveryValueIsRead(t *testing.T) {
	installed := manifests(t)
	for _, line := range both(t) {
		for _, step := range line.Steps {
			for _, a := range step.Args {
				if !a.Unstated && !offered(t, line.Utterance, installed[step.Reflex].Arg(a.Arg), a.Value) {
					t.Errorf("%q: nothing reads %s = %q", line.Utterance, a.Arg, a.Value)
				}
			}
		}
	}
}

func offered(t *testing.T, utterance string, arg *manifest.Argument, value string) bool {
	t.Helper()
	switch arg.Source {
	case manifest.Vocab:
		for _, v := range load(t, Development).Vocabularies {
			if v.Name == arg.Vocab {
				return v.Word(value) != nil
			}
		}
		return false
	case manifest.Pick:
		return slices.Contains(spans(utterance, pick.Kind(arg.Pick)), value)
	}
	return true // an option's key: the record is held to it
}

func spans(utterance string, kind pick.Kind) []string {
	heard := spoken.Read(utterance, spoken.Argument{Kind: kind})
	var all []string
	for _, c := range pick.Find(utterance) {
		if c.Value.Kind == kind && !slices.Contains(heard.Withdrawn, c.Span) {
			all = append(all, c.Span.Text)
		}
	}
	for _, s := range heard.Said {
		all = append(all, s.Span.Text)
	}
	return all
}

func TestNoSentenceStandsElsewhere(t *testing.T) {
	taken := map[string]bool{}
	for _, half := range []everyday.Half{everyday.Development, everyday.HeldOut} {
		set, err := everyday.Load("std", half)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range set.Lines {
			taken[text.Identity(line.Utterance)] = true
		}
	}
	for _, m := range manifests(t) {
		for _, r := range slices.Concat(m.Examples, m.Tests) {
			taken[text.Identity(r.Utterance)] = true
		}
	}
	for _, line := range both(t) {
		identity := text.Identity(line.Utterance)
		if taken[identity] {
			t.Errorf("%q stands twice", line.Utterance)
		}
		taken[identity] = true
	}
}

func TestTheCountsAreAsSaid(t *testing.T) {
	all := byKind(both(t))
	for _, kind := range Kinds() {
		want := counts[kind]
		if len(all[kind]) != want.lines {
			t.Errorf("%d sentences are %s", len(all[kind]), kind)
		}
		for _, line := range all[kind] {
			if n := len(line.Steps); n < want.least || n > want.most {
				t.Errorf("%q is %s and has %d steps", line.Utterance, kind, n)
			}
		}
	}
	if len(both(t)) != 60 {
		t.Errorf("there are %d sentences", len(both(t)))
	}
}

func TestEveryReflexAndEveryEffectIsAskedFor(t *testing.T) {
	installed, reflexes, effects := manifests(t), map[string]int{}, map[manifest.Effect]int{}
	for _, line := range both(t) {
		for _, step := range line.Steps {
			reflexes[step.Reflex]++
			effects[installed[step.Reflex].Effect]++
		}
	}
	for name := range installed {
		if reflexes[name] < 4 {
			t.Errorf("%s is asked for %d times", name, reflexes[name])
		}
	}
	if effects[manifest.ReadOnly] < 60 || effects[manifest.Write] < 12 || effects[manifest.Destructive] < 12 {
		t.Errorf("the steps' effects are %v", effects)
	}
}

func byKind(lines []Line) map[Kind][]Line {
	parts := map[Kind][]Line{}
	for _, line := range lines {
		parts[line.Kind] = append(parts[line.Kind], line)
	}
	return parts
}

// TestTheHalvesAreTheDrawnOnes repeats the draw: of each kind, the half of the
// sentences whose hash comes first is the one to develop against.
func TestTheHalvesAreTheDrawnOnes(t *testing.T) {
	development := byKind(load(t, Development).Lines)
	for kind, lines := range byKind(both(t)) {
		slices.SortFunc(lines, func(a, b Line) int { return cmp.Compare(draw(a), draw(b)) })
		got := slices.Clone(development[kind])
		slices.SortFunc(got, func(a, b Line) int { return cmp.Compare(draw(a), draw(b)) })
		if want := lines[:len(lines)/2]; len(lines)%2 != 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("the development half of %s is not the first half of its %d sentences", kind, len(lines))
		}
	}
}

func draw(line Line) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(seed+"\n"+text.Identity(line.Utterance))))
}

// The same call twice is one step: the second would say nothing more.
func TestNoStepStandsTwiceInAPlan(t *testing.T) {
	for _, line := range both(t) {
		for i, step := range line.Steps {
			for _, other := range line.Steps[:i] {
				if reflect.DeepEqual(step, other) {
					t.Errorf("%q has the step %s twice", line.Utterance, step.Reflex)
				}
			}
		}
	}
}

func TestSentencesAreAsPeopleTypeThem(t *testing.T) {
	for _, line := range both(t) {
		if words := len(strings.Fields(line.Utterance)); words < 3 || words > 17 {
			t.Errorf("%q has %d words", line.Utterance, words)
		}
	}
}
