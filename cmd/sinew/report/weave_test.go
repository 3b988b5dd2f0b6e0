package report

import (
	"slices"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/internal/turn"
	"sinew/pkg/text"
)

const hostile = "a\x1b[2J\u202eb"

// hostilePlan is a plan whose every word from outside would repaint a terminal.
func hostilePlan() *plan.Plan {
	held := gate.Decision{Input: hostile, Outcome: gate.Confirm, Prompt: gate.Prompt{Own: hostile, Reason: hostile, Template: hostile}}
	step := func(n int, d gate.Decision) plan.Step {
		return plan.Step{N: n, Part: plan.Part{Step: weave.Step{Text: hostile, Decision: d, Without: []string{hostile}}}}
	}
	return &plan.Plan{
		Input: hostile, Stages: [][]int{{1}, {2}},
		Steps:    []plan.Step{step(1, held), step(2, gate.Decision{Input: hostile, Outcome: gate.Abstain})},
		Excluded: []text.Span{{Text: hostile}}, Asides: []weave.Aside{{Words: text.Span{Text: hostile}, Remark: true}},
		Folded:  []weave.Folded{{Words: text.Span{Text: hostile}}},
		Reviews: []plan.Review{{First: 1, Playbook: hostile, Prompt: held.Prompt}},
		Verdict: plan.Verdict{Outcome: plan.Refuse, Because: []plan.Cause{
			{Type: plan.Conditional, Text: hostile}, {Type: plan.OneOfMany, Step: 2, From: []int{1}, Text: hostile},
		}},
	}
}

func TestNothingOfAPlanRepaintsATerminal(t *testing.T) {
	p := hostilePlan()
	refused := run.Outcome{Step: 2, Status: run.Refused, Why: &run.Why{Type: run.ReadAs, Reflex: hostile}, Rounds: []run.Round{{Input: hostile}}}
	skipped := run.Outcome{Step: 1, Status: run.Skipped, Why: &run.Why{Type: run.EarlierStep}}
	told := turn.Told{
		Input: hostile, Adapter: hostile, Questions: 1, File: hostile, Count: &turn.Count{One: 0.2}, Cuts: []turn.Cut{{Word: hostile, P: 1}},
		Set: []turn.Set{{Words: hostile, By: "own"}, {Words: hostile, By: "folded", Into: 1}}, Refused: []string{hostile},
		Steps: []turn.ToldStep{{
			N: 1, Text: hostile, Fate: turn.Skipped, Said: hostile, Frames: []string{hostile}, Repair: weave.Spliced,
			Explained: gate.Explanation{Input: hostile, Route: []gate.Share{{Key: hostile, P: 1}}, Call: hostile, Reasons: []string{hostile}},
			Taken:     []turn.Taken{{Arg: hostile, From: 1, Field: hostile, Whole: true}},
			Wrote:     []turn.Wrote{{Playbook: hostile, Step: 1}}, When: &plan.When{Step: 1, Field: hostile, Is: hostile},
		}},
	}
	for name, lines := range map[string][]string{
		"the plan": Words{}.Plan(p), "its question": Words{}.Review(p, hostile), "a refused step": Words{}.Refused(refused),
		"a skipped one": Words{}.Skipped(p, skipped), "the sentence": Words{}.TryAll(told), "one step": Words{}.StepNow(1, p.Steps[0].Decision),
		"what it read": Words{}.Try(gate.Explanation{Input: hostile, Outcome: gate.Abstain}, &told),
	} {
		shown := strings.Join(lines, "\n")
		if len(lines) == 0 || strings.ContainsAny(shown, "\x1b\u202e") {
			t.Errorf("%s is %q", name, shown)
		}
	}
}

func TestAPlanSaysWhatStandsAgainstIt(t *testing.T) {
	p := &plan.Plan{Verdict: plan.Verdict{Outcome: plan.Refuse, Because: []plan.Cause{
		{Type: plan.NoSource, Step: 2, Takes: "logs", Reflex: "logs"}, {Type: plan.NothingToDo},
	}}}
	want := []string{
		"  step 2 takes logs, which no step before it returns  →  sinew show logs",
		"  nothing to do: the sentence says only what not to do",
	}
	if got := (Words{Program: "sinew"}).Plan(p); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestHowASentenceWasReadIsSaid(t *testing.T) {
	for _, c := range []struct {
		of   turn.Told
		want string
	}{
		{turn.Told{Count: &turn.Count{One: 0.75, AsOne: true}}, "  one thing, or several   one thing 0.75: read as one step, and no cut is made"},
		{turn.Told{Count: &turn.Count{One: 0.1}, Cuts: []turn.Cut{{Word: "and", P: 0.9}}}, `  one thing, or several   several 0.90: cut at "and" 0.90`},
		{turn.Told{Count: &turn.Count{One: 0.8}, Cuts: []turn.Cut{{Word: "n", P: 0.9}}}, `  one thing, or several   one thing 0.80: cut at "n" 0.90`},
		{turn.Told{Set: []turn.Set{{Words: "if you would", By: "courtesy"}}}, `  set aside               "if you would": a courtesy`},
		{turn.Told{Set: []turn.Set{{Words: "thanks", By: "remark"}}}, `  set aside               "thanks": it asks for nothing`},
		{turn.Told{Set: []turn.Set{{Words: "since noon", By: "detail"}}}, `  not in the plan         "since noon": it may add a detail`},
		{turn.Told{Set: []turn.Set{{Words: "not the den", By: "excluded"}}}, `  left out                "not the den": it says what not to do`},
		{turn.Told{Set: []turn.Set{{Words: "the errors", By: "folded", Into: 2}}}, `  the same call           "the errors" repeats step 2`},
		{turn.Told{Set: []turn.Set{{Words: "in eu", By: "folded", Into: 2, Gave: true}}}, `  the same call           "in eu" is a part that adds to the call of step 2`},
	} {
		if got := (Words{}).asRead(c.of); !slices.Equal(got, []string{c.want}) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
