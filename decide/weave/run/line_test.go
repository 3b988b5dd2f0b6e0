package run_test

import (
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/pkg/text"
)

func printed(t *testing.T, o gate.Object) string {
	t.Helper()
	line, err := gate.Line(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

func TestAStepsLineSaysWhatItTookAndWhatBecameOfIt(t *testing.T) {
	cat := set(t)
	s := parts(cat, "find Ida", "send to them")
	s.Parts[1].Wrote = []plan.Written{{Playbook: "post", Step: 2, Slots: []plan.Slot{{Arg: "who", Words: "Ida"}}}}
	_, p := plan.Make(cat, s, nil)
	m := run.New(cat, p, false)
	runs(t, m, 1, `{"address":"ida@b.example"}`)
	runs(t, m, 2, "")
	got := printed(t, run.Line(&p, m.Outcomes()[1], []string{}, gate.Object{{Key: "contained", Value: "full"}}))
	for _, want := range []string{
		`{"step":2,"steps":2,"input":"send to them","outcome":"run","reflex":"send","args":{"to":{"type":"pick",`,
		`"trace":[],"bound":[{"arg":"to","from":1,"field":"address","value":"ida@b.example"}],"from":[{"playbook":"post","step":2,"slots":{"who":"Ida"}}],"contained":"full","status":"ran"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	if got := printed(t, run.Line(&p, run.Outcome{Step: 1}, []string{}, nil)); strings.Contains(got, "status") {
		t.Errorf("%s", got)
	}
}

func TestTheLineBeforeAPlaybooksStepsHasNoStatus(t *testing.T) {
	cat := set(t)
	_, p := plan.Make(cat, parts(cat, "wait"), nil)
	got := printed(t, run.PlaybookLine(&p, plan.Review{Playbook: "post", Decision: decided(cat, "wait"), Slots: []plan.Slot{{Arg: "who", Words: "Ida"}}}, []string{}))
	if !strings.HasPrefix(got, `{"step":0,"steps":1,"input":"wait","outcome":"run"`) || !strings.HasSuffix(got, `"trace":[],"playbook":"post","slots":{"who":"Ida"}}`) {
		t.Errorf("%s", got)
	}
}

func TestASentenceRefusedWithoutAStepHasOneLine(t *testing.T) {
	said := text.Whole("if it rains")
	_, p := plan.Make(set(t), plan.Of(weave.Sentence{Input: "if it rains, wait", Condition: &said}), nil)
	want := `{"input":"if it rains, wait","outcome":"abstain","judgments":[],"contenders":[],"because":[{"type":"conditional","text":"if it rains"}],"trace":[]}`
	if got := printed(t, run.RefusedLine(&p, []string{})); got != want {
		t.Errorf("%s", got)
	}
}
