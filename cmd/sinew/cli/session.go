package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
)

// A session is one run of the program: its streams, and how it words what it
// says.
type session struct {
	out, err io.Writer
	words    report.Words
}

func newSession(program string) *session {
	home, _ := os.LookupEnv("HOME")
	return &session{
		out:   os.Stdout,
		err:   os.Stderr,
		words: report.Words{Program: program, Home: home, Colour: colour()},
	}
}

// colour reports whether what is said may be coloured: on a terminal that
// understands it, unless NO_COLOR is set (manual, "Environment").
func colour() bool {
	name := os.Getenv("TERM")
	return os.Getenv("NO_COLOR") == "" && name != "" && name != "dumb" && isatty.IsTerminal(os.Stderr.Fd())
}

// answer prints what was asked for, on standard output.
func (s *session) answer(lines ...string) { printLines(s.out, lines) }

// note prints what is said about a run, on standard error.
func (s *session) note(lines ...string) { printLines(s.err, lines) }

func printLines(to io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(to, line)
	}
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
	fmt.Fprint(s.out, report.Help(s.words.Program, Version, groups(), columns))
	return nil
}

// groups are the commands' forms under their headings.
func groups() []report.UsageGroup {
	all := []report.UsageGroup{{Title: "use", Forms: []report.Usage{
		{Form: `"<input>"`, Does: "decide, ask what is open, run; piped, a line is an input"},
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
