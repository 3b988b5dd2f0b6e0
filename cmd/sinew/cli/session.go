package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/diag"
)

// A session is one run of the program: its streams, and how it words what it
// says on standard error.
type session struct {
	out, err  io.Writer
	words     report.Words
	colourOut bool           // whether standard output takes colours
	inActions bool           // whether a runner of GitHub Actions reads the output
	pressed   chan os.Signal // Ctrl-C, while it is noted
	unprinted error          // the first answer that standard output did not take
	terminal  *terminal      // where a session of sentences is typed; nil for any other command
}

func newSession(program string) *session {
	home, _ := os.LookupEnv("HOME")
	s := &session{
		out:   os.Stdout,
		err:   os.Stderr,
		words: report.Words{Program: program, Home: home, Colour: colour(os.Stderr)},

		colourOut: colour(os.Stdout),
		inActions: os.Getenv("GITHUB_ACTIONS") != "",
	}
	if s.inActions {
		s.err = inert{s.err}
	}
	return s
}

// colour reports whether what goes to a stream may be coloured: on a terminal
// that understands it, unless NO_COLOR is set (manual, "Environment").
func colour(to *os.File) bool {
	name := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && name != "" && name != "dumb" && isatty.IsTerminal(to.Fd())
}

// shown is how an answer is worded: standard output may be a terminal where
// standard error is none, and the other way round.
func (s *session) shown() report.Words {
	words := s.words
	words.Colour = s.colourOut
	return words
}

// answer prints what was asked for, on standard output.
func (s *session) answer(lines ...string) {
	if s.inActions {
		lines = slices.Clone(lines)
		for n := range lines {
			lines[n] = report.Inert(lines[n])
		}
	}
	s.print(lines...)
}

// print prints an answer as it is: a body's own result, or what is meant to be
// a command to a runner.
func (s *session) print(lines ...string) {
	if err := printLines(s.out, lines); err != nil && s.unprinted == nil {
		s.unprinted = unprinted(err)
	}
}

// unprinted is an answer that its reader does not get whole.
func unprinted(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return &diag.Failure{What: "printing the answer", Why: err}
}

// note prints what is said about a run, on standard error. Nothing can be said
// about what that does not take.
func (s *session) note(lines ...string) { _ = printLines(s.err, lines) }

// inert passes lines on so that no runner of GitHub Actions takes one for a
// command. Every write is of whole lines.
type inert struct{ to io.Writer }

// Write writes all of text, or gives the error of that.
func (i inert) Write(text []byte) (int, error) {
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		out.WriteString(report.Inert(line))
	}
	if _, err := io.WriteString(i.to, out.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

func printLines(to io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(to, line); err != nil {
			return err
		}
	}
	return nil
}

// here is the machine a command works on.
func (s *session) here() (*app.Machine, error) {
	return app.NewMachine(s.words.Program, runtime.GOOS)
}

// open is the project a command works on. Commands that decide or run ask
// whether it is trusted.
func (s *session) open(ctx context.Context) (*app.Project, error) {
	m, err := s.here()
	if err != nil {
		return nil, err
	}
	p, err := m.Open(ctx)
	if p != nil {
		s.words.File = p.Where
	}
	return p, err
}

func (s *session) help() error {
	columns := 0
	if isatty.IsTerminal(os.Stdout.Fd()) {
		columns, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	s.answer(strings.TrimSuffix(report.Help(s.words.Program, Version, groups(), columns), "\n"))
	return nil
}

// groups are the commands' forms under their headings.
func groups() []report.UsageGroup {
	all := []report.UsageGroup{{Title: "use", Forms: []report.Usage{
		{Form: `"<input>"`, Does: "decide, ask what is open, run; piped, a line is an input"},
		{Form: "", Does: "at a terminal, the same for each line you type; Ctrl-D ends"},
	}}}
	for _, c := range commands() {
		at := slices.IndexFunc(all, func(g report.UsageGroup) bool { return g.Title == c.group })
		if at < 0 {
			all = append(all, report.UsageGroup{Title: c.group})
			at = len(all) - 1
		}
		all[at].Forms = append(all[at].Forms, c.usage...)
	}
	return append(all, report.UsageGroup{Title: "also", Forms: []report.Usage{
		{Form: "--version"},
		{Form: "--completions bash|zsh|fish", Does: "a script for your shell to source"},
	}})
}
