package text_test

import (
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/text"
)

func TestSlipsAreThoseOfTheKeys(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"home", "home", 0}, {"home", "hone", 1}, {"home", "hmoe", 1}, {"home", "homes", 1},
		{"home", "ome", 1}, {"radhi", "rahdi", 1}, {"lights", "lihgst", 2}, {"caf\u00e9", "cafe", 1}, {"ab", "ba", 1}, {"abcd", "badc", 2},
	} {
		if got := text.Slips(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestSlipsAreTheSameBothWaysAndNoneOnlyForEqualWords(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abc")), 0, 7, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		there, back := text.Slips(a, b), text.Slips(b, a)
		if there != back || (there == 0) != (a == b) || there > max(len(a), len(b)) {
			t.Errorf("%q, %q: %d and %d", a, b, there, back)
		}
	})
}

func TestSlipsAreAMetricThatCountsSwapsOnce(t *testing.T) {
	if got := text.Slips("sept", "sepd"); got != 1 {
		t.Errorf("a change is %d", got)
	}
	if got := text.Slips("spet", "sept"); got != 1 {
		t.Errorf("a swap is %d", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-cé]{0,6}`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if text.Slips(a, b) != text.Slips(b, a) || (text.Slips(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q are %d and %d apart", a, b, text.Slips(a, b), text.Slips(b, a))
		}
		if longest := max(len([]rune(a)), len([]rune(b))); text.Slips(a, b) > longest {
			t.Fatalf("%q and %q are %d apart", a, b, text.Slips(a, b))
		}
	})
}
