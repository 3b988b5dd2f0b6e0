package local_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	cuts "sinew/decide/weave/sentence"
	"sinew/internal/eval/weaves"
	"sinew/pkg/manifest"
)

// joinedText is a sentence of pieces with what may part them between.
func joinedText(t *rapid.T, name string) string {
	pieces := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return sentence(t, "piece", 6) }), 0, 5).Draw(t, name)
	var out strings.Builder
	for _, piece := range pieces {
		out.WriteString(piece + rapid.SampledFrom([]string{" and ", ", ", " then ", " & ", " n ", ", not ", "? and ", " plus ", "; "}).Draw(t, "joint"))
	}
	return out.String()
}

// everyQuestion are all kinds of question about a sentence: of its places, and
// of one of its parts, whatever that is.
func everyQuestion(t *rapid.T, said string) []question.Question {
	s, asked := aboutSentence(said)
	runes := []rune(s.Text)
	from := rapid.IntRange(0, len(runes)).Draw(t, "from")
	to := rapid.IntRange(from, len(runes)).Draw(t, "to")
	words := string(runes[from:to])
	subject := question.Subject{Reflex: "tea", Arg: "strength", From: from, To: to}
	return append(asked,
		question.WhatPartDoes(from, to, words),
		question.WhichForPart(from, to, words, []question.Option{kettle, radio}),
		question.IsShared(subject, "How should it be?", "weak", said, words),
		question.WantedAgain(subject, "How should it be?", words, words, "Make tea."),
		question.WhichStep(2, 0, words, said, []string{said, words}))
}

func TestAnySentenceIsAnsweredWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := joinedText(t, "sentence")
		if rapid.Bool().Draw(t, "anything") {
			said = rapid.String().Draw(t, "text")
		}
		asked := everyQuestion(t, said)
		got, err := engine.Answer(context.Background(), cuts.Read(said).Text, asked)
		if err != nil {
			t.Fatal(err)
		}
		if err := question.Validate(asked, got); err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		for _, q := range asked {
			checkWhole(t, q, got[q.ID()])
		}
	})
}

// checkWhole holds an answer to a share for every key, and nothing over.
func checkWhole(t *rapid.T, q question.Question, a question.Answer) {
	if q.YesNo() {
		return
	}
	sum := 0.0
	for _, key := range q.Keys() {
		p, has := a[key]
		if sum += p; !has && q.Subject.Kind != question.Span {
			t.Fatalf("%s has no share of %s", q.ID(), key)
		}
	}
	if sum < 1-1e-9 || sum > 1+1e-9 {
		t.Fatalf("%s sums to %v", q.ID(), sum)
	}
}

// A count of one and a sure cut would contradict each other, and so would a
// count of several and no place that parts things.
func TestTheCountNeverContradictsThePlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := joinedText(t, "sentence")
		s, asked := aboutSentence(said)
		got, err := engine.Answer(context.Background(), s.Text, asked)
		if err != nil {
			t.Fatal(err)
		}
		count := got[question.HowMany().ID()]
		for _, q := range asked[:len(asked)-1] {
			if cut := got[q.ID()][question.Yes]; cut > 1-count[question.One]+1e-3 {
				t.Fatalf("%q: one thing at %v, and cut at %v", said, count[question.One], cut)
			}
		}
		if len(asked) == 1 && count[question.Two]+count[question.Several] > 0.05 {
			t.Fatalf("%q is several things, and has no place", said)
		}
	})
}

// plainWords are words that no recognizer reads, so that capitals say nothing.
var plainWords = strings.Fields(`lamp water den office off dim strong the a please show list check note time size is how and then both it there too
	also another instead first memory disk set turn what with in`)

func TestCapitalsChangeNoAnswerAboutASentence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOfN(rapid.SampledFrom(plainWords), 1, 14).Draw(t, "words"), " ")
		_, lower := aboutSentence(said)
		_, upper := aboutSentence(strings.ToUpper(said))
		a, err := engine.Answer(context.Background(), cuts.Read(said).Text, lower)
		b, err2 := engine.Answer(context.Background(), cuts.Read(strings.ToUpper(said)).Text, upper)
		if err != nil || err2 != nil || !maps.EqualFunc(a, b, maps.Equal[question.Answer, question.Answer]) {
			t.Fatalf("%q: %v and in capitals %v (%v, %v)", said, a, b, err, err2)
		}
	})
}

// weavesPrint is the hash of every answer to the development half of the
// weaves, whatever planner asks for them: see fingerprint.
const weavesPrint = "879743b3e2aa8f3af811224413c20a14071a0ad4f9494be62e4a57f0da62f971"

func TestAnswersAboutSentencesAreTheSameOnEveryMachine(t *testing.T) {
	set, err := weaves.Load(weaves.Development)
	if err != nil {
		t.Fatal(err)
	}
	all, offered := sha256.New(), reading.Offered(collection(t, set).Reflexes())
	fmt.Fprintln(all, local.ID)
	for _, line := range set.Lines {
		s, asked := aboutSentence(line.Utterance)
		for _, part := range s.Everything() {
			words := part.Words
			asked = append(asked, question.WhatPartDoes(words.Start, words.End, words.Text), question.WhichForPart(words.Start, words.End, words.Text, offered))
		}
		got, err := engine.Answer(context.Background(), s.Text, asked)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range slices.Sorted(maps.Keys(got)) {
			hashAnswer(all, id, got[id])
		}
	}
	if got := fmt.Sprintf("%x", all.Sum(nil)); got != weavesPrint {
		t.Errorf("the answers of %s have the hash %s", local.ID, got)
	}
}

func FuzzSentenceOverStd(f *testing.F) {
	set, err := weaves.Load(weaves.Development)
	if err != nil {
		f.Fatal(err)
	}
	cat := collection(f, set)
	for _, line := range set.Lines {
		f.Add(line.Utterance)
	}
	for _, seed := range []string{"", "and and and", "a, b, c, and then d & e", `note "a" and "b" and `, "not this, but that", "before you a, b\x00", "the same for both"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) { planAny(t, cat, input) })
}

// planAny reads any text for its steps.
func planAny(t *testing.T, cat *catalog.Catalog, input string) {
	s, _, err := plan(cat, strings.ToValidUTF8(input, "?"))
	if err != nil {
		t.Fatalf("%q: %v", input, err)
	}
	for _, x := range s.Steps {
		if x.Decision.Effect == manifest.Destructive && x.Decision.Outcome == gate.Run {
			t.Fatalf("%q runs %s unasked", input, planned(x))
		}
	}
}
