// Package turn takes one input from its words to a decision: it asks the
// adapter round by round until nothing is open, checks every answer, and gates
// the reading. Answers that the adapter remembers are checked as fresh ones
// are, and add to no count (reading.md 1.5).
//
// A turn has thirty seconds, which the adapter's answers and the body's run
// share; a prompt that waits for a person is not counted. When they are over
// the turn stops and says so: it never decides on what it has (manual, "Limits
// and time").
package turn

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/diag"
)

// MaxInput is the longest input, in characters.
const MaxInput = 2000

// Time is what one decision has, its body's run included.
const Time = 30 * time.Second

// A Trace is one round an adapter was asked: who answered how many questions in
// how long. A round whose answers were at hand leaves none.
type Trace struct {
	Adapter   string `json:"adapter"`
	Questions int    `json:"questions"`
	MS        int64  `json:"ms"`
}

// A Turn is one input, decided.
type Turn struct {
	Decision gate.Decision
	Catalog  *catalog.Catalog
	Trace    []Trace
	Answers  question.Answers
	Top      *reading.Winner // the reflex on top, under its bar or not; nil for none
	Left     time.Duration   // what is left of its time
	beside   reading.Beside
	grounds  func(reflex string) (question.Grounds, bool) // nil where the adapter gives none
	rounds   int                                          // of a sentence's; 0 where each of the trace is one
}

// Decide decides an input as one text over the reflexes that carry one of the
// tags, or over all of them for none: what a sentence asks for is planned by
// Plan. Input that is no UTF-8, nothing but white space, or over MaxInput is
// refused: a diag problem. A *question.Fault is the adapter failing; a
// *diag.Failure the time running out. When ctx ends first, the error is the
// adapter's own or ctx's. The Turn of an error holds what was asked until then,
// and decides nothing.
func Decide(ctx context.Context, cat *catalog.Catalog, by adapter.Adapter, input string, tags []string) (Turn, error) {
	return consider(ctx, Turn{Catalog: cat}, by, input, tags, Time)
}

func consider(ctx context.Context, t Turn, by adapter.Adapter, input string, tags []string, most time.Duration) (Turn, error) {
	if err := checkInput(input); err != nil {
		return Turn{}, err
	}
	scope := t.Catalog.Tagged(tags)
	if len(scope) == 0 && len(tags) > 0 {
		return Turn{}, noneTagged(tags)
	}
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	t.Answers = question.Answers{}
	started := time.Now()
	read, err := t.ask(limited, scope, by, input)
	t.Left = most - time.Since(started)
	if err != nil {
		return t, late(ctx, limited, err)
	}
	t.Top, t.Decision = read.Winner, gate.Decide(t.Catalog, read)
	return t, nil
}

// checkInput refuses what is no sentence.
func checkInput(input string) error {
	switch n := utf8.RuneCountInString(input); {
	case !utf8.ValidString(input):
		return diag.One("", "the input is not UTF-8", diag.Help())
	case strings.TrimSpace(input) == "":
		return diag.One("", "the input is empty", diag.Help())
	case n > MaxInput:
		return diag.One("", fmt.Sprintf("the input is %d characters; %d is the most", n, MaxInput), diag.Help())
	}
	return nil
}

// ask asks until nothing is open.
func (t *Turn) ask(ctx context.Context, scope []catalog.Reflex, by adapter.Adapter, input string) (reading.Reading, error) {
	text := reading.Over(t.Catalog, scope, input, t.beside)
	for {
		open, read := text.Read(t.Answers)
		if len(open) == 0 {
			return read, nil
		}
		if err := t.round(ctx, by, input, open); err != nil {
			return reading.Reading{}, err
		}
		t.ground(by, input, open)
	}
}

// round takes the answers to one round, once they are checked.
func (t *Turn) round(ctx context.Context, by adapter.Adapter, input string, open []question.Question) error {
	answers, asked, err := round(ctx, by, input, open)
	if err != nil {
		return err
	}
	if asked != nil {
		t.Trace = append(t.Trace, *asked)
	}
	maps.Copy(t.Answers, answers)
	return nil
}

// round gives the answers to one round about a text, once they are checked:
// those at hand, or else the adapter's, whose trace comes with them.
func round(ctx context.Context, by adapter.Adapter, input string, open []question.Question) (question.Answers, *Trace, error) {
	var kept adapter.Round
	if remembers, ok := by.(adapter.Remembering); ok {
		kept = remembers.Round(input, open)
		if answers, ok := kept.Recall(); ok && question.Validate(open, answers) == nil {
			return answers, nil, nil
		}
	}
	answers, asked, err := fresh(ctx, by, input, open)
	if err != nil {
		return nil, nil, err
	}
	if kept != nil {
		kept.Keep(answers)
	}
	return answers, asked, nil
}

// fresh asks the adapter, and counts the round once its answers are checked.
func fresh(ctx context.Context, by adapter.Adapter, input string, open []question.Question) (question.Answers, *Trace, error) {
	started := time.Now()
	answers, err := race(ctx, by, input, open)
	if err == nil {
		err = ctx.Err() // an answer that comes too late is none
	}
	if err == nil {
		err = question.Validate(open, answers)
	}
	if err != nil {
		return nil, nil, err
	}
	return answers, &Trace{by.ID(), len(open), time.Since(started).Milliseconds()}, nil
}

// race asks the adapter and goes on without it when the context ends first: an
// adapter that does not heed its context holds nobody up.
func race(ctx context.Context, by adapter.Adapter, input string, open []question.Question) (question.Answers, error) {
	type answered struct {
		answers question.Answers
		err     error
	}
	done := make(chan answered, 1) // one that comes too late is left there
	go func() {
		answers, err := by.Answer(ctx, input, open)
		done <- answered{answers, err}
	}()
	select {
	case one := <-done:
		return one.answers, one.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// late tells the turn's own time running out from the caller giving up.
func late(outer, limited context.Context, err error) error {
	if outer.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return &diag.Failure{What: "deciding", Why: fmt.Errorf("did not finish in %d seconds", int(Time.Seconds()))}
	}
	return err
}

// Asked is how many questions the adapter answered, and in how many rounds:
// none when all its answers were at hand. A turn that is a sentence's counts
// what the sentence asked.
func (t Turn) Asked() (questions, rounds int) {
	for _, one := range t.Trace {
		questions += one.Questions
	}
	if t.rounds > 0 {
		return questions, t.rounds
	}
	return questions, len(t.Trace)
}
