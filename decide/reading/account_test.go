package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/decide/question"
	"sinew/pkg/text"
)

// holds are the holdings of words of a text that some values hold.
func holds(t *testing.T, said string, words ...string) []holding {
	t.Helper()
	var held []holding
	for _, w := range words {
		start := strings.Index(said, w)
		if start < 0 {
			t.Fatalf("%q does not hold %q", said, w)
		}
		held = append(held, holding{span: text.Span{Start: start, End: start + len(w), Text: w}})
	}
	return held
}

func TestTheWordsNoValueHoldsAreAccountedForInRuns(t *testing.T) {
	for _, c := range []struct {
		text string
		held []string
		want []string // `first-last "words"`
	}{
		{"boil the kettle", nil, []string{`0-2 "boil the kettle"`}},
		{"boil the kettle in the shed", []string{"shed"}, []string{`0-2 "boil the kettle"`}},
		{"boil a pot for 4 minutes labelled oolong", []string{"4 minutes"}, []string{`0-2 "boil a pot"`, `6-7 "labelled oolong"`}},
		{"put on the shed kettle", []string{"on", "shed"}, []string{`0-0 "put"`, `4-4 "kettle"`}},
		{"bring the tank to 90 percent", nil, []string{`0-2 "bring the tank"`, `4-5 "90 percent"`}},
		{`greet hi to "Ida"`, []string{`Ida`}, []string{`0-0 "greet"`}}, // hi is a function word
		{"look at ida & jon", []string{"ida"}, []string{`0-0 "look"`, `3-4 "& jon"`}},
		{"please could you", nil, nil},
		{"kettle, please!", nil, []string{`0-0 "kettle"`}},
		{"kettle please", nil, []string{`0-0 "kettle"`}},
		{"to the shed", nil, []string{`2-2 "shed"`}},
		{"", nil, nil},
		{"a1 in b2 in c3 in d4 in e5 in f6 in g7", nil, []string{`0-0 "a1"`, `2-2 "b2"`, `4-4 "c3"`, `6-6 "d4"`, `8-8 "e5"`, `10-10 "f6"`}},
	} {
		s := newSentence(c.text)
		var got []string
		for _, r := range s.runs(holds(t, c.text, c.held...)) {
			got = append(got, fmt.Sprintf("%d-%d %q", r.a, r.b, s.text(r).Text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// full is a call with both of its required values, sure.
func full(more told) told {
	said := told{
		"kettle.drink":             {"mint": 1},
		"weave.view_kettle__drink": {"mint": 1},
		"kettle.who":               {"dora": 1},
		"weave.view_kettle__who":   {"dora": 1},
	}
	for id, answer := range more {
		said[id] = answer
	}
	return said
}

func answersArg(arg string, p float64) question.Answer {
	return question.Answer{question.AnswersKey(arg): p, question.Action: 1 - p}
}

func TestWordsThatAnswerAnArgumentTheCallLacksAskForIt(t *testing.T) {
	w := winner(t, "mint for dora written thanks a lot", full(told{"weave.does_kettle_3_6": answersArg("note", 0.8)}))
	if len(w.Missing) != 1 || w.Missing[0].Arg != "note" || w.Missing[0].Why != Unread || w.Missing[0].Words.Text != "written thanks a lot" {
		t.Errorf("missing %+v", w.Missing)
	}
	if w := winner(t, "mint for dora written thanks a lot", full(told{"weave.does_kettle_3_6": answersArg("note", 0.49)})); len(w.Missing) > 0 {
		t.Errorf("words that hardly answer it ask: %+v", w.Missing)
	}
}

func TestWordsThatAnswerAnAskStandBesideIt(t *testing.T) {
	said := full(told{
		"kettle.who": {question.None: 1}, "weave.view_kettle__who": {question.None: 1},
		"weave.does_kettle_2_2": answersArg("who", 0.7),
	})
	w := winner(t, "mint for somebody", said)
	if len(w.Missing) != 1 || w.Missing[0].Why != NotOffered || w.Missing[0].Words == nil || w.Missing[0].Words.Text != "somebody" {
		t.Errorf("missing %+v", w.Missing)
	}
}

func TestWordsBehindATypedValueMayBeAPartOfIt(t *testing.T) {
	said := full(told{"kettle.steep": {"21-30": 1}, "weave.does_kettle_7_7": answersArg("steep", 0.9)})
	w := winner(t, "mint for dora, steep 4 minutes and longer", said)
	last := w.Left[len(w.Left)-1]
	if last.Words.Text != "longer" || !last.Cut || last.Does != DoesAnswer {
		t.Errorf("the words behind are %+v", last)
	}
	far := full(told{"kettle.steep": {"21-30": 1}, "weave.does_kettle_6_8": answersArg("steep", 0.9)})
	w = winner(t, "mint for dora, steep 4 minutes then wait 30", far)
	for _, l := range w.Left {
		if l.Cut {
			t.Errorf("%q may be cut with a word between", l.Words.Text)
		}
	}
	number := full(told{"kettle.cups": {"15-16": 1}, "weave.does_kettle_4_4": answersArg("cups", 0.9)})
	w = winner(t, "mint for dora, 3 more", number)
	for _, l := range w.Left {
		if l.Cut {
			t.Errorf("%q may be a part of a bare number", l.Words.Text)
		}
	}
}

func TestWordsThatSayItOnceMoreAreSeenWithTheirFunctionWords(t *testing.T) {
	for said, want := range map[string]bool{
		"mint for dora as well": true, "mint for dora too": true, "the same for dora mint": true, "mint for dora": false,
		"mint also for dora": true, "mint for dora, tooth": false,
	} {
		w := winner(t, said, full(nil))
		if got := len(w.Again) > 0; got != want {
			t.Errorf("%q: again %q", said, w.Again)
		}
	}
}

func TestWordsAValueWasReadFromAreRead(t *testing.T) {
	said := full(told{
		"weave.is_kettle__drink_1": {question.Yes: 0.9},
		"weave.does_kettle_0_1":    answersArg("drink", 0.9),
	})
	w := winner(t, "something green for dora", said)
	if len(w.Left) != 1 || !w.Left[0].Read {
		t.Errorf("left %+v", w.Left)
	}
}

func TestTextsInQuotesThatNoValueTookAreKept(t *testing.T) {
	quotes := func(text string, said told) []string {
		var all []string
		for _, q := range winner(t, text, said).Quotes {
			all = append(all, q.Words.Text)
		}
		return all
	}
	if got := quotes(`mint for dora 'so kind' «merci» it's dora's`, full(nil)); !slices.Equal(got, []string{"'so kind'", "«merci»"}) {
		t.Errorf("quotes %q", got)
	}
	if got := quotes(`mint for dora "so kind"`, full(told{"kettle.note": {"15-22": 1}})); got != nil {
		t.Errorf("a text the call holds: %q", got)
	}
}

func TestTypedValuesThatNoArgumentTookAreLeftOver(t *testing.T) {
	w := winner(t, "mint for dora 3 or a@b.example or 9 minutes", full(told{"kettle.cups": {"14-15": 1}}))
	var over []string
	for _, u := range w.Unconsumed {
		over = append(over, u.Text)
	}
	if !slices.Equal(over, []string{"a@b.example", "9 minutes"}) {
		t.Errorf("left over %q", over)
	}
}
