package cli

import (
	"context"
	"errors"

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
	t, err := s.decide(ctx, d, in)
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
	last, broken, err := m.Last()
	s.passedOver(broken)
	if errors.Is(err, app.ErrNothingLogged) {
		return usage("%v", err)
	}
	if err != nil {
		return err
	}
	s.answer(s.shown().Why(last)...)
	return nil
}

// passedOver says that the log ends in what does not read.
func (s *session) passedOver(broken bool) {
	if broken {
		s.note(s.words.Note("the log ends in a line that does not read, which was passed over"))
	}
}
