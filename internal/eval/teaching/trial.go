package teaching

import (
	"context"
	"fmt"
	"runtime"

	"sinew/decide/catalog"
	"sinew/decide/judge"
	"sinew/internal/sidebyside"
	"sinew/pkg/text"
)

// A trial is one missed sentence and what became of it and of the records once
// it was taught.
type trial struct {
	said   sentence
	before fault
	after  fault    // "" where it does at once what it states
	moved  []string // records that were right and are wrong
	gained int      // records that were wrong and are right
}

// A report is what all trials came to.
type report struct {
	said    [sources]int
	missed  [sources]int
	trials  []trial
	records int // of the installed set
	right   int // of them, before any lesson
}

// try teaches the first of the missed sentences, each alone, at most so many.
func (c *class) try(ctx context.Context, said []sentence, most int) (*report, error) {
	bare := c.Catalog("", nil)
	r, err := c.missed(ctx, bare, said)
	if err != nil {
		return nil, err
	}
	r.trials = r.trials[:min(most, len(r.trials))]
	records := judge.Cases(bare, "")
	before, err := c.Judge(ctx, bare, records)
	if err != nil {
		return nil, err
	}
	r.records = len(records)
	for _, v := range before {
		if v.Passed() {
			r.right++
		}
	}
	return r, c.tryAll(ctx, r.trials, records, before)
}

// missed is a report of the sentences alone, with a trial to be made of each
// that a set nobody taught misses.
func (c *class) missed(ctx context.Context, bare *catalog.Catalog, said []sentence) (*report, error) {
	r := &report{}
	for _, s := range said {
		d, err := c.Decide(ctx, bare, s.text)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", s.text, err)
		}
		r.said[s.from]++
		if f := s.fault(d); f != "" {
			r.missed[s.from]++
			r.trials = append(r.trials, trial{said: s, before: f})
		}
	}
	return r, nil
}

// tryAll runs the trials, as many at a time as there are processors. None knows
// of another, so their order says nothing.
func (c *class) tryAll(ctx context.Context, trials []trial, records []judge.Case, before []judge.Verdict) error {
	errs := make([]error, len(trials))
	sidebyside.Do(len(trials), runtime.GOMAXPROCS(0), func(i int) {
		errs[i] = c.run(ctx, &trials[i], records, before)
	})
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%q: %w", trials[i].said.text, err)
		}
	}
	return nil
}

// run teaches one sentence, and judges it and every record again. The sentence
// is no other record, where it is one itself.
func (c *class) run(ctx context.Context, t *trial, records []judge.Case, before []judge.Verdict) error {
	set, err := c.teach(t.said)
	if err != nil {
		return err
	}
	d, err := c.Decide(ctx, set, t.said.text)
	if err != nil {
		return err
	}
	t.after = t.said.fault(d)
	after, err := c.Judge(ctx, set, records)
	if err != nil {
		return err
	}
	t.compare(records, before, after)
	return nil
}

// compare counts the records that a lesson moved.
func (t *trial) compare(records []judge.Case, before, after []judge.Verdict) {
	for i, r := range records {
		switch {
		case text.Identity(r.Utterance) == text.Identity(t.said.text), after[i].Passed() == before[i].Passed():
		case after[i].Passed():
			t.gained++
		default:
			t.moved = append(t.moved, moved(r, after[i]))
		}
	}
}

// moved says which record is wrong now, and where.
func moved(r judge.Case, v judge.Verdict) string {
	read, of := "nothing", "the reflex"
	if m := v.Mismatch; m.Read != nil {
		read = *m.Read
	}
	if v.Mismatch.Arg != "" {
		of = v.Mismatch.Arg
	}
	return fmt.Sprintf("%s: %q, where %s is %s", r.Reflex, r.Utterance, of, read)
}
