package app

import (
	"context"
	"slices"
	"sync"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/judge"
	"sinew/decide/question"
)

// casesAtOnce is how many phrases are routed at a time.
const casesAtOnce = 4

// Thefts routes every phrase of the reflexes that were there before over the
// set with the newcomers, and says which of them a newcomer takes. Nothing to
// route is no theft. The error is why the test did not finish: the install
// stands all the same (manual, "Installing reflexes").
func (p *Project) Thefts(ctx context.Context, newcomers []string) ([]judge.Theft, error) {
	cases, reflexes, err := p.phrases(newcomers)
	if err != nil || len(cases) == 0 {
		return nil, err
	}
	if err := p.Trusted(); err != nil {
		return nil, err
	}
	by, err := p.adapter()
	if err != nil {
		return nil, err
	}
	bars, err := p.bars(by)
	if err != nil {
		return nil, err
	}
	var floor *float64
	if bars != nil {
		floor = bars.Fits
	}
	routed, err := routeAll(ctx, by, theftQuestions(reflexes, newcomers, floor), cases)
	if err != nil {
		return nil, err
	}
	return judge.Thefts(newcomers, floor, routed), nil
}

// phrases are the records of every active reflex that was there before, and
// the active reflexes; no phrase when no newcomer is active.
func (p *Project) phrases(newcomers []string) ([]judge.Case, []catalog.Reflex, error) {
	set, _, err := p.set()
	if err != nil {
		return nil, nil, nil // nothing is active, so nothing is taken
	}
	var cases []judge.Case
	fresh := false
	for _, r := range set.Reflexes {
		if slices.Contains(newcomers, r.Name) {
			fresh = true
			continue
		}
		for _, record := range slices.Concat(r.Manifest.Examples, r.Manifest.Tests) {
			if !record.Never {
				cases = append(cases, judge.Case{Reflex: r.Name, Utterance: record.Utterance})
			}
		}
	}
	if !fresh {
		return nil, nil, nil
	}
	return cases, set.Reflexes, nil
}

// theftQuestions are the route over the whole set, and each newcomer's fit
// where the adapter ships a floor for it.
func theftQuestions(reflexes []catalog.Reflex, newcomers []string, floor *float64) []question.Question {
	options := make([]question.Option, len(reflexes))
	var fits []question.Question
	for i, r := range reflexes {
		options[i] = question.Option{Key: r.Name, Text: question.Describe(r.Manifest)}
		if floor != nil && slices.Contains(newcomers, r.Name) {
			fits = append(fits, question.TheFit(r.Name, r.Manifest))
		}
	}
	return append([]question.Question{question.TheRoute(options)}, fits...)
}

// routeAll asks of every case, a few at a time, and keeps their order.
func routeAll(ctx context.Context, by adapter.Adapter, asked []question.Question, cases []judge.Case) ([]judge.Routed, error) {
	routed := make([]judge.Routed, len(cases))
	failures := make([]error, len(cases))
	slots := make(chan struct{}, casesAtOnce)
	var workers sync.WaitGroup
	for i, c := range cases {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			routed[i], failures[i] = routeOne(ctx, by, asked, c)
		})
	}
	workers.Wait()
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	return routed, nil
}

func routeOne(ctx context.Context, by adapter.Adapter, asked []question.Question, c judge.Case) (judge.Routed, error) {
	answers, err := by.Answer(ctx, c.Utterance, asked)
	if err == nil {
		err = question.Validate(asked, answers)
	}
	if err != nil {
		return judge.Routed{}, err
	}
	r := judge.Routed{Case: c}
	if top, _ := asked[0].Top(answers[asked[0].ID()]); top != question.None {
		r.Winner = top
	}
	for _, q := range asked[1:] {
		r.Fits = append(r.Fits, judge.Fit{Reflex: q.Subject.Reflex, P: answers[q.ID()][question.Yes]})
	}
	return r, nil
}
