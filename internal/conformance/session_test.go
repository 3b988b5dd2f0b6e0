package conformance

import (
	"reflect"
	"strings"
	"testing"
)

func TestASessionIsCommandsAndWhatFollowsThem(t *testing.T) {
	session := strings.Join([]string{
		`# said of what follows`,
		`$ evoke show`,
		`  lights  ./lights`,
		`  a: b is not set  →  evoke config a b <value> "<x>"`,
		`$ evoke "start"`,
		``,
		`# said between`,
		`  Which?  [1] den  [+] add one  > 1`,
		`  Sure?  [y]es [n]o > n`,
		`[2]`,
		`$ evoke`,
		`> first`,
		`[x]`,
		`>`,
	}, "\n") + "\n"
	want := []Command{
		{Line: 2, Text: "evoke show", Output: []string{"  lights  ./lights", `  a: b is not set  →  evoke config a b <value> "<x>"`}},
		{
			Line: 5, Text: `evoke "start"`, Exit: 2, Answers: []string{"1", "n"},
			Output: []string{"", "  Which?  [1] den  [+] add one  > 1", "  Sure?  [y]es [n]o > n"},
		},
		{Line: 11, Text: "evoke", Answers: []string{"first"}, Output: []string{"> first", "[x]", "> "}},
	}
	got, err := ParseSession(session)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestATextThatIsNoSessionIsRefusedByItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "line 1",
		"# only a comment\n":         "without a command",
		"before\n$ true\n":           "line 1",
		"$ false\n[1]\nafter\n":      "line 3",
		"$ false\n[1]\n[1]\n":        "line 3",
		"# c\n$ true\n[0]\n$ true\n": "line 3",
	} {
		if got, err := ParseSession(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestAPromptWaitsOnlyAtTheEndOfTheLastLine(t *testing.T) {
	for shown, want := range map[string]bool{
		"":                       false,
		"> ":                     true,
		"a line\r\n  Which?  > ": true,
		"  [y]es [n]o > ":        true,
		"  Which?  > 1":          false,
		"  Which?  > \r\n":       false,
		"  → evoke <name> ":      false,
		"a>":                     false,
	} {
		if waits([]byte(shown)) != want {
			t.Errorf("%q: waits is %v", shown, !want)
		}
	}
}

func FuzzParseSession(f *testing.F) {
	f.Add("# c\n$ evoke show\n  x  > 1\n[3]\n")
	f.Add("$ a\n$ b\n\n> \n[999]\n")
	f.Fuzz(func(t *testing.T, text string) {
		commands, err := ParseSession(text)
		if err != nil {
			return
		}
		var again strings.Builder
		for _, c := range commands {
			again.WriteString("$ " + c.Text + "\n" + transcript(c.Output, c.Exit))
		}
		back, err := ParseSession(again.String())
		if err != nil || len(back) != len(commands) {
			t.Fatalf("%q came back as %d commands, %v", text, len(back), err)
		}
		for i, c := range commands {
			back[i].Line = c.Line
			if !reflect.DeepEqual(back[i], c) {
				t.Errorf("%+v came back as %+v", c, back[i])
			}
		}
	})
}
