package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/mattn/go-isatty"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/name"
)

// A byName is what the command line of run says.
type byName struct {
	json bool
	call []string // in one word or several
	file string   // a plan file in its place
}

// runCall runs a call a person wrote by name. A destructive one is asked about
// on the terminal first.
func runCall(ctx context.Context, s *session, args []string) error {
	in, err := runArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	if in.file != "" {
		return s.runFile(ctx, in)
	}
	s.words.Command = in.again()
	p, err := s.open(ctx)
	if err != nil {
		return s.refused(in, err)
	}
	ready, err := p.Ready(in.call)
	if err != nil {
		return s.refused(in, err)
	}
	return s.runReady(ctx, p, in, ready)
}

// again is the command line, to be typed again.
func (n byName) again() string {
	if n.json {
		return "run --json " + report.Called(call.Join(n.call...))
	}
	return "run " + report.Called(call.Join(n.call...))
}

// refused is a call that was refused before anything ran: under --json one
// object, its problems joined and their first fix.
func (s *session) refused(in byName, err error) error {
	problems, ok := errors.AsType[diag.Problems](err)
	if !in.json || !ok || len(problems) == 0 {
		return err
	}
	whole := problems[0]
	for _, p := range problems[1:] {
		whole.Message += "; " + p.Message
	}
	return s.object(whole, err)
}

// runReady runs a call that is ready, after a yes where it waits for one, and
// prints its result or its line.
func (s *session) runReady(ctx context.Context, p *app.Project, in byName, ready app.Ready) error {
	line := turn.Named{Call: ready.Call, Effect: ready.Effect}
	permit := ready.Permit
	if ready.Held != nil {
		line.Held = &ready.Prompt
		if err := s.confirm(ctx, question{prompt: ready.Prompt}); err != nil {
			return s.named(in, line, err)
		}
		permit = ready.Held.Yes()
	} else if !in.json {
		s.note(s.words.Call(ready.Call.String(), app.Contained().Type))
	}
	result, err := p.Run(ctx, permit, "", s.err)
	line.Result, line.Error, line.Frames = &result, err, app.Frames(err)
	line.Ended = errors.Is(err, app.ErrInterrupted)
	if err == nil && !in.json {
		s.printResult(result.Text)
	}
	return s.named(in, line, err)
}

// named prints the line of a call under --json; otherwise err says it all.
func (s *session) named(in byName, line turn.Named, err error) error {
	if in.json {
		return s.line(line, err)
	}
	return err
}

func runArgs(program string, args []string) (in byName, err error) {
	for len(args) > 0 && args[0] == "--json" {
		in.json, args = true, args[1:]
	}
	in.call = args
	for i, a := range args {
		switch {
		case a == "--json" && i > 0:
			return in, usage("run takes --json before the call")
		case isFlag(a):
			return in, usage("%s is not a flag of run; the flag is --json", a)
		}
	}
	if strings.TrimSpace(strings.Join(args, "")) == "" {
		return in, usage("run needs a call or a plan file: %s run [--json] <name> [<arg>=<value> | <flag>]… | <file>", program)
	}
	if isFile(in.call[0]) {
		return in.ofFile()
	}
	if _, err := call.Parse(call.Join(args...)); err != nil {
		return in, usage("%v", err)
	}
	return in, nil
}

// ofFile is the command line of a plan file.
func (n byName) ofFile() (byName, error) {
	if len(n.call) > 1 {
		return n, usage("run takes one plan file, and nothing after it")
	}
	n.file = n.call[0]
	return n, nil
}

// isFile reports whether a word is a plan file's path: its first word is no
// reflex name.
func isFile(word string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(word), " ")
	return strings.ContainsAny(first, "./~") && name.Check(first, name.Local) != nil
}

// printResult prints a body's text, unless it is empty.
func (s *session) printResult(text string) {
	if text != "" {
		s.print(s.words.Result(text, s.outIsTerminal()))
	}
}

// outIsTerminal reports whether answers are read by a person.
func (s *session) outIsTerminal() bool {
	f, ok := s.out.(interface{ Fd() uintptr })
	return ok && isatty.IsTerminal(f.Fd())
}
