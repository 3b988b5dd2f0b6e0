package cli

import (
	"context"
	"errors"

	"sinew/cmd/sinew/report"
	"sinew/decide/gate"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
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
	p, err := s.plan(ctx, d, in)
	if err != nil {
		return err
	}
	if in.save != "" {
		return s.save(d, in, p)
	}
	if t, alone := p.Alone(); alone {
		return s.lookAlone(in, p, t)
	}
	if in.json {
		return s.planLine(p)
	}
	s.answer(append(s.shown().Plan(&p.Plan), "")...)
	s.answer(s.shown().TryAll(p.Told(p.Steps(), nil))...)
	return nil
}

// lookAlone shows a sentence of one step.
func (s *session) lookAlone(in input, p *turn.Sentence, t turn.Turn) error {
	if in.json {
		return s.line(turn.Outcome{Turn: t}, nil)
	}
	s.answer(s.shown().Try(t.Explain(), p.Read())...)
	return nil
}

// planLine prints a plan whole, on one line.
func (s *session) planLine(p *turn.Sentence) error {
	whole := p.Plan.Wire()
	whole.Add("trace", p.Trace())
	line, err := gate.Line(whole)
	if err != nil {
		return &diag.Failure{What: "writing the line", Why: err}
	}
	s.answer(report.CleanJSON(string(line)))
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
