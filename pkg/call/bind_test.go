package call_test

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

var (
	lights = &manifest.Manifest{
		Run: manifest.Run{File: "lights.mts"},
		Args: []manifest.Argument{
			{Name: "room", Source: manifest.Vocab, Vocab: "rooms"},
			{Name: "state", Source: manifest.Options, Was: []string{"power", "mode"}, Options: []manifest.Option{{Key: "on"}, {Key: "off"}, {Key: "dim"}}},
			{Name: "brightness", Source: manifest.Pick, Pick: "number", Range: &manifest.Range{Min: 0.5, Max: 100}, Optional: true},
			{Name: "quiet", Source: manifest.Flag},
		},
	}
	timer = &manifest.Manifest{
		Run: manifest.Run{File: "timer.mts"},
		Args: []manifest.Argument{
			{Name: "duration", Source: manifest.Pick, Pick: "duration", Range: &manifest.Range{Min: 60, Max: 7200}},
			{Name: "label", Source: manifest.Pick, Pick: "quoted", Optional: true},
			{Name: "to", Source: manifest.Pick, Pick: "email", Optional: true},
			{Name: "site", Source: manifest.Pick, Pick: "url", Optional: true},
			{Name: "day", Source: manifest.Pick, Pick: "date", Optional: true},
			{Name: "at", Source: manifest.Pick, Pick: "time", Optional: true},
			{Name: "fare", Source: manifest.Pick, Pick: "amount", Optional: true},
			{Name: "flight", Source: manifest.Pick, Pick: "code", Optional: true},
		},
	}
	outage  = &manifest.Manifest{Steps: []manifest.Step{{Say: "check the errors"}}}
	suspect = &manifest.Manifest{Args: []manifest.Argument{
		{Name: "errs", Source: manifest.Takes, Takes: "errors"}, {Name: "list", Source: manifest.Takes, Takes: "deploys"}}}
	installed = map[string]*manifest.Manifest{"lights": lights, "timer": timer, "outage": outage, "suspect": suspect}
)

func rooms(name string) []project.Word {
	if name != "rooms" {
		return nil
	}
	return []project.Word{{Word: "den"}, {Word: "office", Value: value("group-7")}, {Word: "the attic", Value: value("~/attic")}}
}

func bind(t interface{ Fatal(...any) }, line string) (call.Call, error) {
	w, err := call.Parse(line)
	if err != nil {
		t.Fatal(line, err)
	}
	return call.Bind(w, installed[w.Reflex], rooms)
}

func TestACallByNameHoldsTypedValuesInManifestOrder(t *testing.T) {
	got, err := bind(t, `lights quiet brightness="30 percent" power=dim room=office`)
	want := call.Call{Reflex: "lights", Args: []call.Arg{
		{Name: "room", Value: call.Value{Kind: call.Word, Word: "office", Bound: value("group-7")}},
		{Name: "state", Value: call.Value{Kind: call.Option, Key: "dim"}},
		{Name: "brightness", Value: call.Value{Kind: call.Pick, Span: text.Span{End: 10, Text: "30 percent"}, Read: pick.Value{Kind: pick.Number, Number: 30, Text: "30 percent"}}},
		{Name: "quiet", Value: call.Value{Kind: call.Flag}},
	}}
	want.Args[2].Value.Read.Text = ""
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if line := got.String(); line != `lights room="office" state="dim" brightness="30 percent" quiet` {
		t.Errorf("prints as %s", line)
	}
}

func TestACallThatDoesNotFitItsReflexIsRefused(t *testing.T) {
	show := func(reflex string) diag.Fix { return diag.Show(reflex) }
	for line, want := range map[string][]diag.Problem{
		"lights":                                       {problem("lights", "lights needs room", show("lights")), problem("lights", "lights needs state", show("lights"))},
		"lights state=off":                             {problem("lights", "lights needs room", show("lights"))},
		"lights room state=off":                        {problem("lights", "room takes a value", show("lights"))},
		"lights room=den state=blue":                   {problem("lights", `"blue" is not an option of state: on, off, dim`, show("lights"))},
		"lights room=den mode=blue":                    {problem("lights", `"blue" is not an option of state: on, off, dim`, show("lights"))},
		"lights room=attic state=on":                   {problem("lights", `"attic" is not in vocabulary "rooms"`, diag.VocabAdd("rooms"))},
		"lights room=Den state=on":                     {problem("lights", `"Den" is not in vocabulary "rooms"`, diag.VocabAdd("rooms"))},
		"lights room=den state=on quiet=yes":           {problem("lights", "quiet is a flag; write it bare", show("lights"))},
		"lights room=den state=on colour=blue":         {problem("lights", "has no argument colour", show("lights"))},
		"lights room=den state=off power=on":           {problem("lights", "power and state are one argument; it is given twice", show("lights"))},
		"lights room=den power=off state=on":           {problem("lights", "power and state are one argument; it is given twice", show("lights"))},
		"lights room=den power=off mode=on":            {problem("lights", "mode and power are one argument; it is given twice", show("lights"))},
		"lights room=den state=on brightness=150":      {problem("lights", "150 is outside 0.5–100", show("lights"))},
		`lights room=den state=on brightness="0"`:      {problem("lights", "0 is outside 0.5–100", show("lights"))},
		"lights room=den state=on brightness=loud":     {problem("lights", `"loud" is not a number`, diag.Rerun())},
		`timer duration="soon"`:                        {problem("timer", `"soon" is not a duration`, diag.Rerun())},
		`timer duration="3 hours"`:                     {problem("timer", "3 hours is outside 60–7200 seconds", show("timer"))},
		`timer duration=1h to=ana`:                     {problem("timer", `"ana" is not an email address`, diag.Rerun())},
		`timer duration=1h site=h.com`:                 {problem("timer", `"h.com" is not a URL`, diag.Rerun())},
		`timer duration=1h label=`:                     {problem("timer", `"" is not a quoted text`, diag.Rerun())},
		`timer duration=1h label="\u001b[2J"`:          {problem("timer", `"\u001b[2J" is not a quoted text`, diag.Rerun())},
		`timer duration=1h day="next week"`:            {problem("timer", `"next week" is not a date`, diag.Rerun())},
		`timer duration=1h at=5:30`:                    {problem("timer", `"5:30" is not a clock time`, diag.Rerun())},
		`timer duration=1h fare=5 flight=TP`:           {problem("timer", `"5" is not an amount`, diag.Rerun()), problem("timer", `"TP" is not a code`, diag.Rerun())},
		"outage service=checkout":                      {problem("outage", "outage is a plan of steps; say it in a sentence", show("outage"))},
		"suspect":                                      {problem("suspect", "suspect takes errors and deploys, which a step before it in the same request returns", show("suspect"))},
		"lights colour=blue room=attic brightness=500": {problem("lights", "has no argument colour", show("lights")), problem("lights", `"attic" is not in vocabulary "rooms"`, diag.VocabAdd("rooms")), problem("lights", "500 is outside 0.5–100", show("lights")), problem("lights", "lights needs state", show("lights"))},
	} {
		got, err := bind(t, line)
		if !reflect.DeepEqual(err, error(diag.Problems(want))) || !reflect.DeepEqual(got, call.Call{}) {
			t.Errorf("%s:\n got %#v\nwant %#v", line, err, want)
		}
	}
}

func problem(reflex, message string, fix diag.Fix) diag.Problem {
	return diag.Problem{Reflex: reflex, Message: message, Fix: fix}
}

func TestABoundCallPrintsAsALineThatBindsTheSame(t *testing.T) {
	piece := map[string]*rapid.Generator[string]{
		"room":       rapid.SampledFrom([]string{"den", "office", "the attic"}),
		"state":      rapid.SampledFrom([]string{"on", "off", "dim"}),
		"brightness": rapid.SampledFrom([]string{"1", "30 percent", "fifty", "two hundred", "-1"}),
	}
	rapid.Check(t, func(t *rapid.T) {
		line := "lights"
		for _, arg := range rapid.Permutation([]string{"room", "state", "brightness"}).Draw(t, "order") {
			line += " " + arg + "=" + call.Quote(piece[arg].Draw(t, arg))
		}
		once, err := bind(t, line)
		if err != nil {
			return
		}
		again, err := bind(t, once.String())
		if err != nil || !reflect.DeepEqual(once, again) {
			t.Fatalf("%s binds as %+v, %v", once, again, err)
		}
	})
}

func FuzzBind(f *testing.F) {
	f.Add(`lights room="den" state=on brightness="30 percent" quiet`)
	f.Add(`timer duration="1 hour 30 minutes" label="e\u0301" site=https://h/`)
	f.Add(`timer duration="\"10 minutes\"" to=a@b.co`)
	f.Fuzz(func(t *testing.T, line string) {
		w, err := call.Parse(line)
		m := installed[w.Reflex]
		if err != nil || m == nil {
			return
		}
		c, err := call.Bind(w, m, rooms)
		if err != nil {
			return
		}
		written, err := call.Parse(c.String())
		if err != nil {
			t.Fatalf("%q prints as %q: %v", line, c, err)
		}
		again, err := call.Bind(written, m, rooms)
		if err != nil || again.String() != c.String() {
			t.Fatalf("%q prints as %q, which binds as %q, %v", line, c, again, err)
		}
	})
}

func ExampleBind() {
	w, err := call.Parse("lights state=off room=office")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := call.Bind(w, lights, rooms)
	fmt.Println(c, err)
	fmt.Println(c.Values(lights, call.Surroundings{Home: "/home/me"}))
	// Output:
	// lights room="office" state="off" <nil>
	// [{room group-7} {state off}] <nil>
}
