package app

import (
	"context"
	"maps"
	"slices"

	"sinew/decide/adapter"
	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/internal/sidebyside"
)

// casesAtOnce is how many phrases are routed at a time.
const casesAtOnce = 4

// Thefts routes every phrase of the reflexes that were there before over the
// set with the newcomers, and says which of them a newcomer takes. Nothing to
// route is no theft. The error is why the test did not finish: the install
// stands all the same (manual, "Installing reflexes").
func (p *Project) Thefts(ctx context.Context, newcomers []string) ([]judge.Theft, error) {
	return p.thefts(ctx, newcomers, func(owner string) bool { return !slices.Contains(newcomers, owner) })
}

// Clashes is Thefts after an update of the moved reflexes: they may take from
// one another too (design, section 2).
func (p *Project) Clashes(ctx context.Context, moved []string) ([]judge.Theft, error) {
	return p.thefts(ctx, moved, func(string) bool { return true })
}

// thefts routes the phrases of the owners, and says which of them the thieves
// take.
func (p *Project) thefts(ctx context.Context, thieves []string, owner func(string) bool) ([]judge.Theft, error) {
	reflexes := p.readable()
	cases := phrases(reflexes, thieves, owner)
	if len(cases) == 0 {
		return nil, nil
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
	routed, err := routeAll(ctx, by, theftQuestions(reflexes, thieves, floor), cases)
	if err != nil {
		return nil, err
	}
	return judge.Thefts(thieves, floor, routed), nil
}

// readable are the installed reflexes whose manifest reads, but for those of
// another system. One that still lacks a setting is among them: it will claim
// its phrases once it has it.
func (p *Project) readable() []Installed {
	defer func(dirs map[string]string) { p.dirs = dirs }(maps.Clone(p.dirs)) // a problem that waits may name a newer tree
	return slices.DeleteFunc(p.Installed(), func(i Installed) bool {
		return i.Manifest == nil || p.otherPlatform(i.Manifest) != ""
	})
}

// phrases are the records of every reflex that owns some; none when no thief is
// active.
func phrases(reflexes []Installed, thieves []string, owner func(string) bool) []judge.Case {
	if !slices.ContainsFunc(reflexes, func(i Installed) bool { return i.Active() && slices.Contains(thieves, i.Name) }) {
		return nil
	}
	var cases []judge.Case
	for _, i := range reflexes {
		for _, record := range slices.Concat(i.Manifest.Examples, i.Manifest.Tests) {
			if !record.Never && owner(i.Name) {
				cases = append(cases, judge.Case{Reflex: i.Name, Utterance: record.Utterance})
			}
		}
	}
	return cases
}

// theftQuestions are the route over the whole set, and each newcomer's fit
// where the adapter ships a floor for it.
func theftQuestions(reflexes []Installed, newcomers []string, floor *float64) []question.Question {
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
	sidebyside.Do(len(cases), casesAtOnce, func(i int) {
		routed[i], failures[i] = routeOne(ctx, by, asked, cases[i])
	})
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
