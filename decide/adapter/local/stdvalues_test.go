package local_test

import (
	"context"
	"strings"
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
		if has == a.Unstated || has && !a.Raised && !strings.EqualFold(v.Shown(), a.Value) {
			return false
		}
	}
	return true
}

// A count is what became of the records of one table.
type count struct{ records, wrong, calls, waits int }

func (c *count) add(t *testing.T, x catalog.Reflex, r manifest.Record, d gate.Decision) {
	c.records++
	if !judged(r, d) {
		c.wrong++
		t.Logf("%s: %q is %s %s", x.Name, r.Utterance, d.Outcome, d.Call())
	}
	if x.Effect == manifest.Destructive || d.Outcome != gate.Run && d.Outcome != gate.Confirm {
		return
	}
	if c.calls++; d.Outcome == gate.Confirm {
		c.waits++
		t.Logf("%s: %q waits: %s", x.Name, r.Utterance, gate.Reason(d.Because))
	}
}

func TestTheValuesOfStdRecordsAreThoseTheyAssert(t *testing.T) {
	cat := installed(t)
	var examples, tests count
	for _, x := range cat.Reflexes() {
		for _, r := range x.Manifest.Examples {
			if !r.Never {
				examples.add(t, x, r, routed(t, cat, x.Name, r.Utterance))
			}
		}
		for _, r := range x.Manifest.Tests {
			if !r.Never {
				tests.add(t, x, r, routed(t, cat, x.Name, r.Utterance))
			}
		}
	}
	t.Logf("examples %+v, tests %+v", examples, tests)
	if examples.wrong > 0 || examples.waits*20 > examples.calls {
		t.Errorf("of the examples %d are wrong, and %d of %d calls wait", examples.wrong, examples.waits, examples.calls)
	}
	if tests.wrong*20 > tests.records || tests.waits*4 > tests.calls*3 {
		t.Errorf("of %d held-out records %d are wrong, and %d of %d calls wait", tests.records, tests.wrong, tests.waits, tests.calls)
	}
}

// slipped is a record's text with two neighbouring letters of its longest word
// swapped, but not the first. A value it asserts stays.
func slipped(r manifest.Record) string {
	text, values, longest := r.Utterance, "", ""
	for _, a := range r.Asserts {
		values += " " + a.Value
	}
	for _, w := range strings.Fields(text) {
		if strings.Contains(values, w) {
			continue
		}
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && len(w) > len(longest) {
			longest = w
		}
	}
	if n := len(longest); n > 4 {
		middle := n / 2
		return strings.Replace(text, longest, longest[:middle]+longest[middle+1:middle+2]+longest[middle:middle+1]+longest[middle+2:], 1)
	}
	return text
}

func TestCapitalsChangeNoValueAndASlipFewOfThem(t *testing.T) {
	cat := installed(t)
	var loud, slip count
	for _, x := range cat.Reflexes() {
		for _, r := range x.Manifest.Examples {
			if r.Never || strings.ContainsAny(r.Utterance, "\":/") {
				continue
			}
			first := strings.ToUpper(r.Utterance[:1]) + r.Utterance[1:] + "."
			if d, as := routed(t, cat, x.Name, first), routed(t, cat, x.Name, r.Utterance); d.Call().String() != as.Call().String() || d.Outcome != as.Outcome {
				t.Errorf("%q is %s %s", first, d.Outcome, d.Call())
			}
			loud.add(t, x, r, routed(t, cat, x.Name, strings.ToUpper(r.Utterance)))
			slip.add(t, x, r, routed(t, cat, x.Name, slipped(r)))
		}
	}
	t.Logf("in capitals %+v, with a slip %+v", loud, slip)
	if loud.wrong > 0 || slip.wrong*10 > slip.records {
		t.Errorf("%d records are wrong in capitals, %d with a slip", loud.wrong, slip.wrong)
	}
}
