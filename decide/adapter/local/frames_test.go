package local_test

import (
	"context"
	"strings"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/adapter/local/encoder"
	"sinew/decide/question"
)

func TestEachNumberGoesWhereTheExamplesHaveTheValue(t *testing.T) {
	examples := []string{"take 2 from 9", "subtract 5 from 40"}
	ask := func(said, arg string, stated ...question.Stated) question.Question {
		q := question.TheArgument(question.Subject{Reflex: "sum", Arg: arg}, "Which number?", candidates(said, [2]int{5, 6}, [2]int{12, 13}))
		q.About.Reflex = question.Text{What: "Take away.", Examples: examples}
		q.About.Stated = stated
		return q
	}
	for _, c := range []struct {
		said         string
		taken        string // by the argument that examples state last
		least, below float64
	}{
		{"take 7 from 8", "12-13", 0.9, 1},   // both sides
		{"pull 7 from 8", "12-13", 0.8, 0.9}, // one side and the order
	} {
		part := ask(c.said, "part", question.Stated{Example: examples[0], Value: "2"}, question.Stated{Example: examples[1], Value: "5"})
		whole := ask(c.said, "whole", question.Stated{Example: examples[0], Value: "9"}, question.Stated{Example: examples[1], Value: "40"})
		answers := answer(t, c.said, whole, part) // the manifest may have them in any order
		if key, p := whole.Top(answers[whole.ID()]); key != c.taken || p < c.least || p >= c.below {
			t.Errorf("%q: the whole is %s at %v", c.said, key, p)
		}
		if key, _ := part.Top(answers[part.ID()]); key == c.taken {
			t.Errorf("%q: both take %s", c.said, key)
		}
	}
}

func TestAnEngineEncodesEachTextOnce(t *testing.T) {
	kept := keeper{}
	engine := local.With(kept)
	first := 0
	for range 2 {
		got, err := engine.Answer(context.Background(), "one dark tea", []question.Question{asksHow, viewsHow})
		if err != nil {
			t.Fatal(err)
		}
		if key, _ := asksHow.Top(got[asksHow.ID()]); key != "strong" {
			t.Errorf("the tea is %s", key)
		}
		if first == 0 {
			first = len(kept)
		}
	}
	if len(kept) != first || first == 0 {
		t.Errorf("%d texts are kept, then %d", first, len(kept))
	}
	for text, times := range kept {
		if times > 1 || strings.Contains("one dark tea", text) {
			t.Errorf("%q is kept %d times", text, times)
		}
	}
}

// A keeper counts how often each text is given to it, and recalls none.
type keeper map[string]int

func (keeper) Recall(string) (v encoder.Vector, kept bool) { return v, false }

func (k keeper) Keep(vectors map[string]encoder.Vector) {
	for text := range vectors {
		k[text]++
	}
}

func TestAnExampleSaidAgainIsAnsweredAsItStates(t *testing.T) {
	q := asksHow
	q.Options = append([]question.Option(nil), q.Options...)
	for i, o := range q.Options {
		if o.Key == question.Unstated {
			q.Options[i].Text.Examples = []string{"the usual strong stuff"}
		}
	}
	for said, want := range map[string]string{"Make it weak.": "weak", "the usual strong stuff": question.Unstated} {
		if key, p := top(t, said, q); key != want || p < 0.9 {
			t.Errorf("%q: %s at %v", said, key, p)
		}
	}
}
