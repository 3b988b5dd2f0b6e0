// Package adapter is the classifier behind a decision, as an interface. Each
// adapter is a package below this one; which of them a project uses is a name
// in evoke.toml, and a name resolves only against the program's own.
//
// An adapter sees a text and questions, nothing else of anybody's (manual,
// "Adapters": state is only the request).
package adapter

import (
	"context"

	"sinew/decide/catalog"
	"sinew/decide/question"
)

// An Adapter answers closed questions about a text with probabilities. It may
// be asked from several goroutines at once.
type Adapter interface {
	// ID changes whenever the answers could. It is compared, never parsed, and
	// is pinned in the lock.
	ID() string
	// Bars are the adapter's own calibration; nil when it ships none, and then
	// every call waits for a yes.
	Bars() *catalog.Bars
	// Answer answers every question of one round. The answers are checked by
	// the caller. A *question.Fault says what failed; any other error is the
	// context's.
	Answer(ctx context.Context, text string, asked []question.Question) (question.Answers, error)
}

// A Limited adapter takes so many keys in one question and no more; 0 is no
// limit.
type Limited interface{ Options() int }

// A Versioned adapter answers from something that may change under one ID, as
// a recording's file does. Version changes whenever the answers about a text
// could, and is compared, never parsed.
type Versioned interface {
	Version(text string) string
}

// A Grounded adapter can say what its answer to a route stood on. It may be used
// from several goroutines at once.
type Grounded interface {
	Adapter
	// Grounds are those of one of the route's reflexes, for the text and the
	// question that were answered; ok is false where there are none.
	Grounds(text string, route question.Question, reflex string) (g question.Grounds, ok bool)
}

// A Remembering adapter may have the answers to a round at hand. It may be used
// from several goroutines at once.
type Remembering interface {
	Adapter
	Round(text string, asked []question.Question) Round
}

// A Round is the memory of the answers to one round of questions about a text.
// Nothing of it fails: what cannot be recalled is asked, and what cannot be kept
// is asked again.
type Round interface {
	// Recall gives the answers to exactly the questions asked, checked, when
	// they were kept.
	Recall() (question.Answers, bool)
	// Keep keeps the answers to the round, which the caller has checked.
	Keep(answers question.Answers)
}
