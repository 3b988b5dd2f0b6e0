package cli

import (
	"context"

	"sinew/internal/app"
	"sinew/internal/turn"
)

// try decides without running, and shows every judgment. It is never logged.
func try(ctx context.Context, s *session, args []string) error {
	in, err := inputArgs("try", args)
	if err != nil {
		return err
	}
	if !in.said && stdinIsTerminal() {
		return usage("try needs an input")
	}
	return s.inputs(ctx, in, s.look)
}

func (s *session) look(ctx context.Context, d *app.Decider, in input) error {
	s.words.Command = "try " + s.again(in)
	t, err := d.Decide(ctx, in.text, in.tags)
	if err != nil {
		return err
	}
	if in.json {
		return s.line(turn.Outcome{Turn: t}, nil)
	}
	s.answer(s.shown().Try(t.Explain())...)
	return nil
}

// why tells the last decision from the log alone.
func why(_ context.Context, s *session, args []string) error {
	if err := noArguments("why", args); err != nil {
		return err
	}
	m, err := s.here()
	if err != nil {
		return err
	}
	last, err := m.Last()
	if err != nil {
		return err
	}
	s.answer(s.shown().Why(last)...)
	return nil
}
