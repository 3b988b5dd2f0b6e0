package weave_test

import (
	"slices"
	"strings"
	"testing"
)

// A told is a sentence, what is answered of it, and what it reads as.
type sentenceCase struct {
	said string
	oracle
	want []string
}

func check(t *testing.T, cases []sentenceCase) {
	t.Helper()
	for _, c := range cases {
		if got := show(read(t, c.said, c.oracle)); !slices.Equal(got, c.want) {
			t.Errorf("%q: got\n  %s\nwant\n  %s", c.said, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
}

func TestASentenceIsReadForItsSteps(t *testing.T) {
	check(t, []sentenceCase{
		{
			"kill the lights in the den and start a 10 minute timer",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"kill the lights in the den": "lights room=den state=off", "start a 10 minute timer": "timer duration=10_minute",
			}},
			[]string{`lights room="den" state="off"`, `timer duration="10 minute"`},
		},
		{
			"set a timer for 10 minutes and 30 seconds",
			oracle{splits: []float64{0.1}, one: 0.9, texts: map[string]string{
				"set a timer for 10 minutes and 30 seconds": "timer duration=10_minutes_and_30_seconds",
			}},
			[]string{`timer asks duration`},
		},
		{ // one thing: nothing is cut, and nothing left out
			"don't check payments, check the errors for checkout, and only in eu-west",
			oracle{splits: []float64{0.8, 0.8}, one: 0.7, texts: map[string]string{
				"don't check payments, check the errors for checkout, and only in eu-west": "errors service=checkout region=eu-west",
				"check the errors for checkout":                                            "errors service=checkout",
			}},
			[]string{`errors service="checkout" region="eu-west"`},
		},
		{ // a firm part that matches nothing
			"kill the lights in the den and feed the cat",
			oracle{splits: []float64{0.95}, texts: map[string]string{"kill the lights in the den": "lights room=den state=off"},
				asked: map[string]string{"part feed the cat": "asks"}},
			[]string{`lights room="den" state="off"`, `"feed the cat" no reflex`},
		},
		{ // one that is not firm is read with its neighbour
			"kill the lights and leave the den dark",
			oracle{splits: []float64{0.6}, texts: map[string]string{
				"kill the lights": "lights state=off", "kill the lights and leave the den dark": "lights room=den state=off",
			}},
			[]string{`merged: lights room="den" state="off"`},
		},
	})
}

func TestAPartMayBeAnotherItemOfItsNeighboursTask(t *testing.T) {
	check(t, []sentenceCase{
		{
			"check stock for widgets and gadgets",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"check stock for widgets": "stock product=widgets", "check stock for gadgets": "stock product=gadgets",
			}},
			[]string{`stock product="widgets"`, `spliced: stock product="gadgets"`},
		},
		{ // whatever it would mean on its own
			"kill the lights in the den and the office",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"kill the lights in the den": "lights room=den state=off", "the office": "open place=office",
				"kill the lights in the office": "lights room=office state=off",
			}},
			[]string{`lights room="den" state="off"`, `spliced: lights room="office" state="off"`},
		},
		{ // a text in quotes is no item
			`start a 10 minute timer called "pasta", and ring me after`,
			oracle{splits: []float64{0.9}, texts: map[string]string{
				`start a 10 minute timer called "pasta"`:         `timer duration=10_minute label=pasta`,
				`start a 10 minute timer called "ring me after"`: `timer duration=10_minute label=ring_me_after`,
			}, asked: map[string]string{"part ring me after": "aside"}},
			[]string{`timer duration="10 minute" label="pasta"`, `aside: ring me after remark`},
		},
		{ // a text in quotes in the place of another
			`start the timer "pasta" for 10 minutes and "rice" for 5 minutes`,
			oracle{splits: []float64{0.9}, texts: map[string]string{
				`start the timer "pasta" for 10 minutes`: `timer duration=10_minutes label=pasta`,
				`start the timer "rice" for 5 minutes`:   `timer duration=5_minutes label=rice`,
			}},
			[]string{`timer duration="10 minutes" label="pasta"`, `spliced: timer duration="5 minutes" label="rice"`},
		},
		{ // a list that was not cut
			"check stock for widgets, gadgets and sprockets",
			oracle{splits: []float64{0.2, 0.3}, texts: map[string]string{
				"check stock for widgets, gadgets and sprockets": "stock product=widgets@0.6",
				"check stock for widgets":                        "stock product=widgets", "gadgets": "stock product=gadgets", "sprockets": "stock product=sprockets",
			}},
			[]string{`stock product="widgets"`, `narrowed: stock product="gadgets"`, `narrowed: stock product="sprockets"`},
		},
		{ // values alone
			"refund order 1001 and 1002",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"refund order 1001": "refund order=1001", "1002": "pay order=1002@0.6", "refund order 1002": "refund order=1002",
			}},
			[]string{`refund order="1001"`, `spliced: refund order="1002"`},
		},
		{ // the same again
			"error rate for payments in eu-west, and the same for us-east",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"error rate for payments in eu-west": "errors service=payments region=eu-west",
				"error rate for payments in us-east": "errors service=payments region=us-east",
			}},
			[]string{`errors service="payments" region="eu-west"`, `spliced: errors service="payments" region="us-east"`},
		},
		{ // two things said as one
			"errors, deploys for checkout",
			oracle{splits: []float64{0.2}, texts: map[string]string{
				"errors, deploys for checkout": "errors service=checkout@0.6", "errors": "errors", "deploys for checkout": "deploys service=checkout",
			}},
			[]string{`split: errors service="checkout" shares checkout true`, `split: deploys service="checkout"`},
		},
		{ // and the first lacks what the joint held
			`timer, take a shot of the window "tea"`,
			oracle{splits: []float64{0.2}, texts: map[string]string{
				`timer, take a shot of the window "tea"`: "timer label=tea@0.6", "timer": "timer", `take a shot of the window "tea"`: "shot what=window",
			}},
			[]string{`split: timer asks duration`, `split: shot what="window"`},
		},
	})
}

func TestWhatIsNotToBeDoneIsLeftOut(t *testing.T) {
	check(t, []sentenceCase{
		{
			"not the office, kill the lights in the den",
			oracle{texts: map[string]string{"kill the lights in the den": "lights room=den state=off"}},
			[]string{`lights room="den" state="off"`, "not: not the office"},
		},
		{
			"don't kill the lights",
			oracle{},
			[]string{"not: don't kill the lights"},
		},
		{
			"pull the payments logs, not in us-east, in eu-west",
			oracle{texts: map[string]string{
				"pull the payments logs": "logs service=payments", "pull the payments logs, not in us-east, in eu-west": "logs service=payments region=eu-west",
			}},
			[]string{`corrected: logs service="payments" region="eu-west"`},
		},
		{ // a value the step beside it lacks
			"pull the payments logs, not the us-east ones",
			oracle{texts: map[string]string{
				"pull the payments logs": "logs service=payments", "pull the payments logs, not the us-east ones": "logs service=payments region=eu-west",
			}},
			[]string{`corrected: logs service="payments" region="eu-west"`},
		},
		{ // never the very value that is ruled out
			"kill the lights, not the office",
			oracle{texts: map[string]string{"kill the lights": "lights state=off", "kill the lights, not the office": "lights room=office state=off"}},
			[]string{`lights state="off" asks room`, "not: not the office"},
		},
		{
			"pull the payments logs before I forget",
			oracle{texts: map[string]string{"pull the payments logs": "logs service=payments"}},
			[]string{`logs service="payments"`, "aside: before I forget own"},
		},
		{
			"if you would, pull the payments logs",
			oracle{texts: map[string]string{"pull the payments logs": "logs service=payments"}},
			[]string{`logs service="payments"`, "aside: if you would courtesy"},
		},
		{"if it rains, pull the payments logs", oracle{}, nil},
	})
}

func TestAWordSaidOnceReachesTheStepsThatLackIt(t *testing.T) {
	check(t, []sentenceCase{
		{ // what must be there is filled, what may be is written into the words
			"check checkout's errors, deploys and logs in eu-west",
			oracle{splits: []float64{0.9, 0.9}, texts: map[string]string{
				"check checkout's errors": "errors service=checkout", "deploys": "deploys", "logs in eu-west": "logs region=eu-west",
				"check checkout's errors eu-west": "errors service=checkout region=eu-west",
				"deploys eu-west":                 "deploys region=eu-west",
			}},
			[]string{
				`errors service="checkout" region="eu-west" shares eu-west false`,
				`deploys service="checkout" region="eu-west" shares checkout true shares eu-west false`,
				`logs service="checkout" region="eu-west" shares checkout true`,
			},
		},
		{ // two are carried nowhere
			"check the errors for checkout and payments, then the logs",
			oracle{splits: []float64{0.1, 0.9}, texts: map[string]string{
				"check the errors for checkout and payments": "errors service=checkout", "the logs": "logs",
			}},
			[]string{`errors service="checkout"`, `logs asks service`},
		},
		{ // a vocabulary one reflex alone asks for is its own
			"open the desktop and open that",
			oracle{splits: []float64{0.9}, texts: map[string]string{"open the desktop": "open place=desktop", "open that": "open"},
				does: map[string]string{"open": "result"}},
			[]string{`open place="desktop"`, "folded: open that into 1 gave [] "},
		},
	})
}

func TestAValueOnePartGivesMayBeAnothers(t *testing.T) {
	texts := map[string]string{
		"check the errors for checkout in eu-west": "errors service=checkout region=eu-west", "pull its logs there": "logs",
	}
	check(t, []sentenceCase{
		{
			"check the errors for checkout in eu-west, then pull its logs there",
			oracle{splits: []float64{0.9}, texts: texts, shared: map[string]float64{"eu-west logs.region": 0.9}},
			[]string{`errors service="checkout" region="eu-west"`, `logs service="checkout" region="eu-west" shares checkout true`},
		},
		{
			"check the errors for checkout in eu-west, then pull its logs there",
			oracle{splits: []float64{0.9}, texts: texts, shared: map[string]float64{"eu-west logs.region": 0.4}},
			[]string{`errors service="checkout" region="eu-west"`, `logs service="checkout" shares checkout true`},
		},
		{ // an option, where the same is asked for again
			"take a shot of the window to the clipboard, then the same for the whole screen",
			oracle{splits: []float64{0.9}, texts: map[string]string{
				"take a shot of the window to the clipboard": "shot what=window to=clipboard", "the same for the whole screen": "shot what=screen",
			}, shared: map[string]float64{"clipboard shot.to": 0.9}},
			[]string{`shot what="window" to="clipboard"`, `shot what="screen" to="clipboard"`},
		},
	})
}

func TestAPartThatMatchesNothingIsAskedAbout(t *testing.T) {
	texts := map[string]string{"check the errors for checkout": "errors service=checkout", "post in #incident": "post channel=#incident", "payments too": ""}
	named := map[string]string{"check the errors for checkout": "errors service=checkout", "post in #incident": "post channel=#incident"}
	check(t, []sentenceCase{
		{
			"check the errors for checkout, thanks a lot for this",
			oracle{splits: []float64{0.9}, texts: texts, asked: map[string]string{"part thanks a lot for this": "aside"}},
			[]string{`errors service="checkout"`, "aside: thanks a lot for this remark"},
		},
		{
			"check the errors for checkout, the ones since noon",
			oracle{splits: []float64{0.9}, texts: texts, asked: map[string]string{"part the ones since noon": "detail@0.7"}},
			[]string{`errors service="checkout" · "the ones since noon" may add a detail this call does not hold`, "aside: the ones since noon detail"},
		},
		{ // a word its reflex cannot take
			"check the errors for checkout and post in #incident, payments too",
			oracle{splits: []float64{0.9, 0.9}, texts: named, asked: map[string]string{"part payments too": "asks", "span payments too": "post"}},
			[]string{`errors service="checkout"`, `post channel="#incident"`, `"payments too" no reflex`},
		},
		{
			"check the errors for checkout, thank you",
			oracle{splits: []float64{0.9}, texts: texts},
			[]string{`errors service="checkout"`, "aside: thank you courtesy"},
		},
	})
}

func TestTwoPartsThatReadAsOneCallAreOneStep(t *testing.T) {
	texts := map[string]string{"check the errors for checkout": "errors service=checkout", "the errors in eu-west": "errors region=eu-west"}
	check(t, []sentenceCase{
		{
			"check the errors for checkout, and the errors in eu-west",
			oracle{splits: []float64{0.9}, texts: texts, asked: map[string]string{"span the errors in eu-west": "errors"},
				does: map[string]string{}},
			[]string{`errors service="checkout" region="eu-west"`, "folded: the errors in eu-west into 1 gave [region] "},
		},
		{ // the whole sentence says otherwise
			"check the errors for checkout, and the errors in eu-west",
			oracle{splits: []float64{0.9}, texts: texts, asked: map[string]string{"span the errors in eu-west": "deploys"}},
			[]string{
				`errors service="checkout"`,
				`named: deploys service="checkout" region="eu-west" · "the errors in eu-west" matches nothing alone, and the whole request reads it as deploys at 0.95, which always waits for a yes shares checkout true`,
			},
		},
	})
}

func TestASignTypedForAndIsCutInDoubt(t *testing.T) {
	texts := map[string]string{
		"check the errors for checkout n pull its logs": "errors service=checkout", "check the errors for checkout": "errors service=checkout",
		"pull its logs": "logs",
	}
	check(t, []sentenceCase{
		{
			"check the errors for checkout n pull its logs",
			oracle{splits: []float64{0.4}, one: 0.7, texts: texts},
			[]string{
				`errors service="checkout" · "pull its logs" may add a detail this call does not hold`,
				`logs service="checkout" · "check the errors for checkout" may add a detail this call does not hold shares checkout true`,
			},
		},
		{
			"check the errors for checkout n pull its logs",
			oracle{splits: []float64{0.9}, one: 0.7, texts: texts},
			[]string{`errors service="checkout"`},
		},
	})
}
