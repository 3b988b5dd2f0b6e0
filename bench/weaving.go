package main

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"sinew/decide/adapter/local"
	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/planner"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// weaving are sentences of several steps planned on a recording, held against
// one of one step over the same set, by the layers that plan and decide.
func weaving(s *stage) []contest {
	return []contest{
		planning(s, "plan 5 steps, 15 reflexes", 15, 5, 8),
		planning(s, "plan 5 steps, 60 reflexes", 60, 5, 8),
		planning(s, "plan 5 steps, 250 reflexes", 250, 5, 8),
		planning(s, "plan 24 steps, 15 reflexes", 15, 24, 60),
		planning(s, "plan 24 steps, 250 reflexes", 250, 24, 60),
		growing(s, "plan n steps, 15 reflexes", 15),
	}
}

// planning holds a plan of n steps against one step decided as a turn does.
func planning(s *stage, name string, reflexes, n int, bar float64) contest {
	w := newWeaver(reflexes)
	return contest{
		name: name, rounds: 61, stage: s, work: func(*stage) error { return w.record(1, n) },
		ways: []way{w.plans(n), here("one step decided", bar, w.decide), w.plans(1)},
	}
}

// growing are plans of more and more steps.
func growing(s *stage, name string, reflexes int) contest {
	w := newWeaver(reflexes)
	steps := []int{24, 12, 8, 5, 3, 2, 1}
	c := contest{name: name, rounds: 61, stage: s, work: func(*stage) error { return w.record(steps...) }}
	for _, n := range steps {
		c.ways = append(c.ways, w.plans(n))
	}
	return c
}

// A weaver is a set of reflexes of four arguments each, and a recording of
// sentences over it.
type weaver struct {
	reflexes  int
	cat       *catalog.Catalog
	recording *replay.Recording
}

func newWeaver(reflexes int) *weaver { return &weaver{reflexes: reflexes} }

// asTheProgram lets garbage pile up as the program does.
func asTheProgram() { debug.SetGCPercent(400) }

// sentence asks for n things, each in a clause of its own.
func (w *weaver) sentence(n int) string {
	clauses := make([]string, n)
	for i := range clauses {
		clauses[i] = fmt.Sprintf("open the %s in the %s", trades[i%min(w.reflexes, len(trades))], halls[(i*3+i/len(trades))%len(halls)])
	}
	return strings.Join(clauses, " and ")
}

var halls = strings.Fields("attic basement cellar depot foyer gallery kitchen lobby office parlour")

// record makes the set, and a recording of sentences of so many steps.
func (w *weaver) record(steps ...int) (err error) {
	asTheProgram()
	if w.cat, err = w.compile(); err != nil {
		return err
	}
	recorded := replay.New("bench", w.cat.Bars())
	for _, n := range steps {
		_, err := w.planned(w.sentence(n), func(said string, asked []question.Question) (question.Answers, error) {
			answers := plainly(said, asked)
			recorded.Add(said, asked, answers)
			return answers, nil
		})
		if err != nil {
			return err
		}
	}
	w.recording, err = replay.Parse(recorded.Format())
	return err
}

func (w *weaver) compile() (*catalog.Catalog, error) {
	rooms := project.Vocabulary{Name: "halls"}
	for _, hall := range halls {
		rooms.Words = append(rooms.Words, project.Word{Word: hall, What: "Where the " + hall + " is."})
	}
	set := catalog.Set{
		Vocabs:  map[string]project.Vocabulary{"halls": rooms},
		Adapter: catalog.Adapter{Name: "replay", ID: "bench", Bars: local.Engine{}.Bars()},
	}
	for i := range w.reflexes {
		name := trades[i%len(trades)]
		if i >= len(trades) {
			name += fmt.Sprintf("_%d", i/len(trades)+1)
		}
		m, err := manifest.Parse(name, fmt.Appendf(nil, woven, name, name, name))
		if err != nil {
			return nil, err
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	return catalog.New(set), nil
}

const woven = `reflex = 1
description = "Open or close the %s."
effect = "read"
confirm = "Go on with the %s?"
run = ["true"]
[args.state]
ask = "Open or closed?"
options.open = "Open it."
options.close = "Close it."
[args.hall]
ask = "In which hall?"
vocab = "halls"
[args.delay]
ask = "After how long?"
pick = "duration"
optional = true
[args.note]
ask = "With which note?"
pick = "quoted"
optional = true
[examples]
"open the %s now" = { state = "open" }
`

// repeated is how often a way does its work, so that a clock can tell.
const repeated = 3

// plans is a way that plans a sentence of n steps.
func (w *weaver) plans(n int) way {
	name := fmt.Sprintf("%d steps planned", n)
	if n == 1 {
		name = "one step planned"
	}
	return here(name, 0, func(ctx context.Context) error {
		for range repeated {
			steps, err := w.planned(w.sentence(n), w.replays(ctx))
			if err == nil && steps != n {
				err = fmt.Errorf("%d steps came out, not %d", steps, n)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// An asker answers one round about a text.
type asker func(said string, asked []question.Question) (question.Answers, error)

// planned is how many steps a sentence is planned as.
func (w *weaver) planned(said string, ask asker) (int, error) {
	p := planner.New(w.cat, w.cat.Reflexes(), said, reading.Beside{})
	var m weave.Memory
	for {
		open, plan := p.Read(&m)
		if len(open) == 0 {
			return len(plan.Steps), nil
		}
		for _, r := range open {
			answers, err := ask(r.Words, r.Questions)
			if err != nil {
				return 0, err
			}
			m.Keep(r, answers)
		}
	}
}

// decide decides the sentence of one step, as a turn does.
func (w *weaver) decide(ctx context.Context) error {
	said := w.sentence(1)
	for range repeated {
		d, err := w.decided(said, w.replays(ctx))
		if err == nil && d.Reading.Winner == nil {
			err = fmt.Errorf("%q is no reflex's", said)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *weaver) decided(said string, ask asker) (gate.Decision, error) {
	text := reading.Over(w.cat, w.cat.Reflexes(), said, reading.Beside{})
	all := question.Answers{}
	for {
		open, read := text.Read(all)
		if len(open) == 0 {
			return gate.Decide(w.cat, read), nil
		}
		answers, err := ask(said, open)
		if err != nil {
			return gate.Decision{}, err
		}
		maps.Copy(all, answers)
	}
}

// replays answers from the recording, every answer checked.
func (w *weaver) replays(ctx context.Context) asker {
	return func(said string, asked []question.Question) (question.Answers, error) {
		answers, err := w.recording.Answer(ctx, said, asked)
		if err == nil {
			err = question.Validate(asked, answers)
		}
		return answers, err
	}
}

// plainly are the answers of somebody who goes by the words of a text.
func plainly(said string, asked []question.Question) question.Answers {
	answers := question.Answers{}
	for _, q := range asked {
		answers[q.ID()] = question.Answer{plainKey(said, q): 1}
		if q.YesNo() {
			answers[q.ID()] = question.Answer{question.Yes: plainYes(said, q)}
		}
	}
	return answers
}

func plainYes(said string, q question.Question) float64 {
	switch q.Subject.Kind {
	case question.Split:
		return 1
	case question.Is:
		if strings.Contains(said, q.About.Option.Key) {
			return 1
		}
	}
	return 0
}

// plainKey is the first of a question's keys that stands in the text; else the
// one that says there is nothing.
func plainKey(said string, q question.Question) string {
	keys := q.Keys()
	if i := slices.IndexFunc(keys, func(key string) bool { return strings.Contains(said+" ", " "+key+" ") }); i >= 0 {
		return keys[i]
	}
	if key, ok := plain[q.Subject.Kind]; ok {
		return key
	}
	return keys[len(keys)-1]
}

var plain = map[question.Kind]string{
	question.Count: question.Several, question.Does: question.Action, question.Against: question.Whole, question.Part: question.Asks,
}
