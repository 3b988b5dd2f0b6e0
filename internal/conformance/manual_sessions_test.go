//go:build unix

package conformance

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sinew/exec"
	"sinew/exec/policy"
)

func TestTheManualsSessionsAgree(t *testing.T) {
	data, folder := openData(t)
	manual := readManual(t, folder)
	program := build(t)
	mustAgree := slices.Contains(done(t), manualSessions)
	var rows []sceneRow
	for _, page := range ManualPages {
		t.Run(page.Title, func(t *testing.T) {
			theater := &theater{t: t, data: data, manual: manual, program: program, stages: map[string]*Stage{}}
			rows = append(rows, theater.play(page, mustAgree)...)
		})
	}
	printScenes(t.Output(), rows)
}

func readManual(t *testing.T, folder string) *Manual {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "..", "seeds", "001-manual.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return ParseManual(string(text))
}

// What became of a session.
const (
	agreed     = "agreed"
	different  = "differs"
	notCovered = "not yet covered"
)

type sceneRow struct{ page, command, became, why string }

func printScenes(to io.Writer, rows []sceneRow) {
	page, counts := "", map[string]int{}
	for _, row := range rows {
		if row.page != page {
			page = row.page
			fmt.Fprintln(to, page)
		}
		counts[row.became]++
		why := ""
		if row.why != "" {
			why = "  (" + row.why + ")"
		}
		fmt.Fprintf(to, "  %-15s  %s%s\n", row.became, row.command, why)
	}
	fmt.Fprintf(to, "%d sessions: %d agreed, %d differ, %d not yet covered\n",
		len(rows), counts[agreed], counts[different], counts[notCovered])
}

// A theater plays one page's scenes, each home's on a stage of its own.
type theater struct {
	t       *testing.T
	data    *Data
	manual  *Manual
	program string
	stages  map[string]*Stage
}

func (p *theater) play(page ManualPage, mustAgree bool) []sceneRow {
	p.t.Helper()
	sessions, err := p.manual.Sessions(page.Title)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(sessions) != len(page.Scenes) {
		p.t.Fatalf("the page has %d sessions, and %d are listed", len(sessions), len(page.Scenes))
	}
	var rows []sceneRow
	for i, scene := range page.Scenes {
		if !strings.HasPrefix(sessions[i].Text, scene.Command) {
			p.t.Fatalf("line %d: $ %s is listed as %s", sessions[i].Line, sessions[i].Text, scene.Command)
		}
		row := sceneRow{page: page.Title, command: scene.Command, became: notCovered, why: scene.Apart}
		if scene.Apart == "" {
			difference := p.perform(scene, sessions[i])
			row.became, row.why = scene.judge(difference)
			if difference != "" {
				tell(p.t, mustAgree && row.became == different, "%s", difference)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (s Scene) judge(difference string) (became, why string) {
	switch {
	case difference == "" && s.Later != "":
		return agreed, "and listed as not built: " + s.Later
	case difference == "":
		return agreed, ""
	case s.Later != "":
		return notCovered, s.Later
	}
	return different, ""
}

// perform plays a scene and says how it differs from its session.
func (p *theater) perform(scene Scene, session Command) string {
	p.t.Helper()
	stage := p.set(scene)
	p.forget(stage)
	for _, before := range scene.Before {
		p.run(stage.Play, before)
	}
	run := stage.Play
	if scene.Piped {
		run = stage.Pipe
	}
	if scene.Exits != 0 {
		session.Exit = scene.Exits
	}
	if scene.Types != nil {
		session.Answers = scene.Types
	}
	output, exit := p.run(run, session)
	if scene.Opens || slices.ContainsFunc(session.Output, leavesOut) {
		return Elided(session, asHeld(output), exit, scene.Opens)
	}
	return Difference(session, asHeld(output), exit, nil)
}

// set is the stage of a scene, whose sentences are answered.
func (p *theater) set(scene Scene) *Stage {
	p.t.Helper()
	if scene.Flow == "" {
		stage := p.stage(scene.Home)
		p.record(stage, Homes[scene.Home], scene.Says)
		return stage
	}
	name := "flow " + scene.Flow
	if p.stages[name] == nil {
		stage, err := NewStage(p.t.TempDir(), p.program)
		if err == nil {
			err = p.data.Set(stage, scene.Flow, Flows[scene.Flow])
		}
		if err != nil {
			p.t.Fatal(err)
		}
		p.stages[name] = stage
	}
	return p.stages[name]
}

// heldLess is what a machine that cannot hold a body whole says of it, beside a
// call and on a line of its own.
var (
	heldLess     = regexp.MustCompile(` · (partly|not) contained$`)
	heldLessLine = regexp.MustCompile(`^  (partly|not) contained \(`)
)

// asHeld is what is shown as a machine shows it that holds a body whole.
func asHeld(output []string) []string {
	if exec.Contained().Type == policy.Full {
		return output
	}
	var kept []string
	for _, line := range output {
		if !heldLessLine.MatchString(line) {
			kept = append(kept, heldLess.ReplaceAllString(line, ""))
		}
	}
	return kept
}

func (p *theater) run(run func(context.Context, Command) ([]string, int, error), c Command) ([]string, int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), hangs)
	defer cancel()
	output, exit, err := run(ctx, c)
	if err != nil {
		p.t.Errorf("line %d: %v\n%s", c.Line, err, transcript(output, exit))
	}
	return output, exit
}

func (p *theater) stage(name string) *Stage {
	p.t.Helper()
	if stage := p.stages[name]; stage != nil {
		return stage
	}
	home, known := Homes[name]
	if !known {
		p.t.Fatalf("there is no home %q", name)
	}
	stage, err := NewStage(p.t.TempDir(), p.program)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.data.Furnish(stage, home, p.manual); err != nil {
		p.t.Fatal(err)
	}
	p.stages[name] = stage
	return stage
}

// forget drops the answers kept from the scenes before: each session of the
// manual was shown with a cache of its own.
func (p *theater) forget(stage *Stage) {
	p.t.Helper()
	if err := os.RemoveAll(filepath.Join(stage.Home, ".cache", "evoke", "answers")); err != nil {
		p.t.Fatal(err)
	}
}

// record makes the recording a scene's sentences are answered from, over what
// the home has installed by then.
func (p *theater) record(stage *Stage, home Home, said []Said) {
	p.t.Helper()
	set, err := Installed(filepath.Join(stage.Home, home.Root))
	if err != nil {
		p.t.Fatal(err)
	}
	recording, err := Record(set, said...)
	if err != nil {
		p.t.Fatal(err)
	}
	stage.Answers = filepath.Join(filepath.Dir(stage.Home), "answers.toml")
	if err := write(stage.Answers, string(recording.Format())); err != nil {
		p.t.Fatal(err)
	}
}
