package decided

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/internal/eval/installed"
	"sinew/internal/eval/weaves"
	"sinew/internal/turn"
)

// A planned counts what became of one half of the weaves. A plan is exact where
// its calls are those a person reads, in their order; a call is unasked that is
// none of them; it would run where nothing but its own yes holds the plan.
type planned struct {
	lines, exact, unasked, wouldRun int
	misses                          []string
}

// Weaves prints what the sentences of one half are planned as, with all of std
// installed. With misses, each plan that is not exact is printed.
func Weaves(ctx context.Context, w io.Writer, half weaves.Half, misses bool) error {
	lines, err := weaves.Load(half)
	if err != nil {
		return err
	}
	set, err := installed.Std(lines.Vocabularies)
	if err != nil {
		return err
	}
	var p planned
	for _, l := range lines.Lines {
		s, err := set.Plan(ctx, l.Utterance)
		if err != nil {
			return fmt.Errorf("%q: %w", l.Utterance, err)
		}
		p.add(l, s)
	}
	fmt.Fprintf(w, "%s: %d sentences, %d planned as a person reads them; calls nobody asked for: %d, of which %d would run\n", half, p.lines, p.exact, p.unasked, p.wouldRun)
	if misses {
		for _, m := range p.misses {
			fmt.Fprintln(w, "   ", m)
		}
	}
	return nil
}

func (p *planned) add(l weaves.Line, s *turn.Sentence) {
	p.lines++
	if slices.EqualFunc(s.Plan.Steps, l.Steps, func(x plan.Step, want weaves.Step) bool { return want.Is(x.Decision) }) {
		p.exact++
		return
	}
	var calls []string
	for _, x := range s.Plan.Steps {
		calls = append(calls, fmt.Sprintf("%s (%s)", x.Decision.Call(), x.Decision.Outcome))
		if x.Decision.Outcome == gate.Abstain || slices.ContainsFunc(l.Steps, func(want weaves.Step) bool { return want.Is(x.Decision) }) {
			continue
		}
		p.unasked++
		if x.Decision.Outcome == gate.Run && s.Plan.Verdict.Outcome == plan.Run {
			p.wouldRun++
		}
	}
	p.misses = append(p.misses, fmt.Sprintf("%q: %s", l.Utterance, strings.Join(calls, "; ")))
}
