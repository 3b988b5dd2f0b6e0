package local_test

import (
	"fmt"
	"strings"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/pkg/manifest"
)

// a list of the words of a text, as a question offers them.
func pieces(key string, all ...string) []question.Option {
	options := make([]question.Option, len(all))
	for i, what := range all {
		options[i] = option(fmt.Sprintf("%s%d", key, i), what)
	}
	return options
}

var label = question.Subject{Reflex: "timer", Arg: "label"}

func TestAnIntroducedTextIsSaidAndInNoFormThatIsOffered(t *testing.T) {
	for said, want := range map[string]string{
		"start a timer called tea":       question.None,
		"start a timer called":           question.Unstated,
		"start a timer called please":    question.Unstated,
		"start a timer for tea":          question.Unstated,
		`start "tea" called tea`:         question.Unstated,
		"start a timer called 5 minutes": question.Unstated,
	} {
		if key, _ := top(t, said, question.TheArgument(label, "What is it for?", nil)); key != want {
			t.Errorf("%q: %s, not %s", said, key, want)
		}
	}
	length := question.Subject{Reflex: "timer", Arg: "duration"}
	if key, _ := top(t, "start a timer called tea", question.TheArgument(length, "How long?", nil)); key != question.Unstated {
		t.Errorf("a length is %s", key)
	}
}

func TestAnIntroducedTextBeginsEndsAndIsChosen(t *testing.T) {
	const said = "start tea called green tea, please"
	first := pieces("s", said, "tea called green tea, please", "called green tea, please", "green tea, please", "tea, please", "please")
	for _, c := range []struct {
		q    question.Question
		want string
	}{
		{question.WhereItBegins(label, "What?", first), "s3"},
		{question.WhereItEnds(label, "What?", "green", pieces("e", "green", "green tea", "green tea, please")), "e1"},
		{question.WhichRun(label, "What?", pieces("", "tea", "green tea", "tea", "called green tea")), "1"},
		{question.WhichText(label, "What?", pieces("r", "called green tea", "green tea")), "r1"},
		{question.WhichText(label, "What?", pieces("r", "called green tea", "tea")), question.Unstated},
	} {
		if key, p := top(t, said, c.q); key != c.want || p < 0.5 {
			t.Errorf("%s: %s at %v, not %s", c.q.ID(), key, p, c.want)
		}
	}
	for i, word := range strings.Fields(said) {
		s := label
		s.N = i
		q := question.IsWord(s, "What?", word)
		if yes := answer(t, said, q)[q.ID()][question.Yes] >= 0.5; yes != (i == 3 || i == 4) {
			t.Errorf("%q, word %d: %v", word, i, yes)
		}
	}
	beyond := label
	beyond.N = 9
	if key, _ := top(t, said, question.IsWord(beyond, "What?", "tea")); key != question.No {
		t.Errorf("a word that is not there is %s", key)
	}
}

func TestATextWithoutQuotesIsReadAndWaits(t *testing.T) {
	m, err := manifest.Parse("timer", []byte(`reflex = 1
description = "Start a timer.\nIt rings when the time is over."
effect = "read"
confirm = "Start it?"
run = "timer.mts"
[args.duration]
ask = "How long?"
pick = "duration"
[args.label]
ask = "What is it for?"
pick = "quoted"
optional = true
[examples]
"start a timer for 5 minutes" = { duration = "5 minutes" }
'set a timer for 10 minutes' = { duration = "10 minutes" }
`))
	if err != nil {
		t.Fatal(err)
	}
	cat := catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{{Name: "timer", Manifest: m, Effect: m.Effect}},
		Adapter:  catalog.Adapter{Name: "local", ID: local.ID, Bars: local.Engine{}.Bars()},
	})
	for said, want := range map[string]string{
		"set a timer for 10 minutes called tea":            `confirm timer duration="10 minutes" label="tea"`,
		"set a timer called green tea for 10 minutes":      `confirm timer duration="10 minutes" label="green tea"`,
		"set a timer for 10 minutes called tea, thank you": `confirm timer duration="10 minutes" label="tea"`,
		"set a timer for 10 minutes":                       `run timer duration="10 minutes"`,
	} {
		d := decide(t, cat, said)
		if got := string(d.Outcome) + " " + d.Call().String(); got != want {
			t.Errorf("%q: %s, because %s", said, got, gate.Reason(d.Because))
		}
	}
}
