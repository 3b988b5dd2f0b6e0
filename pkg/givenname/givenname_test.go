package givenname

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestANameIsKnownInAnyCaseAndWithItsAccents(t *testing.T) {
	for _, name := range []string{"samuel", "Samuel", "SAMUEL", "sammy", "sal", "José", "Jose\u0301", "Zoë", "Jürgen", "Łukasz",
		"Björn", "Rose", "Ann-Marie", "aaliyah", "zuzana"} {
		if !Is(name) {
			t.Errorf("%s is no name", name)
		}
	}
	for _, word := range []string{"", "*", "\n", "rose*", "kitchen", "laptop", "samuel ", "sam\nsammy", "samuel's", "\xff", "zzz", " ", "a"} {
		if Is(word) {
			t.Errorf("%q is a name", word)
		}
	}
}

func TestANameMayBeAnOrdinaryWord(t *testing.T) {
	for word, want := range map[string]bool{
		"Will": true, "may": true, "Mark": true, "grace": true, "Bill": true, "rose": true, "miles": true,
		"samuel": false, "Nadia": false, "james": false, "emily": false, "kitchen": false,
	} {
		if got := Ordinary(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}

func TestPetFormsShareALine(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Samuel", "sam", true}, {"sammy", "Sal", true}, {"Samantha", "sam", true}, {"samuel", "samantha", false},
		{"william", "Bill", true}, {"margaret", "peggy", true}, {"bob", "bob", true}, {"bob", "bill", false},
		{"nobody", "nobody", false}, {"", "", false}, {"zoë", "zoe", false},
	} {
		if Share(c.a, c.b) != c.want || Share(c.b, c.a) != c.want {
			t.Errorf("%s and %s: not %v", c.a, c.b, c.want)
		}
	}
}

func TestTheTablesAreInOrderAndFolded(t *testing.T) {
	var all []string
	for line := range strings.Lines(names) {
		all = append(all, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "*"))
	}
	if !slices.IsSorted(all) || len(all) < 8000 || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("%d names, in order: %v", len(all), slices.IsSorted(all))
	}
	for _, name := range append(all, strings.Fields(petForms)...) {
		if fold(name) != name || !Is(name) {
			t.Errorf("%q is not found as it is written", name)
		}
	}
}

func TestAnyTextIsLookedUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z*\n-]{0,8}`)).Draw(t, "word")
		want := slices.Contains(strings.Fields(strings.ReplaceAll(names, "*", "")), fold(word))
		if Is(word) != want {
			t.Fatalf("%q: %v", word, !want)
		}
	})
}
