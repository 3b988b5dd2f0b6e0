// Command teaching tries what teaching does: a sentence that the local adapter
// misses over all of std is taught as `sinew teach` would, decided again, and
// every record of the installed set is judged as `sinew test` does, before and
// after.
//
//	go run ./internal/eval/teaching                 100 trials
//	go run ./internal/eval/teaching -misses         and what was not as it should be
//	go run ./internal/eval/teaching -half heldout   for a report only: see package everyday
//
//	sentence   one of the everyday set's half or of std's [tests], with the call it states
//	missed     decided as another call than that, or held back from running
//	trial      one missed sentence, taught to a set that nothing else was taught
//	moved      of a record: right before the lesson, wrong after it
//
// The reflexes are those the program carries, so it runs anywhere, and nothing
// is drawn by chance: sentences are tried in the order of a hash.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"sinew/internal/eval/everyday"
)

func main() {
	half := flag.String("half", string(everyday.Development), "which half of the everyday set sentences are of")
	trials := flag.Int("trials", 100, "how many sentences are taught at most")
	misses := flag.Bool("misses", false, "print each trial that fell short, and why")
	flag.Parse()
	if err := run(context.Background(), everyday.Half(*half), *trials, *misses); err != nil {
		fmt.Fprintln(os.Stderr, "teaching:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, half everyday.Half, trials int, misses bool) error {
	set, err := everyday.Load("std", half)
	if err != nil {
		return err
	}
	c, err := newClass(set.Vocabularies)
	if err != nil {
		return err
	}
	said, err := c.sentences(set.Lines)
	if err != nil {
		return err
	}
	r, err := c.try(ctx, said, trials)
	if err == nil {
		r.print(os.Stdout, misses)
	}
	return err
}
