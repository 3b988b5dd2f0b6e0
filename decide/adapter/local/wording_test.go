package local

import "testing"

func TestAValueOfThePersonsOwnIsNoWording(t *testing.T) {
	for said, want := range map[string]string{
		`note "buy milk"`:                   `note "something"`,
		`write “é” to ana@example.com, now`: `write “something” to address, now`,
		"is https://example.com/a up":       "is website up",
		"what's the time":                   "what's the time",
		`a "b" and "c"`:                     `a "something"`, // several say no more than one
		"20% of 64":                         "20% of 64",
		"":                                  "",
	} {
		if got := wording(said); got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}
