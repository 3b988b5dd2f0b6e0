package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"

	"sinew/decide/gate"
	"sinew/exec/policy"
	"sinew/internal/app"
	"sinew/pkg/diag"
)

// runCall runs a call a person wrote by name. A destructive one is asked about
// on the terminal first.
func runCall(ctx context.Context, s *session, args []string) error {
	if err := runArgs(s.words.Program, args); err != nil {
		return err
	}
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
	} else if permit, err = s.confirm(ctx, ready); err != nil {
		return err
	}
	return s.run(ctx, p, permit)
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
	return nil
}

// confirm shows a held call and asks for a yes on the terminal.
func (s *session) confirm(ctx context.Context, ready app.Ready) (gate.Permit, error) {
	own := ready.Prompt.Own
	switch app.Contained().Type {
	case policy.Partial:
		own += " · partly contained"
	case policy.None:
		own += " · not contained"
	}
	s.note(s.words.Confirm(own, ready.Prompt.Reason)...)
	t := openTerminal()
	if t == nil {
		return gate.Permit{}, diag.One("", "a confirm needs a terminal", diag.Rerun())
	}
	defer t.close()
	why := ""
	for {
		answer, err := t.ask(ctx, s.words.Question(ready.Prompt.Template, why, "[y]es [n]o"))
		switch {
		case errors.Is(err, io.EOF):
			return gate.Permit{}, errDeclined
		case err != nil:
			return gate.Permit{}, err
		case slices.Contains(yesses, strings.ToLower(answer)):
			return ready.Held.Yes(), nil
		case slices.Contains(noes, strings.ToLower(answer)):
			return gate.Permit{}, errDeclined
		case answer != "":
			why = fmt.Sprintf("%q is not one of them", answer)
		}
	}
}

// run runs a permitted call and prints its result.
func (s *session) run(ctx context.Context, p *app.Project, permit gate.Permit) error {
	result, err := p.Run(ctx, permit, "", s.err)
	if err != nil {
		return err
	}
	if result.Text != "" {
		s.answer(s.words.Result(result.Text, s.outIsTerminal()))
	}
	return nil
}

// outIsTerminal reports whether answers are read by a person.
func (s *session) outIsTerminal() bool {
	f, ok := s.out.(interface{ Fd() uintptr })
	return ok && isatty.IsTerminal(f.Fd())
}
