package planner_test

import (
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/planner"
)

// BenchmarkPlan plans sentences of more and more parts, every answer at hand,
// the oracle's work among it.
func BenchmarkPlan(b *testing.B) {
	cat := set(b)
	one := "check the errors for checkout"
	for name, said := range map[string]string{
		"one":      one,
		"five":     one + ", list the search deploys, pull the payments logs, tell #ops and post to #incident",
		"playbook": "checkout is failing in eu-west",
		"most":     strings.Repeat(one+" and ", 23) + one,
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				planOnce(b, cat, said)
			}
		})
	}
}

func planOnce(b *testing.B, cat *catalog.Catalog, said string) {
	p := planner.New(cat, cat.Reflexes(), said, reading.Beside{})
	var m weave.Memory
	for {
		open, _ := p.Read(&m)
		if len(open) == 0 {
			return
		}
		for _, r := range open {
			answers := question.Answers{}
			for _, q := range r.Questions {
				answers[q.ID()] = answer(r.Words, q)
			}
			m.Keep(r, answers)
		}
	}
}
