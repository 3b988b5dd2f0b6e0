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
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Answer(context.Background(), input, asked); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAWholeDecisionOverStd(b *testing.B) {
	cat := installed(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tryDecide(cat, "latest files in the projects folder"); err != nil {
			b.Fatal(err)
		}
	}
}
