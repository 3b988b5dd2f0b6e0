package manifest

import (
	"fmt"
	"reflect"
	"testing"
)

// full names every key a reflex with a file body has.
const full = `reflex = 1

description = """
Set the lights of one room.
The ceiling and the lamps; schedules stay as they are."""
not_for = ["colour scenes"]
tags = ["home", "lighting"]
effect = "write"
confirm = "Set the {room} lights {state}?"
run = "./bin/lights.mts"
platforms = ["macos", "linux"]
returns = "lights"
warmth = 3

[needs]
reads = ["{file}", "/etc/hosts"]
writes = ["{room}", "~/.lights"]
hosts = ["*"]
runs = ["hue", "/usr/bin/curl"]
listens = ["*"]

[config]
file = "Where the lights are listed"
token = { about = "The bridge's key", secret = true, colour = "red" }

[args.room]
ask = "Which room?"
vocab = "rooms"
was = ["place"]

[args.state]
ask = "On or off?"
options.on = "Switch them on."
options."half way" = "Half the brightness."

[args.brightness]
ask = "How bright?"
pick = "number"
range = [1, 99.5]
recent = "level"
optional = true
default = 30

[args.text]
ask = "Which text?"
pick = "quoted"
optional = true

[args.all]
ask = "Every lamp?"
flag = true

[args.plan]
takes = "plan"

[yields]
level = "number"
lamps = { each = { lamp = "code", since = "time" }, most = 3 }

[examples]
"lights on" = { state = "on" }
"half way, to 30 percent please" = { state = "half way", brightness = "30 percent", all = false }
'call it “café”' = { text = "café", all = true }

[tests]
"a candle" = false
"what about the lamps" = { brightness = false, state = false }
`

func TestEveryKeyReads(t *testing.T) {
	got, err := Parse("lights", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	want := &Manifest{
		Description: "Set the lights of one room.\nThe ceiling and the lamps; schedules stay as they are.",
		NotFor:      []string{"colour scenes"}, Tags: []string{"home", "lighting"},
		Effect: Write, EffectWritten: true, Confirm: "Set the {room} lights {state}?",
		Run: Run{File: "bin/lights.mts"}, Platforms: []string{"macos", "linux"}, Returns: "lights",
		Needs: Needs{Reads: []string{"{file}", "/etc/hosts"}, Writes: []string{"{room}", "~/.lights"},
			Hosts: []string{"*"}, Runs: []string{"hue", "/usr/bin/curl"}},
		Config: []Setting{{Key: "file", About: "Where the lights are listed"}, {Key: "token", About: "The bridge's key", Secret: true}},
		Args: []Argument{
			{Name: "room", Ask: "Which room?", Source: Vocab, Vocab: "rooms", Was: []string{"place"}},
			{Name: "state", Ask: "On or off?", Source: Options, Options: []Option{{"on", "Switch them on."}, {"half way", "Half the brightness."}}},
			{Name: "brightness", Ask: "How bright?", Source: Pick, Pick: "number", Range: &Range{1, 99.5}, Recent: "level", Optional: true},
			{Name: "text", Ask: "Which text?", Source: Pick, Pick: "quoted", Optional: true},
			{Name: "all", Ask: "Every lamp?", Source: Flag},
			{Name: "plan", Source: Takes, Takes: "plan"},
		},
		Yields: []Yield{{Field: "level", Pick: "number"}, {Field: "lamps", Each: []Yield{{Field: "lamp", Pick: "code"}, {Field: "since", Pick: "time"}}}},
		Examples: []Record{
			{Utterance: "lights on", Asserts: []Assertion{{Arg: "state", Value: "on"}}},
			{Utterance: "half way, to 30 percent please", Asserts: []Assertion{
				{Arg: "state", Value: "half way"}, {Arg: "brightness", Value: "30 percent"}, {Arg: "all", Unstated: true}}},
			{Utterance: "call it “café”", Asserts: []Assertion{{Arg: "text", Value: "café"}, {Arg: "all", Raised: true}}},
		},
		Tests: []Record{{Utterance: "a candle", Never: true},
			{Utterance: "what about the lamps", Asserts: []Assertion{{Arg: "brightness", Unstated: true}, {Arg: "state", Unstated: true}}}},
		Unknown: [][]string{{"warmth"}, {"needs", "listens"}, {"config", "token", "colour"}, {"args", "brightness", "default"}, {"yields", "lamps", "most"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestAPlaybookReads(t *testing.T) {
	src := planOf(`"check {service}'s errors[ in {region}]", "check whether it landed",
  { say = "tell the ops channel", when = { landing = "yes" } }`, service, region)
	m, err := Parse("outage", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{{Say: "check {service}'s errors[ in {region}]"}, {Say: "check whether it landed"},
		{Say: "tell the ops channel", Field: "landing", Is: "yes"}}
	if !m.Playbook() || !reflect.DeepEqual(m.Steps, want) {
		t.Errorf("got %+v", m.Steps)
	}
}

func TestASpanIsComparedInOneUnicodeForm(t *testing.T) {
	composed, decomposed := "caf\u00e9", "cafe\u0301"
	for _, said := range []string{composed, decomposed} {
		src := withKeys("[args.text]\nask = \"What?\"\npick = \"code\"",
			fmt.Sprintf("[examples]\n\"call it %s\" = { text = \"%s\" }", decomposed, said))
		if got := problemsOf(t, src); got != nil {
			t.Errorf("%+q: %q", said, got)
		}
	}
}

func TestAnAbsentEffectIsDestructive(t *testing.T) {
	m, err := Parse("lights", []byte(withKeys("-effect")))
	if err != nil || m.Effect != Destructive || m.EffectWritten {
		t.Errorf("got %v, %v, written %v", err, m.Effect, m.EffectWritten)
	}
}

func TestAnEffectIsItsWord(t *testing.T) {
	for _, effect := range []Effect{ReadOnly, Write, Destructive} {
		if back, ok := ParseEffect(effect.String()); !ok || back != effect {
			t.Errorf("%q reads as %v", effect, back)
		}
	}
}

func TestAManifestIsSearchedByName(t *testing.T) {
	m, err := Parse("lights", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if m.Arg("state").Ask != "On or off?" || m.Arg("file") != nil || !m.Setting("token").Secret || m.Setting("state") != nil {
		t.Error("an argument is an argument, a setting a setting")
	}
}

func TestARowSaysWhatAReflexRuns(t *testing.T) {
	for want, m := range map[string]Manifest{
		"runs lights.mts":   {Run: Run{File: "lights.mts"}},
		"runs osascript":    {Run: Run{Argv: []string{"osascript", "-e", "beep"}}},
		"a plan of 1 step":  {Steps: make([]Step, 1)},
		"a plan of 7 steps": {Steps: make([]Step, 7)},
	} {
		if got := m.Runs(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add(withKeys())
	f.Add(planOf(`"check {service}'s errors[ in {region}]", { say = "go, then post to #ops", when = { a = "b" } }`, service, region))
	f.Add(withKeys(`run = ["hue", "{level}"]`, `confirm = "Set } {level} {?"`, pickNumber))
	f.Add("reflex = 1\n[args.level]\nwas = [\"a\", \"a\"]\ntakes = \"b\"\n[examples]\n\"a\" = { level = true }\n\"A!\" = 1")
	f.Fuzz(func(t *testing.T, src string) {
		m, err := Parse("x", []byte(src))
		if err != nil {
			checkProblems(t, m, err)
			return
		}
		checkConsistent(t, m, false)
		for _, finding := range m.Lint() {
			if finding.Message == "" || finding.Rule == "" || len(finding.Path) == 0 {
				t.Errorf("an empty finding: %+v", finding)
			}
		}
	})
}
