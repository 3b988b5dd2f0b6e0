package local_test

import (
	"context"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
)

// routed decides a text whose route is known, so that its values alone are the
// engine's.
func routed(t *testing.T, cat *catalog.Catalog, reflex, input string) gate.Decision {
	t.Helper()
	answers := question.Answers{"route": {reflex: 1}}
	for range mostRounds {
		asked, r := reading.Read(cat, cat.Reflexes(), input, answers)
		if len(asked) == 0 {
			return gate.Decide(cat, r)
		}
		got, err := local.Engine{}.Answer(context.Background(), input, asked)
		if err != nil {
			t.Fatal(err)
		}
		for id, a := range got {
			if id != "route" {
				answers[id] = a
			}
		}
	}
	t.Fatalf("%q: more than %d rounds", input, mostRounds)
	return gate.Decision{}
}

// judged reports whether a decision's call is what a record asserts: what an
// ask is missing is not stated.
func judged(r manifest.Record, d gate.Decision) bool {
	for _, a := range r.Asserts {
		v, has := d.Call().Arg(a.Arg)
		if has == a.Unstated || has && !a.Raised && v.Shown() != a.Value {
			return false
		}
	}
	return true
}

func TestTheValuesOfEveryStdRecordAreThoseItAsserts(t *testing.T) {
	cat := installed(t)
	calls, waits := 0, 0
	for _, x := range cat.Reflexes() {
		for _, r := range append(x.Manifest.Examples, x.Manifest.Tests...) {
			if r.Never {
				continue
			}
			d := routed(t, cat, x.Name, r.Utterance)
			if !judged(r, d) {
				t.Errorf("%s: %q is %s %s", x.Name, r.Utterance, d.Outcome, d.Call())
			}
			if x.Effect != manifest.Destructive && (d.Outcome == gate.Run || d.Outcome == gate.Confirm) {
				if calls++; d.Outcome == gate.Confirm {
					waits++
					t.Logf("%s: %q waits: %s %v: %s", x.Name, r.Utterance, d.Call(), d.Reading.Judgments, gate.Reason(d.Because))
				}
			}
		}
	}
	t.Logf("of %d calls that read or write %d wait", calls, waits)
}
