package everyday

import (
	"reflect"
	"strings"
	"testing"

	"sinew/pkg/manifest"
)

const small = `
[set]
collection = "std"
half       = "heldout"
installed  = ["clock", "find"]

[vocabularies.places]
logs = "What my programs log."

[lines]
"time pls"         = { reflex = "clock", args = {} }
"grep 'a' in logs" = { reflex = "find", args = { text = false, place = "logs", whole = true } }
"find my phone"    = { near = "find" }
"tell me a joke"   = false
`

func TestASetIsReadAsWritten(t *testing.T) {
	set, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	want := []Line{
		{Utterance: "time pls", Reflex: "clock"},
		{Utterance: "grep 'a' in logs", Reflex: "find", Args: []manifest.Assertion{
			{Arg: "text", Unstated: true}, {Arg: "place", Value: "logs"}, {Arg: "whole", Raised: true},
		}},
		{Utterance: "find my phone", Near: "find"},
		{Utterance: "tell me a joke"},
	}
	if !reflect.DeepEqual(set.Lines, want) {
		t.Errorf("lines are %+v", set.Lines)
	}
	if set.Collection != "std" || set.Half != HeldOut || !reflect.DeepEqual(set.Installed, []string{"clock", "find"}) {
		t.Errorf("the set is %q, %q, %q", set.Collection, set.Half, set.Installed)
	}
	if len(set.Vocabularies) != 1 || set.Vocabularies[0].Word("logs") == nil {
		t.Errorf("the vocabularies are %+v", set.Vocabularies)
	}
	if !set.Lines[0].InScope() || set.Lines[2].InScope() || set.Lines[3].InScope() {
		t.Error("a line is on the wrong side of the scope")
	}
}

func TestWhatIsNoSetIsRefused(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[set]", "[set", "expected"},
		{"[lines]", "[line]", `unknown key "line"`},
		{"[set]", "[set]\nseed = 1", `unknown key "seed"`},
		{"heldout", "third", "one of the two halves"},
		{`"What my programs log."`, "1", "must be a string"},
		{"find my phone", "Time pls!", `"Time pls!" repeats`},
		{`near = "find"`, `near = "lost"`, `"lost" is not installed`},
		{`near = "find"`, `near = "find", why = "phones"`, `unknown key "why"`},
		{`reflex = "clock", args = {}`, `reflex = "date", args = {}`, `"date" is not installed`},
		{`reflex = "clock", args = {}`, `reflex = "clock"`, "args is missing"},
		{`reflex = "clock", args = {}`, `args = {}`, `"" is not installed`},
		{"text = false", "text = 7", "text is neither"},
		{"joke\"   = false", "joke\"   = true", "args is missing"},
	} {
		src := strings.Replace(small, c.old, c.new, 1)
		set, err := Read([]byte(src))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s reads as %+v, %v", c.new, c.old, set, err)
		}
	}
}

func TestNoSetIsOfAnotherCollection(t *testing.T) {
	for _, c := range []struct {
		collection string
		half       Half
	}{{"nowhere", Development}, {"std", "third"}} {
		if _, err := Load(c.collection, c.half); err == nil || !strings.Contains(err.Error(), "no everyday set") {
			t.Errorf("%s, %s: %v", c.collection, c.half, err)
		}
	}
}
