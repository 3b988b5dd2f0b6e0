// Package weavetest draws sets of reflexes and decided sentences over them, for
// the property tests of plans and of their running.
package weavetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// The few names and values that are drawn from, so that they meet.
var (
	kinds  = []manifest.Recognizer{"number", "number", "code", "duration", "email"}
	fields = []string{"crate", "pallet", "address", "height"}
	whole  = []string{"stock", "rain"}
	points = []string{"those crates", "them", "it", "that crate", "each pallet", "the crate", "both", "its address", "nothing", "beds"}
	typed  = map[manifest.Recognizer][]string{
		"number": {"3", "40"}, "code": {"AB-12", "4.1.0"}, "email": {"a@b.example", "c@d.example"}, "duration": {"5 minutes", "60 seconds"},
	}
)

// Sets are sets of a few reflexes of every effect, that yield fields and lists,
// return results, and take of every kind.
func Sets() *rapid.Generator[*catalog.Catalog] {
	return rapid.Custom(func(t *rapid.T) *catalog.Catalog {
		s := catalog.Set{Adapter: catalog.Adapter{Name: "any", ID: "any", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}}}
		for i := range rapid.IntRange(2, 5).Draw(t, "reflexes") {
			m := aManifest(t)
			s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: fmt.Sprintf("do%d", i), Manifest: m, Effect: m.Effect})
		}
		return catalog.New(s)
	})
}

// rarely is true about once in so many draws. Small numbers are drawn more often
// than others, so it is one of the middle.
func rarely(t *rapid.T, label string, in int) bool {
	return rapid.IntRange(0, in-1).Draw(t, label) == in/2
}

func aManifest(t *rapid.T) *manifest.Manifest {
	m := &manifest.Manifest{Description: "Do it.", Confirm: "Do it?", Run: manifest.Run{File: "x.mts"}}
	m.Effect = rapid.SampledFrom([]manifest.Effect{manifest.ReadOnly, manifest.ReadOnly, manifest.Write, manifest.Destructive}).Draw(t, "effect")
	for _, field := range rapid.SliceOfNDistinct(rapid.SampledFrom(fields), 1, 2, rapid.ID).Draw(t, "yields") {
		y := manifest.Yield{Field: field, Pick: rapid.SampledFrom(kinds).Draw(t, "kind")}
		if rapid.Bool().Draw(t, "list") {
			y = manifest.Yield{Field: field + "s", Each: []manifest.Yield{y}}
		}
		m.Yields = append(m.Yields, y)
	}
	if rapid.Bool().Draw(t, "returns") {
		m.Returns = rapid.SampledFrom(whole).Draw(t, "name")
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "args") {
		a := manifest.Argument{Name: fmt.Sprintf("arg%d", i), Ask: "Which?", Source: manifest.Pick, Pick: rapid.SampledFrom(kinds).Draw(t, "pick")}
		a.Optional = !rapid.Bool().Draw(t, "required")
		m.Args = append(m.Args, a)
	}
	if m.Effect != manifest.Destructive && rarely(t, "takes", 8) {
		m.Args = append(m.Args, manifest.Argument{Name: "all", Source: manifest.Takes, Takes: rapid.SampledFrom(whole).Draw(t, "taken")})
	}
	return m
}

// Sentences are sentences of one to six decided parts, some without a reflex,
// some of a playbook, with places of both orders between them.
func Sentences(cat *catalog.Catalog) *rapid.Generator[plan.Sentence] {
	return rapid.Custom(func(t *rapid.T) plan.Sentence {
		s := plan.Sentence{}
		at, n := 0, rapid.IntRange(1, 6).Draw(t, "parts")
		playbook := rarely(t, "playbook", 5)
		for i := range n {
			p := aPart(t, cat)
			p.From, p.To = at, at+len(p.Text)
			p.Then = i > 0 && s.Places[i-1].Then
			at = p.To
			if playbook {
				p.Wrote = []plan.Written{{Playbook: "storm", Step: i + 1}}
				p.Branch = aBranch(t, i)
			}
			s.Parts = append(s.Parts, p)
			s.Input += p.Text
			if i < n-1 {
				s.Places = append(s.Places, aPlace(t, at))
				at = s.Places[i].End
				s.Input += " " + s.Places[i].Word + " "
			}
		}
		if playbook && rapid.Bool().Draw(t, "review") {
			s.Reviews = []plan.Review{{First: 1, Playbook: "storm", Text: s.Input, Prompt: gate.Prompt{Template: "Go?"}}}
		}
		if rarely(t, "cause", 30) {
			s.Causes = []plan.Cause{{Type: plan.Conditional, Text: "if so"}}
		}
		return s
	})
}

func aBranch(t *rapid.T, at int) *plan.Branch {
	if at == 0 || !rarely(t, "branch", 5) {
		return nil
	}
	return &plan.Branch{Field: rapid.SampledFrom(fields).Draw(t, "field"), Is: rapid.SampledFrom([]string{"3", "40", "AB-12"}).Draw(t, "is")}
}

func aPlace(t *rapid.T, at int) weave.Place {
	word := rapid.SampledFrom([]string{"and", "and", "then"}).Draw(t, "order")
	return weave.Place{Start: at, End: at + len(word) + 2, Word: word, Then: word == "then", P: 0.9, Cut: true}
}

// aPart is a part decided as a reflex with some of its values, or as none.
func aPart(t *rapid.T, cat *catalog.Catalog) plan.Part {
	x := rapid.SampledFrom(cat.Reflexes()).Draw(t, "reflex")
	said := x.Name + " crate " + rapid.SampledFrom(points).Draw(t, "points")
	if rarely(t, "none", 40) {
		r := reading.Reading{Input: said, Judgments: []reading.Judgment{{Top: question.None, P: 1}}}
		return plan.Part{Step: weave.Step{Text: said, Decision: gate.Decide(cat, r)}}
	}
	p := rapid.SampledFrom([]float64{0.95, 0.95, 0.7}).Draw(t, "p")
	return plan.Part{Step: weave.Step{Text: said, Decision: Decided(cat, said, x.Name, p, func(a manifest.Argument) string {
		if rarely(t, "unstated", 3) {
			return ""
		}
		return rapid.SampledFrom(typed[a.Pick]).Draw(t, a.Name)
	})}}
}

// Decided is a text decided as a reflex, its route at p, with the values stated
// gives for its picks; "" is none.
func Decided(cat *catalog.Catalog, said, reflex string, p float64, stated func(manifest.Argument) string) gate.Decision {
	r := reading.Reading{Input: said, Judgments: []reading.Judgment{{Top: reflex, P: p}}, Ranking: []reading.Contender{{Reflex: reflex, Route: p}}}
	w := &reading.Winner{Reflex: reflex}
	for _, a := range cat.Reflex(reflex).Manifest.Args {
		if a.Source != manifest.Pick {
			continue
		}
		if v, ok := call.Picked(stated(a), pick.Kind(a.Pick)); ok {
			w.Args = append(w.Args, call.Arg{Name: a.Name, Value: v})
		} else if a.Required() {
			w.Missing = append(w.Missing, reading.Missing{Arg: a.Name, Ask: a.Ask, Why: reading.NeverStated})
		}
	}
	r.Winner = w
	return gate.Decide(cat, r)
}

// Planned is the plan of a sentence, its questions answered by draw.
func Planned(t *rapid.T, cat *catalog.Catalog, s plan.Sentence) plan.Plan {
	open, p := plan.Make(cat, s, nil)
	if len(open) == 0 {
		return p
	}
	answers := question.Answers{}
	for _, q := range open {
		answers[q.ID()] = question.Answer{rapid.SampledFrom(q.Keys()).Draw(t, q.ID()): 1}
	}
	if open, p = plan.Make(cat, s, answers); len(open) > 0 {
		t.Fatalf("%v is asked again", open)
	}
	return p
}

// Result is what a body of the reflex could return: its declared fields, at
// times one of them absent, null or of another kind, and lists of any length.
func Result(t *rapid.T, m *manifest.Manifest) json.RawMessage {
	if rarely(t, "no data", 20) {
		return nil
	}
	var members []string
	for _, y := range m.Yields {
		members = append(members, fmt.Sprintf("%q:%s", y.Field, resultOf(t, y)))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

func resultOf(t *rapid.T, y manifest.Yield) string {
	if y.Each != nil {
		records := make([]string, rapid.IntRange(0, 3).Draw(t, "records"))
		for i := range records {
			records[i] = fmt.Sprintf("{%q:%s}", y.Each[0].Field, resultOf(t, y.Each[0]))
		}
		return "[" + strings.Join(records, ",") + "]"
	}
	if rarely(t, "odd", 20) {
		return rapid.SampledFrom([]string{"null", "true", "[]", `"no such thing"`}).Draw(t, "value")
	}
	if number := y.Pick == "number" || y.Pick == "duration"; number && rapid.Bool().Draw(t, "as a number") {
		return "60"
	}
	return fmt.Sprintf("%q", rapid.SampledFrom(typed[y.Pick]).Draw(t, "yielded"))
}

// Span is the first place words have in a text.
func Span(s, words string) text.Span {
	i := strings.Index(s, words)
	start := len([]rune(s[:i]))
	return text.Span{Start: start, End: start + len([]rune(words)), Text: words}
}
