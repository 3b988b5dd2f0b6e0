package contractdiff

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
)

// lamps has something in every place a contract can change.
const lamps = `reflex = 1
description = "Set the lamps."
effect = "write"
confirm = "Set {room}?"
run = ["hue", "{room}", "{state}"]
platforms = ["linux"]

[needs]
writes = ["{file}"]
runs = ["hue"]

[config]
file = "The list of lamps"
token = { about = "The key", secret = true }

[args.room]
ask = "Which room?"
vocab = "rooms"
was = ["place"]

[args.state]
ask = "On or off?"
options.on = "Switch on."
options.off = "Switch off."

[args.level]
ask = "How bright?"
pick = "number"
range = [1, 100]
optional = true

[args.note]
ask = "Which note?"
pick = "quoted"
optional = true
`

// finder has what only a file body may have.
const finder = `reflex = 1
description = "Find the release."
effect = "read"
confirm = "Find it?"
run = "finder.mts"
returns = "release"

[args.errors]
takes = "errors"

[args.since]
ask = "Since when?"
pick = "quoted"
recent = "release"

[args.deep]
ask = "All of it?"
flag = true

[yields]
release = "quoted"
hits = { each = { line = "number", file = "quoted" } }
`

const outage = `reflex = 1
description = "Handle an outage."
effect = "write"
confirm = "Handle it for {service}?"
steps = ["check {service}'s errors", { say = "tell the channel", when = { landing = "yes" } }]

[args.service]
ask = "Which service?"
vocab = "services"
`

func parse(t testing.TB, src string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse("it", []byte(src))
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return m
}

// edited is src with texts replaced: old, new, old, new, …
func edited(t testing.TB, src string, edits ...string) string {
	t.Helper()
	for i := 0; i+1 < len(edits); i += 2 {
		if !strings.Contains(src, edits[i]) {
			t.Fatalf("no %q to replace", edits[i])
		}
		src = strings.ReplaceAll(src, edits[i], edits[i+1])
	}
	return src
}

// shown is a change as level, key, text and JSON.
func shown(t testing.TB, c Change) string {
	t.Helper()
	wire, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s | %s | %s | %s", c.Level(), c.Key(), c.Text(), wire)
}

// changeRows are the rows of the table, each as an edit of a manifest. back is
// what the edit undone is.
var changeRows = []struct {
	name, src  string
	edits      []string
	want, back []string
}{
	{"an argument renamed follows into an argv", lamps,
		[]string{"[args.state]\n", "[args.power]\nwas = ['state']\n", "{state}", "{power}"},
		[]string{`major | args.state | renamed power | {"type":"arg_renamed","from":"state","to":"power"}`},
		[]string{
			`major | args.power | removed | {"type":"arg_removed","arg":"power"}`,
			`minor | args.state | added | {"type":"arg_added","arg":"state"}`,
			`major | run | changed | {"type":"run_changed"}`}},
	{"a renamed argument is compared under its current name", lamps,
		[]string{"[args.level]\n", "[args.brightness]\nwas = ['level']\n", "range = [1, 100]\noptional = true", "range = [1, 99]"},
		[]string{
			`major | args.level | renamed brightness | {"type":"arg_renamed","from":"level","to":"brightness"}`,
			`major | args.brightness | now required | {"type":"required","arg":"brightness"}`,
			`major | args.brightness | range changed | {"type":"range_changed","arg":"brightness"}`}, nil},
	{"an argument by a name before the last", lamps,
		[]string{"[args.room]", "[args.where]", "was = [\"place\"]", "was = ['place', 'room']", "{room}", "{where}"},
		[]string{`major | args.room | renamed where | {"type":"arg_renamed","from":"room","to":"where"}`}, nil},
	{"an argument removed", lamps,
		[]string{"[args.note]\nask = \"Which note?\"\npick = \"quoted\"\noptional = true\n", ""},
		[]string{`major | args.note | removed | {"type":"arg_removed","arg":"note"}`},
		[]string{`minor | args.note | added | {"type":"arg_added","arg":"note"}`}},
	{"a required argument added", lamps,
		[]string{"[args.note]", "[args.scene]\nask = 'Which scene?'\npick = 'code'\n\n[args.note]"},
		[]string{`minor | args.scene | added | {"type":"arg_added","arg":"scene"}`},
		[]string{`major | args.scene | removed | {"type":"arg_removed","arg":"scene"}`}},
	{"an argument made required", lamps, []string{"pick = \"quoted\"\noptional = true\n", "pick = \"quoted\"\n"},
		[]string{`major | args.note | now required | {"type":"required","arg":"note"}`},
		[]string{`minor | args.note | now optional | {"type":"optional","arg":"note"}`}},
	{"another vocabulary", lamps, []string{`"rooms"`, `"places"`},
		[]string{`major | args.room | source changed | {"type":"source_changed","arg":"room"}`},
		[]string{`major | args.room | source changed | {"type":"source_changed","arg":"room"}`}},
	{"another recognizer", lamps, []string{`pick = "quoted"`, `pick = "url"`},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`}},
	{"another recognizer, whose range is no other change", lamps, []string{"\"number\"\nrange = [1, 100]", "\"duration\"\nrange = [60, 90]"},
		[]string{`major | args.level | source changed | {"type":"source_changed","arg":"level"}`}, nil},
	{"another kind of source", lamps, []string{"pick = \"quoted\"", "vocab = \"notes\""},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`}},
	{"a value made a flag", lamps, []string{"pick = \"quoted\"\noptional = true", "flag = true"},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`},
		[]string{`major | args.note | source changed | {"type":"source_changed","arg":"note"}`}},
	{"options gone before new ones", lamps, []string{"options.off = \"Switch off.\"\n", "options.dim = 'Dim.'\noptions.\"half way\" = 'Half.'\n"},
		[]string{
			`major | args.state.options.off | removed | {"type":"option_removed","arg":"state","key":"off"}`,
			`minor | args.state.options.dim | added | {"type":"option_added","arg":"state","key":"dim"}`,
			`minor | args.state.options."half way" | added | {"type":"option_added","arg":"state","key":"half way"}`}, nil},
	{"an option added", lamps, []string{"options.off =", "options.dim = 'Dim.'\noptions.off ="},
		[]string{`minor | args.state.options.dim | added | {"type":"option_added","arg":"state","key":"dim"}`},
		[]string{`major | args.state.options.dim | removed | {"type":"option_removed","arg":"state","key":"dim"}`}},
	{"a wider range", lamps, []string{"[1, 100]", "[0, 100]"},
		[]string{`major | args.level | range changed | {"type":"range_changed","arg":"level"}`},
		[]string{`major | args.level | range changed | {"type":"range_changed","arg":"level"}`}},
	{"no range", lamps, []string{"range = [1, 100]\n", ""},
		[]string{`major | args.level | range changed | {"type":"range_changed","arg":"level"}`},
		[]string{`major | args.level | range changed | {"type":"range_changed","arg":"level"}`}},
	{"no recent", finder, []string{"recent = \"release\"\n", ""},
		[]string{`major | args.since | recent changed | {"type":"recent_changed","arg":"since"}`},
		[]string{`major | args.since | recent changed | {"type":"recent_changed","arg":"since"}`}},
	{"required, source, recent", finder, []string{"pick = \"quoted\"\nrecent = \"release\"", "vocab = 'days'\noptional = true"},
		[]string{
			`minor | args.since | now optional | {"type":"optional","arg":"since"}`,
			`major | args.since | source changed | {"type":"source_changed","arg":"since"}`,
			`major | args.since | recent changed | {"type":"recent_changed","arg":"since"}`}, nil},
	{"another program", lamps, []string{`["hue", "{room}"`, `["hue", "set", "{room}"`},
		[]string{`major | run | changed | {"type":"run_changed"}`}, []string{`major | run | changed | {"type":"run_changed"}`}},
	{"another file", finder, []string{"finder.mts", "finder.mjs"},
		[]string{`major | run | changed | {"type":"run_changed"}`}, []string{`major | run | changed | {"type":"run_changed"}`}},
	{"a step reworded", outage, []string{"errors", "faults"},
		[]string{`major | steps | the steps moved | {"type":"steps_changed"}`}, []string{`major | steps | the steps moved | {"type":"steps_changed"}`}},
	{"a step under another value", outage, []string{`"yes"`, `"no"`},
		[]string{`major | steps | the steps moved | {"type":"steps_changed"}`}, []string{`major | steps | the steps moved | {"type":"steps_changed"}`}},
	{"a slot renamed with its argument moves the steps", outage,
		[]string{"[args.service]", "[args.target]\nwas = ['service']", "{service}", "{target}"},
		[]string{
			`major | args.service | renamed target | {"type":"arg_renamed","from":"service","to":"target"}`,
			`major | steps | the steps moved | {"type":"steps_changed"}`}, nil},
	{"a declaration widened", lamps, []string{`writes = ["{file}"]`, `writes = ["{file}", "~/notes"]` + "\nhosts = ['*']"},
		[]string{`minor | needs | widened: writes ~/notes · hosts * | {"type":"needs_widened","added":{"writes":["~/notes"],"hosts":["*"]}}`},
		[]string{`same | needs | narrowed: writes ~/notes · hosts * dropped | {"type":"needs_narrowed","removed":{"writes":["~/notes"],"hosts":["*"]}}`}},
	{"a declaration moved", lamps, []string{`runs = ["hue"]`, `runs = ["curl"]`},
		[]string{
			`minor | needs | widened: runs curl | {"type":"needs_widened","added":{"runs":["curl"]}}`,
			`same | needs | narrowed: runs hue dropped | {"type":"needs_narrowed","removed":{"runs":["hue"]}}`}, nil},
	{"a setting added", lamps, []string{"[config]\n", "[config]\nport = 'The port'\n"},
		[]string{`minor | config.port | added | {"type":"config_added","key":"port"}`},
		[]string{`minor | config.port | removed; your setting is skipped | {"type":"config_removed","key":"port"}`}},
	{"a setting made plain", lamps, []string{", secret = true", ""},
		[]string{`minor | config.token | no longer a secret | {"type":"config_secret","key":"token","secret":false}`},
		[]string{`major | config.token | now a secret; a plain setting turns the reflex inactive | {"type":"config_secret","key":"token","secret":true}`}},
	{"a yield added", finder, []string{"[yields]\n", "[yields]\nwho = 'email'\n"},
		[]string{`minor | yields.who | added | {"type":"yield_added","field":"who"}`},
		[]string{`major | yields.who | removed | {"type":"yield_removed","field":"who"}`}},
	{"a yield of another kind", finder, []string{"release = \"quoted\"", "release = 'code'"},
		[]string{`major | yields.release | changed | {"type":"yield_changed","field":"release"}`},
		[]string{`major | yields.release | changed | {"type":"yield_changed","field":"release"}`}},
	{"a list made one value", finder, []string{"{ each = { line = \"number\", file = \"quoted\" } }", "'number'"},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`}},
	{"a list of other fields", finder, []string{"line = \"number\"", "row = 'number'"},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`}},
	{"a list with one field more", finder, []string{"line = \"number\"", "line = \"number\", col = 'number'"},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`},
		[]string{`major | yields.hits | changed | {"type":"yield_changed","field":"hits"}`}},
	{"another result taken", finder, []string{`takes = "errors"`, `takes = "faults"`},
		[]string{`major | args.errors | takes faults now | {"type":"takes_changed","arg":"errors","name":"faults"}`},
		[]string{`major | args.errors | takes errors now | {"type":"takes_changed","arg":"errors","name":"errors"}`}},
	{"a result taken", finder, []string{"[args.since]", "[args.logs]\ntakes = 'log'\n\n[args.since]"},
		[]string{`major | args.logs | added, takes log | {"type":"takes_added","arg":"logs","name":"log"}`},
		[]string{`major | args.logs | removed | {"type":"takes_removed","arg":"logs"}`}},
	{"an asked argument taken now", finder, []string{"ask = \"All of it?\"\nflag = true", "takes = 'depth'"},
		[]string{
			`major | args.deep | removed | {"type":"arg_removed","arg":"deep"}`,
			`major | args.deep | added, takes depth | {"type":"takes_added","arg":"deep","name":"depth"}`},
		[]string{
			`minor | args.deep | added | {"type":"arg_added","arg":"deep"}`,
			`major | args.deep | removed | {"type":"takes_removed","arg":"deep"}`}},
	{"no result named", finder, []string{"returns = \"release\"\n", ""},
		[]string{`major | returns | removed | {"type":"returns_removed","name":"release"}`},
		[]string{`minor | returns | added: release | {"type":"returns_added","name":"release"}`}},
	{"another result named", finder, []string{"returns = \"release\"", "returns = 'suspect'"},
		[]string{`major | returns | changed: suspect | {"type":"returns_changed","name":"suspect"}`},
		[]string{`major | returns | changed: release | {"type":"returns_changed","name":"release"}`}},
	{"a platform more", lamps, []string{`["linux"]`, `["macos", "linux"]`},
		[]string{`minor | platforms | added: macos | {"type":"platform_added","platform":"macos"}`},
		[]string{`major | platforms | dropped: macos | {"type":"platform_removed","platform":"macos"}`}},
	{"every platform", lamps, []string{"platforms = [\"linux\"]\n", ""},
		[]string{`minor | platforms | added: macos | {"type":"platform_added","platform":"macos"}`},
		[]string{`major | platforms | dropped: macos | {"type":"platform_removed","platform":"macos"}`}},
	{"linux for macos", lamps, []string{`["linux"]`, `["macos"]`},
		[]string{
			`major | platforms | dropped: linux | {"type":"platform_removed","platform":"linux"}`,
			`minor | platforms | added: macos | {"type":"platform_added","platform":"macos"}`},
		[]string{
			`minor | platforms | added: linux | {"type":"platform_added","platform":"linux"}`,
			`major | platforms | dropped: macos | {"type":"platform_removed","platform":"macos"}`}},
	{"wording alone", lamps, []string{"Set the lamps.", "Lamps.", "Set {room}?", "In {room}?", "Which room?", "Where?",
		"Switch on.", "On.", "The key", "A key", `"write"`, `"destructive"`, "[config]", "[examples]\n'lamps on' = {}\n\n[config]"}, nil, nil},
	{"another order", finder, []string{`line = "number", file = "quoted"`, `file = "quoted", line = "number"`}, nil, nil},
}

func TestEveryRowOfTheTable(t *testing.T) {
	seen := map[Kind]bool{}
	check := func(t *testing.T, previous, next string, want []string) {
		t.Helper()
		diff := Compare(parse(t, previous), parse(t, next))
		var got []string
		level := Same
		for _, c := range diff.Changes {
			seen[c.Kind] = true
			got = append(got, shown(t, c))
			level = max(level, c.Level())
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
		if diff.Level != level {
			t.Errorf("the level is %s, the highest change's %s", diff.Level, level)
		}
	}
	for _, c := range changeRows {
		t.Run(c.name, func(t *testing.T) {
			next := edited(t, c.src, c.edits...)
			check(t, c.src, next, c.want)
			if c.back != nil || c.want == nil {
				check(t, next, c.src, c.back)
			}
		})
	}
	for kind := range rows {
		if !seen[kind] {
			t.Errorf("no row is %s", kind)
		}
	}
}

func TestTheChangesStandInTheTablesOrder(t *testing.T) {
	previous, next := parse(t, finder), parse(t, finder)
	previous.Args[1].Recent = ""
	previous.Args = append(previous.Args, manifest.Argument{Name: "old", Source: manifest.Flag}, manifest.Argument{Name: "was", Source: manifest.Takes, Takes: "x"})
	next.Args[0].Takes = "faults"
	next.Args = append([]manifest.Argument{{Name: "new", Source: manifest.Flag}, {Name: "logs", Source: manifest.Takes, Takes: "log"}}, next.Args...)
	next.Run, next.Steps = manifest.Run{}, []manifest.Step{{Say: "look"}}
	previous.Needs, next.Needs = manifest.Needs{Reads: []string{"/a"}}, manifest.Needs{Reads: []string{"/b"}}
	previous.Config = []manifest.Setting{{Key: "gone"}, {Key: "key"}}
	next.Config = []manifest.Setting{{Key: "port"}, {Key: "key", Secret: true}}
	next.Yields = []manifest.Yield{{Field: "who", Pick: "email"}, {Field: "release", Pick: "code"}}
	next.Returns, previous.Platforms, next.Platforms = "", []string{"macos"}, []string{"linux"}

	var got []string
	for _, line := range Compare(previous, next).Lines() {
		got = append(got, line.Key+" "+line.Text)
	}
	want := []string{
		"args.since recent changed", "args.old removed", "args.new added", "run changed", "steps the steps moved",
		"needs widened: reads /b", "needs narrowed: reads /a dropped",
		"config.gone removed; your setting is skipped", "config.key now a secret; a plain setting turns the reflex inactive",
		"config.port added", "yields.release changed", "yields.hits removed", "yields.who added",
		"args.errors takes faults now", "args.was removed", "args.logs added, takes log",
		"returns removed", "platforms added: linux", "platforms dropped: macos",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWasIsCumulativeAndARetiredNameNeverReturns(t *testing.T) {
	arg := func(name string, was ...string) manifest.Argument {
		return manifest.Argument{Name: name, Ask: "?", Source: manifest.Flag, Was: was}
	}
	of := func(args ...manifest.Argument) *manifest.Manifest { return &manifest.Manifest{Args: args} }
	previous := of(arg("power", "state", "mode"), arg("room"))
	const returned, dropped = "it: args.%s is a retired name, back in use", "it: %s has gone from was"
	for _, c := range []struct {
		name string
		next *manifest.Manifest
		want []string
	}{
		{"nothing", previous, nil},
		{"a longer list", of(arg("power", "state", "mode", "switch"), arg("room")), nil},
		{"a list handed on", of(arg("level", "power", "state", "mode"), arg("room")), nil},
		{"a name on another argument's list", of(arg("power", "state"), arg("room", "mode")), nil},
		{"a name dropped", of(arg("power", "mode"), arg("room")), []string{fmt.Sprintf(dropped, "state")}},
		{"an argument gone with its list", of(arg("room")), []string{fmt.Sprintf(dropped, "state"), fmt.Sprintf(dropped, "mode")}},
		{"a name back", of(arg("power", "state"), arg("mode")), []string{fmt.Sprintf(returned, "mode"), fmt.Sprintf(dropped, "mode")}},
		{"names returned, then names dropped", of(arg("power"), arg("state")),
			[]string{fmt.Sprintf(returned, "state"), fmt.Sprintf(dropped, "state"), fmt.Sprintf(dropped, "mode")}},
		{"a name back as a taken result", of(arg("power", "mode"), manifest.Argument{Name: "state", Source: manifest.Takes}),
			[]string{fmt.Sprintf(returned, "state"), fmt.Sprintf(dropped, "state")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, p := range Compare(previous, c.next).Problems("it") {
				got = append(got, p.Error())
				if p.Fix.Kind != diag.FixCheck {
					t.Errorf("%s is put right by %s", p.Message, p.Fix.Kind)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheNextVersion(t *testing.T) {
	const most = ^uint64(0)
	for _, c := range []struct {
		v    ref.Version
		want [3]ref.Version // same, minor, major
	}{
		{ref.Version{Major: 1, Minor: 2, Patch: 3}, [3]ref.Version{{Major: 1, Minor: 2, Patch: 3}, {Major: 1, Minor: 3}, {Major: 2}}},
		{ref.Version{Minor: 4}, [3]ref.Version{{Minor: 4}, {Minor: 5}, {Major: 1}}},
		{ref.Version{}, [3]ref.Version{{}, {Minor: 1}, {Major: 1}}},
		{ref.Version{Major: 1, Minor: most}, [3]ref.Version{{Major: 1, Minor: most}, {Major: 2}, {Major: 2}}},
		{ref.Version{Major: most}, [3]ref.Version{{Major: most}, {Major: most, Minor: 1}, {Major: most}}},
	} {
		for level, want := range c.want {
			if got := Next(c.v, Level(level)); got != want {
				t.Errorf("%s of %s is %s, not %s", Level(level), c.v, got, want)
			}
		}
	}
}

func TestADiffsJSONIsTheVectors(t *testing.T) {
	got, err := json.Marshal(Compare(parse(t, lamps), parse(t, edited(t, lamps, "was = [\"place\"]\n", "", `["linux"]`, `["macos", "linux"]`))))
	want := `{"level":"minor","changes":[{"type":"platform_added","platform":"macos"}],"violations":[{"type":"dropped","arg":"place"}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	got, err = json.Marshal(Compare(parse(t, lamps), parse(t, lamps)))
	if want = `{"level":"same","changes":[],"violations":[]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestComparingChangesNeitherManifest(t *testing.T) {
	previous, next := parse(t, lamps), parse(t, edited(t, lamps, "[args.state]\n", "[args.power]\nwas = ['state']\n", "{state}", "{power}"))
	Compare(previous, next)
	if !reflect.DeepEqual(previous, parse(t, lamps)) || next.Args[1].Name != "power" {
		t.Errorf("%+v, %+v", previous, next)
	}
}

func ExampleCompare() {
	previous := &manifest.Manifest{Args: []manifest.Argument{{Name: "state", Source: manifest.Flag}}}
	next := &manifest.Manifest{
		Args:   []manifest.Argument{{Name: "power", Source: manifest.Flag, Was: []string{"state"}}},
		Config: []manifest.Setting{{Key: "bridge"}},
	}
	diff := Compare(previous, next)
	tag := ref.Version{Major: 1, Minor: 2}
	fmt.Printf("%s → %s  %s\n", tag, Next(tag, diff.Level), diff.Level)
	for _, line := range diff.Lines() {
		fmt.Printf("  %-13s  %s\n", line.Key, line.Text)
	}
	// Output:
	// 1.2.0 → 2.0.0  major
	//   args.state     renamed power
	//   config.bridge  added
}
