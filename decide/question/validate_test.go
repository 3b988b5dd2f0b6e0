package question_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/question"
)

func choice(keys ...string) question.Question {
	q := question.Question{Subject: question.Subject{Kind: question.Arg, Reflex: "kettle", Arg: "drink"}}
	for _, key := range keys {
		q.Options = append(q.Options, question.Option{Key: key})
	}
	return q
}

var yesNo = question.IsOnly(question.Subject{Reflex: "kettle", Arg: "cups", From: 0, To: 1}, "How many?", "3")

func TestAnAnswerThatIsNoDistributionIsAFault(t *testing.T) {
	drink, only := "kettle.drink", "weave.only_kettle__cups_0_1"
	for _, c := range []struct {
		asked   []question.Question
		answers question.Answers
		want    string
	}{
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 1}}, ""},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 0.4, "none": 0.6000009}}, ""},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 1, "none": math.Copysign(0, -1)}}, ""},
		{[]question.Question{choice("tea", "none")}, question.Answers{}, "kettle.drink was not answered"},
		{[]question.Question{choice("tea", "none")}, nil, "kettle.drink was not answered"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"milk": 1}}, `kettle.drink: "milk" was not offered`},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 1.5}}, "kettle.drink: 1.5 is not a probability"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": -0.1}}, "kettle.drink: -0.1 is not a probability"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": math.NaN()}}, "kettle.drink: NaN is not a probability"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": math.Inf(1)}}, "kettle.drink: +Inf is not a probability"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 0.2, "none": 0.1}}, "kettle.drink: the probabilities sum to 0.3, not 1"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {"tea": 1, "none": 0.0000123}}, "kettle.drink: the probabilities sum to 1.000012, not 1"},
		{[]question.Question{choice("tea", "none")}, question.Answers{drink: {}}, "kettle.drink: the probabilities sum to 0, not 1"},
		{[]question.Question{yesNo}, question.Answers{only: {"yes": 0.3}}, ""},
		{[]question.Question{yesNo}, question.Answers{only: {"yes": 0.3, "no": 0.7}}, ""},
		{[]question.Question{yesNo}, question.Answers{only: {"no": 1}}, only + " was not answered"},
		{[]question.Question{yesNo}, question.Answers{only: {"yes": 0.3, "no": 0.3}}, only + ": yes and no sum to 0.6, not 1"},
		{[]question.Question{yesNo}, question.Answers{only: {"yes": 1, "none": 0}}, only + `: "none" was not offered`},
		{[]question.Question{yesNo}, question.Answers{only: {"yes": 2}}, only + ": 2 is not a probability"},
		{nil, question.Answers{drink: {"tea": 1}}, "kettle.drink: the question was not asked"},
		{nil, question.Answers{"some words": {"tea": 1}}, `route: "some words" is not a question`},
		{nil, question.Answers{"route": {"tea": 1}}, "route: the question was not asked"},
		// The first in asking order ends it.
		{[]question.Question{yesNo, choice("tea")}, question.Answers{drink: {"milk": 1}}, only + " was not answered"},
		{[]question.Question{choice("tea"), yesNo}, question.Answers{drink: {"milk": 1}}, `kettle.drink: "milk" was not offered`},
		{[]question.Question{choice("tea")}, question.Answers{drink: {"y": 1, "x": 1}, "a": {}}, `kettle.drink: "x" was not offered`},
	} {
		got := ""
		if err := question.Validate(c.asked, c.answers); err != nil {
			var fault *question.Fault
			if got = err.Error(); !errors.As(err, &fault) {
				t.Errorf("%T is no fault", err)
			}
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.answers, got, c.want)
		}
	}
}

func TestAFaultIsOneLine(t *testing.T) {
	for want, fault := range map[string]question.Fault{
		"could not connect":          {Kind: question.Transport, Message: "could not connect"},
		"the adapter answered 503":   {Kind: question.Status, Code: 503},
		"the key in KEY was refused": {Kind: question.Refused, Credential: "KEY"},
		"the key in KEY was refused, or is not for the account in ID": {Kind: question.Refused, Credential: "KEY", Account: "ID"},
		"adapter old-1 is retired":                                    {Kind: question.Retired, Adapter: "old-1"},
		`"hm" is not recorded`:                                        {Kind: question.Unrecorded, Identity: "hm"},
	} {
		if got := fault.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Whatever passes is a distribution over what was offered, and nothing else.
func TestWhatPassesIsADistributionOverWhatWasOffered(t *testing.T) {
	keys := rapid.SampledFrom([]string{"tea", "none", "milk", "yes", "no"})
	shares := rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 0.5, 1, math.NaN()}))
	rapid.Check(t, func(t *rapid.T) {
		q := choice("tea", "none")
		answer := question.Answer(rapid.MapOfN(keys, shares, 0, 3).Draw(t, "answer"))
		if question.Validate([]question.Question{q}, question.Answers{q.ID(): answer}) != nil {
			return
		}
		sum := 0.0
		for key, p := range answer {
			if key != "tea" && key != "none" || !(p >= 0 && p <= 1) {
				t.Fatalf("%v passed", answer)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Fatalf("%v passed", answer)
		}
		if top, p := q.Top(answer); p < 0.49 || answer[top] != p {
			t.Fatalf("%v has %s %g on top", answer, top, p)
		}
	})
}

func TestAnIdSaysWhatAQuestionIsAbout(t *testing.T) {
	pair := question.Subject{Reflex: "kettle", Arg: "drink"}
	at := func(kind question.Kind, from, to, n int, hash uint32) question.Subject {
		s := pair
		s.Kind, s.From, s.To, s.N, s.Hash = kind, from, to, n, hash
		return s
	}
	for _, c := range []struct {
		subject     question.Subject
		want, older string
	}{
		{question.Subject{Kind: question.Route}, "route", ""},
		{question.Subject{Kind: question.Fits, Reflex: "kettle"}, "fits.kettle", ""},
		{at(question.Arg, 0, 0, 0, 0), "kettle.drink", ""},
		{at(question.View, 0, 0, 0, 0), "weave.view_kettle__drink", ""},
		{at(question.Is, 0, 0, 2, 0), "weave.is_kettle__drink_2", ""},
		{at(question.Named, 3, 7, 0, 0), "weave.words_kettle__drink_3_7", ""},
		{at(question.Meant, 3, 7, 0, 0), "weave.meant_kettle__drink_3_7", "weave.said_kettle__drink_3_7"},
		{at(question.Only, 3, 7, 0, 0), "weave.only_kettle__drink_3_7", ""},
		{at(question.Does, 0, 2, 0, 0), "weave.does_kettle_0_2", "weave.left_kettle_0_2"},
		{at(question.First, 0, 0, 0, 9), "weave.first_kettle__drink_9", ""},
		{at(question.Run, 0, 0, 0, 9), "weave.run_kettle__drink_9", ""},
		{at(question.Word, 0, 0, 4, 0), "weave.word_kettle__drink_4", ""},
		{at(question.Last, 0, 0, 4, 9), "weave.last_kettle__drink_4_9", ""},
		{at(question.Reading, 0, 0, 0, 9), "weave.text_kettle__drink_9", ""},
		{at(question.Against, 0, 0, 0, 4294967295), "weave.against_4294967295", "weave.whole_4294967295"},
		{at(question.Split, 0, 0, 2, 0), "weave.split_2", ""},
		{at(question.Count, 0, 0, 0, 0), "weave.count", ""},
		{at(question.Part, 3, 7, 0, 0), "weave.part_3_7", ""},
		{at(question.Span, 3, 7, 0, 0), "weave.span_3_7", ""},
		{at(question.Share, 32, 0, 0, 0), "weave.share_32_0_kettle__drink", ""},
		{at(question.Again, 23, 28, 0, 0), "weave.again_23_28_kettle__drink", ""},
		{at(question.Ref, 2, 0, 1, 0), "weave.ref_2_1", ""},
	} {
		if got := c.subject.ID(); got != c.want || c.subject.Older() != c.older {
			t.Errorf("got %s and %q, want %s and %q", got, c.subject.Older(), c.want, c.older)
		}
	}
}

func TestTheTopOfAQuestionIsItsFirstBestKey(t *testing.T) {
	for _, c := range []struct {
		answer question.Answer
		want   string
	}{
		{question.Answer{"tea": 0.5, "none": 0.5}, "tea 0.5"},
		{question.Answer{"none": 1}, "none 1"},
		{question.Answer{}, "tea 0"},
	} {
		if top, p := choice("tea", "none").Top(c.answer); fmt.Sprintf("%s %g", top, p) != c.want {
			t.Errorf("%v: %s %g", c.answer, top, p)
		}
	}
	if top, p := yesNo.Top(question.Answer{"yes": 0.25}); top != "no" || p != 0.75 {
		t.Errorf("a yes of one quarter is %s %g", top, p)
	}
}

func TestAddingSentinelsLeavesTheOptionsAlone(t *testing.T) {
	options := make([]question.Option, 1, 4)
	options[0].Key = "tea"
	first := question.TheArgument(question.Subject{}, "What?", options)
	second := question.TheRoute(options)
	if got := fmt.Sprint(first.Keys(), second.Keys()); got != "[tea none unstated] [tea none]" {
		t.Error(got)
	}
}
