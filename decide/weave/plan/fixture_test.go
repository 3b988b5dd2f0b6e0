package plan_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// A garden: beds and boats to ask about, people to write to, and things to
// change.
var garden = map[string]string{
	"person": `description = "Look somebody up."
effect = "read"
confirm = "Look {who} up?"
run = "person.mts"
[args.who]
ask = "Who?"
vocab = "people"
[yields]
address = "email"
desk = "number"
since = "date"`,
	"letter": `description = "Write to an address."
effect = "write"
confirm = "Write to {to}?"
run = "letter.mts"
[args.to]
ask = "To which address?"
pick = "email"
[args.copy]
ask = "Whom to copy?"
pick = "email"
optional = true`,
	"seat": `description = "Show who sits at a desk."
effect = "read"
confirm = "Show desk {number}?"
run = "seat.mts"
[args.number]
ask = "Which desk?"
pick = "number"
[args.day]
ask = "On which day?"
pick = "date"
optional = true`,
	"beds": `description = "List the beds that are dry."
effect = "read"
confirm = "List them?"
run = "beds.mts"
returns = "beds"
[args.shed]
ask = "By which shed?"
vocab = "sheds"
optional = true
[yields]
dry = { each = { bed = "number" } }`,
	"rain": `description = "Tell how much it rained."
effect = "read"
confirm = "Tell?"
run = "rain.mts"
returns = "rain"
[args.shed]
ask = "By which shed?"
vocab = "sheds"
[yields]
height = "number"
wet = "code"`,
	"advise": `description = "Say what to water."
effect = "read"
confirm = "Say?"
run = "advise.mts"
[args.list]
takes = "beds"
[args.fallen]
takes = "rain"`,
	"water": `description = "Water one bed."
effect = "write"
confirm = "Water bed {bed}?"
run = "water.mts"
[args.bed]
ask = "Which bed?"
pick = "number"
[args.shed]
ask = "From which shed?"
vocab = "sheds"
optional = true`,
	"dig": `description = "Dig a bed up."
effect = "destructive"
confirm = "Dig bed {bed} up?"
run = "dig.mts"
[args.bed]
ask = "Which bed?"
pick = "number"`,
	"wait": `description = "Wait a while."
effect = "read"
confirm = "Wait?"
run = "wait.mts"`,
	"visit": `description = "Show the visits of a day."
effect = "read"
confirm = "Show {day}?"
run = "visit.mts"
[args.day]
ask = "Which day?"
pick = "date"
[yields]
visits = { each = { visit = "number" } }`,
	"move": `description = "Move a visit."
effect = "write"
confirm = "Move {visit} to {to}?"
run = "move.mts"
[args.visit]
ask = "Which visit?"
pick = "number"
[args.to]
ask = "To which day?"
pick = "date"`,
	"lock": `description = "Lock a shed."
effect = "write"
confirm = "Lock {shed}?"
run = "lock.mts"
[args.shed]
ask = "Which shed?"
vocab = "sheds"`,
}

func set(t testing.TB) *catalog.Catalog {
	t.Helper()
	return compiled(t, garden)
}

func compiled(t testing.TB, sources map[string]string) *catalog.Catalog {
	t.Helper()
	var s catalog.Set
	names := make([]string, 0, len(sources))
	for name := range sources {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m, err := manifest.Parse(name, []byte("reflex = 1\n"+sources[name]))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	s.Vocabs = map[string]project.Vocabulary{
		"people": {Name: "people", Words: []project.Word{{Word: "Ida", What: "One."}, {Word: "Nils", What: "Another."}}},
		"sheds":  {Name: "sheds", Words: []project.Word{{Word: "north", What: "Up."}, {Word: "south-2", What: "Down."}}},
	}
	s.Adapter = catalog.Adapter{Name: "test", ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}}
	return catalog.New(s)
}

// decided is a text decided as a reflex, or as none for "", surely, with these
// values: `arg=value`.
func decided(t testing.TB, cat *catalog.Catalog, said, reflex string, values ...string) gate.Decision {
	t.Helper()
	r := reading.Reading{Input: said, Judgments: []reading.Judgment{{Top: question.None, P: 0.9}}}
	x := cat.Reflex(reflex)
	if x == nil {
		return gate.Decide(cat, r)
	}
	r.Judgments = []reading.Judgment{{Top: reflex, P: 0.95}}
	r.Ranking = []reading.Contender{{Reflex: reflex, Route: 0.95}}
	w := &reading.Winner{Reflex: reflex}
	for _, a := range x.Manifest.Args {
		v, has := value(t, said, a, values)
		switch {
		case has:
			w.Args = append(w.Args, call.Arg{Name: a.Name, Value: v})
			w.Basis = append(w.Basis, reading.Basis{Arg: a.Name, By: reading.ByAsk, P: 0.93})
			r.Judgments = append(r.Judgments, reading.Judgment{
				Subject: question.Subject{Kind: question.Arg, Reflex: reflex, Arg: a.Name}, Top: v.Shown(), P: 0.93})
		case a.Required() && a.Source != manifest.Takes:
			w.Missing = append(w.Missing, reading.Missing{Arg: a.Name, Ask: a.Ask, Why: reading.NeverStated})
		}
	}
	r.Winner = w
	return gate.Decide(cat, r)
}

func value(t testing.TB, said string, a manifest.Argument, values []string) (call.Value, bool) {
	t.Helper()
	i := slices.IndexFunc(values, func(v string) bool { return strings.HasPrefix(v, a.Name+"=") })
	if i < 0 {
		return call.Value{}, false
	}
	written := strings.TrimPrefix(values[i], a.Name+"=")
	switch a.Source {
	case manifest.Vocab:
		return call.Value{Kind: call.Word, Word: written}, true
	case manifest.Options:
		return call.Value{Kind: call.Option, Key: written}, true
	case manifest.Flag:
		return call.Value{Kind: call.Flag}, true
	}
	v, ok := call.Picked(written, pick.Kind(a.Pick))
	if !ok {
		for _, c := range pick.Find(said) {
			if c.Span.Text == written {
				return call.Value{Kind: call.Pick, Span: c.Span, Read: c.Value}, true
			}
		}
		t.Fatalf("%q is no %s", written, a.Pick)
	}
	return v, true
}

// sentence lays parts side by side, each after a place whose word follows it:
// text, then the word before the next.
func sentence(parts []plan.Part, words ...string) plan.Sentence {
	s := plan.Sentence{}
	at := 0
	for i, p := range parts {
		p.From = at
		at += len([]rune(p.Text))
		p.To = at
		p.Then = i > 0 && s.Places[i-1].Then
		s.Input += p.Text
		s.Parts = append(s.Parts, p)
		if i < len(parts)-1 {
			word := "and"
			if i < len(words) {
				word = words[i]
			}
			s.Input += " " + word + " "
			s.Places = append(s.Places, weave.Place{Start: at, End: at + len(word) + 2, Word: word, Then: word == "then", P: 0.9, Cut: true})
			at += len(word) + 2
		}
	}
	return s
}

func part(t testing.TB, cat *catalog.Catalog, said, reflex string, values ...string) plan.Part {
	t.Helper()
	return plan.Part{Step: weave.Step{Text: said, Decision: decided(t, cat, said, reflex, values...)}}
}

// made is the plan of a sentence, every question answered with the step its code
// would say.
func made(t testing.TB, cat *catalog.Catalog, s plan.Sentence, points map[string]string) plan.Plan {
	t.Helper()
	open, _ := plan.Make(cat, s, nil)
	answers := question.Answers{}
	for _, q := range open {
		top := points[q.ID()]
		if top == "" {
			t.Fatalf("nothing answers %s: %s", q.ID(), q.Ask)
		}
		answers[q.ID()] = question.Answer{top: 1}
	}
	if err := question.Validate(open, answers); err != nil {
		t.Fatal(err)
	}
	open, p := plan.Make(cat, s, answers)
	if len(open) > 0 {
		t.Fatalf("asked again: %v", open)
	}
	return p
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func because(p plan.Plan) []string {
	var all []string
	for _, c := range p.Verdict.Because {
		all = append(all, string(c.Type))
	}
	return all
}

func spanAt(s, words string) text.Span {
	i := strings.Index(s, words)
	start := len([]rune(s[:i]))
	return text.Span{Start: start, End: start + len([]rune(words)), Text: words}
}
