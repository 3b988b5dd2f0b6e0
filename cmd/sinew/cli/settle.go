package cli

import (
	"context"
	"errors"
	"io"

	"sinew/decide/gate"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
)

// settle asks what a decision still needs, then for a yes where it waits for
// one, and runs it. The outcome says what became of it.
func (s *session) settle(ctx context.Context, d *app.Decider, in input, o turn.Outcome) (turn.Outcome, error) {
	permit, err := s.permit(ctx, &d, in, &o)
	if err != nil {
		o.Fate = fateOf(err)
		if in.json {
			return o, s.line(o, err)
		}
		return o, err
	}
	result, err := d.Run(ctx, permit, o.Turn, s.err)
	o.Result, o.Error, o.Frames = &result, err, app.Frames(err)
	o.Fate = ranAs(o.Turn.Decision, err)
	if in.json {
		return o, s.line(o, err)
	}
	if err == nil {
		s.printResult(result.Text)
	}
	return o, err
}

// permit asks until the call may run. Every answer is gated again.
func (s *session) permit(ctx context.Context, d **app.Decider, in input, o *turn.Outcome) (gate.Permit, error) {
	for o.Turn.Decision.Outcome == gate.Ask {
		filled, err := s.fill(ctx, d, o.Turn)
		if err != nil {
			return gate.Permit{}, err
		}
		o.Turn = filled
	}
	decision := o.Turn.Decision
	if decision.Outcome == gate.Run {
		if !in.json {
			s.note(s.words.Decided(decision.Call().String(), decision.Confidence, app.Contained().Type))
		}
		return decision.Permit(), nil
	}
	if err := s.confirm(ctx, question{prompt: decision.Prompt, teach: s.teacher(*d, o.Turn)}); err != nil {
		return gate.Permit{}, err
	}
	return decision.Held().Yes(), nil
}

// teacher records what was said as an example of the call that waits.
func (s *session) teacher(d *app.Decider, t turn.Turn) func(context.Context) error {
	return func(ctx context.Context) error {
		made, err := d.Teach(ctx, t)
		if err != nil {
			return err
		}
		s.taught(made, t.Decision.Input)
		return nil
	}
}

// fateOf is what a prompt that was not answered with a yes made of a decision.
func fateOf(err error) turn.Fate {
	switch {
	case errors.Is(err, errDeclined), errors.Is(err, errNoneOfThese):
		return turn.Declined
	case errors.Is(err, app.ErrInterrupted), errors.Is(err, context.Canceled):
		return turn.Cancelled
	}
	return turn.Unanswered
}

func ranAs(d gate.Decision, err error) turn.Fate {
	switch {
	case errors.Is(err, app.ErrInterrupted):
		return turn.Cancelled
	case err != nil:
		return turn.Failed
	case d.Outcome == gate.Confirm:
		return turn.RanAtYes
	}
	return turn.Ran
}

// needsTerminal is a prompt that cannot be shown: the command to run where it
// can.
func needsTerminal(what string) error {
	return diag.One("", what+" needs a terminal", diag.Rerun())
}

// ended is an end of input: the person declined.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errDeclined
	}
	return err
}
