package local_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/internal/eval/weaves"
	"sinew/pkg/project"
)

// mostSentenceRounds is more than any sentence takes.
const mostSentenceRounds = 40

// plan reads a sentence for its steps, the way a turn does.
func plan(cat *catalog.Catalog, input string) (weave.Sentence, *weave.Memory, error) {
	w, m := weave.New(cat, cat.Reflexes(), input, reading.Beside{}), &weave.Memory{}
	for range mostSentenceRounds {
		requests, read := w.Read(m)
		if len(requests) == 0 {
			return read, m, nil
		}
		for _, r := range requests {
			got, err := engine.Answer(context.Background(), r.Words, r.Questions)
			if err == nil {
				err = question.Validate(r.Questions, got)
			}
			if err != nil {
				return read, m, err
			}
			m.Keep(r, got)
		}
	}
	return weave.Sentence{}, nil, fmt.Errorf("more than %d rounds", mostSentenceRounds)
}

// collection is what the sentences are said over.
func collection(t testing.TB, set *weaves.Set) *catalog.Catalog {
	t.Helper()
	vocabs := map[string]project.Vocabulary{}
	for _, v := range set.Vocabularies {
		vocabs[v.Name] = *v
	}
	return installedOver(t, vocabs)
}

// planned is a step as it is told: its call, and what it waits for.
func planned(s weave.Step) string {
	return fmt.Sprintf("%s (%s)", s.Decision.Call(), s.Decision.Outcome)
}

// isPlan reports whether the steps are those that were wanted, in their order.
func isPlan(got []weave.Step, want []weaves.Step) bool {
	return slices.EqualFunc(got, want, func(g weave.Step, w weaves.Step) bool { return w.Is(g.Decision) })
}

// unasked are the steps that nobody asked for.
func unasked(got []weave.Step, want []weaves.Step) []string {
	var all []string
	for _, g := range got {
		if g.Decision.Outcome != gate.Abstain && !slices.ContainsFunc(want, func(w weaves.Step) bool { return w.Is(g.Decision) }) {
			all = append(all, planned(g))
		}
	}
	return all
}

// runs reports whether a plan begins without asking anything back: no part of
// it is refused, and no step lacks a value.
func runs(s weave.Sentence) bool {
	return len(s.Steps) > 0 && s.Condition == nil && !slices.ContainsFunc(s.Steps, func(x weave.Step) bool {
		return x.Decision.Outcome == gate.Abstain || x.Decision.Outcome == gate.Ask
	})
}

// leastExact is how many of a hundred plans are exact at least.
const leastExact = 85

func TestWeavesPlanAsAPersonReadsThem(t *testing.T) {
	set, err := weaves.Load(weaves.Development)
	if err != nil {
		t.Fatal(err)
	}
	cat := collection(t, set)
	exact, foreign := 0, 0
	for _, line := range set.Lines {
		s, _, err := plan(cat, line.Utterance)
		if err != nil {
			t.Fatalf("%q: %v", line.Utterance, err)
		}
		more := unasked(s.Steps, line.Steps)
		foreign += len(more)
		if isPlan(s.Steps, line.Steps) {
			exact++
			t.Logf("ok   %q", line.Utterance)
			continue
		}
		t.Logf("MISS %q (%s)\n%s", line.Utterance, line.Kind, told(s))
		for _, x := range s.Steps {
			if slices.Contains(more, planned(x)) && x.Decision.Outcome == gate.Run && runs(s) {
				t.Errorf("%q runs %s", line.Utterance, planned(x))
			}
		}
	}
	t.Logf("%d of %d exact, %d steps nobody asked for", exact, len(set.Lines), foreign)
	if exact*100 < leastExact*len(set.Lines) || foreign > 0 {
		t.Errorf("%d of %d plans are exact, with %d steps nobody asked for", exact, len(set.Lines), foreign)
	}
}

// told is a sentence as it was read, for who looks at what went wrong.
func told(s weave.Sentence) string {
	var out strings.Builder
	for _, p := range s.Places {
		fmt.Fprintf(&out, "     place %q %.2f cut %v\n", p.Word, p.P, p.Cut)
	}
	for _, x := range s.Steps {
		fmt.Fprintf(&out, "     step %q %s %s %s\n", x.Text, planned(x), x.Repair, gate.Reason(x.Decision.Because))
	}
	for _, a := range s.Asides {
		fmt.Fprintf(&out, "     aside %q %v\n", a.Words.Text, a)
	}
	for _, f := range s.Folded {
		fmt.Fprintf(&out, "     folded %q into %d\n", f.Words.Text, f.Into)
	}
	fmt.Fprintf(&out, "     excluded %v count %v", s.Excluded, s.Count)
	return out.String()
}
