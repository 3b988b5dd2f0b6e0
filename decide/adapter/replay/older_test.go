package replay_test

import (
	"testing"

	"sinew/decide/question"
)

// askedOfText are the questions about a text without quotes, of one argument.
func askedOfText() []question.Question {
	s := question.Subject{Reflex: "tag", Arg: "text", Hash: 7}
	word := question.Subject{Reflex: "tag", Arg: "text", N: 1}
	list := []question.Option{{Key: "s0"}}
	return []question.Question{
		question.WhereItBegins(s, "What?", list), question.WhichRun(s, "What?", list), question.IsWord(word, "What?", "tea"),
	}
}

func TestARecordingOlderThanTextsWithoutQuotesSaysOfNone(t *testing.T) {
	old := parse(t, `id = "a"
[answers.x]
route = { tag = 1.0 }
"weave.first_tag__text_2_7" = { s0 = 1.0 }
"weave.first_tag__text_" = { s0 = 1.0 }
"weave.word_tag__note_1" = { yes = 1.0 }
`)
	asked := askedOfText()
	got, err := ask(old, "x", asked...)
	if err != nil {
		t.Fatal(err)
	}
	if err := question.Validate(asked, got); err != nil {
		t.Error(err)
	}
	for _, q := range asked {
		if key, p := q.Top(got[q.ID()]); key != question.Unstated && key != question.No || p != 1 {
			t.Errorf("%s: %s at %v", q.ID(), key, p)
		}
	}
}

func TestARecordingThatHoldsSomeOfATextMustHoldAll(t *testing.T) {
	for _, held := range []string{"first_tag__text_9", "run_tag__text_7", "word_tag__text_0", "word_tag__text_1"} {
		r := parse(t, "id = \"a\"\n[answers.x]\n\"weave."+held+"\" = { unstated = 1.0, yes = 0.0 }\n")
		asked := askedOfText()
		got, err := ask(r, "x", asked...)
		if err != nil {
			t.Fatal(err)
		}
		fault, ok := question.Validate(asked, got).(*question.Fault)
		if !ok || fault.Kind != question.Unanswered {
			t.Errorf("with %s: %v, %v", held, got, fault)
		}
	}
}

func TestLaterQuestionsOfATextAreNeverMadeUp(t *testing.T) {
	s := question.Subject{Reflex: "tag", Arg: "text", Hash: 7}
	asked := []question.Question{
		question.WhereItEnds(s, "What?", "tea", []question.Option{{Key: "e0"}}),
		question.WhichText(s, "What?", []question.Option{{Key: "r1"}}), route,
	}
	got, err := ask(parse(t, "id = \"a\"\n[answers.x]\n"), "x", asked...)
	if err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}
