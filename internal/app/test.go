package app

import (
	"context"
	"encoding/json"

	"sinew/decide/judge"
	"sinew/internal/state"
)

// Test decides every record of every active reflex over the whole installed
// set, or those of one reflex, and judges each (manual, "Tuning"). One that
// passed at the last test and fails now is decided twice more. A playbook's steps
// are decided after its records. The verdicts are
// kept for the next test, unless something kept the records from being decided.
// Nothing runs, and nothing is logged. inactive are the reflexes left out; no
// record at all is no error.
func (p *Project) Test(ctx context.Context, only string) (tested []judge.Tested, inactive []string, err error) {
	d, cases, err := p.records(only)
	if err != nil {
		return nil, nil, err
	}
	tested, err = d.test(ctx, cases)
	return tested, d.Inactive(), err
}

// test judges the cases, and keeps their verdicts.
func (d *Decider) test(ctx context.Context, cases []judge.Case) ([]judge.Tested, error) {
	if len(cases) == 0 {
		return nil, nil
	}
	paths, digest := d.p.m.paths, d.cat.Digest()
	before := readBaseline(paths, digest)
	first, tried, err := d.try(ctx, before, cases)
	if err != nil {
		return nil, err
	}
	tested := judge.Group(before, first, tried)
	if err := d.testSteps(ctx, tested); err != nil {
		return nil, err
	}
	keepBaseline(paths, digest, before.After(tried))
	return tested, nil
}

// try decides the cases, and those twice more that passed before and fail now.
// It gives the first decisions, and every verdict.
func (d *Decider) try(ctx context.Context, before judge.Baseline, cases []judge.Case) ([]judge.Decided, []judge.Tried, error) {
	first, err := d.decideAll(ctx, utterances(cases))
	if err != nil {
		return nil, nil, err
	}
	tried := make([]judge.Tried, len(cases))
	var doubted []int
	for i, c := range cases {
		tried[i] = judge.Tried{Case: c, Verdicts: []judge.Verdict{judge.Judge(c, first[i])}}
		if before.Doubted(tried[i]) {
			doubted = append(doubted, i)
		}
	}
	return first, tried, d.again(ctx, tried, doubted)
}

// again decides the doubted cases until each has its tries.
func (d *Decider) again(ctx context.Context, tried []judge.Tried, doubted []int) error {
	var cases []judge.Case
	var of []int
	for _, i := range doubted {
		for range judge.Tries - 1 {
			cases, of = append(cases, tried[i].Case), append(of, i)
		}
	}
	decided, err := d.decideAll(ctx, utterances(cases))
	if err != nil {
		return err
	}
	for n, i := range of {
		tried[i].Verdicts = append(tried[i].Verdicts, judge.Judge(tried[i].Case, decided[n]))
	}
	return nil
}

func utterances(cases []judge.Case) []string {
	all := make([]string, len(cases))
	for i, c := range cases {
		all[i] = c.Utterance
	}
	return all
}

// readBaseline is the last verdicts over an installed set; a file that does not
// read is none.
func readBaseline(paths state.Paths, digest string) judge.Baseline {
	var b judge.Baseline
	if json.Unmarshal(paths.Baseline(digest), &b) != nil {
		return nil
	}
	return b
}

func keepBaseline(paths state.Paths, digest string, b judge.Baseline) {
	if text, err := json.Marshal(b); err == nil {
		paths.KeepBaseline(digest, append(text, '\n'))
	}
}
