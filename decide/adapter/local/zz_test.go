package local_test

import (
	"context"
	"testing"

	"sinew/decide/question"
	"sinew/decide/reading"
)

func TestZZ(t *testing.T) {
	cat := installed(t)
	for _, x := range cat.Reflexes() {
		for _, r := range x.Manifest.Tests {
			asked, _ := reading.Read(cat, cat.Reflexes(), r.Utterance, question.Answers{})
			got, _ := engine.Answer(context.Background(), r.Utterance, asked)
			for _, q := range asked {
				if q.Subject.Kind == question.Route {
					k, p := q.Top(got[q.ID()])
					bad := " "
					if (k == x.Name) == r.Never {
						bad = "X"
					}
					t.Logf("%s %-8s never=%v %-50q %s %.2f own %.2f", bad, x.Name, r.Never, r.Utterance, k, p, got[q.ID()][x.Name])
				}
			}
		}
	}
}
