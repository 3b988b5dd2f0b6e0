package weave_test

import (
	"strings"
	"testing"

	"sinew/decide/reading"
	"sinew/decide/weave"
)

// BenchmarkPlan reads sentences of one step, of five, and of two dozen places,
// every answer at hand.
func BenchmarkPlan(b *testing.B) {
	five := oracle{splits: []float64{0.9, 0.9, 0.9, 0.9}, texts: map[string]string{}}
	var clauses []string
	for _, service := range []string{"checkout", "payments", "search", "checkout", "payments"} {
		reflex := []string{"errors", "logs", "deploys", "logs", "errors"}[len(clauses)]
		clauses = append(clauses, "check the "+reflex+" for "+service)
		five.texts[clauses[len(clauses)-1]] = reflex + " service=" + service
	}
	many := oracle{splits: make([]float64, 24), texts: five.texts}
	for i := range many.splits {
		many.splits[i] = 0.9
	}
	b.Run("one", func(b *testing.B) { plan(b, clauses[0], five) })
	b.Run("five", func(b *testing.B) { plan(b, strings.Join(clauses, " and "), five) })
	var long []string
	for i := range 25 {
		long = append(long, clauses[i%5])
	}
	b.Run("places", func(b *testing.B) { plan(b, strings.Join(long, " and "), many) })
}

func plan(b *testing.B, said string, o oracle) {
	cat := set(b)
	for b.Loop() {
		w := weave.New(cat, cat.Reflexes(), said, reading.Beside{})
		var m weave.Memory
		for {
			open, _ := w.Read(&m)
			if len(open) == 0 {
				break
			}
			for _, r := range open {
				m.Keep(r, o.answers(r))
			}
		}
	}
}
