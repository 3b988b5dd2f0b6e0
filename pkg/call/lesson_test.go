package call_test

import (
	"fmt"
	"reflect"
	"testing"

	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

func lesson(t testing.TB, utterance, line string) (manifest.Record, error) {
	t.Helper()
	w, err := call.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return call.Lesson(w, utterance, installed[w.Reflex], rooms)
}

func TestALessonAssertsOnlyWhatItStates(t *testing.T) {
	const utterance = "Café lights to 30 percent, 3 eggs quiet"
	for line, want := range map[string][]manifest.Assertion{
		"lights":           nil,
		"outage":           nil,
		"suspect":          nil,
		"lights state=off": {{Arg: "state", Value: "off"}},
		`lights quiet power=dim room=office brightness="30 percent"`: {
			{Arg: "quiet", Raised: true}, {Arg: "state", Value: "dim"}, {Arg: "room", Value: "office"}, {Arg: "brightness", Value: "30 percent"}},
		`timer label="Cafe\u0301 lights"`: {{Arg: "label", Value: "Café lights"}},
		`timer duration="3 eggs"`:         {{Arg: "duration", Value: "3 eggs"}},
	} {
		got, err := lesson(t, utterance, line)
		if err != nil || !reflect.DeepEqual(got, manifest.Record{Utterance: utterance, Asserts: want}) {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
}

func TestALessonIsCheckedAtTheDoor(t *testing.T) {
	show := diag.Show
	for line, want := range map[string]diag.Problems{
		"lights state=blue":               {problem("lights", `"blue" is not an option of state: on, off, dim`, show("lights"))},
		"lights room=attic":               {problem("lights", `"attic" is not in vocabulary "rooms"`, diag.VocabAdd("rooms"))},
		"lights colour=warm":              {problem("lights", "has no argument colour", show("lights"))},
		"lights state":                    {problem("lights", "state takes a value", show("lights"))},
		"lights quiet=no":                 {problem("lights", "quiet is a flag; write it bare", show("lights"))},
		"lights state=on mode=off":        {problem("lights", "mode and state are one argument; it is given twice", show("lights"))},
		"timer duration=hours":            {problem("timer", `"hours" is not in the utterance`, diag.Rerun())},
		"timer label=":                    {problem("timer", `"" is not in the utterance`, diag.Rerun())},
		"suspect list=it":                 {problem("suspect", "list is a result the plan hands the body; no sentence states one", show("suspect"))},
		"outage service=web":              {problem("outage", "has no argument service", show("outage"))},
		"lights room=attic brightness=50": {problem("lights", `"attic" is not in vocabulary "rooms"`, diag.VocabAdd("rooms")), problem("lights", `"50" is not in the utterance`, diag.Rerun())},
	} {
		got, err := lesson(t, "kill it", line)
		if !reflect.DeepEqual(err, error(want)) || !reflect.DeepEqual(got, manifest.Record{}) {
			t.Errorf("%s:\n got %#v\nwant %#v", line, err, want)
		}
	}
}

func TestADecidedCallIsARecord(t *testing.T) {
	c := call.Call{Reflex: "lights", Args: []call.Arg{
		{Name: "room", Value: call.Value{Kind: call.Word, Word: "den", Bound: value("group-7")}},
		{Name: "state", Value: call.Value{Kind: call.Option, Key: "off"}},
		{Name: "brightness", Value: call.Value{Kind: call.Pick, Span: text.Span{Start: 3, End: 5, Text: "30"}}},
		{Name: "quiet", Value: call.Value{Kind: call.Flag}},
	}}
	want := manifest.Record{Utterance: "u", Asserts: []manifest.Assertion{
		{Arg: "room", Value: "den"}, {Arg: "state", Value: "off"}, {Arg: "brightness", Value: "30"}, {Arg: "quiet", Raised: true}}}
	if got := c.Record("u"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func ExampleLesson() {
	w, err := call.Parse("lights state=off")
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := call.Lesson(w, "kill the lights", lights, rooms)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, edit := range project.Teach(w.Reflex, nil, record) {
		fmt.Println("+ " + edit.String())
	}
	// Output: + overlays/lights.toml  [examples] "kill the lights" = { state = "off" }
}
