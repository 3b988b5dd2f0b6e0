package judge

import "sinew/pkg/manifest"

// A Tested is one reflex's records, judged, and a playbook's steps with what it
// claims to do.
type Tested struct {
	Reflex  string
	Results []Result
	Steps   []Reached       // a playbook's
	Claims  manifest.Effect // a playbook's
}

// A Result is one record and its verdict. Regressed says that it passed when it
// was last judged; Decided is the first decision.
type Result struct {
	Case      Case
	Verdict   Verdict
	Regressed bool
	Decided   Decided
}

// Waits is how far a record's call holds what was said, and what it would run
// at, where the record passes and its call waits because that is too little. The
// call that a record of `false` passes on is another reflex's.
func (r Result) Waits() (p, floor float64, ok bool) {
	if r.Case.Never || !r.Verdict.Passed() {
		return 0, 0, false
	}
	return r.Decided.HeldByWhole()
}

// Failed is how many records failed.
func (t Tested) Failed() int {
	n := 0
	for _, r := range t.Results {
		n += count(!r.Verdict.Passed())
	}
	return n
}

// Group is the verdicts by reflex, in their order. first are the cases' first
// decisions.
func Group(before Baseline, first []Decided, tried []Tried) []Tested {
	type name [2]string
	regressed := map[name]bool{}
	for _, r := range Regressions(before, tried) {
		regressed[name{r.Case.Reflex, r.Case.Utterance}] = true
	}
	var all []Tested
	for i, t := range tried {
		if len(all) == 0 || all[len(all)-1].Reflex != t.Case.Reflex {
			all = append(all, Tested{Reflex: t.Case.Reflex})
		}
		last := &all[len(all)-1]
		last.Results = append(last.Results, Result{
			Case: t.Case, Verdict: t.Verdict(), Decided: first[i], Regressed: regressed[name{t.Case.Reflex, t.Case.Utterance}],
		})
	}
	return all
}
