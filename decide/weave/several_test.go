package weave_test

import (
	"slices"
	"strings"
	"testing"

	"sinew/decide/reading"
	"sinew/pkg/manifest"
)

func TestAnActionAskedForSeveralValuesIsAStepForEach(t *testing.T) {
	texts := map[string]string{
		"pull the payments logs in eu-west and us-east": "logs service=payments region=eu-west",
		"pull the payments logs in eu-west":             "logs service=payments region=eu-west",
		"pull the payments logs in us-east":             "logs service=payments region=us-east",
	}
	check(t, []sentenceCase{
		{
			"pull the payments logs in eu-west and us-east",
			oracle{splits: []float64{0.1}, one: 0.6, texts: texts, asked: map[string]string{"again us-east": "also@0.79"}},
			[]string{
				`apart: logs service="payments" region="eu-west"`,
				`again: logs service="payments" region="us-east" · a read runs at 0.80 or more`,
			},
		},
		{
			"pull the payments logs in eu-west and us-east",
			oracle{splits: []float64{0.1}, one: 0.6, texts: texts, asked: map[string]string{"again us-east": "instead"}},
			[]string{`logs service="payments" region="eu-west"`},
		},
		{ // ruled out: nobody is asked
			"pull the payments logs in eu-west and us-east, not the us-east ones",
			oracle{splits: []float64{0.1}, one: 0.4, texts: texts, asked: map[string]string{"again us-east": "also"}},
			[]string{`logs service="payments" region="eu-west"`, "not: not the us-east ones"},
		},
		{ // other words between: no list
			"pull the eu-west logs for payments with us-east",
			oracle{texts: map[string]string{"pull the eu-west logs for payments with us-east": "logs service=payments region=eu-west"},
				asked: map[string]string{"again us-east": "also"}},
			[]string{`logs service="payments" region="eu-west"`},
		},
		{ // the call asks, and is first read for the first
			"pull the checkout and payments logs",
			oracle{splits: []float64{0.1}, one: 0.6, texts: map[string]string{
				"pull the checkout and payments logs": "logs", "pull the checkout logs": "logs service=checkout", "pull the payments logs": "logs service=payments",
			}, asked: map[string]string{"again payments": "also"}},
			[]string{`apart: logs service="checkout"`, `again: logs service="payments"`},
		},
		{ // and asks as before where the other is not wanted
			"pull the checkout and payments logs",
			oracle{splits: []float64{0.1}, one: 0.6, texts: map[string]string{
				"pull the checkout and payments logs": "logs", "pull the checkout logs": "logs service=checkout",
			}, asked: map[string]string{"again payments": "nothing"}},
			[]string{`logs asks service`},
		},
		{ // typed values
			"set timers for 10 minutes, 20 minutes",
			oracle{splits: []float64{0.1}, one: 0.6, texts: map[string]string{
				"set timers for 10 minutes, 20 minutes": "timer duration=10_minutes", "set timers for 10 minutes": "timer duration=10_minutes",
				"set timers for 20 minutes": "timer duration=20_minutes",
			}, asked: map[string]string{"again 20 minutes": "also"}},
			[]string{`apart: timer duration="10 minutes"`, `again: timer duration="20 minutes"`},
		},
	})
}

func TestWordsThatPointAtSeveralAreAStepForEach(t *testing.T) {
	texts := map[string]string{
		"check the errors for checkout": "errors service=checkout", "check the errors for payments": "errors service=payments",
		"pull the logs of both": "logs", "pull the logs of checkout": "logs service=checkout", "pull the logs of payments": "logs service=payments",
		"check the errors for search": "errors service=search", "pull the logs of search": "logs service=search", "pull the logs of them": "logs",
	}
	check(t, []sentenceCase{
		{
			"check the errors for checkout, check the errors for payments, pull the logs of both",
			oracle{splits: []float64{0.9, 0.9}, texts: texts},
			[]string{
				`errors service="checkout"`, `errors service="payments"`,
				`spliced: logs service="checkout" · service was read from "both"`, `spliced: logs service="payments" · service was read from "both"`,
			},
		},
		{ // three are not both
			"check the errors for checkout, check the errors for payments, check the errors for search, pull the logs of both",
			oracle{splits: []float64{0.9, 0.9, 0.9}, texts: texts},
			[]string{`errors service="checkout"`, `errors service="payments"`, `errors service="search"`, `logs asks service`},
		},
		{
			"check the errors for checkout, check the errors for payments, check the errors for search, pull the logs of them",
			oracle{splits: []float64{0.9, 0.9, 0.9}, texts: texts},
			[]string{
				`errors service="checkout"`, `errors service="payments"`, `errors service="search"`,
				`spliced: logs service="checkout" · service was read from "them"`, `spliced: logs service="payments" · service was read from "them"`,
				`spliced: logs service="search" · service was read from "them"`,
			},
		},
	})
}

func TestTwoVerbsBeforeOneThingAreTwoSteps(t *testing.T) {
	texts := map[string]string{
		"refund and pay 1001": "refund order=1001", "refund 1001": "refund order=1001", "pay": "pay", "refund": "refund", "pay 1001": "pay order=1001",
		"refund and refund 1001": "refund order=1001", "refund and hop 1001": "refund order=1001", "pay order 1001": "pay order=1001",
		"refund 1002": "refund order=1002",
	}
	check(t, []sentenceCase{
		{"refund and pay 1001", oracle{splits: []float64{0.2}, texts: texts}, []string{`first: refund order="1001"`, "verb: pay asks order"}},
		{"refund and pay 1001", oracle{splits: []float64{0.9}, texts: texts}, []string{`spliced: refund order="1001"`, "verb: pay asks order"}},
		{"refund and hop 1001", oracle{splits: []float64{0.2}, texts: texts}, []string{`refund order="1001"`}},
		{ // its words name its own
			"refund and pay order 1001", oracle{splits: []float64{0.9}, texts: texts}, []string{`refund asks order`, `pay order="1001"`},
		},
		{ // each is paid
			"refund and pay 1001 and 1002", oracle{splits: []float64{0.2, 0.9}, texts: texts},
			[]string{`first: refund order="1001"`, "verb: pay asks order", `spliced: refund order="1002"`, "verb: pay asks order"},
		},
	})
}

func TestWordsThatCountEarlierResultsAreAStepForEach(t *testing.T) {
	var memory reading.Memory
	for _, order := range []string{"1001", "1002", "1003"} {
		memory.Remember([]manifest.Yield{{Field: "order", Pick: "number"}}, []byte(`{"order":`+order+`}`))
	}
	texts := map[string]string{}
	for said, want := range map[string]string{
		"pay both orders":       `pay order="1003"; pay order="1002"`,
		"pay the last 3 orders": `pay order="1003"; pay order="1002"; pay order="1001"`,
		"pay the last 4 orders": `pay asks order`,
		"pay 2 orders":          `pay asks order`,
	} {
		texts[said] = "pay"
		got := show(readWith(t, said, oracle{texts: texts}, reading.Beside{Memory: memory}))
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %s, want %s", said, strings.Join(got, "; "), want)
		}
	}
}

func TestTheOrderOfTheWordsIsTheOrderOfTheSteps(t *testing.T) {
	texts := map[string]string{"kill the lights in the den": "lights room=den state=off", "check the errors for checkout": "errors service=checkout"}
	const first, second = "kill the lights in the den", "check the errors for checkout"
	for _, said := range []string{
		first + ", then " + second, "after you " + first + ", " + second, second + " after you " + first, "before you " + second + ", " + first,
		first + " before you " + second, first + ", then, if you would, " + second,
	} {
		s := read(t, said, oracle{splits: []float64{0.9}, texts: texts})
		if len(s.Steps) != 2 || s.Steps[0].Text != first || s.Steps[1].Text != second || s.Steps[0].Then || !s.Steps[1].Then {
			t.Errorf("%q: %v", said, show(s))
		}
	}
}

func TestAPlaceIsCutWhereNothingHoldsBothItsSides(t *testing.T) {
	s := read(t, "check the errors for checkout and payments, then wait, and kill the lights in the den", oracle{
		splits: []float64{0.1, 0.9, 0.6},
		texts: map[string]string{
			"check the errors for checkout and payments": "errors service=checkout", "kill the lights in the den": "lights room=den state=off",
		},
	})
	var cuts []bool
	for _, p := range s.Places {
		cuts = append(cuts, p.Cut)
	}
	if !slices.Equal(cuts, []bool{false, true, true}) {
		t.Errorf("%v of %v", cuts, show(s))
	}
}
