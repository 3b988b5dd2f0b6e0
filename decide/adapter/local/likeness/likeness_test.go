package likeness

import (
	"math"
	"slices"
	"testing"
)

func TestATextIsCutIntoWords(t *testing.T) {
	for said, want := range map[string][]string{
		"What’s the time?":         {"what", "'s", "the", "time"},
		"don't 'quote' 3.5 É":      {"do", "n't", "quote", "3", "5", "é"},
		"":                         nil,
		"--- ?!":                   nil,
		"they'll read-only 's n't": {"they", "'ll", "read", "only", "s", "n't"},
	} {
		if got := Words(said); !slices.Equal(got, want) {
			t.Errorf("%q: %q", said, got)
		}
	}
}

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	for _, forms := range [][]string{
		{"reminder", "remind", "reminds", "reminding"}, {"city", "cities"}, {"stop", "stopped", "stopping", "stops"},
		{"make", "makes", "making"}, {"box", "boxes"}, {"watch", "watches"}, {"call", "called", "calling"}, {"7", "20", "3rd"},
	} {
		for _, w := range forms[1:] {
			if Stem(w) != Stem(forms[0]) {
				t.Errorf("%s is %s, and %s is %s", forms[0], Stem(forms[0]), w, Stem(w))
			}
		}
	}
	for _, w := range []string{"bus", "this", "glass", "ring", "red", "ally"} {
		if Stem(w) != w {
			t.Errorf("%s is %s", w, Stem(w))
		}
	}
}

func TestASeldomWordTellsMore(t *testing.T) {
	order := []string{"the", "water", "kettle", "qqzz"}
	for i, w := range order[1:] {
		if telling(w) <= telling(order[i]) {
			t.Errorf("%s tells %v, %s %v", order[i], telling(order[i]), w, telling(w))
		}
	}
}

// The words of the table are found, also the first and the last, and those
// between its lines are not.
func TestRanksAreFound(t *testing.T) {
	for word, want := range map[string]int{"the": 0, "of": 3, "said": 14} {
		if n, ok := rankOf(word); n != want || !ok {
			t.Errorf("%s: %d, %v", word, n, ok)
		}
	}
	for _, word := range []string{"", "0", "qqzz", "\u00ff\u00ff", "the\t0"} {
		if n, ok := rankOf(word); ok {
			t.Errorf("%q has rank %d", word, n)
		}
	}
}

func TestCosinesAreOneForTheSameAndNoneForTheDifferent(t *testing.T) {
	a, b := Of("boil some water"), Of("radio jazz")
	if got := a.Words.Cosine(a.Words); math.Abs(got-1) > 1e-9 {
		t.Errorf("%v", got)
	}
	if got := a.Words.Cosine(b.Words); got != 0 {
		t.Errorf("%v of no shared word", got)
	}
	if slip := Of("boil some watre"); a.Letters.Cosine(slip.Letters) <= a.Words.Cosine(slip.Words) {
		t.Error("letters do not outlive a slip better than words")
	}
	if empty := Of(""); empty.Words.Cosine(a.Words) != 0 || empty.Letters.Cosine(a.Letters) != 0 {
		t.Error("nothing is like something")
	}
}
