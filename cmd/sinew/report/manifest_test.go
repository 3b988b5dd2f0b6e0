package report

import (
	"strings"
	"testing"

	"sinew/pkg/manifest"
)

// shown is a reflex as show prints it, with an overlay where there is one.
func shown(t *testing.T, shipped, overlay string) (string, manifest.Effective) {
	t.Helper()
	m, err := manifest.Parse("lights", []byte(shipped))
	if err != nil {
		t.Fatal(err)
	}
	e := manifest.Effective{Manifest: m}
	if overlay != "" {
		o, err := manifest.ReadOverlay("lights", []byte(overlay), m)
		if err != nil {
			t.Fatal(err)
		}
		e = o.Over(m)
	}
	return strings.Join(Words{Program: "sinew"}.Manifest(e, e.Manifest.Effect), "\n"), e
}

const everyKey = `reflex = 1
description = """
Turn the lights on.
In one room."""
not_for = ["scenes", 'a "mood"']
tags = ["home"]
effect = "write"
confirm = "Set {room} {state} {at}?"
run = "lights.mts"
platforms = ["linux", "macos"]
returns = "lights"

[needs]
runs = ["cat"]
reads = ["~/lights", "{file}"]
hosts = ["*"]
writes = ["/tmp"]

[config]
file = "Where the lights are."
token = { about = "The key.", secret = true }

[args.room]
ask = "Which room?"
vocab = "rooms"
was = ["place", "where"]

[args.state]
ask = "On or off?"
options.on = "Switch on."
options.off = "Switch \"off\"."

[args.level]
ask = "How bright?"
pick = "number"
range = [0.5, 100]
optional = true

[args.at]
ask = "When?"
pick = "time"

[args.slow]
ask = "Slowly?"
flag = true

[args.found]
takes = "hits"

[yields]
count = "number"
hits = { each = { name = "quoted", at = "date" } }

[examples]
"lights on" = { state = "on", slow = true }
'say "hi"' = {}
"brighter to 5" = { level = "5" }

[tests]
"a candle" = false
"dim it" = { state = false }
`

const everyKeyShown = `  description = "Turn the lights on.\nIn one room."
  not_for = ["scenes", 'a "mood"']
  tags = ["home"]
  effect = "write"
  confirm = "Set {room} {state} {at}?"
  run = "lights.mts"
  platforms = ["linux", "macos"]
  returns = "lights"

  [needs]
  reads = ["~/lights", "{file}"]
  writes = ["/tmp"]
  hosts = ["*"]
  runs = ["cat"]

  [config]
  file = "Where the lights are."
  token = { about = "The key.", secret = true }

  [args.room]
  ask = "Which room?"
  vocab = "rooms"
  was = ["place", "where"]

  [args.state]
  ask = "On or off?"
  options.on = "Switch on."
  options.off = 'Switch "off".'

  [args.level]
  ask = "How bright?"
  pick = "number"
  range = [0.5, 100]
  optional = true

  [args.at]
  ask = "When?"
  pick = "time"

  [args.slow]
  ask = "Slowly?"
  flag = true

  [args.found]
  takes = "hits"

  [yields]
  count = "number"
  hits = { each = { name = "quoted", at = "date" } }

  [examples]
  "lights on" = { state = "on", slow = true }
  'say "hi"' = {}
  "brighter to 5" = { level = "5" }

  [tests]
  "a candle" = false
  "dim it" = { state = false }`

func TestEveryKeyIsShownInTheManualsOrder(t *testing.T) {
	got, _ := shown(t, everyKey, "")
	if got != everyKeyShown {
		t.Errorf("got\n%s", got)
	}
}

func TestWhatIsThePersonsOwnIsMarked(t *testing.T) {
	got, e := shown(t, everyKey, `description = "Mine."

[args.state]
options.on = "Bright."
ask = "Which?"

[args.gone]
ask = "What?"

[examples]
"lights on" = { state = "on" }

[tests]
"brighter to 5" = { level = "5" }
`)
	var yours []string
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "+ ") {
			yours = append(yours, strings.TrimSpace(line))
		}
	}
	want := []string{
		`+ description = "Mine."`, `+ ask = "Which?"`, `+ options.on = "Bright."`,
		`+ "lights on" = { state = "on" }`, `+ "brighter to 5" = { level = "5" }`,
	}
	if strings.Join(yours, "\n") != strings.Join(want, "\n") {
		t.Errorf("yours are\n%s", strings.Join(yours, "\n"))
	}
	if len(e.Orphaned) != 1 || Skipped("lights", e.Orphaned[0]) != "skipped  overlays/lights.toml: args.gone addresses nothing" {
		t.Errorf("orphaned: %q", e.Orphaned)
	}
}

func TestAPlaybooksStepsAreNumbered(t *testing.T) {
	got, _ := shown(t, `reflex = 1
description = "Look into an outage."
effect = "write"
confirm = "Look into {service}?"
steps = ["list the errors of {service}", { say = "tell the team", when = { found = "yes" } }]

[args.service]
ask = "Which service?"
pick = "quoted"
`, "")
	const want = `  steps
     1  list the errors of {service}
     2  tell the team · when found = "yes"`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestWhoReturnsWhatIsTakenIsListed(t *testing.T) {
	for names, want := range map[string]string{
		"":      "takes hits, which no installed reflex returns",
		"a":     "takes hits, which a returns",
		"a b":   "takes hits, which a and b return",
		"a b c": "takes hits, which a, b and c return",
	} {
		if got := TakenFrom("hits", strings.Fields(names)); got != want {
			t.Errorf("%q: got %q, want %q", names, got, want)
		}
	}
}
