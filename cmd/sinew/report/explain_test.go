package report

import (
	"slices"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
)

func TestATextWithoutQuotesIsShownWithWhatElseItCouldBe(t *testing.T) {
	row := gate.Judged{
		Arg: "label", Kind: "pick", Basis: reading.ByText,
		Shares: []gate.Share{{Key: question.None, P: 0.8}, {Key: question.Unstated, P: 0.2}},
		Text:   &gate.Share{Key: "tea", P: 0.91},
	}
	want := []string{
		"  label                   said, in a form sinew does not read 0.80   (not said 0.20)",
		`                          typed without quotes: "tea" 0.91`,
	}
	w := Words{Program: "sinew"}
	if got := w.argument(row); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	row.Others = []string{"called tea", "a \"b\""}
	want = append(want, `                          it could also be "called tea", "a \"b\""`)
	if got := w.argument(row); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWhatAnAnswerStoodOnIsShownBelowTheReflex(t *testing.T) {
	e := gate.Explanation{
		Route:   []gate.Share{{Key: "lights", P: 0.97}, {Key: question.None, P: 0.03}},
		Summary: "Switch the lights.",
		Grounds: &question.Grounds{
			Reflex:  "lights",
			Nearest: []question.Near{{Example: "kill the lights", Alike: 0.834}, {Example: "a \x1b[2J \"lamp\"\u202e", Alike: 0.2}},
			Words:   []string{"lights", "k\u009bill"},
		},
	}
	want := []string{
		"  which reflex            lights 0.97   (none of them 0.03)",
		"                          Switch the lights.",
		`                          nearest: "kill the lights" 0.83, "a \u001b[2J \"lamp\"\u{202e}" 0.20`,
		`                          shared words: lights, k\u{9b}ill`,
	}
	w := Words{Program: "sinew"}
	if got := w.judgments(e); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	e.Route[0], e.Route[1], e.Summary = gate.Share{Key: question.None, P: 0.9}, gate.Share{Key: "lights", P: 0.1}, ""
	e.Grounds.Nearest = e.Grounds.Nearest[:1]
	want = []string{
		"  which reflex            none of them 0.90   (lights 0.10)",
		`                          nearest in lights: "kill the lights" 0.83`,
		`                          shared words in lights: lights, k\u{9b}ill`,
	}
	if got := w.judgments(e); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	e.Grounds = &question.Grounds{Reflex: "lights"}
	if got := w.judgments(e); !slices.Equal(got, want[:1]) {
		t.Errorf("without any: %q", got)
	}
}
