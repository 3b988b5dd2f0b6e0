package reading

import (
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// kettle takes every kind of argument: options, a vocabulary, picks, a flag.
const kettle = `reflex = 1
description = "Boil water for a drink.\nOne pot at a time."
effect = "write"
confirm = "Boil {drink} for {who}?"
run = "kettle.mts"

[args.drink]
ask = "What to brew?"
options.oolong = "A dark tea."
options.mint = "Leaves from the garden."

[args.who]
ask = "For whom?"
vocab = "guests"

[args.cups]
ask = "How many cups?"
pick = "number"
range = [1, 8]
optional = true

[args.steep]
ask = "How long to steep?"
pick = "duration"
optional = true

[args.note]
ask = "What is written on the tag?"
pick = "quoted"
optional = true

[args.loud]
ask = "Should it whistle?"
flag = true
`

const radio = `reflex = 1
description = "Play a station."
effect = "read"
confirm = "Play?"
run = "radio.mts"
`

// guests is a vocabulary of people; dora is known by a room number.
func guests() project.Vocabulary {
	room := "room-9"
	return project.Vocabulary{Name: "guests", Words: []project.Word{
		{Word: "dora", What: "The cook, who bakes.", Value: &room},
		{Word: "benedict", What: "The gardener, with the boots."},
		{Word: "abe", What: "The lodger upstairs."},
	}}
}

func parse(t testing.TB, name, src string) catalog.Reflex {
	t.Helper()
	m, err := manifest.Parse(name, []byte(src))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect}
}

func kitchen(t testing.TB) *catalog.Catalog {
	t.Helper()
	whole := 0.3
	return catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{parse(t, "kettle", kettle), parse(t, "radio", radio)},
		Vocabs:   map[string]project.Vocabulary{"guests": guests()},
		Adapter:  catalog.Adapter{ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}},
	})
}

// told are the answers a test says; a question it says nothing of is answered
// with what leaves everything unsaid.
type told map[string]question.Answer

func (a told) answer(q question.Question) question.Answer {
	if said, ok := a[q.ID()]; ok {
		return said
	}
	switch {
	case q.YesNo():
		return question.Answer{question.Yes: 0.05}
	case q.Subject.Kind == question.Route:
		return question.Answer{"kettle": 0.95, question.None: 0.05}
	case q.Subject.Kind == question.Does:
		return question.Answer{question.Action: 0.9, question.Courtesy: 0.1}
	case q.Subject.Kind == question.Against:
		return question.Answer{question.Whole: 0.9, question.Less: 0.1}
	}
	return question.Answer{question.Unstated: 1}
}

// read reads a text to its end, and gives the ids of each round.
func read(t testing.TB, cat *catalog.Catalog, text string, said told) (Reading, [][]string) {
	t.Helper()
	return readBeside(t, cat, text, said, Beside{})
}

func readBeside(t testing.TB, cat *catalog.Catalog, text string, said told, around Beside) (Reading, [][]string) {
	t.Helper()
	answers := question.Answers{}
	var rounds [][]string
	for {
		open, got := ReadBeside(cat, cat.Reflexes(), text, answers, around)
		if len(open) == 0 {
			return got, rounds
		}
		var ids []string
		round := question.Answers{}
		for _, q := range open {
			ids = append(ids, q.ID())
			round[q.ID()] = said.answer(q)
			answers[q.ID()] = round[q.ID()]
		}
		if err := question.Validate(open, round); err != nil {
			t.Fatalf("the test's own answers: %v", err)
		}
		if rounds = append(rounds, ids); len(rounds) > 20 {
			t.Fatalf("%q is asked about without end", text)
		}
	}
}

// winner is what a text is read as, where it asks for a reflex.
func winner(t testing.TB, text string, said told) *Winner {
	t.Helper()
	got, _ := read(t, kitchen(t), text, said)
	if got.Winner == nil {
		t.Fatalf("%q asks for nothing", text)
	}
	return got.Winner
}
