//go:build unix

package conformance

import (
	"context"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// hangs is when a command that has not ended is given up.
const hangs = 2 * time.Minute

func TestTheTranscriptsAgree(t *testing.T) {
	data, _ := openData(t)
	flows, err := data.Flows()
	if err != nil {
		t.Fatal(err)
	}
	listed := done(t)
	program := build(t)
	var rows []tally
	for _, name := range flows {
		t.Run(name, func(t *testing.T) {
			rows = append(rows, playFlow(t, data, name, program, slices.Contains(listed, "transcript:"+name)))
		})
	}
	printTable(t.Output(), "transcript", rows)
}

// build makes the program, and needs what its bodies need.
func build(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"go", "node"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	program := filepath.Join(t.TempDir(), "sinew")
	command := exec.Command("go", "build", "-o", program, "sinew/cmd/sinew")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("building cmd/sinew: %v\n%s", err, out)
	}
	return program
}

func playFlow(t *testing.T, data *Data, name, program string, mustAgree bool) tally {
	t.Helper()
	commands := readSession(t, data, name)
	count := tally{name: name}
	flow, covered := Flows[name]
	if !covered {
		count.notCovered = len(commands)
		if mustAgree {
			t.Errorf("%s is listed as done and its home is not rebuilt", name)
		}
		return count
	}
	stage, err := NewStage(t.TempDir(), program)
	if err != nil {
		t.Fatal(err)
	}
	if err := data.Set(stage, name, flow); err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		for i, line := range command.Output {
			command.Output[i] = stage.rebuilt(line)
		}
		difference := perform(t, stage, command, flow)
		switch {
		case flow.Apart != nil && flow.Apart(command.Text):
			count.notCovered++
		case difference == "":
			count.passed++
		case flow.Later != nil && flow.Later(command.Text):
			count.notCovered++
		default:
			count.failed++
			tell(t, mustAgree, "%s", difference)
		}
	}
	return count
}

func readSession(t *testing.T, data *Data, name string) []Command {
	t.Helper()
	text, err := fs.ReadFile(data.files, path.Join("transcripts", name, "session.txt"))
	if err != nil {
		t.Fatal(err)
	}
	commands, err := ParseSession(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return commands
}

func perform(t *testing.T, stage *Stage, command Command, flow Flow) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	play := stage.Play
	if flow.Piped {
		play = stage.Pipe
	}
	output, exit, err := play(ctx, command)
	if err != nil {
		t.Errorf("line %d: %v\n%s", command.Line, err, transcript(output, exit))
	}
	if flow.Newer != nil {
		output = slices.DeleteFunc(output, flow.Newer)
	}
	return Difference(command, output, exit, flow.Edit)
}
