package local_test

import (
	"context"
	"testing"

	"sinew/decide/question"
	"sinew/decide/reading"
)

func BenchmarkTheOpeningRoundOverStd(b *testing.B) {
	cat := installed(b)
	const input = "how much disk space is left"
	asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
	opening := func() {
		if _, err := engine.Answer(context.Background(), input, asked); err != nil {
			b.Fatal(err)
		}
	}
	opening() // every text is encoded once
	b.ReportAllocs()
	for b.Loop() {
		opening()
	}
}

func BenchmarkAWholeDecisionOverStd(b *testing.B) {
	cat := installed(b)
	decide(b, cat, "latest files in the projects folder")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tryDecide(cat, "latest files in the projects folder"); err != nil {
			b.Fatal(err)
		}
	}
}
