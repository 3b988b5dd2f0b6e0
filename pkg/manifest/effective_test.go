package manifest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/text"
)

func utterances(records []Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, r.Utterance)
	}
	return all
}

func TestAnOverlayIsMergedByOneRule(t *testing.T) {
	keep := func(m *Manifest) {}
	for _, c := range []struct {
		name, src string
		change    func(m *Manifest) // of the shipped manifest
		yours     [][]string
	}{
		{"nothing", "", keep, nil},
		{"what addresses nothing", "warmth = 3\nargs.colour.ask = 'x'", keep, nil},
		{"a description", "description = '''Lights.\nAll.'''", func(m *Manifest) { m.Description = "Lights.\nAll." }, [][]string{{"description"}}},
		{"a list whole", "not_for = ['a', 'b']", func(m *Manifest) { m.NotFor = []string{"a", "b"} }, [][]string{{"not_for"}}},
		{"a list emptied", "tags = []", func(m *Manifest) { m.Tags = []string{} }, [][]string{{"tags"}}},
		{"the same effect", "effect = 'write'", keep, [][]string{{"effect"}}},
		{"a confirm", "confirm = 'In {place}?'", func(m *Manifest) { m.Confirm = "In {room}?" }, [][]string{{"confirm"}}},
		{"an ask", "args.text.ask = 'Say?'", func(m *Manifest) { m.Args[3].Ask = "Say?" }, [][]string{{"args", "text", "ask"}}},
		{"an ask by a former name", "args.place.ask = 'Where?'", func(m *Manifest) { m.Args[0].Ask = "Where?" }, [][]string{{"args", "room", "ask"}}},
		{"one option of two", "args.state.options.'half way' = 'Dim.'", func(m *Manifest) { m.Args[1].Options[1].Meaning = "Dim." },
			[][]string{{"args", "state", "options", "half way"}}},
		{"paths are sorted", "tags = ['x']\nargs.state.ask = 'y'\nargs.all.ask = 'z'\n", func(m *Manifest) {
			m.Tags, m.Args[1].Ask, m.Args[4].Ask = []string{"x"}, "y", "z"
		}, [][]string{{"args", "all", "ask"}, {"args", "state", "ask"}, {"tags"}}},
		{"a new record goes last", "tests.'b c' = { room = 'den' }", func(m *Manifest) {
			m.Tests = append(m.Tests, Record{Utterance: "b c", Asserts: []Assertion{{Arg: "room", Value: "den"}}})
		}, [][]string{{"tests", "b c"}}},
		{"a record replaced goes last, as spelled", "examples.'Lights ON!' = false", func(m *Manifest) {
			m.Examples = append(m.Examples[1:], Record{Utterance: "Lights ON!", Never: true})
		}, [][]string{{"examples", "Lights ON!"}}},
		{"an example moved to the tests", "tests.'lights on' = {}", func(m *Manifest) {
			m.Examples, m.Tests = m.Examples[1:], append(m.Tests, Record{Utterance: "lights on"})
		}, [][]string{{"tests", "lights on"}}},
		{"a test moved to the examples", "examples.'a candle' = {}", func(m *Manifest) {
			m.Examples, m.Tests = append(m.Examples, Record{Utterance: "a candle"}), m.Tests[1:]
		}, [][]string{{"examples", "a candle"}}},
	} {
		shipped, want := parsed(t, full), parsed(t, full)
		c.change(want)
		got := overlaid(t, c.src, shipped).Over(shipped)
		if !reflect.DeepEqual(got.Manifest, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got.Manifest, want)
		}
		if !reflect.DeepEqual(got.Yours, c.yours) {
			t.Errorf("%s: yours are %q", c.name, got.Yours)
		}
		if !reflect.DeepEqual(shipped, parsed(t, full)) {
			t.Errorf("%s: the shipped manifest changed", c.name)
		}
	}
}

func TestNoOverlayLeavesWhatIsShipped(t *testing.T) {
	shipped := parsed(t, full)
	if e := (*Overlay)(nil).Over(shipped); e.Manifest != shipped || e.Yours != nil || e.Orphaned != nil || e.IsYours("description") {
		t.Errorf("got %+v", e)
	}
}

func TestWhatIsYoursIsKnownByItsPath(t *testing.T) {
	shipped := parsed(t, full)
	e := overlaid(t, "effect = 'write'\nwarmth = 1\n[args.state]\nask = 'x'\noptions.on = 'y'\n[tests]\nz = {}\n", shipped).Over(shipped)
	for path, want := range map[string]bool{
		"effect": true, "args/state/ask": true, "args/state/options/on": true, "tests/z": true,
		"confirm": false, "args": false, "args/state": false, "args/room/ask": false, "examples/z": false, "warmth": false,
	} {
		if e.IsYours(strings.Split(path, "/")...) != want {
			t.Errorf("%s: not %v", path, want)
		}
	}
	if !reflect.DeepEqual(e.Orphaned, [][]string{{"warmth"}}) {
		t.Errorf("orphaned are %q", e.Orphaned)
	}
}

func TestARecordIsTaughtOnce(t *testing.T) {
	m := parsed(t, full)
	on := Assertion{Arg: "state", Value: "half way"}
	bright := Assertion{Arg: "brightness", Value: "30 percent"}
	all := Assertion{Arg: "all", Unstated: true}
	for _, c := range []struct {
		record Record
		want   bool
	}{
		{Record{Utterance: "half way, to 30 percent please", Asserts: []Assertion{on, bright, all}}, true},
		{Record{Utterance: "HALF way,  to 30 percent please!", Asserts: []Assertion{all, on, bright}}, true},
		{Record{Utterance: "half way, to 30 percent please", Asserts: []Assertion{on, bright}}, false},
		{Record{Utterance: "half way, to 30 percent please", Asserts: []Assertion{on, bright, {Arg: "all", Raised: true}}}, false},
		{Record{Utterance: "half way, to 30 percent please", Never: true}, false},
		{Record{Utterance: "half way", Asserts: []Assertion{on}}, false},
		{Record{Utterance: "a candle", Never: true}, false}, // among the tests: the classifier does not see it
	} {
		if got := m.Teaches(c.record); got != c.want {
			t.Errorf("%+v: %v", c.record, got)
		}
	}
}

// contract is a manifest without its wording.
func contract(m *Manifest) Manifest {
	c := *m
	c.Description, c.NotFor, c.Tags, c.Confirm, c.Examples, c.Tests = "", nil, nil, "", nil, nil
	c.Effect, c.EffectWritten = 0, false
	c.Args = slices.Clone(m.Args)
	for i := range c.Args {
		c.Args[i].Ask = ""
		c.Args[i].Options = slices.Clone(c.Args[i].Options)
		for n := range c.Args[i].Options {
			c.Args[i].Options[n].Meaning = ""
		}
	}
	return c
}

// checkOverlay holds an overlay that reads to what may be counted on. pristine
// is the shipped manifest read a second time.
func checkOverlay(t *testing.T, pristine, shipped *Manifest, o *Overlay) {
	t.Helper()
	e := o.Over(shipped)
	if !reflect.DeepEqual(shipped, pristine) {
		t.Error("the shipped manifest changed")
	}
	if !reflect.DeepEqual(contract(shipped), contract(e.Manifest)) {
		t.Errorf("the contract changed:\n%+v\n%+v", contract(shipped), contract(e.Manifest))
	}
	if e.Manifest.Effect < shipped.Effect {
		t.Errorf("%s loosened to %s", shipped.Effect, e.Manifest.Effect)
	}
	checkConsistent(t, e.Manifest, true)
	if !slices.IsSortedFunc(e.Yours, slices.Compare[[]string]) {
		t.Errorf("yours are not sorted: %q", e.Yours)
	}
	for i, path := range e.Yours {
		if i > 0 && slices.Equal(path, e.Yours[i-1]) {
			t.Errorf("%q is yours twice", path)
		}
	}
	checkRecordsOf(t, e, o)
}

func checkRecordsOf(t *testing.T, e Effective, o *Overlay) {
	t.Helper()
	for table, records := range map[string][]Record{"examples": o.Examples, "tests": o.Tests} {
		for _, r := range records {
			if in, key, ok := o.Key(r.Utterance); !ok || in != table || key != r.Utterance || !e.IsYours(table, key) {
				t.Errorf("%q of %s is found as %q of %s", r.Utterance, table, key, in)
			}
			if table == "examples" && !e.Manifest.Teaches(r) {
				t.Errorf("%+v is not taught", r)
			}
		}
	}
	if merged := e.Manifest.Examples; !slices.Equal(utterances(o.Examples), utterances(merged[len(merged)-len(o.Examples):])) {
		t.Errorf("the overlay's examples do not follow: %q", utterances(merged))
	}
}

// shippedTexts are what overlays are laid over: a file body, a playbook, an
// argv.
var shippedTexts = []string{
	full,
	planOf(`"check {service}'s errors[ in {region}]", "check whether it landed"`, service, region),
	withKeys(`run = ["hue", "{level}", "{mode}"]`, `effect = "read"`, `confirm = "To {level}?"`, pickNumber,
		"[args.mode]\nask = \"Which?\"\noptions.a = \"A.\"\noptions.b = \"B.\"\noptional = true\nwas = [\"kind\", \"sort\"]\n",
		"[examples]\n\"level 3\" = { level = \"3\" }\n"),
}

func TestAnOverlayNeverTouchesTheContract(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := rapid.SampledFrom(shippedTexts).Draw(rt, "shipped")
		yours := drawOverlay(rt)
		shipped := parsed(t, src)
		o, err := ReadOverlay("lights", []byte(yours), shipped)
		if err != nil {
			checkProblems(t, nil, err)
			return
		}
		checkOverlay(t, parsed(t, src), shipped, o)
		if t.Failed() {
			rt.Fatalf("with the overlay\n%s", yours)
		}
	})
}

var (
	topLines = []string{
		`description = "Do it.\nNow."`, `not_for = []`, `not_for = ["a", "b"]`, `tags = ["a", "b"]`, `effect = "write"`, `effect = "destructive"`,
		`confirm = "Go?"`, `confirm = "{room} {state}?"`, `confirm = "{place}?"`, `confirm = "{level}?"`, `x = 1`,
	}
	argNames = []string{"room", "place", "state", "brightness", "text", "all", "plan", "service", "level", "mode", "kind", "sort", "gone"}
	argLines = []string{"ask = 'So?'", "options.on = 'Lit.'", "options.a = 'First.'", "colour = 1", "ask = 'So?'\noptions.b = 'Second.'", "optional = true"}
	said     = []string{"lights on", "Lights  ON!", "a candle", "level 3", "to level 3 in the den", "half way", "new"}
	asserted = []string{"%s = false", "%s = 'den'", "%s = 'on'", "%s = '3'", "%s = true"}
)

func keyOf(line string) string {
	key, _, _ := strings.Cut(line, " ")
	return key
}

// drawOverlay is an overlay that often reads: lines of keys that are there,
// were there, or never were.
func drawOverlay(rt *rapid.T) string {
	var out strings.Builder
	for _, line := range rapid.SliceOfNDistinct(rapid.SampledFrom(topLines), 0, 3, keyOf).Draw(rt, "top") {
		out.WriteString(line + "\n")
	}
	for _, arg := range rapid.SliceOfNDistinct(rapid.SampledFrom(argNames), 0, 2, rapid.ID[string]).Draw(rt, "args") {
		fmt.Fprintf(&out, "[args.%s]\n%s\n", arg, rapid.SampledFrom(argLines).Draw(rt, "wording"))
	}
	all := rapid.SliceOfNDistinct(rapid.SampledFrom(said), 0, 4, text.Identity).Draw(rt, "utterances")
	split := rapid.IntRange(0, len(all)).Draw(rt, "split")
	writeRecords(rt, &out, "examples", all[:split])
	writeRecords(rt, &out, "tests", all[split:])
	return out.String()
}

func writeRecords(rt *rapid.T, out *strings.Builder, table string, utterances []string) {
	fmt.Fprintf(out, "[%s]\n", table)
	for _, u := range utterances {
		value := "false"
		if rapid.Bool().Draw(rt, "asserts") {
			value = "{}"
		}
		if rapid.Bool().Draw(rt, "an argument") {
			value = fmt.Sprintf("{ "+rapid.SampledFrom(asserted).Draw(rt, "value")+" }", rapid.SampledFrom(argNames).Draw(rt, "argument"))
		}
		fmt.Fprintf(out, "%q = %s\n", u, value)
	}
}

func FuzzReadOverlay(f *testing.F) {
	f.Add(full, uint8(0))
	f.Add("confirm = '{place}'\n[args.place]\nask = 'a'\n[args.room]\nask = 'b'\n", uint8(0))
	f.Add("effect = 'destructive'\nnot_for = []\nargs.state.options.on = 'x'\nexamples.'LIGHTS on' = { place = 'x', state = 'on' }\n", uint8(0))
	f.Add("description = 'Plan.'\nargs.service.ask = 'x'\ntests.'a' = { service = 'a', x = 1 }\n", uint8(1))
	f.Add("tags = ['a']\nargs.kind.options.b = 'x'\nexamples.\"level 3\" = { sort = 'a', level = '3' }\n", uint8(2))
	var shipped, pristine []*Manifest
	for _, src := range shippedTexts {
		shipped, pristine = append(shipped, parsed(f, src)), append(pristine, parsed(f, src))
	}
	f.Fuzz(func(t *testing.T, src string, which uint8) {
		of := int(which) % len(shipped)
		o, err := ReadOverlay("x", []byte(src), shipped[of])
		if err != nil {
			checkProblems(t, nil, err)
			return
		}
		checkOverlay(t, pristine[of], shipped[of], o)
	})
}

func ExampleOverlay_Over() {
	shipped, err := Parse("lights", []byte(`reflex = 1
description = "Turn the lights of one room on or off."
effect = "write"
confirm = "Set the lights {power}?"
run = "lights.mts"

[args.power]
ask = "On or off?"
options.on = "Switch on."
options.off = "Switch off."
was = ["state"]
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	overlay, err := ReadOverlay("lights", []byte(`
[args.state]
options.off = "Out."

[examples]
"kill the lights" = { state = "off" }
`), shipped)
	if err != nil {
		fmt.Println(err)
		return
	}
	effective := overlay.Over(shipped)
	fmt.Println(effective.Manifest.Args[0].Options[1].Meaning)
	fmt.Println(effective.Manifest.Examples[0].Asserts[0].Arg)
	fmt.Println(effective.Yours)
	// Output:
	// Out.
	// power
	// [[args power options off] [examples kill the lights]]
}
