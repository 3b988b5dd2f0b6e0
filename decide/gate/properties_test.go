package gate_test

import (
	"bytes"
	"math"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

var nan = math.NaN()

// mostRounds is more rounds than any text has: each opens what the one before
// left open, and there are five kinds of later questions.
const mostRounds = 12

// decided is a text decided by a source of answers, with the answers.
func decided(t *rapid.T, cat *catalog.Catalog, said string, source func(question.Question) question.Answer) (gate.Decision, *reading.Winner, question.Answers) {
	answers := question.Answers{}
	for range mostRounds {
		open, read := reading.Read(cat, cat.Reflexes(), said, answers)
		if len(open) == 0 {
			return gate.Decide(cat, read), read.Winner, answers
		}
		round := question.Answers{}
		for _, q := range open {
			if _, twice := answers[q.ID()]; twice {
				t.Fatalf("%s is asked again", q.ID())
			}
			round[q.ID()] = source(q)
			answers[q.ID()] = round[q.ID()]
		}
		if err := question.Validate(open, round); err != nil {
			t.Fatalf("the answers are none: %v", err)
		}
	}
	t.Fatalf("%q is asked about without end", said)
	panic("unreachable")
}

func drawn(t *rapid.T) func(question.Question) question.Answer {
	return func(q question.Question) question.Answer { return distribution(t, q) }
}

func TestAValueIsAlwaysAnOptionsKeyAListedWordOrASpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(sets().Draw(t, "set"))
		said := sentences().Draw(t, "text")
		d, _, _ := decided(t, cat, said, drawn(t))
		if d.Reading.Winner == nil {
			return
		}
		m := cat.Reflex(d.Reading.Winner.Reflex).Manifest
		points := []rune(norm.NFC.String(said))
		for _, arg := range d.Call().Args {
			checkValue(t, cat, m, arg)
			if v := arg.Value; v.Kind == call.Pick && string(points[v.Span.Start:v.Span.End]) != v.Span.Text {
				t.Fatalf("%s is %+v, which %q does not hold", arg.Name, v.Span, said)
			}
		}
	})
}

// checkValue holds a value against what its argument offers.
func checkValue(t *rapid.T, cat *catalog.Catalog, m *manifest.Manifest, arg call.Arg) {
	a, v := m.Arg(arg.Name), arg.Value
	fits := false
	switch {
	case a == nil:
	case v.Kind == call.Option:
		fits = a.Source == manifest.Options && offered(*a, v.Key)
	case v.Kind == call.Word:
		for _, w := range cat.Words(a.Vocab) {
			fits = fits || a.Source == manifest.Vocab && w.Word == v.Word && same(w.Value, v.Bound)
		}
	case v.Kind == call.Pick:
		inside := a.Range == nil || v.Read.Number >= a.Range.Min && v.Read.Number <= a.Range.Max
		fits = a.Source == manifest.Pick && string(v.Read.Kind) == string(a.Pick) && inside
	case v.Kind == call.Flag:
		fits = a.Source == manifest.Flag
	}
	if !fits {
		t.Fatalf("%s holds %+v, which nobody offers", arg.Name, v)
	}
}

func same(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// checkPermits holds a decision's permits against everything that could stop
// its call.
func checkPermits(t *rapid.T, cat *catalog.Catalog, d gate.Decision) {
	allowed, runs := d.Permit().Call()
	if runs != (d.Outcome == gate.Run) {
		t.Fatalf("outcome %s, permit %v", d.Outcome, runs)
	}
	if _, yes := d.Held().Yes().Call(); yes != (d.Outcome == gate.Confirm) {
		t.Fatalf("outcome %s, and a yes gives %v", d.Outcome, yes)
	}
	if d.Outcome == gate.Ask && len(d.Choices) != len(d.Reading.Winner.Missing) {
		t.Fatalf("%d choices for %d asks", len(d.Choices), len(d.Reading.Winner.Missing))
	}
	if d.Outcome == gate.Run || d.Outcome == gate.Confirm {
		checkComplete(t, cat, d)
	}
	if !runs {
		return
	}
	x, bars := cat.Reflex(allowed.Reflex), cat.Bars()
	switch {
	case x.Effect == manifest.Destructive || d.Permit().Effect() == manifest.Destructive:
		t.Fatalf("%s runs unasked", allowed)
	case bars == nil:
		t.Fatalf("%s runs without bars", allowed)
	case allowed.String() != d.Call().String():
		t.Fatalf("%s runs for %s", allowed, d.Call())
	}
	bar, has := bars.Effect(x.Effect)
	for _, j := range d.Reading.Judgments {
		if !has || j.P < bar || j.P < d.Confidence {
			t.Fatalf("%s runs at %g under %g", allowed, j.P, bar)
		}
	}
	if d.Reading.Judgments[0].P < bars.Route {
		t.Fatalf("%s runs under the route's bar", allowed)
	}
	if whole := d.Reading.Winner.Whole; bars.Whole != nil && whole != nil && *whole < *bars.Whole {
		t.Fatalf("%s runs and holds %g", allowed, *whole)
	}
	for _, b := range d.Reading.Winner.Basis {
		if b.Holds() {
			t.Fatalf("%s runs on the words alone", allowed)
		}
	}
}

// checkComplete reports a call that lacks a required argument a person could
// state, or holds one twice or out of order.
func checkComplete(t *rapid.T, cat *catalog.Catalog, d gate.Decision) {
	c, next := d.Call(), 0
	for _, a := range cat.Reflex(c.Reflex).Manifest.Args {
		_, has := c.Arg(a.Name)
		if a.Required() && a.Source != manifest.Takes && !has {
			t.Fatalf("%s is complete without %s", c, a.Name)
		}
		if next < len(c.Args) && c.Args[next].Name == a.Name {
			next++
		}
	}
	if next != len(c.Args) {
		t.Fatalf("%s is not in the manifest's order", c)
	}
}

func TestNoAnswersRunADestructiveCallOrOneUnderItsBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(sets().Draw(t, "set"))
		d, _, _ := decided(t, cat, sentences().Draw(t, "text"), drawn(t))
		checkPermits(t, cat, d)
	})
}

// eager answers as an adapter would that wants a call to run: everything it
// can, as surely as it can.
func eager(t *rapid.T) func(question.Question) question.Answer {
	return func(q question.Question) question.Answer {
		if q.YesNo() {
			return question.Answer{question.Yes: 1}
		}
		if q.Subject.Kind == question.Against {
			return question.Answer{question.Whole: 1}
		}
		if q.Subject.Kind == question.Does {
			return question.Answer{question.Action: 1}
		}
		return question.Answer{rapid.SampledFrom(q.Keys()).Draw(t, q.ID()): 1}
	}
}

func TestNoSureAnswersRunADestructiveCallEither(t *testing.T) {
	ran := 0
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(sets().Draw(t, "set"))
		d, _, _ := decided(t, cat, sentences().Draw(t, "text"), eager(t))
		checkPermits(t, cat, d)
		if d.Outcome == gate.Run {
			ran++
		}
	})
	if ran == 0 {
		t.Error("no generated call ran: the property says nothing")
	}
}

// texting answers as an adapter would that wants a text without quotes to run.
func texting(t *rapid.T) func(question.Question) question.Answer {
	sure := eager(t)
	return func(q question.Question) question.Answer {
		switch {
		case q.Subject.Kind == question.Does:
			return question.Answer{rapid.SampledFrom(q.Keys()).Draw(t, "does"): 1}
		case q.Subject.Kind == question.Arg && len(q.Options) == 2:
			return question.Answer{question.None: 1}
		case q.Subject.Kind == question.Route, q.Subject.Kind == question.Reading:
			return question.Answer{q.Keys()[0]: 1}
		}
		return sure(q)
	}
}

// tagging is a set whose reflexes all take a text that no input has to hold.
func tagging(t *rapid.T) catalog.Set {
	set := sets().Draw(t, "set")
	for _, x := range set.Reflexes {
		x.Manifest.Args = append(x.Manifest.Args, manifest.Argument{
			Name: "tag", Ask: "What stands on it?", Source: manifest.Pick, Pick: "quoted", Optional: true,
		})
	}
	return set
}

func TestATextWithoutQuotesNeverRunsUnasked(t *testing.T) {
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(tagging(t))
		d, _, _ := decided(t, cat, sentences().Draw(t, "text"), texting(t))
		checkPermits(t, cat, d)
		if d.Reading.Winner == nil {
			return
		}
		for _, b := range d.Reading.Winner.Basis {
			if b.By != reading.ByText {
				continue
			}
			taken++
			value, _ := d.Call().Arg(b.Arg)
			if _, granted := d.Permit().Call(); granted || d.Outcome == gate.Run || value.Kind != call.Pick {
				t.Fatalf("%s runs with %s", d.Call(), b.Arg)
			}
		}
	})
	if taken == 0 {
		t.Error("no generated text was taken: the property says nothing")
	}
	t.Logf("%d texts were taken", taken)
}

func TestTheSameAnswersGiveTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := sets().Draw(t, "set")
		said := sentences().Draw(t, "text")
		first, top, answers := decided(t, catalog.New(set), said, drawn(t))
		cat := catalog.New(set)
		again, topAgain, _ := decided(t, cat, said, func(q question.Question) question.Answer { return answers[q.ID()] })
		for _, pair := range [][2]any{
			{first.Wire(), again.Wire()},
			{gate.Explain(cat, first, top, 3, 1), gate.Explain(cat, again, topAgain, 3, 1)},
		} {
			a, errA := gate.Line(pair[0])
			b, errB := gate.Line(pair[1])
			if errA != nil || errB != nil || !bytes.Equal(a, b) || bytes.ContainsRune(a, '\n') {
				t.Fatalf("%v %v\n%s\n%s", errA, errB, a, b)
			}
		}
	})
}

func TestFillingAnAskOffersNothingNew(t *testing.T) {
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(sets().Draw(t, "set"))
		d, top, _ := decided(t, cat, sentences().Draw(t, "text"), drawn(t))
		for range 3 {
			if d.Outcome != gate.Ask {
				break
			}
			m := cat.Reflex(d.Reading.Winner.Reflex).Manifest
			given := map[string]call.Value{}
			for _, a := range m.Args {
				if rapid.Bool().Draw(t, "give "+a.Name) {
					given[a.Name] = anyValue(t, a)
				}
			}
			d = gate.Fill(cat, d, given)
			checkPermits(t, cat, d)
			for _, arg := range d.Call().Args {
				checkValue(t, cat, m, arg)
			}
			for _, line := range []any{d.Wire(), gate.Explain(cat, d, top, 0, 0)} {
				if _, err := gate.Line(line); err != nil {
					t.Fatal(err)
				}
			}
			filled++
		}
	})
	if filled == 0 {
		t.Error("no generated text asked: the property says nothing")
	}
}
