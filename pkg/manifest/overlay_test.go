package manifest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
)

func parsed(t testing.TB, src string) *Manifest {
	t.Helper()
	m, err := Parse("lights", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func overlaid(t testing.TB, src string, shipped *Manifest) *Overlay {
	t.Helper()
	o, err := ReadOverlay("lights", []byte(src), shipped)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// overlayProblems are the problems of an overlay of full as `line: message`.
func overlayProblems(t *testing.T, src string) []string {
	t.Helper()
	o, err := ReadOverlay("lights", []byte(src), parsed(t, full))
	if err == nil {
		return nil
	}
	if o != nil {
		t.Error("a refused text gives an overlay")
	}
	problems, ok := errors.AsType[diag.Problems](err)
	if !ok {
		t.Fatalf("%T is no diag.Problems", err)
	}
	var said []string
	for _, p := range problems {
		if p.Reflex != "lights" || p.At == nil || p.Fix.Kind != diag.FixEditLine || *p.Fix.At != *p.At ||
			p.At.File != (diag.File{Kind: diag.OverlayFile, Name: "lights"}) {
			t.Errorf("%+v is no problem at a line of overlays/lights.toml", p)
			continue
		}
		said = append(said, fmt.Sprintf("%d: %s", p.At.Line, p.Message))
	}
	return said
}

func TestAnOverlayReadsAsWordingUnderCurrentNames(t *testing.T) {
	o := overlaid(t, `# mine
description = "Lights."
not_for = []
tags = ["home"]
effect = "destructive"
confirm = "Lights {state} in {place}, the {room}?"
reflex = 1
warmth = 3

[args.place]
ask = "Where?"
colour = "red"

[args.state]
options."half way" = "Dimmed."
options.on = "Lit."

[args.colour]
pick = "number"

[examples]
"lights on in here" = { state = "on", place = "den" }
"half of it, please" = { state = "half way", colour = "warm", hue = true, room = false }
"what now" = {}

[tests]
"a candle!" = false
`, parsed(t, strings.Replace(full, "[args.plan]\ntakes = \"plan\"\n", "", 1)))
	destructive := Destructive
	want := &Overlay{
		Description: "Lights.", NotFor: []string{}, Tags: []string{"home"}, Effect: &destructive,
		Confirm: "Lights {state} in {room}, the {room}?",
		Args: []Wording{{Arg: "room", Ask: "Where?"},
			{Arg: "state", Options: []Option{{"half way", "Dimmed."}, {"on", "Lit."}}}},
		Examples: []Record{
			{Utterance: "lights on in here", Asserts: []Assertion{{Arg: "state", Value: "on"}, {Arg: "room", Value: "den"}}},
			{Utterance: "half of it, please", Asserts: []Assertion{{Arg: "state", Value: "half way"}, {Arg: "room", Unstated: true}}},
			{Utterance: "what now"},
		},
		Tests:   []Record{{Utterance: "a candle!", Never: true}},
		Renamed: []Rename{{"place", "room"}},
		Orphaned: [][]string{{"reflex"}, {"warmth"}, {"args", "place", "colour"}, {"args", "colour"},
			{"examples", "half of it, please", "colour"}, {"examples", "half of it, please", "hue"}},
	}
	if !reflect.DeepEqual(o, want) {
		t.Errorf("got  %+v\nwant %+v", o, want)
	}
}

func TestAnEmptyOverlaySaysNothing(t *testing.T) {
	for _, src := range []string{"", "# nothing yet\n", "[args]\n[args.state]\n[examples]\n[tests]\n"} {
		if o := overlaid(t, src, parsed(t, full)); !reflect.DeepEqual(o, &Overlay{}) {
			t.Errorf("%q reads as %+v", src, o)
		}
	}
}

func TestTheContractIsNoOverlays(t *testing.T) {
	const why = " is contract, not wording; an overlay cannot change it"
	for key, value := range map[string]string{
		"run": `"mine.mts"`, "steps": `["x"]`, "needs": `{ reads = ["~/x"] }`, "config": `{ a = "b" }`,
		"yields": "{}", "platforms": `["linux"]`, "returns": `"x"`,
		"args.brightness.pick": `"number"`, "args.brightness.range": "[1, 50]", "args.brightness.recent": `"level"`,
		"args.brightness.optional": "true", "args.brightness.was": "[]", "args.brightness.vocab": `"rooms"`,
		"args.brightness.options": `{ a = "b" }`, "args.all.flag": "true", "args.plan.takes": `"x"`,
		"args.state.vocab": `"rooms"`, "args.room.options.den": `"The den."`, "args.place.vocab": `"rooms"`,
	} {
		named := strings.TrimSuffix(key, ".den")
		if got := overlayProblems(t, "\n"+key+" = "+value+"\n"); !slices.Equal(got, []string{"2: " + named + why}) {
			t.Errorf("%s: %q", key, got)
		}
	}
	if got := overlayProblems(t, "description = 'x'\n[needs]\nreads = 1\n"); !slices.Equal(got, []string{"2: needs" + why}) {
		t.Errorf("a table is blamed at its header: %q", got)
	}
}

func TestAnOverlayIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"no TOML", "tags = [\n= 1", []string{"2: unexpected character U+003D '=' at start of value"}},
		{"a key twice", "confirm = 'a'\nconfirm = 'b'", []string{"2: confirm is defined twice, first on line 1"}},
		{"an empty description", `description = " "`, []string{"1: description's first line, the summary, is empty"}},
		{"a description that repaints", `description = "Set\u001b[2J."`, []string{"1: description contains a control character (U+001B)"}},
		{"not_for that is no array", `not_for = "x"`, []string{"1: not_for must be an array"}},
		{"not_for with an empty line", `not_for = [""]`, []string{"1: not_for.0 is empty"}},
		{"a tag twice", `tags = ["a", "a"]`, []string{`1: tags repeats "a"`}},
		{"a tag that is no name", `tags = ["A"]`, []string{`1: tags: "A" is not a name: [a-z][a-z0-9_]*`}},
		{"an unknown effect", `effect = "delete"`, []string{"1: effect must be read, write or destructive"}},
		{"a loosening effect", `effect = "read"`, []string{`1: effect "read" loosens "write"; an overlay may only tighten`}},
		{"the same effect", `effect = "write"`, nil},
		{"destructive over a taken result", `effect = "destructive"`, []string{
			"1: args.plan takes a result, and the reflex is destructive: a destructive step takes what it acts on as a field its confirm can show"}},
		{"an empty confirm", `confirm = ""`, []string{"1: confirm is empty"}},
		{"a confirm that is no text", `confirm = 1`, []string{"1: confirm must be a string"}},
		{"a confirm with a stray brace", `confirm = "Set {state?"`, []string{`1: confirm has a "{" that opens no {placeholder}`}},
		{"a confirm that names what it cannot show", `confirm = "{a} {all} {brightness} {plan}"`, []string{
			"1: confirm names {a}, which is not an argument", "1: confirm names {all}, a flag", "1: confirm names {brightness}, an optional argument",
			"1: confirm names {plan}, a result the plan hands the body, which a confirm cannot show"}},
		{"args that is no table", `args = []`, []string{"1: args must be a table"}},
		{"an argument that is no table", `args.state = "x"`, []string{"1: args.state must be a table"}},
		{"an ask that is no text", `args.state.ask = ["x"]`, []string{"1: args.state.ask must be a string"}},
		{"an ask over two lines", `args.place.ask = "a\nb"`, []string{"1: args.place.ask contains a line feed (U+000A)"}},
		{"options that are no table", `args.state.options = ["on"]`, []string{"1: args.state.options must be a table"}},
		{"a new option", "[args.state]\noptions.bright = 'x'", []string{"2: args.state.options.bright is new; an overlay rewords existing options"}},
		{"a new option with a space", `args.state.options."no light" = 'x'`, []string{`1: args.state.options."no light" is new; an overlay rewords existing options`}},
		{"a meaning that is no text", `args.state.options."half way" = 1`, []string{`1: args.state.options."half way" must be a string`}},
		{"an empty meaning", `args.state.options.on = ""`, []string{"1: args.state.options.on is empty"}},
		{"an ask under two names", "[args.place]\nask = 'a'\n[args.room]\nask = 'b'", []string{"4: args.room.ask repeats args.place.ask; they are one argument"}},
		{"an assertion under two names", "[examples]\n'a b' = { room = 'a', place = 'b' }", []string{`2: "a b" asserts place, which repeats room; they are one argument`}},
		{"an utterance twice", "[examples]\n'lights out' = {}\n'Lights  out!' = {}", []string{`3: "Lights  out!" repeats "lights out"`}},
		{"an utterance in both tables", "[tests]\n'lights out' = {}\n\n[examples]\n'LIGHTS OUT' = {}", []string{`5: "LIGHTS OUT" repeats "lights out"`}},
		{"records that are no table", `examples = ["a"]`, []string{"1: examples must be a table"}},
		{"a record that is true", `tests."a" = true`, []string{`1: "a" must be false or a table of what it asserts`}},
		{"an empty utterance", "examples.'' = {}", []string{`1: examples."" is empty`}},
		{"an utterance that repaints", `examples."a\u202e" = {}`, []string{`1: examples."a\u202E" contains a bidi control (U+202E)`}},
		{"a key that is no option", "examples.a = { state = 'off' }", []string{`1: "a" asserts state = "off"; the options are on, half way`}},
		{"an option that is true", "examples.a = { state = true }", []string{`1: "a" asserts state = true; state takes an option key`}},
		{"a span that is not said", "examples.'to 30' = { brightness = '40' }", []string{`1: "to 30" asserts brightness = "40", which is not in the utterance`}},
		{"a span that is a number", "examples.'to 30' = { brightness = 30 }", []string{`1: "to 30" asserts brightness = 30; brightness takes a span of the utterance`}},
		{"a flag with a text", "examples.a = { all = 'yes' }", []string{`1: "a" asserts all = "yes"; all takes true or false`}},
		{"a taken result", "examples.a = { plan = 'a' }", []string{`1: "a" asserts plan, a result the plan hands the body; no sentence states one`}},
		{"a word that is true", "examples.a = { room = true }", []string{`1: "a" asserts room = true; room takes a word`}},
		{"a word under a former name", "examples.a = { place = 1 }", []string{`1: "a" asserts place = 1; place takes a word`}},
		{"an empty word", "examples.a = { room = '' }", []string{`1: "a" asserts room = "", which is empty`}},
		{"a word that repaints", `examples.a = { room = "\u0007" }`, []string{"1: \"a\" asserts room = \"\a\", which contains a control character (U+0007)"}},
		{"a word nobody listed", "examples.a = { room = 'the moon' }", nil},
		{"everything, in file order", "effect = 'read'\nrun = 'x'\n[examples]\na = 1\n[args.state]\npick = 'x'\nask = 2\n", []string{
			`1: effect "read" loosens "write"; an overlay may only tighten`, "2: run is contract, not wording; an overlay cannot change it",
			`4: "a" must be false or a table of what it asserts`, "6: args.state.pick is contract, not wording; an overlay cannot change it",
			"7: args.state.ask must be a string"}},
	} {
		if got := overlayProblems(t, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s: problems of\n%s\n got %q\nwant %q", c.name, c.src, got, c.want)
		}
	}
}

func TestAnEffectIsHeldAgainstTheShippedOne(t *testing.T) {
	for _, shipped := range []Effect{ReadOnly, Write, Destructive} {
		for _, yours := range []Effect{ReadOnly, Write, Destructive} {
			m := parsed(t, withKeys(fmt.Sprintf("effect = %q", shipped)))
			o, err := ReadOverlay("lights", fmt.Appendf(nil, "effect = %q", yours), m)
			if (err == nil) != (yours >= shipped) {
				t.Errorf("%s over %s: %v", yours, shipped, err)
			} else if err == nil && o.Over(m).Manifest.Effect != yours {
				t.Errorf("%s over %s is %s", yours, shipped, o.Over(m).Manifest.Effect)
			}
		}
	}
	absent := parsed(t, withKeys("-effect"))
	if _, err := ReadOverlay("lights", []byte("effect = 'write'"), absent); err == nil {
		t.Error("write stands over an absent effect, which is destructive")
	}
	if e := overlaid(t, "effect = 'destructive'", absent).Over(absent); !e.Manifest.EffectWritten {
		t.Error("an effect of the overlay is written")
	}
}

func TestAnAskOfATakenResultAddressesNothing(t *testing.T) {
	o := overlaid(t, "args.plan.ask = 'Which?'", parsed(t, full))
	if len(o.Args) != 0 || !reflect.DeepEqual(o.Orphaned, [][]string{{"args", "plan", "ask"}}) {
		t.Errorf("got %+v", o)
	}
}

func TestAnUtteranceIsFoundUnderIdentity(t *testing.T) {
	o := overlaid(t, "examples.'Lights out!' = {}\ntests.'a candle' = false", parsed(t, full))
	for _, c := range []struct {
		utterance, table, key string
	}{{"lights  OUT", "examples", "Lights out!"}, {"A candle…", "tests", "a candle"}, {"lights on", "", ""}} {
		if table, key, ok := o.Key(c.utterance); table != c.table || key != c.key || ok != (c.key != "") {
			t.Errorf("%q: %q, %q, %v", c.utterance, table, key, ok)
		}
	}
	if _, _, ok := (*Overlay)(nil).Key("a"); ok {
		t.Error("no overlay holds a key")
	}
}
