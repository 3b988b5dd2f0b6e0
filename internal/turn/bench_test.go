package turn

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// The benchmarks are of one decision in one process, and how it grows: with the
// reflexes installed, with the words of the sentence, and with the texts a
// recording holds. bench/README.md has their figures.

const benchReflex = `reflex = 1
description = "Serve the NAME table.\nOne table at a time, whoever sits there."
not_for = ["clearing it", "other tables"]
effect = "write"
confirm = "Serve {dish} to {guest}?"
run = ["echo", "served"]

[args.dish]
ask = "Which dish goes to the NAME table?"
options.soup = "Hot, in a bowl."
options.salad = "Cold leaves."
options.bread = "From the oven, sliced."

[args.guest]
ask = "Who gets it?"
vocab = "guests"

[args.portions]
ask = "How many?"
pick = "number"
optional = true

[args.wait]
ask = "How long until it is served?"
pick = "duration"
optional = true

[examples]
"bring soup to the NAME table" = { dish = "soup" }
"NAME wants salad" = { dish = "salad" }
`

func guestNames() []string {
	return strings.Fields("dora benedict abe carlotta egon philippa rasmus ottilie konrad winifred")
}

// named is the first of the names a text says.
func named(text string, names ...string) string {
	first, at := names[0], len(text)
	for _, name := range names {
		if i := strings.Index(text, name); i >= 0 && i < at {
			first, at = name, i
		}
	}
	return first
}

// guests is a vocabulary of as many people as a team has.
func guests() project.Vocabulary {
	v := project.Vocabulary{Name: "guests"}
	for i, name := range guestNames() {
		v.Words = append(v.Words, project.Word{Word: name, What: fmt.Sprintf("Sits at place %d, by the window.", i)})
	}
	return v
}

func restaurant(t testing.TB, n int) *catalog.Catalog {
	t.Helper()
	whole := 0.3
	set := catalog.Set{
		Vocabs:  map[string]project.Vocabulary{"guests": guests()},
		Adapter: catalog.Adapter{Name: "replay", ID: "bench", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}},
	}
	for i := range n {
		name := fmt.Sprintf("table_%d", i)
		m, err := manifest.Parse(name, []byte(strings.ReplaceAll(benchReflex, "NAME", name)))
		if err != nil {
			t.Fatal(err)
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	return catalog.New(set)
}

// A waiter answers every question as the sentence served says, and records it.
type waiter struct{ recording *replay.Recording }

func (waiter) ID() string          { return "bench" }
func (waiter) Bars() *catalog.Bars { return nil }
func (w waiter) Answer(_ context.Context, text string, asked []question.Question) (question.Answers, error) {
	answers := question.Answers{}
	for _, q := range asked {
		answers[q.ID()] = serves(text, q)
	}
	w.recording.Add(text, asked, answers)
	return answers, nil
}

func serves(text string, q question.Question) question.Answer {
	switch {
	case q.YesNo():
		return question.Answer{question.Yes: 0.95}
	case q.Subject.Kind == question.Route:
		return question.Answer{"table_0": 0.97, question.None: 0.03}
	case q.Subject.Kind == question.Does:
		return question.Answer{question.Action: 1}
	case q.Subject.Kind == question.Against:
		return question.Answer{question.Whole: 1}
	case q.Subject.Kind == question.Count:
		return question.Answer{question.Several: 1}
	case q.Subject.Kind == question.Part:
		return question.Answer{question.Asks: 1}
	case q.Subject.Kind == question.Again:
		return question.Answer{question.Nothing: 1}
	case q.Subject.Arg == "dish":
		return question.Answer{named(text, "soup", "salad", "bread"): 0.96, question.Unstated: 0.04}
	case q.Subject.Arg == "guest":
		return question.Answer{named(text, guestNames()...): 0.96, question.Unstated: 0.04}
	}
	return question.Answer{question.Unstated: 1}
}

const served = "bring two bowls of soup to dora in 10 minutes"

// words is a sentence of n words, within the longest input.
func words(n int) string {
	all := strings.Fields(served)
	for len(all) < n {
		all = append(all, "at", "dusk", "by", "oil")
	}
	return strings.Join(all[:n], " ")
}

// recorded is a recording of some texts, the sentence among them.
func recorded(t testing.TB, cat *catalog.Catalog, sentence string, texts int) []byte {
	t.Helper()
	recording := replay.New("bench", cat.Bars())
	for i := range texts {
		said := sentence
		if i > 0 {
			said = fmt.Sprintf("%s and %d more", served, i)
		}
		if _, err := Decide(t.Context(), cat, waiter{recording}, said, nil); err != nil {
			t.Fatal(err)
		}
	}
	return recording.Format()
}

// decides measures decisions of a sentence by a recording in memory, the
// reading of the recording's file left out.
func decides(b *testing.B, cat *catalog.Catalog, sentence string) {
	b.Helper()
	recording, err := replay.Parse(recorded(b, cat, sentence, 1))
	if err != nil {
		b.Fatal(err)
	}
	measure(b, func() error {
		_, err := Decide(b.Context(), cat, recording, sentence, nil)
		return err
	})
}

// measure reports the processor's time beside the wall's, which other work on
// the machine moves.
func measure(b *testing.B, once func() error) {
	b.Helper()
	b.ReportAllocs()
	runtime.GC()
	before := used(b)
	for b.Loop() {
		if err := once(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((used(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkADecisionByReflexes(b *testing.B) {
	for _, n := range []int{15, 60, 250, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { decides(b, restaurant(b, n), served) })
	}
}

func BenchmarkADecisionByWords(b *testing.B) {
	cat := restaurant(b, 15)
	for _, n := range []int{10, 50, 100, 200, 400} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { decides(b, cat, words(n)) })
	}
}

func BenchmarkADecisionByRecords(b *testing.B) {
	cat := restaurant(b, 3)
	for _, n := range []int{10, 100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := recorded(b, cat, served, n)
			b.ResetTimer()
			measure(b, func() error {
				recording, err := replay.Parse(file)
				if err == nil {
					_, err = Decide(b.Context(), cat, recording, served, nil)
				}
				return err
			})
			b.ReportMetric(float64(len(file))/(1<<20), "MB")
		})
	}
}

// orders is a sentence of n parts, each another call.
func orders(n int) string {
	parts := make([]string, n)
	for i := range parts {
		dish, guest := []string{"soup", "salad", "bread"}[i%3], guestNames()[i/3%10]
		parts[i] = strings.NewReplacer("soup", dish, "dora", guest).Replace(served)
	}
	return strings.Join(parts, " and ")
}

// BenchmarkASentence plans sentences of more and more parts over one set, every
// answer in memory: `one` is what BenchmarkADecisionByReflexes measures.
func BenchmarkASentence(b *testing.B) {
	cat := restaurant(b, 15)
	for _, n := range []int{1, 2, 5, 12, 24} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			said := orders(n)
			recording := replay.New("bench", cat.Bars())
			if s, err := Plan(b.Context(), cat, waiter{recording}, said, nil, reading.Beside{}); err != nil || len(s.Plan.Steps) != n {
				b.Fatalf("%d steps, %v", len(s.Plan.Steps), err)
			}
			b.ResetTimer()
			measure(b, func() error {
				_, err := Plan(b.Context(), cat, recording, said, nil, reading.Beside{})
				return err
			})
		})
	}
}
