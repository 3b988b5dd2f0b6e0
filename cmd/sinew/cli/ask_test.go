package cli

import (
	"errors"
	"testing"

	"sinew/decide/gate"
	"sinew/pkg/manifest"
)

func TestAnAnswerToAPickIsAValueOrTheNumberOfOneOffered(t *testing.T) {
	address := gate.Choices{Pick: "email", Readings: []string{"a1@b.example", "1@b.example"}, Recent: []string{"x@b.example"}}
	recalled := gate.Choices{Pick: "email", Recent: []string{"x@b.example"}}
	count := gate.Choices{Pick: "number", Readings: []string{"311"}, Range: &manifest.Range{Min: 0, Max: 400}}
	held := gate.Choices{Pick: "number", Recent: []string{"8", "7"}}
	for _, c := range []struct {
		choices gate.Choices
		answer  string
		want    string
	}{
		{address, "1", "a1@b.example"},
		{address, "2", "1@b.example"},
		{address, "3", `refused "3" is not an email address`},
		{address, "0", "declined"},
		{address, "None of These", "declined"},
		{address, "other@b.example", "other@b.example"},
		{address, "I mean other@b.example", "other@b.example"},
		{recalled, "1", "x@b.example"},
		{recalled, "0", `refused "0" is not an email address`},
		{recalled, "none of these", `refused "none of these" is not an email address`},
		// A number is its own answer.
		{count, "1", "1"},
		{count, "0", "0"},
		{count, "311", "311"},
		{count, "none of these", "declined"},
		{count, "500", "refused 500 is outside 0–400"},
		{held, "2", "2"},
		{held, "8", "8"},
	} {
		value, refused, err := answered(c.choices, c.answer)
		got := value.Shown()
		switch {
		case errors.Is(err, errNoneOfThese):
			got = "declined"
		case refused != "":
			got = "refused " + refused
		}
		if got != c.want {
			t.Errorf("%q: got %s, want %s", c.answer, got, c.want)
		}
	}
}
