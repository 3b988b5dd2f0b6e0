package call_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/call"
	"sinew/pkg/diag"
)

func value(s string) *string { return &s }

func TestALineReadsIntoItsArguments(t *testing.T) {
	for line, want := range map[string]call.Written{
		"lights": {Reflex: "lights"},
		"lights room=den state=off": {Reflex: "lights", Args: []call.WrittenArg{
			{Name: "room", Value: value("den")}, {Name: "state", Value: value("off")}}},
		`timer duration="10 minutes" label="say \"hi\"" quiet`: {Reflex: "timer", Args: []call.WrittenArg{
			{Name: "duration", Value: value("10 minutes")}, {Name: "label", Value: value(`say "hi"`)}, {Name: "quiet"}}},
		"  lights \t room=den \n":   {Reflex: "lights", Args: []call.WrittenArg{{Name: "room", Value: value("den")}}},
		"open url=https://h/?a=b":   {Reflex: "open", Args: []call.WrittenArg{{Name: "url", Value: value("https://h/?a=b")}}},
		"note text=":                {Reflex: "note", Args: []call.WrittenArg{{Name: "text", Value: value("")}}},
		`note text=""`:              {Reflex: "note", Args: []call.WrittenArg{{Name: "text", Value: value("")}}},
		`note text="\u00e9\n\\ \/"`: {Reflex: "note", Args: []call.WrittenArg{{Name: "text", Value: value("é\n\\ /")}}},
		"note text='a'":             {Reflex: "note", Args: []call.WrittenArg{{Name: "text", Value: value("'a'")}}},
	} {
		got, err := call.Parse(line)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%q) = %+v, %v", line, got, err)
		}
	}
}

func TestALineOutsideTheGrammarIsRefused(t *testing.T) {
	const bare = ": a value is bare text or a JSON string, then a space"
	for line, want := range map[string]string{
		"":                            `"" is not a call: <name> [<arg>=<value> | <flag>]…`,
		"Lights on":                   `"Lights on" is not a call: <name> [<arg>=<value> | <flag>]…`,
		"room=den":                    `"room=den" is not a call: <name> [<arg>=<value> | <flag>]…`,
		"../x":                        `"../x" is not a call: <name> [<arg>=<value> | <flag>]…`,
		"lights --json":               `"--json" is not a name: [a-z][a-z0-9_]*`,
		"lights Room=den":             `"Room" is not a name: [a-z][a-z0-9_]*`,
		"lights =den":                 `"" is not a name: [a-z][a-z0-9_]*`,
		"lights room=den room=office": "room is given twice",
		"lights room room=office":     "room is given twice",
		`timer label="eggs`:           "label: the string is not closed",
		`timer label="`:               "label: the string is not closed",
		`timer label="eggs\"`:         "label: the string is not closed",
		`lights room=den"x`:           "room" + bare,
		`lights room="den"x`:          "room" + bare,
		`lights room="den"state=off`:  "room" + bare,
		`lights room="d\en"`:          "room" + bare,
		"lights room=\"d\ten\"":       "room" + bare,
		"lights room=\xff":            "an argument is not UTF-8",
	} {
		_, err := call.Parse(line)
		problems, ok := err.(diag.Problems)
		if !ok || len(problems) != 1 || problems[0].Message != want || problems[0].Reflex != "" || problems[0].Fix.Kind != diag.FixRerun {
			t.Errorf("Parse(%q): %#v, want %s", line, err, want)
		}
	}
}

func TestSeveralWordsOfACommandLineMakeOneCall(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{`lights room="den" quiet`}, `lights room="den" quiet`},
		{[]string{"lights", "room=den", "quiet"}, "lights room=den quiet"},
		{[]string{"timer", "duration=10 minutes"}, `timer duration="10 minutes"`},
		{[]string{"note", `text=say "hi"`}, `note text="say \"hi\""`},
		{[]string{"open", "url=https://h/?a=b"}, `open url="https://h/?a=b"`},
		{[]string{"timer", `duration="10 minutes"`}, `timer duration="10 minutes"`},
		{[]string{"note", "text=a\nb"}, `note text="a\nb"`},
		{[]string{"note", "text="}, "note text="},
		{nil, ""},
	} {
		if got := call.Join(c.words...); got != c.want {
			t.Errorf("Join(%q) = %s, want %s", c.words, got, c.want)
		}
	}
}

func TestWhateverAValueHoldsItReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "value")
		if strings.HasPrefix(want, `"`) {
			want = "x" + want
		}
		for _, line := range []string{"note text=" + call.Quote(want), call.Join("note", "text="+want)} {
			got, err := call.Parse(line)
			if err != nil || len(got.Args) != 1 || *got.Args[0].Value != want {
				t.Fatalf("%q reads as %+v, %v", line, got, err)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"lights room=den", `timer duration="10 minutes" quiet`, `a b="\u`, `a b="\"`, `a b=c"`, "a b=\"\xff\"", `a b="\ud800"`, "a  b", "=",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		w, err := call.Parse(line)
		if err != nil {
			return
		}
		var again strings.Builder
		again.WriteString(w.Reflex)
		for _, a := range w.Args {
			again.WriteString(" " + a.Name)
			if a.Value != nil {
				again.WriteString("=" + call.Quote(*a.Value))
			}
		}
		got, err := call.Parse(again.String())
		if err != nil || !reflect.DeepEqual(got, w) {
			t.Fatalf("%q prints as %q, which reads as %+v, %v", line, again.String(), got, err)
		}
	})
}

func ExampleParse() {
	w, err := call.Parse(`timer duration="10 minutes" quiet`)
	fmt.Println(w.Reflex, w.Args[0].Name, *w.Args[0].Value, w.Args[1].Name, err)
	// Output: timer duration 10 minutes quiet <nil>
}
