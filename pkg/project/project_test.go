package project_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

const home = `adapter = "jev"                    # who decides

[reflexes]
timer  = "radhi/timer@1.0.1"       # pinned
lights = "radhi/home/lights"
hello  = "./hello"

[config.lights]
bridge = "10.0.0.2"
token  = { env = "HUE_TOKEN" }
empty  = ""

[config.gone]
left = "behind"

[adapters.jev]
gate = { write = 0.95, whole = 1 }

[adapters.clef]
gate = { write = 7 }
`

func read(t testing.TB, src string) *project.Project {
	t.Helper()
	p, err := project.Read([]byte(src))
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return p
}

func TestAProjectReadsInFileOrder(t *testing.T) {
	p := read(t, home)
	var said []string
	for _, e := range p.Reflexes {
		said = append(said, e.Name+"="+e.Location.String())
	}
	for _, c := range p.Config {
		for _, h := range c.Settings {
			said = append(said, fmt.Sprintf("%s.%s=%s|%s", c.Reflex, h.Key, h.Setting.Value, h.Setting.Var))
		}
	}
	want := []string{"timer=radhi/timer@1.0.1", "lights=radhi/home/lights", "hello=./hello",
		"lights.bridge=10.0.0.2|", "lights.token=|HUE_TOKEN", "lights.empty=|", "gone.left=behind|"}
	if p.Adapter != "jev" || !slices.Equal(said, want) {
		t.Errorf("adapter %s, %q", p.Adapter, said)
	}
	if p.Entry("lights") == nil || p.Entry("lamps") != nil {
		t.Error("entries are not found by name")
	}
}

func TestOnlyTheSelectedAdaptersGateCounts(t *testing.T) {
	gate := read(t, home).Gate()
	if gate.Write == nil || *gate.Write != 0.95 || gate.Whole == nil || *gate.Whole != 1 || gate.Read != nil {
		t.Errorf("gate is %+v", gate)
	}
	if g := read(t, strings.Replace(home, `"jev" `, `"local" `, 1)).Gate(); g != (project.Gate{}) {
		t.Errorf("an adapter without a table has the gate %+v", g)
	}
	if _, err := project.Read([]byte(strings.Replace(home, `"jev" `, `"clef" `, 1))); err == nil {
		t.Error("a bad gate of the selected adapter reads")
	}
}

func TestTheDefaultTextReads(t *testing.T) {
	if p := read(t, project.DefaultText); p.Adapter != "local" || project.DefaultText != "adapter = \"local\"\n" {
		t.Errorf("adapter is %s", p.Adapter)
	}
}

// lines are problems as `line:column message -> fix`.
func lines(err error) []string {
	var problems diag.Problems
	if !errors.As(err, &problems) {
		return []string{fmt.Sprint(err)}
	}
	var said []string
	for _, p := range problems {
		at := "-"
		if p.At != nil {
			at = fmt.Sprintf("%d:%d", p.At.Line, p.At.Column)
		}
		said = append(said, fmt.Sprintf("%s %s -> %s", at, p.Error(), p.Fix.Kind))
	}
	return said
}

func TestAProjectThatDoesNotReadNamesEveryLine(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"nothing", "", []string{"1:1 adapter is required -> edit_line"}},
		{"no TOML", "adapter = \"jev\"\nreflexes = [\n", []string{"2:1 array is incomplete -> edit_line"}},
		{"an adapter that is no string", "adapter = 1", []string{"1:1 adapter must be a string -> edit_line"}},
		{"an adapter from a path", `adapter = "./mine.js"`,
			[]string{`1:1 adapter "./mine.js" is not built in: local, jev, openjev, clef, clef_flash or replay -> edit_line`}},
		{"tables that are none", "adapter = 'jev'\nreflexes = 1\nconfig = ''\nadapters = []\n", []string{
			"2:1 reflexes must be a table -> edit_line", "3:1 config must be a table -> edit_line", "4:1 adapters must be a table -> edit_line"}},
		{"every line of a table", "config.lights = 'x'\nadapter = 'jev'\n[reflexes]\n  Lights = './l'\nnone = './n'\nb = 2\nc = 'radhi'\n'a b' = '/tmp/x'\n", []string{
			"1:1 config.lights must be a table -> edit_line",
			`4:3 reflexes.Lights: "Lights" is not a name: [a-z][a-z0-9_]* -> edit_line`,
			`5:1 reflexes.none: "none" is reserved -> edit_line`,
			"6:1 reflexes.b must be a string -> edit_line",
			`7:1 reflexes.c: "radhi" is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag] -> edit_line`,
			`8:1 reflexes."a b": "a b" is not a name: [a-z][a-z0-9_]* -> edit_line`,
			`8:1 reflexes."a b": "/tmp/x" is a path; a local reflex is written ./dir or ../dir, relative to evoke.toml -> edit_line`}},
		{"settings", "adapter = 'jev'\n[config.Lights]\nA = 'x'\nb = 1\nc = {}\nd = { env = 2 }\ne = { env = '1X' }\nf = { env = '' }\n", []string{
			`2:1 config.Lights: "Lights" is not a name: [a-z][a-z0-9_]* -> edit_line`,
			`3:1 config.Lights.A: "A" is not a name: [a-z][a-z0-9_]* -> edit_line`,
			`4:1 config.Lights.b must be a string or { env = "<VAR>" } -> edit_line`,
			`5:1 config.Lights.c must be a string or { env = "<VAR>" } -> edit_line`,
			`6:1 config.Lights.d.env must be a string -> edit_line`,
			`7:1 config.Lights.e.env: "1X" is not a variable: [A-Za-z_][A-Za-z0-9_]* -> edit_line`,
			`8:1 config.Lights.f.env: "" is not a variable: [A-Za-z_][A-Za-z0-9_]* -> edit_line`}},
		{"bars that are no probability", "adapter = 'jev'\n[adapters.jev.gate]\nread = 1.5\nwrite = -0.1\nroute = 'x'\nwhole = nan\n", []string{
			"3:1 adapters.jev.gate.read must be a probability, a number from 0 to 1 -> edit_line",
			"4:1 adapters.jev.gate.write must be a probability, a number from 0 to 1 -> edit_line",
			"5:1 adapters.jev.gate.route must be a probability, a number from 0 to 1 -> edit_line",
			"6:1 adapters.jev.gate.whole must be a probability, a number from 0 to 1 -> edit_line"}},
		{"read over write", "adapter = 'clef_flash'\n[adapters.clef_flash]\ngate = { route = 0.6, read = 0.97, write = 0.95 }\n", []string{
			"3:1 adapters.clef_flash.gate: read 0.97 is above write 0.95 -> check"}},
		{"a part of a gate without floors", "adapter = 'clef'\n[adapters.clef]\ngate = { write = 0.95 }\n", []string{
			"3:1 adapters.clef.gate needs route, read and write, since clef ships no floors -> check"}},
		{"an adapter's table that is none", "adapter = 'jev'\nadapters.jev = 1\nadapters.openjev = 1\n", []string{"2:1 adapters.jev must be a table -> edit_line"}},
		{"a gate that is none", "adapter = 'jev'\nadapters.jev.gate = 1\n", []string{"2:1 adapters.jev.gate must be a table -> edit_line"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := project.Read([]byte(c.src))
			if got := lines(err); p != nil || !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestAKeyTheFormatLacksIsNoted(t *testing.T) {
	p := read(t, `adapter = "replay"
colour = "red"
[config.lights]
token = { env = "X", default = "y" }
[adapters.jev]
gate = { speed = 1 }
key = "x"
[adapters.mine]
[adapters.replay]
file = "x"
`)
	var got []string
	for _, path := range p.Unknown {
		got = append(got, strings.Join(path, "."))
	}
	want := []string{"config.lights.token.default", "adapters.jev.key", "adapters.jev.gate.speed", "adapters.mine", "adapters.replay.file", "colour"}
	if !slices.Equal(got, want) {
		t.Errorf("unknown keys are %q", got)
	}
}

func FuzzReadGivesAProjectOrEveryLine(f *testing.F) {
	for _, s := range []string{home, "", "adapter=1", "adapter='jev'\nreflexes.a='b/c'\nconfig.a.b={env='X'}", "adapter='clef'\nadapters.clef.gate={read=1,write=0,route=nan}", "a=[[{}]]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := project.Read(src)
		if err == nil {
			for _, e := range p.Reflexes {
				if again, err := ref.Parse(e.Location.String()); err != nil || again.String() != e.Location.String() {
					t.Fatalf("%s does not read back: %v", e.Location, err)
				}
			}
			return
		}
		checkProblems(t, err, diag.File{Kind: diag.ProjectFile})
	})
}

// checkProblems holds that an error is problems in order, each at a place.
func checkProblems(t *testing.T, err error, file diag.File) {
	var problems diag.Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("error without problems: %v", err)
	}
	last := 0
	for _, p := range problems {
		if p.At == nil || p.At.File != file || p.At.Line < last || p.At.Column < 1 || p.Message == "" {
			t.Fatalf("problem is %+v", p)
		}
		last = p.At.Line
	}
}
