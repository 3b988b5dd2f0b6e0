package contractdiff

import (
	"slices"
	"strings"
	"testing"

	"sinew/pkg/manifest"
)

// shippedSource has text in every place an overlay may replace.
const shippedSource = `reflex = 1
description = "Set the lamps."
not_for = ["scenes"]
tags = ["home"]
effect = "write"
confirm = "Set {room} {state}?"
run = "lamps.mts"

[needs]
hosts = ["*"]

[args.room]
ask = "Which room?"
vocab = "rooms"

[args.state]
ask = "On or off?"
options.on = "Switch on."
options.off = "Switch off."

[args.tag]
ask = "Which tag?"
pick = "quoted"
optional = true

[examples]
"lamps on" = { state = "on" }
"lamps off" = { state = "off" }

[tests]
"a candle" = false
`

// renamedSource calls state power, and changes nothing else.
func renamedSource(t testing.TB) string {
	return edited(t, shippedSource, "[args.state]", "[args.power]\nwas = ['state']", "{state}", "{power}", "{ state =", "{ power =")
}

func overlay(t testing.TB, src string, shipped *manifest.Manifest) *manifest.Overlay {
	t.Helper()
	o, err := manifest.ReadOverlay("it", []byte(src), shipped)
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return o
}

// updated is the update from one text to another under an overlay.
func updated(t testing.TB, previous, next, yours string) Update {
	t.Helper()
	u := Update{Previous: parse(t, previous), Next: parse(t, next)}
	u.Before, u.After = overlay(t, yours, u.Previous), overlay(t, yours, u.Next)
	u.Consent = Weigh(Asked(u.Previous), Asked(u.Next))
	return u
}

func TestTheDetailLinesOfAnUpdateStandInTheirOrder(t *testing.T) {
	next := edited(t, renamedSource(t), "Set the lamps.", "Set them.", "[needs]\nhosts = [\"*\"]\n", "[needs]\nwrites = ['~/notes']\n",
		"[args.tag]\nask = \"Which tag?\"\npick = \"quoted\"\noptional = true\n", "", "scenes", "scenes and schedules", `"write"`, `"destructive"`)
	yours := "description = 'Mine.'\nnot_for = ['x']\n[args.tag]\nask = 'Tag?'\n[examples]\n'kill them' = { state = 'off' }\n'den on' = { room = 'den', state = 'on' }\n" +
		"[tests]\n'dark now' = { state = false }\n'never mind' = false\n'in the den' = { room = 'den' }\n"
	want := []string{
		"description | rewritten, yours kept",
		"args.state | renamed power; your 2 examples and 1 test follow",
		"args.tag | removed",
		"not_for | changed upstream, yours kept",
		"args.tag | addresses nothing, skipped",
		"effect | tightened to destructive",
		"needs | widened: writes ~/notes upstream; none kept until you accept",
	}
	if got := shownLines(updated(t, shippedSource, next, yours).Report().Lines()); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestViolationsStandAfterTheContract(t *testing.T) {
	u := Update{Previous: parse(t, renamedSource(t)), Next: parse(t, shippedSource)}
	want := []string{
		"args.power | removed", "args.state | added",
		"args.state | a retired name, back in use", "args.state | gone from was",
	}
	if got := shownLines(u.Report().Lines()); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWhatBecomesOfTheDescription(t *testing.T) {
	next := edited(t, shippedSource, "Set the lamps.", "Set them.")
	for _, c := range []struct {
		name, next, yours string
		want              []string
	}{
		{"rewritten", next, "", []string{"description | rewritten, taken (you have no override)"}},
		{"rewritten, and yours", next, "description = 'Mine.'", []string{"description | rewritten, yours kept"}},
		{"as it was, and yours", shippedSource, "description = 'Mine.'", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shownLines(updated(t, shippedSource, c.next, c.yours).Report().Lines()); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestARenameSaysHowManyOfYourRecordsFollow(t *testing.T) {
	for _, c := range []struct{ name, yours, want string }{
		{"none", "", ""},
		{"none that names it", "examples.'x' = { room = 'den' }\ntests.'y' = false", ""},
		{"one example", "examples.'x' = { state = 'on' }", "; your 1 example follows"},
		{"one test", "tests.'x' = { state = false }", "; your 1 test follows"},
		{"one of each", "examples.'x' = { state = 'on' }\ntests.'y' = { state = 'on' }", "; your 1 example and 1 test follow"},
		{"two examples", "examples.'x' = { state = 'on' }\nexamples.'y' = { state = 'on' }", "; your 2 examples follow"},
		{"by the new name already", "examples.'x' = { power = 'on' }", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := shownLines(updated(t, shippedSource, renamedSource(t), c.yours).Report().Lines())
			if want := "args.state | renamed power" + c.want; len(lines) != 1 || lines[0] != want {
				t.Errorf("got %q, want %q", lines, want)
			}
		})
	}
}

func TestARenameChangesNoTextOfUpstreams(t *testing.T) {
	yours := "confirm = '{state} in {room}?'\nargs.state.ask = 'Off?'\nargs.state.options.on = 'On.'\nexamples.'Lamps ON!' = { state = 'on' }\ntests.'a candle' = {}\n"
	if got := updated(t, shippedSource, renamedSource(t), yours).Report().Stale; got != nil {
		t.Errorf("stale: %q", got)
	}
}

func TestWhatYouOverrideAndUpstreamChangedIsStale(t *testing.T) {
	for _, c := range []struct {
		name  string
		yours string
		edits []string
		want  []string
	}{
		{"not_for", "not_for = []", []string{`["scenes"]`, `["scenes", "x"]`}, []string{"not_for"}},
		{"tags", "tags = ['x']", []string{`["home"]`, `["house"]`}, []string{"tags"}},
		{"effect", "effect = 'destructive'", []string{`"write"`, `"read"`}, []string{"effect"}},
		{"confirm", "confirm = 'Now?'", []string{"Set {room}", "In {room},"}, []string{"confirm"}},
		{"an ask", "args.room.ask = 'Where?'", []string{"Which room?", "What room?"}, []string{"args.room.ask"}},
		{"an ask, under the current name", "args.state.ask = 'Off?'", []string{"On or off?", "What?", "[args.state]", "[args.power]\nwas = ['state']",
			"{state}", "{power}", "{ state =", "{ power ="}, []string{"args.power.ask"}},
		{"an option", "args.state.options.off = 'Off.'", []string{"Switch off.", "Switch it off."}, []string{"args.state.options.off"}},
		{"another option", "args.state.options.on = 'On.'", []string{"Switch off.", "Switch it off."}, nil},
		{"what is not yours", "args.room.ask = 'Where?'", []string{"On or off?", "What?", `["home"]`, `["house"]`}, nil},
		{"a record of another value, as you spell it", "examples.'Lamps ON!' = {}", []string{`"lamps on" = { state = "on" }`, `"lamps on" = { state = "off" }`},
			[]string{`examples."Lamps ON!"`}},
		{"a record in another table", "tests.'lamps on' = {}", []string{"\"lamps on\" = { state = \"on\" }\n", "", "[tests]\n", "[tests]\n\"lamps on\" = { state = \"on\" }\n"},
			[]string{`tests."lamps on"`}},
		{"a record rejected upstream", "examples.'lamps on' = {}", []string{`"lamps on" = { state = "on" }`, `"lamps on" = false`}, []string{`examples."lamps on"`}},
		{"a record gone", "examples.'lamps on' = {}", []string{"\"lamps on\" = { state = \"on\" }\n", ""}, []string{`examples."lamps on"`}},
		{"a record upstream never had", "examples.'kill them' = {}", []string{"\"lamps on\" = { state = \"on\" }\n", ""}, nil},
		{"a record upstream has now", "examples.'kill them' = {}", []string{"[tests]", "'kill them' = { state = 'off' }\n\n[tests]"}, []string{`examples."kill them"`}},
		{"many, sorted", "tags = ['x']\nnot_for = []\nargs.room.ask = 'Where?'\nargs.state.ask = 'Off?'\n",
			[]string{"Which room?", "What room?", "On or off?", "What?", `["home"]`, `["house"]`, `["scenes"]`, `["x"]`},
			[]string{"args.room.ask", "args.state.ask", "not_for", "tags"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := Update{Previous: parse(t, shippedSource), Next: parse(t, edited(t, shippedSource, c.edits...))}
			u.After = overlay(t, c.yours, u.Previous)
			if o, err := manifest.ReadOverlay("it", []byte(c.yours), u.Next); err == nil {
				u.After = o
			}
			var got []string
			for _, at := range u.Report().Stale {
				got = append(got, path(at...))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnUpdateWithoutAnOverlayTellsOfNothingOfYours(t *testing.T) {
	r := Update{Previous: parse(t, shippedSource), Next: parse(t, renamedSource(t))}.Report()
	if r.Stale != nil || r.Orphaned != nil || len(r.Renamed) != 1 || r.Renamed[0] != (Follow{Former: "state", Arg: "power"}) {
		t.Errorf("%+v", r)
	}
}

func TestAnAcceptanceAtTheCurrentTagSaysItsConsentAlone(t *testing.T) {
	outcome := Weigh(Consent{Effect: manifest.Destructive}, Consent{manifest.Write, manifest.Needs{Writes: []string{"~/notes"}}}).Accept()
	r := Report{Consent: outcome}
	want := []string{"effect | write accepted; was destructive", "needs | writes ~/notes accepted; was none"}
	if got := shownLines(r.Lines()); !slices.Equal(got, want) || r.Diff.Level.String() != "same" {
		t.Errorf("%s, %q", r.Diff.Level, got)
	}
}
