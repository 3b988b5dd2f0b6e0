package local_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/scorer"
	"sinew/decide/question"
)

func TestTheIdNamesAllThatAnAnswerDependsOn(t *testing.T) {
	for _, part := range []string{"local-", encoder.Model, scorer.Fitted().Fit, "bars-"} {
		if !strings.Contains(local.ID, part) {
			t.Errorf("%s says nothing of %s", local.ID, part)
		}
	}
}

func TestAnEngineWithoutAMemoryAnswersAlike(t *testing.T) {
	const said = "get the water boiling"
	got, err := local.Engine{}.Answer(context.Background(), said, []question.Question{route})
	if err != nil {
		t.Fatal(err)
	}
	for key, p := range answer(t, said, route)[route.ID()] {
		if got[route.ID()][key] != p {
			t.Errorf("%s has %v and %v", key, p, got[route.ID()][key])
		}
	}
}

func TestWhatIsTaughtCountsAtOnce(t *testing.T) {
	const said = "fire up the old thing for my tea"
	if key, _ := top(t, said, route); key == "kettle" {
		t.Fatal("it needs no teaching")
	}
	taught := kettle
	taught.Text.Examples = append(slices.Clone(kettle.Text.Examples), said)
	if key, p := top(t, said, question.TheRoute([]question.Option{taught, radio})); key != "kettle" || p < 0.9 {
		t.Errorf("taught, it goes to %s at %v", key, p)
	}
}

func TestTheGroundsOfAShareAreNamed(t *testing.T) {
	g, ok := engine.Grounds("heat water to 70 degrees", route, "kettle")
	if !ok || g.Nearest[0].Example != "heat the water to 90 degrees" || !slices.Contains(g.Words, "water") {
		t.Errorf("%+v, %v", g, ok)
	}
	for _, nobody := range []string{"toaster", question.None} {
		if _, ok := engine.Grounds("heat water", route, nobody); ok {
			t.Errorf("%s has grounds", nobody)
		}
	}
}
