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
