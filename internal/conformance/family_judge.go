package conformance

import (
	"sinew/decide/judge"
	"sinew/pkg/text"
)

// answerThieves takes routed cases in the newer form.
func answerThieves(in struct {
	Newcomers []string
	Floor     *float64
	Routed    []struct {
		Case struct {
			Reflex    string
			Utterance struct{ Text string }
			Expect    any
		}
		Winner  string
		Ranking []struct {
			Reflex string
			Fits   *float64
		}
	}
}) (any, error) {
	var routed []judge.Routed
	for _, r := range in.Routed {
		one := judge.Routed{Winner: r.Winner, Case: judge.Case{
			Reflex: r.Case.Reflex, Utterance: r.Case.Utterance.Text, Never: r.Case.Expect == false,
		}}
		for _, c := range r.Ranking {
			if c.Fits != nil {
				one.Fits = append(one.Fits, judge.Fit{Reflex: c.Reflex, P: *c.Fits})
			}
		}
		routed = append(routed, one)
	}
	out := []any{}
	for _, t := range judge.Thefts(in.Newcomers, in.Floor, routed) {
		theft := map[string]any{
			"phrase": map[string]any{"text": t.Phrase, "id": text.Identity(t.Phrase)}, "owner": t.Owner, "thief": t.Thief,
		}
		if t.Fits != nil {
			theft["fits"] = *t.Fits
		}
		out = append(out, theft)
	}
	return out, nil
}
