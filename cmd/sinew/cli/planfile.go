package cli

import (
	"context"

	"sinew/cmd/sinew/report"
	"sinew/decide/weave/plan"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
)

// save writes a plan as a file. One that may not run, or that asks, is none to
// save: a file holds nobody's answers.
func (s *session) save(d *app.Decider, in input, p *turn.Sentence) error {
	s.note(s.words.Plan(&p.Plan)...)
	shown := s.words.Short(in.save)
	switch p.Plan.Verdict.Outcome {
	case plan.Refuse:
		return exited(exitDeclined)
	case plan.Ask:
		return asksFirst(p, shown)
	}
	if err := d.SavePlan(p, in.save); err != nil {
		return err
	}
	s.note(s.words.Written("+", shown))
	if in.json {
		return s.planLine(p)
	}
	return nil
}

// asksFirst refuses a plan with a question of its own. What cannot be told apart
// has been said.
func asksFirst(p *turn.Sentence, shown string) error {
	n := toAsk(&p.Plan)
	if n == 0 {
		return exited(exitHuman)
	}
	question := p.Plan.Step(n).Decision.Reading.Winner.Missing[0].Ask
	return diag.Problems{{Message: report.NotSaved(n, question), Fix: diag.Save(shown, "")}}
}

// runFile runs the plan a file holds (manual, "Weaving", Saving a plan).
func (s *session) runFile(ctx context.Context, in byName) error {
	shown := s.words.Short(in.file)
	s.words.Command = in.againFile(shown)
	d, of, pinned, err := s.openPlan(ctx, in.file, shown)
	if err != nil {
		return s.refused(in, err)
	}
	return s.weave(ctx, d, input{json: in.json, text: of.Plan.Input, said: true}, woven{of: of, pinned: pinned})
}

// openPlan is a file's plan, made again in the project here.
func (s *session) openPlan(ctx context.Context, file, shown string) (*app.Decider, *turn.Sentence, *turn.Pinned, error) {
	if err := app.CheckToday(); err != nil {
		return nil, nil, nil, err
	}
	p, err := s.open(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	d, err := p.Decider()
	if err != nil {
		return nil, nil, nil, err
	}
	of, pinned, err := d.OpenPlan(ctx, file, shown)
	return d, of, pinned, err
}

func (n byName) againFile(shown string) string {
	if n.json {
		return "run --json " + report.Path(shown)
	}
	return "run " + report.Path(shown)
}
