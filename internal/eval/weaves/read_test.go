package weaves

import (
	"reflect"
	"strings"
	"testing"

	"sinew/pkg/manifest"
)

const small = `
[set]
half      = "heldout"
installed = ["clock", "size"]

[vocabularies.places]
logs = "What my programs log."

[lines.joined]
"time and logs" = [{ reflex = "clock", args = {} }, { reflex = "size", args = { place = "logs", deep = true } }]

[lines.one]
"how big"  = [{ reflex = "size", args = { place = false, deep = false } }]
`

func TestASetIsReadAsWritten(t *testing.T) {
	set, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	want := []Line{
		{"time and logs", Joined, []Step{{Reflex: "clock"}, {Reflex: "size", Args: []manifest.Assertion{{Arg: "place", Value: "logs"}, {Arg: "deep", Raised: true}}}}},
		{"how big", One, []Step{{Reflex: "size", Args: []manifest.Assertion{{Arg: "place", Unstated: true}, {Arg: "deep", Unstated: true}}}}},
	}
	if !reflect.DeepEqual(set.Lines, want) {
		t.Errorf("lines are %+v", set.Lines)
	}
	if set.Half != HeldOut || !reflect.DeepEqual(set.Installed, []string{"clock", "size"}) {
		t.Errorf("the set is %q, %q", set.Half, set.Installed)
	}
	if len(set.Vocabularies) != 1 || set.Vocabularies[0].Word("logs") == nil {
		t.Errorf("the vocabularies are %+v", set.Vocabularies)
	}
}

func TestWhatIsNoSetIsRefused(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[set]", "[set", "expected"},
		{"[lines.joined]", "[line.joined]", `unknown key "line"`},
		{"[lines.joined]", "[lines.joint]", `"joint" is no table of a kind`},
		{"[lines.one]", "[lines]\none = 1\n[lines.signs]", `"one" is no table of a kind`},
		{"[set]", "[set]\nseed = 1", `unknown key "seed"`},
		{"heldout", "third", "one of the two halves"},
		{`"What my programs log."`, "1", "must be a string"},
		{"how big", "Time and logs!", `"Time and logs!" repeats`},
		{`{ reflex = "clock", args = {} }`, `{ reflex = "date", args = {} }`, `"date" is not installed`},
		{`{ reflex = "clock", args = {} }`, `{ reflex = "clock" }`, "args is missing"},
		{`{ reflex = "clock", args = {} }`, `{ reflex = "clock", args = {}, why = "" }`, `unknown key "why"`},
		{`{ reflex = "clock", args = {} }`, `"clock"`, "a table with reflex and args is missing"},
		{`[{ reflex = "size", args = { place = false, deep = false } }]`, "[]", "needs an array of steps"},
		{`[{ reflex = "size", args = { place = false, deep = false } }]`, "false", "needs an array of steps"},
		{"place = false", "place = 7", "place is neither"},
	} {
		if !strings.Contains(small, c.old) {
			t.Fatalf("the set does not hold %s", c.old)
		}
		set, err := Read([]byte(strings.Replace(small, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s reads as %+v, %v", c.new, c.old, set, err)
		}
	}
	if _, err := Load("third"); err == nil || !strings.Contains(err.Error(), "no weaves") {
		t.Errorf("a third half: %v", err)
	}
}
