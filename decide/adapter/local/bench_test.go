package local_test

import (
	"context"
	"strings"
	"testing"

	"sinew/decide/question"
	"sinew/decide/reading"
)

// Two sentences take turns, since a request is encoded once while it is the
// latest.
func BenchmarkTheOpeningRoundOverStd(b *testing.B) {
	cat := installed(b)
	inputs := []string{"how much disk space is left", "how much space is left on the disk"}
	opening := func(input string) {
		asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
		if _, err := engine.Answer(context.Background(), input, asked); err != nil {
			b.Fatal(err)
		}
	}
	opening(inputs[0]) // every text is encoded once
	b.ReportAllocs()
	for n := 1; b.Loop(); n++ {
		opening(inputs[n%2])
	}
}

func BenchmarkAWholeDecisionOverStd(b *testing.B) {
	cat := installed(b)
	inputs := []string{"latest files in the projects folder", "the latest files of the projects folder"}
	decide(b, cat, inputs[0])
	b.ReportAllocs()
	for n := 1; b.Loop(); n++ {
		if _, err := tryDecide(cat, inputs[n%2]); err != nil {
			b.Fatal(err)
		}
	}
}

// What an explanation costs beside the decision it is of.
func BenchmarkTheGroundsOfAnAnswerOverStd(b *testing.B) {
	cat := installed(b)
	const input = "how much disk space is left"
	asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
	if _, err := engine.Answer(context.Background(), input, asked); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := engine.Grounds(input, asked[0], "disk"); !ok {
			b.Fatal("no grounds")
		}
	}
}

func BenchmarkPlacesOfASentence(b *testing.B) {
	said := strings.Repeat("check the disk, ", 23) + "and show the date"
	s, asked := aboutSentence(said)
	for b.Loop() {
		if _, err := engine.Answer(context.Background(), s.Text, asked); err != nil {
			b.Fatal(err)
		}
	}
}
