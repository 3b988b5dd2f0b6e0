package reading

import (
	"testing"

	"sinew/decide/question"
)

func TestATextWhoseReflexIsGivenIsNotAskedForIt(t *testing.T) {
	cat := kitchen(t)
	scope := cat.Reflexes()[:1]
	given := Judgment{Subject: question.Subject{Kind: question.Span, From: 3, To: 9}, Top: scope[0].Name, P: 0.7}
	text := Over(cat, scope, "some mint for dora", Beside{Given: &given})
	open, _ := text.Read(nil)
	if len(open) == 0 {
		t.Fatal("nothing is asked")
	}
	answers := question.Answers{}
	for len(open) > 0 {
		for _, q := range open {
			if q.Subject.Kind == question.Route {
				t.Error("the route is asked")
			}
			answers[q.ID()] = question.Answer{q.Keys()[0]: 1}
		}
		open, _ = text.Read(answers)
	}
	_, read := text.Read(answers)
	if read.Winner == nil || read.Winner.Reflex != given.Top || read.Judgments[0] != given || len(read.Ranking) != 1 || read.Ranking[0].Route != 0.7 {
		t.Errorf("%+v", read)
	}
}
