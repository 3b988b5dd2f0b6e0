package app

import (
	"context"
	"errors"
	"fmt"

	"sinew/decide/judge"
	"sinew/internal/sidebyside"
	"sinew/internal/turn"
)

// An Undecided is a record that could not be decided, and why: nothing is said
// of the others then.
type Undecided struct {
	Utterance string
	Why       error
}

// Error names the record.
func (u *Undecided) Error() string { return fmt.Sprintf("%q: %v", u.Utterance, u.Why) }

// Unwrap is why.
func (u *Undecided) Unwrap() error { return u.Why }

// records are the records of the project's active reflexes, or of one, and who
// decides them. A reflex that is installed and inactive is refused with what it
// waits for.
func (p *Project) records(only string) (*Decider, []judge.Case, error) {
	if only != "" {
		i, err := p.Reflex(only)
		if err == nil {
			err = i.Problems.Err()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	d, err := p.Decider()
	if err != nil {
		return nil, nil, err
	}
	return d, judge.Cases(d.cat, only), nil
}

// decideAll decides every sentence over the whole installed set, a few at a
// time, and keeps their order. Every answer is the adapter's own, never a
// cache's. The first that fails ends the others, and is an *Undecided.
func (d *Decider) decideAll(ctx context.Context, sentences []string) ([]judge.Decided, error) {
	limited, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	decided := make([]judge.Decided, len(sentences))
	sidebyside.Do(len(sentences), casesAtOnce, func(i int) {
		if limited.Err() != nil {
			return
		}
		var err error
		if decided[i], err = d.judged(limited, sentences[i]); err != nil {
			stop(&Undecided{sentences[i], err})
		}
	})
	if ctx.Err() != nil {
		return nil, ErrInterrupted
	}
	return decided, whyStopped(limited)
}

// judged is one sentence decided, as it is judged.
func (d *Decider) judged(ctx context.Context, sentence string) (judge.Decided, error) {
	t, err := turn.Decide(ctx, d.cat, d.by, sentence, nil)
	return judge.Of(t.Decision), err
}

// whyStopped is what ended the decisions, nil when nothing did.
func whyStopped(ctx context.Context) error {
	if undecided, ok := errors.AsType[*Undecided](context.Cause(ctx)); ok {
		return undecided
	}
	return nil
}
