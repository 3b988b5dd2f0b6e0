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
