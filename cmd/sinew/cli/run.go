package cli

import (
	"context"
	"strings"

	"github.com/mattn/go-isatty"

	"sinew/internal/app"
	"sinew/pkg/call"
)

// runCall runs a call a person wrote by name. A destructive one is asked about
// on the terminal first.
func runCall(ctx context.Context, s *session, args []string) error {
	if err := runArgs(s.words.Program, args); err != nil {
		return err
	}
	s.words.Command = "run " + call.Join(args...)
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	ready, err := p.Ready(args)
	if err != nil {
		return err
	}
	permit := ready.Permit
	if ready.Held == nil {
		s.note(s.words.Call(ready.Call.String(), app.Contained().Type))
	} else {
		if err := s.confirm(ctx, question{prompt: ready.Prompt}); err != nil {
			return err
		}
		permit = ready.Held.Yes()
	}
	result, err := p.Run(ctx, permit, "", s.err)
	if err != nil {
		return err
	}
	s.printResult(result.Text)
	return nil
}

func runArgs(program string, args []string) error {
	if len(args) > 0 && isFlag(args[0]) {
		return usage("%s is not a flag of run", args[0])
	}
	if len(args) == 0 || strings.TrimSpace(strings.Join(args, "")) == "" {
		return usage("run needs a call: %s run <name> [<arg>=<value> | <flag>]…", program)
	}
	for _, a := range args[1:] {
		if isFlag(a) {
			return usage("%s is not a flag of run", a)
		}
	}
	if _, err := call.Parse(call.Join(args...)); err != nil {
		return usage("%v", err)
	}
	return nil
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
