package local_test

import (
	"strings"
	"testing"

	"sinew/decide/question"
	cuts "sinew/decide/weave/sentence"
)

// aboutSentence are the questions a planner asks of a sentence first, with the
// sentence they are asked of.
func aboutSentence(said string) (*cuts.Sentence, []question.Question) {
	s := cuts.Read(said)
	var asked []question.Question
	pieces := s.Everything()
	for i, at := range s.Places {
		if !at.Sure {
			asked = append(asked, question.DoesSplit(len(asked), at.Join, pieces[i].Words.Text, pieces[i+1].Words.Text))
		}
	}
	return s, append(asked, question.HowMany())
}

// parted is a sentence as its places are judged: | where it is cut for good, /
// where it is cut, + where the sides are things of one request, _ where there is
// one thing.
func parted(t *testing.T, said string) string {
	t.Helper()
	s, asked := aboutSentence(said)
	answers := answer(t, s.Text, asked...)
	one := answers[question.HowMany().ID()][question.One]
	var out strings.Builder
	runes, at := []rune(s.Text), 0
	for i, p := range s.Asked() {
		out.WriteString(string(runes[at:p.Start]))
		switch share := answers[asked[i].ID()][question.Yes]; {
		case share >= 0.8:
			out.WriteString(" | ")
		case share >= 0.35:
			out.WriteString(" / ")
		case one < 0.5:
			out.WriteString(" + ")
		default:
			out.WriteString(" _ ")
		}
		at = p.End
	}
	return out.String() + string(runes[at:])
}

func TestASentencePartsWhereAnotherRequestBegins(t *testing.T) {
	for _, want := range []string{
		"dim the office | set a 10 minute timer",
		"kill the lights in the den | start a 10 minute timer",
		"set a timer for 10 minutes _ 30 seconds",
		"check the errors for checkout _ only in eu-west",
		"check the errors for checkout | find the suspect",
		"check the errors for checkout | pull its logs",
		"is the server up _ running",
		"is the server up | how loaded is it",
		"turn it off _ on again",
		"add 2 _ 3",
		"what is 3 times 4 / 5 times 6",
		"pick a number between 5 _ 10",
		"try _ find my phone",
		"buy / pay 3 of OUT-503",
		"buy 3 of OUT-503 / 2 of BOK-603",
		"look up the hires ana + maria + sam",
		"error rate for payments in eu-west / the same for us-east",
		"set a 5 minute timer / another one for 10 minutes",
		"list the files in documents + in projects",
		"note \"a\" + \"b\"",
		"show the disk | the memory | the load",
		"thanks _ bye",
		"remind me to buy milk _ call mom",
		"look up dana's address | email them",
		"disk / memory",
		"time | disk space | ram",
		"which os _ kernel is this",
		"tell me the date _ the time",
		"show the lights | mute the tv",
		"emtpy the bin | rebooot now",
		"I need the date | I'd like a coffee",
		"who am i | what kernel is this",
		"is it late? | the disk",
		"the lamp is on _ it should be off",
		"dim the den + the office to 20",
	} {
		said := strings.NewReplacer(" | ", " and ", " / ", " and ", " + ", " and ", " _ ", " and ").Replace(want)
		if got := parted(t, said); got != want {
			t.Errorf("%q: %s", want, got)
		}
	}
}

// How many things there are never contradicts where the sentence parts.
func TestTheCountAgreesWithThePlaces(t *testing.T) {
	for said, want := range map[string]string{
		"dim the office": question.One, "dim the office and set a timer": question.Two,
		"set a timer for 10 minutes and 30 seconds":     question.One,
		"reboot, check the disk and show me the date":   question.Several,
		"list the files in documents and in projects":   question.Two,
		"look up the hires ana, maria and sam":          question.Several,
		"check the errors for checkout and only in eu":  question.One,
		"turn it off and on again, then start a timer":  question.Two,
		"add 2 and 3, add 4 and 5, and then add 6 to 7": question.Several,
		"":               question.None,
		"please, thanks": question.None,
	} {
		s, asked := aboutSentence(said)
		count := asked[len(asked)-1]
		if key, p := count.Top(answer(t, s.Text, asked...)[count.ID()]); key != want {
			t.Errorf("%q asks for %s at %v", said, key, p)
		}
	}
}

func TestAPartAsksOrAddsOrIsARemark(t *testing.T) {
	for words, want := range map[string]string{
		"post it in the channel": question.Asks, "how big is it": question.Asks, "payments too": question.Asks, "the memory": question.Asks,
		"could you dim it": question.Asks, "emtpy the bin": question.Asks, "who am i": question.Asks,
		"the ones since noon": question.Adds, "in eu-west": question.Adds, "only the new ones": question.Adds, "for the demo": question.Adds,
		"the bin is full": question.Adds, "it should be blue": question.Adds,
		"thanks a lot for this": question.Aside, "i am in a hurry": question.Aside, "im cold": question.Aside, "please": question.Aside, "hi there": question.Aside,
	} {
		q := question.WhatPartDoes(0, len([]rune(words)), words)
		if key, p := top(t, words, q); key != want || p < 0.5 {
			t.Errorf("%q: %s at %v", words, key, p)
		}
	}
}

// asksFor is the answer to which reflex words ask for that end a text.
func asksFor(t *testing.T, before, words string) (string, float64) {
	t.Helper()
	from := len([]rune(before))
	return top(t, before+words, question.WhichForPart(from, from+len([]rune(words)), words, []question.Option{kettle, radio}))
}

func TestWordsAskForAReflexInTheirSentence(t *testing.T) {
	for _, c := range []struct{ before, words, want string }{
		{"dim the lights and ", "boil some water", "kettle"},
		{"dim the lights and ", "the kettle", "kettle"},
		{"dim the lights and ", "radio", "radio"},
		{"dim the lights and ", "also heat the water please", "kettle"},
		{"play something, ", "the jazz station", "radio"},
		{"the radio is too loud, ", "turn it on", "radio"},
		{"dim the lights and ", "order a pizza", question.None},
		{"dim the lights and ", "thanks", question.None},
		{"", "", question.None},
	} {
		if key, p := asksFor(t, c.before, c.words); key != c.want || p < 0.5 {
			t.Errorf("%q in %q: %s at %v", c.words, c.before+c.words, key, p)
		}
	}
}

func TestWhatPointsSharesTheNearestValueBeforeIt(t *testing.T) {
	share := func(taker, giver int, words string) question.Question {
		s := question.Subject{Reflex: "logs", Arg: "region", From: taker, To: giver}
		return question.IsShared(s, "Which region?", "eu-west", "check it in eu-west", words)
	}
	const said = "check it in eu-west, check that in us-east, then pull the logs there"
	near, far, behind := share(48, 21, "pull the logs there"), share(48, 0, "pull the logs there"), share(0, 21, "check it")
	got := answer(t, said, near, far, behind)
	for id, want := range map[string]bool{near.ID(): true, far.ID(): false, behind.ID(): false} {
		if p := got[id][question.Yes]; p >= 0.5 != want {
			t.Errorf("%s at %v", id, p)
		}
	}
	for words, want := range map[string]bool{
		"pull the logs there": true, "list whats in it": true, "the same for the screen": true, "likewise for the screen": true,
		"pull the logs": false, "": false,
	} {
		q := share(30, 0, words)
		if p := answer(t, said, q)[q.ID()][question.Yes]; p >= 0.5 != want {
			t.Errorf("%q shares at %v", words, p)
		}
	}
}

func TestAnotherValueIsWantedByTheWordsAroundIt(t *testing.T) {
	for _, c := range []struct{ said, value, want string }{
		{"look up ana and maria", "maria", question.Also},
		{"look up ana, maria and sam", "maria", question.Also},
		{"look up ana, maria and sam", "sam", question.Also},
		{"look up ana, and maria too", "maria", question.Also},
		{"look up Ana AND Maria", "Maria", question.Also},
		{"look up ana and not maria", "maria", question.Out},
		{"look up everybody except maria", "maria", question.Out},
		{"look up ana, maria instead", "maria", question.Instead},
		{"look up ana, i mean maria", "maria", question.Instead},
		{"look up ana or maria", "maria", question.Nothing},
		{"drive from here to maria", "maria", question.Nothing},
		{"look up ana maria", "maria", question.Nothing},
	} {
		from := len([]rune(c.said[:strings.Index(c.said, c.value)]))
		s := question.Subject{Reflex: "hire", Arg: "person", From: from, To: from + len(c.value)}
		q := question.WantedAgain(s, "Who?", c.value, c.value, "Look up ana.")
		if key, p := top(t, c.said, q); key != c.want || p < 0.5 {
			t.Errorf("%q: %s is %s at %v", c.said, c.value, key, p)
		}
	}
}

func TestWordsSpeakOfTheStepThatSaysThem(t *testing.T) {
	steps := []string{"write the report", "calculate 3 times 4", "look up dana"}
	for words, want := range map[string]int{
		"that report": 0, "the report": 0, "the calculation": 1, "it": 2, "them": 2, "the first": 0, "the second one": 1, "the last": 2, "that thing": 2,
	} {
		q := question.WhichStep(3, 0, words, "send it", steps)
		if key, p := top(t, strings.Join(steps, ", ")+", send "+words, q); key != question.StepKey(want) || p < 0.5 {
			t.Errorf("%q: %s at %v", words, key, p)
		}
	}
}
