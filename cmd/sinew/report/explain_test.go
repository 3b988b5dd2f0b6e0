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
