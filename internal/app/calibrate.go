package app

import (
	"context"
	"encoding/json"

	"sinew/decide/judge"
	"sinew/internal/turn"
	"sinew/pkg/text"
)

// Calibrate decides every record of every active reflex over the whole
// installed set, or those of one reflex, each distinct sentence as often as
// repeats says, and counts what the confidence of the calls meant (manual,
// "Calibrating"). The log is counted apart. Nothing runs, and nothing is
// logged. inactive are the reflexes left out; no record at all is no error.
func (p *Project) Calibrate(ctx context.Context, only string, repeats int) (r judge.Report, inactive []string, err error) {
	d, cases, err := p.records(only)
	if err != nil {
		return r, nil, err
	}
	r, err = d.calibrate(ctx, cases, repeats)
	return r, d.Inactive(), err
}

// calibrate decides and counts the cases, and counts the log.
func (d *Decider) calibrate(ctx context.Context, cases []judge.Case, repeats int) (judge.Report, error) {
	logged, err := d.countLog(cases)
	if err != nil {
		return judge.Report{}, err
	}
	judged, err := d.repeat(ctx, cases, repeats)
	if err != nil {
		return judge.Report{}, err
	}
	r := judge.Calibrate(d.cat, judged)
	r.Log = &logged
	return r, nil
}

// repeat decides each distinct sentence so often.
func (d *Decider) repeat(ctx context.Context, cases []judge.Case, repeats int) ([]judge.Judged, error) {
	sentences, of := distinct(cases)
	decided := make([][]judge.Decided, len(sentences))
	for range repeats {
		round, err := d.decideAll(ctx, sentences)
		if err != nil {
			return nil, err
		}
		for i, one := range round {
			decided[i] = append(decided[i], one)
		}
	}
	judged := make([]judge.Judged, len(cases))
	for i, c := range cases {
		judged[i] = judge.Judged{Case: c, Decided: decided[of[i]]}
	}
	return judged, nil
}

// distinct are the cases' sentences, each once, and which is whose.
func distinct(cases []judge.Case) (sentences []string, of []int) {
	at := map[string]int{}
	for _, c := range cases {
		id := text.Identity(c.Utterance)
		n, known := at[id]
		if !known {
			n = len(sentences)
			at[id], sentences = n, append(sentences, c.Utterance)
		}
		of = append(of, n)
	}
	return sentences, of
}

// countLog counts what became of the logged decisions.
func (d *Decider) countLog(cases []judge.Case) (judge.LogReport, error) {
	var all []judge.Logged
	unread := 0
	err := d.p.m.paths.EachLogged(func(line []byte) {
		logged, ours, err := d.logged(line)
		switch {
		case err != nil:
			unread++
		case ours:
			all = append(all, logged)
		}
	})
	return judge.CountLog(d.cat, all, cases, unread), err
}

// logged is one line of the log. ours is false for a decision under another
// adapter. One that asked none was answered from the cache, for the adapter that
// its explanation names.
func (d *Decider) logged(line []byte) (l judge.Logged, ours bool, err error) {
	var read struct {
		Input     string
		Trace     []turn.Trace
		Fate      turn.Fate
		Cancelled bool // while it ran
		Explained struct{ Adapter string }
	}
	if err := json.Unmarshal(line, &read); err != nil {
		return l, false, err
	}
	if by := read.Explained.Adapter; len(read.Trace) == 0 && by != "" && by != d.cat.AdapterName() {
		return l, false, nil
	}
	for _, round := range read.Trace {
		if round.Adapter != d.by.ID() {
			return l, false, nil
		}
	}
	l.Input, l.Became = read.Input, became(read.Fate, read.Cancelled)
	return l, true, json.Unmarshal(line, &l.Decided)
}

func became(fate turn.Fate, whileItRan bool) judge.Became {
	switch {
	case fate == turn.Ran, fate == turn.RanAtYes:
		return judge.Ran
	case fate == turn.Failed, whileItRan:
		return judge.Failed
	case fate == turn.Skipped:
		return judge.Skipped
	}
	return judge.Stopped
}
