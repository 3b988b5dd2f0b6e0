// Package teaching tries what teaching does: a sentence that the local adapter
// misses over all of std is taught as `sinew teach` would, decided again, and
// every record of the installed set is judged as `sinew test` does, before and
// after.
//
//	sentence   one of the everyday set's half or of std's [tests], with the call it states
//	missed     decided as another call than that, or held back from running
//	trial      one missed sentence, taught to a set that nothing else was taught
//	moved      of a record: right before the lesson, wrong after it
//
// The reflexes are those the program carries, so it runs anywhere, and nothing
// is drawn by chance: sentences are tried in the order of a hash.
package teaching

import (
	"context"
	"io"

	"sinew/internal/eval/everyday"
	"sinew/internal/eval/installed"
)

// Report tries the first of the missed sentences of a half of the everyday set
// and of std's [tests], at most so many, and prints what came of it; with misses,
// each that fell short as well.
func Report(ctx context.Context, out io.Writer, half everyday.Half, trials int, misses bool) error {
	c, said, err := open(half)
	if err != nil {
		return err
	}
	r, err := c.try(ctx, said, trials)
	if err == nil {
		r.print(out, misses)
	}
	return err
}

func open(half everyday.Half) (*class, []sentence, error) {
	lines, err := everyday.Load("std", half)
	if err != nil {
		return nil, nil, err
	}
	set, err := installed.Std(lines.Vocabularies)
	if err != nil {
		return nil, nil, err
	}
	c := &class{set}
	said, err := c.sentences(lines.Lines)
	return c, said, err
}
