package app

import (
	"context"
	"io"

	"sinew/decide/adapter"
	"sinew/decide/reading"
	"sinew/decide/weave/run"
	"sinew/exec"
	"sinew/internal/answers"
	"sinew/internal/turn"
)

// Plan plans an input over the reflexes that carry one of the tags (manual,
// "Weaving"). What an adapter has answered before is taken from the cache
// (manual, "The cache"). Where only inactive reflexes carry the tags, the error
// is why they are.
func (d *Decider) Plan(ctx context.Context, input string, tags []string) (*turn.Sentence, error) {
	if why := d.onlyInactive(tags); len(why) > 0 {
		return nil, why
	}
	return turn.Plan(ctx, d.cat, d.kept(), input, tags, reading.Beside{Memory: *d.memory})
}

// kept is the adapter, with what it has answered before.
func (d *Decider) kept() adapter.Adapter {
	return answers.Around(d.by, d.p.m.paths.Answers(), d.cat.Digest())
}

// Replan is the sentence over the project as a prompt left it.
func (d *Decider) Replan(ctx context.Context, s *turn.Sentence) error { return s.Again(ctx, d.cat) }

// RunStep runs a step's body with the whole results it takes, in the time its
// turn has left. What it returns is remembered by Remember alone. It may be
// called concurrently, each call with messages of its own.
func (d *Decider) RunStep(ctx context.Context, start run.Start, t turn.Turn, messages io.Writer) (exec.Result, error) {
	limited, cancel := context.WithTimeout(ctx, t.Left)
	defer cancel()
	return d.p.run(limited, start.Permit, start.Decision.Input, start.Taken, messages)
}

// Remember keeps what a step's body returned, for the inputs after this one.
func (d *Decider) Remember(start run.Start, result exec.Result) { d.remember(start.Permit, result) }
