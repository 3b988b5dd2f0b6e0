//go:build unix

package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sinew/cmd/sinew/report"
	"slices"
	"strings"
	"syscall"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/diff"
)

// A Stage is where a flow's commands run: a home of its own, the program under
// the name evoke, and the recording that answers its sentences.
type Stage struct {
	Home    string // an absolute directory
	Bin     string // the directory that holds evoke
	Answers string // a recording, or ""
	Unread  string // the content, in hex, of the tree a session's lines name; or ""
}

// NewStage makes a home and a directory of programs below dir. program is what
// evoke is a link to.
func NewStage(dir, program string) (*Stage, error) {
	s := &Stage{Home: filepath.Join(dir, "home"), Bin: filepath.Join(dir, "bin")}
	for _, each := range []string{s.Home, s.Bin} {
		if err := os.MkdirAll(each, 0o700); err != nil {
			return nil, err
		}
	}
	return s, os.Symlink(program, filepath.Join(s.Bin, "evoke"))
}

func (s *Stage) environment() []string {
	env := []string{
		"HOME=" + s.Home,
		"PATH=" + s.Bin + string(os.PathListSeparator) + os.Getenv("PATH"),
		"TERM=dumb",
	}
	if s.Answers != "" {
		env = append(env, "EVOKE_ANSWERS="+s.Answers)
	}
	return env
}

// Play runs a command on a terminal of its own and types its answers, each
// when a prompt waits for one; a prompt past the last answer meets the end of
// the input. Ctrl-C is typed once the line is there that it stands behind. It gives the terminal's lines and the exit code. When ctx ends
// first, the command's processes are killed and the error says so.
func (s *Stage) Play(ctx context.Context, c Command) (output []string, exit int, err error) {
	command := s.shell(c)
	terminal, err := pty.StartWithSize(command, &pty.Winsize{Rows: 50, Cols: 250})
	if err != nil {
		return nil, 0, err
	}
	defer terminal.Close()
	session := command.Process.Pid // the terminal's session and its first process group
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-session, syscall.SIGKILL) })
	defer stop()

	shown, readErr := converse(terminal, &c)
	waitErr := command.Wait()
	if ctx.Err() != nil {
		return lines(shown), 0, fmt.Errorf("%s did not end: %w", c.Text, ctx.Err())
	}
	var failed *exec.ExitError
	if waitErr != nil && !errors.As(waitErr, &failed) {
		return nil, 0, waitErr
	}
	return lines(shown), exitCode(command.ProcessState), readErr
}

// exitCode is what a shell reports of a process.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

func (s *Stage) shell(c Command) *exec.Cmd {
	command := exec.Command("sh", "-c", c.Text)
	command.Dir = s.Home
	command.Env = s.environment()
	return command
}

// Pipe runs a command where there is no terminal and nothing to read, as a
// scheduler does. It gives what Play gives.
func (s *Stage) Pipe(ctx context.Context, c Command) (output []string, exit int, err error) {
	command := s.shell(c)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var shown bytes.Buffer
	command.Stdout, command.Stderr = &shown, &shown
	if err := command.Start(); err != nil {
		return nil, 0, err
	}
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer stop()
	waitErr := command.Wait()
	if ctx.Err() != nil {
		return lines(shown.Bytes()), 0, fmt.Errorf("%s did not end: %w", c.Text, ctx.Err())
	}
	if _, failed := errors.AsType[*exec.ExitError](waitErr); waitErr != nil && !failed {
		return nil, 0, waitErr
	}
	return lines(shown.Bytes()), command.ProcessState.ExitCode(), nil
}

// What is typed at a terminal beside answers.
const (
	endOfInput = "\x04"
	interrupt  = "\x03"
)

// converse reads what the terminal shows until its last process leaves it.
func converse(terminal io.ReadWriter, c *Command) ([]byte, error) {
	var shown []byte
	buffer := make([]byte, 4096)
	for {
		n, err := terminal.Read(buffer)
		shown = append(shown, buffer[:n]...)
		if errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) {
			return shown, nil // how a terminal says that nobody is left
		}
		if err != nil {
			return shown, err
		}
		if _, err := io.WriteString(terminal, c.typed(shown)); err != nil {
			return shown, err
		}
	}
}

// typed is what to type next at what a terminal shows, "" for nothing yet.
func (c *Command) typed(shown []byte) string {
	switch {
	case c.Stopped != "" && bytes.HasSuffix(shown, []byte(c.Stopped+"\r\n")):
		c.Stopped = ""
		return interrupt
	case !waits(shown):
		return ""
	case len(c.Answers) == 0:
		return endOfInput
	}
	answer := c.Answers[0]
	c.Answers = c.Answers[1:]
	return answer + "\n"
}

// lines are the terminal's lines, without the carriage returns it adds. The echo
// of a keystroke is a line of its own, as sessions write it.
func lines(shown []byte) []string {
	text := strings.ReplaceAll(string(shown), "\r\n", "\n")
	text = strings.ReplaceAll(text, keystroke+"\n", keystroke)
	whole := strings.TrimSuffix(strings.ReplaceAll(text, keystroke, keystroke+"\n"), "\n")
	if whole == "" {
		return nil
	}
	return slices.DeleteFunc(strings.Split(whole, "\n"), saysRoot)
}

// saysRoot reports whether a line is ours alone: it tells who runs the tests.
func saysRoot(line string) bool { return line == "  "+report.AsRoot }

// Difference is how what a command did differs from what its session says, in
// the session's own form, or "" when it does not. The same edit, when there is
// one, goes over both sides' lines first.
func Difference(c Command, output []string, exit int, edit func(string) string) string {
	want, got := transcript(edited(c.Output, edit), c.Exit), transcript(edited(output, edit), exit)
	if want == got {
		return ""
	}
	return fmt.Sprintf("line %d: $ %s\n%s", c.Line, c.Text, diff.Diff("expected", []byte(want), "got", []byte(got)))
}

// leavesOut reports whether a line of a page stands for lines it leaves out.
func leavesOut(line string) bool { return strings.TrimSpace(line) == "…" }

// Elided is Difference for a session that leaves lines out: what it shows is
// there, in its order, and the lines between are any. opens is one that shows
// only how it begins.
func Elided(c Command, output []string, exit int, opens bool) string {
	rest := output
	for i, part := range parts(c.Output) {
		at := find(rest, part, i == 0)
		if at < 0 {
			return fmt.Sprintf("line %d: $ %s\n%s", c.Line, c.Text, diff.Diff("expected", []byte(transcript(part, 0)), "got", []byte(transcript(rest, exit))))
		}
		rest = rest[at+len(part):]
	}
	if !opens && (exit != c.Exit || len(rest) > 0 && !leavesOut(c.Output[len(c.Output)-1])) {
		return fmt.Sprintf("line %d: $ %s\nends in\n%s", c.Line, c.Text, transcript(rest, exit))
	}
	return ""
}

// parts are the stretches of lines between those left out.
func parts(lines []string) [][]string {
	all := [][]string{nil}
	for _, line := range lines {
		if leavesOut(line) {
			all = append(all, nil)
			continue
		}
		all[len(all)-1] = append(all[len(all)-1], line)
	}
	return all
}

// find is where part stands in lines, at their beginning or anywhere; -1 for
// nowhere.
func find(lines, part []string, first bool) int {
	for at := 0; at+len(part) <= len(lines); at++ {
		if slices.Equal(lines[at:at+len(part)], part) {
			return at
		}
		if first {
			break
		}
	}
	return -1
}

func edited(all []string, edit func(string) string) []string {
	if edit == nil {
		return all
	}
	changed := make([]string, len(all))
	for i, line := range all {
		changed[i] = edit(line)
	}
	return changed
}
