package project_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

const wifi = `reflex = 1
description = "Turn the wifi on or off."
effect = "write"
confirm = "Turn the wifi {state}?"
run = "wifi.mts"

[args.state]
ask = "On or off?"
options.on = "On."
options.off = "Off."

[args.where]
ask = "Where?"
vocab = "rooms"
optional = true

[args.name]
ask = "Which network?"
pick = "code"
optional = true

[args.quiet]
ask = "Quietly?"
flag = true

[examples]
"turn off the wifi" = { state = "off" }
`

type fataler interface{ Fatal(...any) }

func shippedWifi(t fataler) *manifest.Manifest {
	m, err := manifest.Parse("wifi", []byte(wifi))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readOverlay(t fataler, src []byte) *manifest.Overlay {
	o, err := manifest.ReadOverlay("wifi", src, shippedWifi(t))
	if err != nil {
		t.Fatal(string(src), err)
	}
	return o
}

// applied is a text with edits made in it.
func applied(t fataler, src []byte, edits []project.Edit) []byte {
	for _, e := range edits {
		var err error
		if src, err = project.Apply(src, e); err != nil {
			t.Fatal(err)
		}
	}
	return src
}

var (
	off   = []manifest.Assertion{{Arg: "state", Value: "off"}}
	named = manifest.Record{Utterance: "Kill HOME", Asserts: []manifest.Assertion{
		{Arg: "name", Value: "HOME"}, {Arg: "quiet", Raised: true}, {Arg: "state", Unstated: true}}}
)

func TestALessonIsOneLineOfTheOverlay(t *testing.T) {
	for _, c := range []struct {
		name   string
		record manifest.Record
		src    string
		said   []string
		want   string
	}{
		{"into no file", manifest.Record{Utterance: "kill the wifi", Asserts: off}, "",
			[]string{`overlays/wifi.toml  [examples] "kill the wifi" = { state = "off" }`},
			"[examples]\n\"kill the wifi\" = { state = \"off\" }\n"},
		{"never", manifest.Record{Utterance: "what time is it", Never: true}, "description = 'x' # mine\n",
			[]string{`overlays/wifi.toml  [examples] "what time is it" = false`},
			"description = 'x' # mine\n\n[examples]\n\"what time is it\" = false\n"},
		{"the route alone", manifest.Record{Utterance: "wifi"}, "", []string{`overlays/wifi.toml  [examples] wifi = {}`}, "[examples]\nwifi = {}\n"},
		{"every kind of value, in quotes", manifest.Record{Utterance: `say "HOME"`, Asserts: named.Asserts}, "",
			[]string{`overlays/wifi.toml  [examples] 'say "HOME"' = { name = "HOME", quiet = true, state = false }`},
			"[examples]\n'say \"HOME\"' = { name = \"HOME\", quiet = true, state = false }\n"},
		{"over the line that is there", manifest.Record{Utterance: "go dark", Asserts: off}, "[examples]\n'go dark' = false   # no\n'a' = {}\n",
			[]string{`overlays/wifi.toml  [examples] "go dark" = { state = "off" }`},
			"[examples]\n'go dark' = { state = \"off\" }   # no\n'a' = {}\n"},
		{"over another spelling", named, "[examples]\n\"kill home!\" = {}\n'a' = {}\n",
			[]string{`overlays/wifi.toml  [examples] "kill home!"`, `overlays/wifi.toml  [examples] "Kill HOME" = { name = "HOME", quiet = true, state = false }`},
			"[examples]\n'a' = {}\n\"Kill HOME\" = { name = \"HOME\", quiet = true, state = false }\n"},
		{"out of the tests", manifest.Record{Utterance: "go dark", Asserts: off}, "[tests]\n'go dark' = {}\n",
			[]string{`overlays/wifi.toml  [tests] "go dark"`, `overlays/wifi.toml  [examples] "go dark" = { state = "off" }`},
			"[tests]\n\n[examples]\n\"go dark\" = { state = \"off\" }\n"},
	} {
		edits := project.Teach("wifi", readOverlay(t, []byte(c.src)), c.record)
		var said []string
		for _, e := range edits {
			said = append(said, e.String())
		}
		if !slices.Equal(said, c.said) {
			t.Errorf("%s: said %q\nwant %q", c.name, said, c.said)
		}
		got := applied(t, []byte(c.src), edits)
		if string(got) != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
		shipped := shippedWifi(t)
		if !readOverlay(t, got).Over(shipped).Manifest.Teaches(c.record) {
			t.Errorf("%s: the result does not teach it", c.name)
		}
	}
}

func TestALessonIsJSON(t *testing.T) {
	edit := project.Teach("wifi", nil, named)[0]
	const want = `{"type":"set","file":{"type":"overlay","name":"wifi"},"path":["examples","Kill HOME"],"value":{"name":"HOME","quiet":true,"state":false}}`
	if got, err := json.Marshal(edit); err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestALineIsForgotten(t *testing.T) {
	src := []byte("[examples]\n# mine\n'go dark' = {}\na = {}\n\n[tests]\n'Lights!' = false\n")
	for _, c := range []struct{ utterance, said, want string }{
		{"Go dark", `overlays/wifi.toml  [examples] "go dark"`, "[examples]\n# mine\na = {}\n\n[tests]\n'Lights!' = false\n"},
		{"lights", `overlays/wifi.toml  [tests] "Lights!"`, "[examples]\n# mine\n'go dark' = {}\na = {}\n\n[tests]\n"},
	} {
		edit, err := project.Forget("wifi", readOverlay(t, src), c.utterance)
		if err != nil || !edit.Remove || edit.String() != c.said {
			t.Fatalf("%s: %v, %s", c.utterance, err, edit)
		}
		if got := applied(t, src, []project.Edit{edit}); string(got) != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.utterance, got, c.want)
		}
	}
	for _, yours := range []*manifest.Overlay{nil, readOverlay(t, src)} {
		_, err := project.Forget("wifi", yours, "turn off the wifi")
		if got := lines(err); !slices.Equal(got, []string{`- wifi: "turn off the wifi" is not in overlays/wifi.toml -> show`}) {
			t.Errorf("got %q", got)
		}
	}
}

func TestALessonThatCannotStandIsFoundWhenTheTextIsReadAgain(t *testing.T) {
	record := manifest.Record{Utterance: "kill it", Asserts: []manifest.Assertion{{Arg: "name", Value: "HOME"}}}
	src := applied(t, nil, project.Teach("wifi", nil, record))
	_, err := manifest.ReadOverlay("wifi", src, shippedWifi(t))
	if got := lines(err); !slices.Equal(got, []string{`2:1 wifi: "kill it" asserts name = "HOME", which is not in the utterance -> edit_line`}) {
		t.Errorf("got %q", got)
	}
}

func TestWhateverIsTaughtIsHeldOnceAndCanBeForgotten(t *testing.T) {
	utterance := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"go dark", "Go  dark!", "wifi", "café 'x' \"y\"", `a\b`, "日本.語", "turn off the wifi"}).Draw(t, "utterance")
	})
	rapid.Check(t, func(t *rapid.T) {
		src := []byte("# mine\n[tests]\n'go dark' = false # held out\n")
		shipped := shippedWifi(t)
		for range rapid.IntRange(1, 6).Draw(t, "lessons") {
			record := manifest.Record{Utterance: utterance.Draw(t, "said"), Never: rapid.Bool().Draw(t, "never")}
			if !record.Never && rapid.Bool().Draw(t, "state") {
				record.Asserts = off
			}
			src = applied(t, src, project.Teach("wifi", readOverlay(t, src), record))
			if !readOverlay(t, src).Over(shipped).Manifest.Teaches(record) {
				t.Fatalf("%+v is not taught by\n%s", record, src)
			}
		}
		for {
			yours := readOverlay(t, src)
			all := slices.Concat(yours.Examples, yours.Tests)
			if len(all) == 0 {
				return
			}
			edit, err := project.Forget("wifi", yours, all[0].Utterance)
			if err != nil {
				t.Fatal(err)
			}
			src = applied(t, src, []project.Edit{edit})
		}
	})
}
