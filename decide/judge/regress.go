package judge

import (
	"maps"

	"sinew/pkg/text"
)

// A Baseline is the last verdicts over one installed set, by reflex and by the
// utterance's identity.
type Baseline map[string]map[string]Verdict

func (b Baseline) passed(c Case) bool {
	v, known := b[c.Reflex][text.Identity(c.Utterance)]
	return known && v.Passed()
}

// Tried is a case and its verdicts: of the first decision, and of two more
// where those were asked for (Doubted).
type Tried struct {
	Case     Case
	Verdicts []Verdict
}

// Tries is how often a case that failed is decided in all before it counts as a
// regression.
const Tries = 3

// Doubted reports whether a case that passed before fails now, and so is
// decided again.
func (b Baseline) Doubted(t Tried) bool {
	return len(t.Verdicts) > 0 && !t.Verdicts[0].Passed() && b.passed(t.Case)
}

// Verdict is what most of the decisions say: a failure with the first mismatch.
func (t Tried) Verdict() Verdict {
	if 2*len(t.failures()) > len(t.Verdicts) {
		return t.failures()[0]
	}
	return Verdict{}
}

func (t Tried) failures() []Verdict {
	var failed []Verdict
	for _, v := range t.Verdicts {
		if !v.Passed() {
			failed = append(failed, v)
		}
	}
	return failed
}

// A Regression is a case that passed before and fails now, and where.
type Regression struct {
	Case Case     `json:"case"`
	Now  Mismatch `json:"now"`
}

// Regressions are the cases that passed before and failed at least twice in
// three decisions, in their order (manual, "Examples and tests").
func Regressions(before Baseline, tried []Tried) []Regression {
	all := []Regression{}
	for _, t := range tried {
		if failed := t.failures(); len(failed) >= 2 && before.passed(t.Case) {
			all = append(all, Regression{t.Case, *failed[0].Mismatch})
		}
	}
	return all
}

// After is the baseline once the cases were judged: that of every reflex
// judged anew, and of the others as it was. The receiver stays as it is.
func (b Baseline) After(tried []Tried) Baseline {
	next := maps.Clone(b)
	if next == nil {
		next = Baseline{}
	}
	for _, t := range tried {
		delete(next, t.Case.Reflex)
	}
	for _, t := range tried {
		if next[t.Case.Reflex] == nil {
			next[t.Case.Reflex] = map[string]Verdict{}
		}
		next[t.Case.Reflex][text.Identity(t.Case.Utterance)] = t.Verdict()
	}
	return next
}
