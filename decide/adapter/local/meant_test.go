package local_test

import (
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
)

func TestWordsThatSpellAValueMeanItWhereNothingElseCould(t *testing.T) {
	const said = "put k d four oh two aside for wendesday or 12 of them"
	of := func(arg string, from, to int, words, value string) question.Question {
		return question.IsMeant(question.Subject{Reflex: "put", Arg: arg, From: from, To: to}, "Which?", words, value)
	}
	code, day := of("code", 4, 19, "k d four oh two", "KD-402"), of("day", 30, 39, "wendesday", "wednesday")
	part, count := of("count", 8, 19, "four oh two", "402"), of("count", 8, 19, "four oh two", "402")
	candidates := func(arg string, keys ...question.Option) question.Question {
		return question.TheArgument(question.Subject{Reflex: "put", Arg: arg}, "Which?", keys)
	}
	twelve := question.Option{Key: "43-45", Text: question.Text{What: "12"}}
	for name, c := range map[string]struct {
		asked []question.Question
		want  bool
		sure  bool
	}{
		"alone":                        {[]question.Question{code}, true, true},
		"beside another argument's":    {[]question.Question{code, day}, true, true},
		"beside one over its words":    {[]question.Question{code, part}, false, false},
		"beside one of its argument":   {[]question.Question{count, of("count", 26, 29, "for", "4")}, false, false},
		"a number":                     {[]question.Question{count}, true, false},
		"with no typed value":          {[]question.Question{code, candidates("code")}, true, true},
		"beside a typed value":         {[]question.Question{count, candidates("count", twelve)}, false, false},
		"beside another's typed value": {[]question.Question{code, candidates("count", twelve)}, true, true},
	} {
		yes := answer(t, said, c.asked...)[c.asked[0].ID()][question.Yes]
		if (yes >= 0.5) != c.want || (yes >= 0.9) != c.sure {
			t.Errorf("%s: yes at %v", name, yes)
		}
	}
}

func TestACallHoldsTheWordsThatSpellItsValue(t *testing.T) {
	cat := installed(t)
	for said, want := range map[string]string{
		"set a timer for 1 hour 20 minutes":                   `timer duration="1 hour 20 minutes"`,
		"set a timer for an hour and twenty minutes":          `timer duration="1 hour 20 minutes"`,
		"start a timer for two hours and five minutes please": `timer duration="2 hours 5 minutes"`,
	} {
		if d := decide(t, cat, said); d.Outcome != gate.Run || d.Call().String() != want {
			t.Errorf("%q: %s %s, %s", said, d.Outcome, d.Call(), gate.Reason(d.Because))
		}
	}
	if d := decide(t, cat, "set a timer for 5 minutes and one for 3 hours"); d.Outcome == gate.Run {
		t.Errorf("%s runs though the other length was said as well", d.Call())
	}
}
