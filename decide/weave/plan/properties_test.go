package plan_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/weavetest"
	"sinew/pkg/manifest"
)

// planned draws a set, a sentence over it, and its plan.
func planned(t *rapid.T) (*catalog.Catalog, plan.Sentence, plan.Plan) {
	cat := weavetest.Sets().Draw(t, "set")
	s := weavetest.Sentences(cat).Draw(t, "sentence")
	return cat, s, weavetest.Planned(t, cat, s)
}

// stageOf is the place of a step's stage.
func stageOf(p plan.Plan, n int) int {
	return slices.IndexFunc(p.Stages, func(stage []int) bool { return slices.Contains(stage, n) })
}

func TestAWriteNeverSharesAStage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, p := planned(t)
		for _, stage := range p.Stages {
			for _, n := range stage {
				s := p.Step(n)
				if s.Reflex() != "" && s.Decision.Effect != manifest.ReadOnly && len(stage) > 1 {
					t.Fatalf("step %d changes something and shares %v", n, stage)
				}
			}
		}
	})
}

func TestEveryStepStandsInOneStageAfterWhatItWaitsFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, s, p := planned(t)
		var all []int
		for _, stage := range p.Stages {
			if len(stage) == 0 {
				t.Fatalf("an empty stage in %v", p.Stages)
			}
			all = append(all, stage...)
		}
		slices.Sort(all)
		if len(all) != len(s.Parts) || len(slices.Compact(all)) != len(s.Parts) {
			t.Fatalf("%d steps in %v", len(s.Parts), p.Stages)
		}
		for _, step := range p.Steps {
			for _, n := range step.After {
				if n >= step.N || stageOf(p, n) >= stageOf(p, step.N) {
					t.Fatalf("step %d waits for %d: %v", step.N, n, p.Stages)
				}
			}
		}
	})
}

func TestAnOrderSaidInWordsIsTheOrderOfStages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, s, p := planned(t)
		for i, place := range s.Places {
			if place.Then {
				for a := range i + 1 {
					for b := i + 1; b < len(s.Parts); b++ {
						if stageOf(p, a+1) >= stageOf(p, b+1) {
							t.Fatalf("%d is said before %d: %v", a+1, b+1, p.Stages)
						}
					}
				}
			}
		}
	})
}

func TestABoundValueIsAFieldAnEarlierStepYields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat, _, p := planned(t)
		for _, b := range p.Binds {
			source, taker := cat.Reflex(p.Step(b.From).Reflex()).Manifest, cat.Reflex(p.Step(b.To).Reflex()).Manifest
			a := taker.Arg(b.Arg)
			switch {
			case b.From >= b.To || a == nil || !slices.Contains(p.Step(b.To).After, b.From):
				t.Fatalf("%+v", b)
			case b.Via == plan.Takes && (source.Returns != b.Field || a.Takes != b.Field):
				t.Fatalf("%+v takes what is not returned", b)
			case b.Via != plan.Takes && (!yieldsIt(source.Yields, b) || string(a.Pick) != string(b.Kind)):
				t.Fatalf("%+v takes what is not yielded", b)
			}
			if _, has := p.Step(b.To).Decision.Call().Arg(b.Arg); has {
				t.Fatalf("%+v takes what the step has", b)
			}
		}
	})
}

func yieldsIt(all []manifest.Yield, b plan.Bind) bool {
	return slices.ContainsFunc(all, func(y manifest.Yield) bool {
		if y.Each == nil {
			return b.Each == "" && y.Field == b.Field && string(y.Pick) == string(b.Kind)
		}
		return y.Field == b.Each && yieldsIt(y.Each, plan.Bind{Field: b.Field, Kind: b.Kind})
	})
}

func TestNoArgumentIsBoundTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, p := planned(t)
		seen := map[[2]any]bool{}
		for _, b := range p.Binds {
			if key := [2]any{b.To, b.Arg}; seen[key] {
				t.Fatalf("%s of step %d twice", b.Arg, b.To)
			} else {
				seen[key] = true
			}
		}
	})
}

func TestAPlanRunsOnlyWhenNothingStandsAgainstIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, s, p := planned(t)
		for _, step := range p.Steps {
			if step.Decision.Outcome == gate.Abstain && p.Verdict.Outcome != plan.Refuse {
				t.Fatalf("%s with a part that matches nothing", p.Verdict.Outcome)
			}
		}
		switch {
		case len(s.Causes) > 0 && p.Verdict.Outcome != plan.Refuse:
			t.Fatalf("%s of a refused sentence", p.Verdict.Outcome)
		case (p.Verdict.Outcome == plan.Run) != (len(p.Verdict.Because) == 0):
			t.Fatalf("%+v", p.Verdict)
		}
		for _, c := range p.Verdict.Because {
			if c.Message() == "" && c.Type != plan.Needs && c.Type != plan.NoReflex && c.Type != plan.Reviewed {
				t.Fatalf("%s says nothing", c.Type)
			}
		}
	})
}

func TestWhatMayNotRunGivesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, p := planned(t)
		for _, b := range p.Binds {
			if p.Step(b.From).Branch != nil && p.Verdict.Outcome != plan.Refuse {
				t.Fatalf("%+v of a step that may not run", b)
			}
		}
		for _, s := range p.Steps {
			if s.When != nil && (s.When.Step >= s.N || p.Step(s.When.Step).Branch != nil) {
				t.Fatalf("step %d is picked by %+v", s.N, s.When)
			}
		}
	})
}

// pointing are words that point, and words around them.
var pointing = []string{"it", "them", "both of them", "those", "these", "that crate", "the resulting pallet", "each crate", "its address", "this one",
	`"it"`, "#it", "they", "crates'", "the", "that", "é", "‘them’", ",", "now", "to", "their"}

func TestAReferenceIsWordsOfItsStepThatPointBackwards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat, s, _ := planned(t)
		for i := range s.Parts {
			said := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pointing), rapid.SampledFrom(pointing), rapid.String()), 0, 8).Draw(t, "words")
			s.Parts[i].Text = strings.Join(said, " ")
		}
		p := weavetest.Planned(t, cat, s)
		for _, step := range p.Steps {
			runes, last := []rune(norm.NFC.String(step.Text)), 0
			for _, r := range step.Refs {
				if r.Span.Start < last || r.Span.End > len(runes) || string(runes[r.Span.Start:r.Span.End]) != r.Span.Text {
					t.Fatalf("%+v in %q", r, step.Text)
				}
				last = r.Span.End
				for _, from := range r.From {
					if from < 0 || from >= step.N-1 {
						t.Fatalf("step %d points at %d", step.N, from+1)
					}
				}
			}
		}
	})
}
