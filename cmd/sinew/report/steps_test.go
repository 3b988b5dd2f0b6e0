package report

import (
	"slices"
	"strings"
	"testing"

	"sinew/decide/judge"
	"sinew/pkg/manifest"
)

var flooded = []judge.Reached{
	{Trial: judge.Trial{Step: 1, Said: "look at cellar"}, Reflex: "look", Effect: manifest.ReadOnly},
	{Trial: judge.Trial{Step: 2, Said: "shut the main"}},
	{Trial: judge.Trial{Step: 3, Said: "pump cellar"}, Reflex: "pump", Effect: manifest.Write, Lacks: "water", NoField: "depth"},
	{Trial: judge.Trial{Step: 4, Said: "a flood"}, Reflex: "flood", Own: true},
	{Trial: judge.Trial{Step: 5}},
}

func TestAnAddedPlaybookSaysWhatItsStepsReach(t *testing.T) {
	w := Words{Program: "sinew"}
	want := []string{"  1  look at cellar → look · read", "  3  pump cellar → pump · write", "  4  a flood → flood · read"}
	if got := w.Reached(flooded); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	want = []string{
		`  flood: step 2 "shut the main" reaches nothing here`,
		`  flood: step 3 reaches pump, which yields no depth for the steps after it to wait on`,
		`  flood: step 4 "a flood" reaches flood, the playbook it stands in`,
		`  flood: claims read; its steps reach write  →  sinew show flood`,
		`  flood: step 3 reaches pump, which lacks the tag water`,
	}
	if got := w.StepsNoted("flood", manifest.ReadOnly, flooded); !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestATestedPlaybookSaysWhatItsStepsReach(t *testing.T) {
	w := Words{Program: "sinew"}
	tested := []judge.Tested{{Reflex: "flood", Steps: flooded, Claims: manifest.ReadOnly}}
	want := []string{
		`  flood  0 passed · 2 steps route`,
		`    step 2 "shut the main" reaches nothing here`,
		`    step 3 reaches pump, which yields no depth for the steps after it to wait on`,
		`    step 4 "a flood" reaches flood, the playbook it stands in`,
		`    step 5 is untested: no record fills it`,
		`    claims read; its steps reach write`,
	}
	if got := w.Tested(tested); !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	if got := w.CasesFailed(tested); got != "  2 of 4 cases failed" {
		t.Errorf("%q", got)
	}
}
