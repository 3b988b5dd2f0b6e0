package run

import (
	"slices"

	"sinew/decide/weave/plan"
	"sinew/decide/words"
)

// After is what a skipped step's line ends in after `skipped`, "" for nothing
// more: what stopped it, as a person reads it (manual, "Weaving").
func After(p *plan.Plan, o Outcome) string {
	if o.Why == nil {
		return ""
	}
	switch o.Why.Type {
	case Cancelled:
		return string(Cancelled)
	case FoundNothing:
		return words.FoundNothing
	case NotChosen:
		return notChosen(p, o)
	case NothingToTake:
		return words.NothingToTake(o.Why.From, fieldFrom(p, o))
	case TooLarge:
		return words.TooLarge(o.Why.From, fieldFrom(p, o))
	}
	return ""
}

func notChosen(p *plan.Plan, o Outcome) string {
	when := p.Step(o.Step).When
	listed := slices.ContainsFunc(p.Steps, func(s plan.Step) bool {
		return s.When != nil && s.When.Step == when.Step && s.When.Is == o.Why.Value
	})
	return words.NotChosen(when.Step, when.Field, o.Why.Value, listed)
}

// fieldFrom is what a step takes from the source that stopped it.
func fieldFrom(p *plan.Plan, o Outcome) string {
	for _, b := range p.Into(o.Step) {
		if b.From == o.Why.From {
			return b.Field
		}
	}
	return p.Step(o.Step).When.Field
}
