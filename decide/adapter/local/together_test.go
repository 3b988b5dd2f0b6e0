package local_test

import (
	"slices"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/weave"
	"sinew/internal/eval/everyday"
	"sinew/internal/eval/weaves"
)

// Two lines of every day in one sentence: many are asked of no reflex. No plan
// that goes ahead runs what neither line asks for, and most of what either asks
// for alone stands in the plan of both.
func TestTwoLinesTogetherRunNothingElse(t *testing.T) {
	set, err := weaves.Load(weaves.Development)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := everyday.Load("std", everyday.Development)
	if err != nil {
		t.Fatal(err)
	}
	cat, all := collection(t, set), lines.Lines
	pairs, alike, strange := 0, 0, 0
	for i := 0; i < len(all); i += 3 {
		a, b := all[i], all[(i*7+61)%len(all)]
		said := a.Utterance + []string{" and ", ", then ", ", "}[i/3%3] + b.Utterance
		s, _, err := plan(cat, said)
		if err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		pairs++
		if sameSteps(t, cat, s, a.Utterance, b.Utterance) {
			alike++
		}
		for _, x := range s.Steps {
			if d := x.Decision; d.Outcome != gate.Abstain && !slices.Contains([]string{a.Reflex, b.Reflex}, d.Call().Reflex) {
				strange++
				if d.Outcome == gate.Run && runs(s) {
					t.Errorf("%q runs %s", said, planned(x))
				}
			}
		}
	}
	t.Logf("%d pairs, %d decided as each line alone, %d steps of a reflex that neither asks for", pairs, alike, strange)
	if alike*2 < pairs {
		t.Errorf("of %d pairs, %d are decided as each line alone", pairs, alike)
	}
}

// sameSteps reports whether the steps are what these texts are by themselves.
func sameSteps(t *testing.T, cat *catalog.Catalog, s weave.Sentence, alone ...string) bool {
	t.Helper()
	return slices.EqualFunc(s.Steps, alone, func(x weave.Step, text string) bool {
		return x.Decision.Call().String() == decide(t, cat, text).Call().String()
	})
}
