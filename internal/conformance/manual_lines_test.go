//go:build unix

package conformance

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// printed are the JSON lines the manual prints as examples, by their input and
// outcome, and how each is made: over which home, with what recording.
var printed = []struct {
	says    Said
	home    string
	outcome string
	command string
	piped   bool
}{
	{says: killDen, home: "rooms", outcome: "run", command: `evoke try --json "kill the lights in the den"`},
	{says: killLights, home: "power", outcome: "ask", command: `echo "kill the lights" | evoke --json`, piped: true},
}

// asked are a line's rounds, whose time is the machine's; the manual's examples
// were answered from a cache and have none.
var asked = regexp.MustCompile(`"trace":\[[^]]*\]`)

// wholeNumber is one number written two ways.
var wholeNumber = regexp.MustCompile(`\b([0-9]+)\.0\b`)

func TestTheJSONLinesTheManualPrintsAgree(t *testing.T) {
	data, folder := openData(t)
	theater := &theater{t: t, data: data, manual: readManual(t, folder), program: build(t), stages: map[string]*Stage{}}
	for _, one := range printed {
		want := theater.manual.jsonLine(one.says.Text, one.outcome)
		if want == "" {
			t.Errorf("the manual prints no line of %q with the outcome %s", one.says.Text, one.outcome)
			continue
		}
		stage := theater.stage(one.home)
		theater.record(stage, Homes[one.home], []Said{one.says})
		run := stage.Play
		if one.piped {
			run = stage.Pipe
		}
		output, _ := theater.run(run, Command{Text: one.command})
		if got := asked.ReplaceAllString(strings.Join(output, "\n"), `"trace":[]`); got != wholeNumber.ReplaceAllString(want, "$1") {
			t.Errorf("$ %s\n got %s\nwant %s", one.command, got, want)
		}
	}
}

// jsonLine is the line of JSON the manual prints of an input with an outcome,
// "" for none.
func (m *Manual) jsonLine(input, outcome string) string {
	begins := fmt.Sprintf(`{"input":%q,"outcome":%q,`, input, outcome)
	for _, line := range m.lines {
		if strings.HasPrefix(line, begins) {
			return line
		}
	}
	return ""
}

func TestTheRecordingTheManualPrintsIsRead(t *testing.T) {
	data, folder := openData(t)
	theater := &theater{t: t, data: data, manual: readManual(t, folder), program: build(t), stages: map[string]*Stage{}}
	recording := theater.manual.recording("Testing")
	if recording == "" {
		t.Fatal("the page prints no recording")
	}
	stage := theater.stage("rooms")
	if err := write(filepath.Join(stage.Home, "answers.toml"), recording); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, shows string }{
		// The page's own recording is older than one question of the reading,
		// whose fault names the line to write, as the page says it does.
		{`EVOKE_ANSWERS=answers.toml evoke try "kill the lights in the den"`, "weave.is_lights__room_0 was not answered"},
		{`sed -i 's/^"weave.is_lights__state_1".*/&\n"weave.is_lights__room_0" = { yes = 0.95 }/' answers.toml; ` +
			`EVOKE_ANSWERS=answers.toml evoke try "kill the lights in the den"`, `→ run`},
	} {
		output, _ := theater.run(stage.Play, Command{Text: c.command})
		if shown := strings.Join(output, "\n"); !strings.Contains(shown, c.shows) {
			t.Errorf("$ %s\nshows\n%s\nwithout %s", c.command, shown, c.shows)
		}
	}
}

// recording is the recording a page prints, "" for none.
func (m *Manual) recording(page string) string {
	start, end, err := m.page(page)
	if err != nil {
		return ""
	}
	var kept []string
	for _, line := range m.lines[start:end] {
		switch {
		case strings.HasPrefix(line, "id = "):
			kept = []string{line}
		case kept != nil && recorded.MatchString(line):
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// recorded is a line of a recording: an assignment or the head of a table.
var recorded = regexp.MustCompile(`^(\[.*\]|[a-z]+ += [{0-9].*|"[a-z_.0-9]+" += \{.*\})$`)
