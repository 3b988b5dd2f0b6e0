package body

import "testing"

func TestAProcessIsReadPastAnyNameOfItsProgram(t *testing.T) {
	const rest = " S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1 2"
	for _, name := range []string{"sh", "a b", ") S 1 1 1 (", "))"} {
		got, err := parseStat("42 (" + name + ")" + rest)
		if want := (stat{10, 20, 30, "77777"}); err != nil || got != want {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
	for _, line := range []string{"", "42 (sh)", "42 (sh) S 1 2", "42 (sh) Z 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1", "42 (sh) S a 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1"} {
		if got, err := parseStat(line); err == nil {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add("42 (sh) S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1 2")
	f.Add("no parenthesis")
	f.Fuzz(func(t *testing.T, line string) { _, _ = parseStat(line) })
}
