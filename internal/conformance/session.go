package conformance

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Command is one command of a session and what must follow it.
type Command struct {
	Line    int      // of the session's text, from 1
	Text    string   // what the shell runs
	Output  []string // the terminal's lines; a prompt's line holds what is typed at it
	Answers []string // what is typed at the prompts, in order
	Stopped string   // the line that Ctrl-C is typed behind, or ""
	Exit    int
}

// keystroke is how a session writes a typed Ctrl-C, and a terminal echoes it.
const keystroke = "^C"

// A session that asks for no more ends at a prompt, which loses its last space
// in a text; the end of input is typed at it.
const (
	lastPrompt  = ">"
	shownPrompt = "> "
)

// promptLine is a line that asks and what is typed after it: the question ends
// in `> ` that stands alone, so that `<value>` is none.
var promptLine = regexp.MustCompile(`^(?:.*\s)?> (.*)$`)

var exitLine = regexp.MustCompile(`^\[([0-9]{1,3})\]$`)

// ParseSession reads a session: `$ ` opens a command, `[n]` is the exit code
// it ends with, `# ` opens a comment, and every other line is on the terminal.
func ParseSession(text string) ([]Command, error) {
	var commands []Command
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if run, is := strings.CutPrefix(line, "$ "); is {
			commands = append(commands, Command{Line: i + 1, Text: run})
			continue
		}
		if len(commands) == 0 {
			return nil, fmt.Errorf("line %d: a line before the first command", i+1)
		}
		if err := commands[len(commands)-1].add(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if len(commands) == 0 {
		return nil, errors.New("a session without a command")
	}
	return commands, nil
}

func (c *Command) add(line string) error {
	if c.Exit != 0 {
		return errors.New("a line after the exit code")
	}
	if code := exitLine.FindStringSubmatch(line); code != nil {
		exit, err := strconv.Atoi(code[1])
		if err != nil || exit == 0 {
			return fmt.Errorf("%s is no exit code to write", line)
		}
		c.Exit = exit
		return nil
	}
	if line == lastPrompt {
		c.Output = append(c.Output, shownPrompt)
		return nil
	}
	if line == keystroke && len(c.Output) > 0 {
		c.Stopped = c.Output[len(c.Output)-1]
	}
	c.Output = append(c.Output, line)
	if typed := promptLine.FindStringSubmatch(line); typed != nil {
		c.Answers = append(c.Answers, typed[1])
	}
	return nil
}

// waits reports whether what the terminal shows ends in a prompt.
func waits(shown []byte) bool {
	last := string(shown[strings.LastIndexByte(string(shown), '\n')+1:])
	typed := promptLine.FindStringSubmatch(last)
	return typed != nil && typed[1] == ""
}

// transcript is what a command showed and how it ended, as a session writes
// it.
func transcript(output []string, exit int) string {
	var out strings.Builder
	for _, line := range output {
		out.WriteString(line + "\n")
	}
	if exit != 0 {
		fmt.Fprintf(&out, "[%d]\n", exit)
	}
	return out.String()
}
