package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// A contest is one piece of work and the ways to do it. The first is this
// program's; the others are what it is held against.
type contest struct {
	name   string
	rounds int
	memory int64 // the most bytes the first way's processes should hold; 0 for no bar
	ways   []way
	work   func(*stage) error // makes what all ways need
	stage  *stage
}

// A way does a contest's work once. It starts its processes through the tally,
// with dir, which is empty, to write in; its error is work not done.
type way struct {
	name string
	bar  float64 // this program takes at most so many times as long; 0 for no bar
	do   func(ctx context.Context, t *tally, dir string) error
}

// A result is what one way took: the medians of its rounds.
type result struct {
	wall time.Duration
	cpu  time.Duration // of all processes, in user and system mode
	peak int64         // bytes of memory of its largest process, 0 if unseen
}

// measure does every way once to warm up and to see its memory, and then in
// turns; each round begins with another way than the one before.
func (c contest) measure(ctx context.Context) ([]result, error) {
	if err := c.work(c.stage); err != nil {
		return nil, err
	}
	walls, cpus := make([][]time.Duration, len(c.ways)), make([][]time.Duration, len(c.ways))
	results := make([]result, len(c.ways))
	for round := range c.rounds + 1 {
		for i := range c.ways {
			at := (i + round) % len(c.ways)
			t := &tally{env: c.stage.env}
			if round == 0 {
				t.launcher = c.stage.launcher
			}
			wall, err := c.once(ctx, c.ways[at], t)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.ways[at].name, err)
			}
			if round == 0 {
				results[at].peak = t.peak
				continue
			}
			walls[at], cpus[at] = append(walls[at], wall), append(cpus[at], t.cpu)
		}
	}
	for i := range results {
		results[i].wall, results[i].cpu = median(walls[i]), median(cpus[i])
	}
	return results, nil
}

// once is how long one way takes in a directory of its own.
func (c contest) once(ctx context.Context, w way, t *tally) (time.Duration, error) {
	dir, err := os.MkdirTemp(c.stage.runs(), "")
	if err != nil {
		return 0, err
	}
	start := time.Now()
	err = w.do(ctx, t, dir)
	return time.Since(start), err
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
