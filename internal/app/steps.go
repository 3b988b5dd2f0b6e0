package app

import (
	"context"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/judge"
	"sinew/pkg/manifest"
)

// A Playbook is what the steps of an installed playbook reach. Claims is the
// effect the person consented to.
type Playbook struct {
	Name   string
	Claims manifest.Effect
	Steps  []judge.Reached
}

// Reaches is what the steps of the newcomers' playbooks reach over the set they
// joined, each decided, none run. The error is why they could not be decided:
// the install stands all the same (manual, "Playbooks"). A playbook that is
// inactive is left out.
func (p *Project) Reaches(ctx context.Context, newcomers []Installed) ([]Playbook, error) {
	if !slices.ContainsFunc(newcomers, func(i Installed) bool { return i.Active() && i.Manifest.Playbook() }) {
		return nil, nil
	}
	d, err := p.Decider()
	if err != nil {
		return nil, err
	}
	var all []Playbook
	for _, i := range newcomers {
		x := d.cat.Reflex(i.Name)
		if x == nil || !x.Manifest.Playbook() {
			continue
		}
		trials := judge.Trials(x.Manifest, []map[string]string{judge.Sampled(d.cat, x)})
		steps, err := d.reach(ctx, x, trials)
		if err != nil {
			return all, err
		}
		all = append(all, Playbook{x.Name, x.Effect, steps})
	}
	return all, nil
}

// reach decides the trials of a playbook's steps.
func (d *Decider) reach(ctx context.Context, x *catalog.Reflex, trials []judge.Trial) ([]judge.Reached, error) {
	var said []string
	for _, t := range trials {
		if t.Said != "" {
			said = append(said, t.Said)
		}
	}
	decided, err := d.decideAll(ctx, said)
	if err != nil {
		return nil, err
	}
	reached := make([]string, len(trials))
	for i, t := range trials {
		if t.Said != "" {
			reached[i], decided = decided[0].Reflex, decided[1:]
		}
	}
	return judge.Reach(d.cat, x, trials, reached), nil
}

// testSteps decides the steps of every playbook that was tested, each filled
// from the first of its records that fills it.
func (d *Decider) testSteps(ctx context.Context, tested []judge.Tested) error {
	for i, t := range tested {
		x := d.cat.Reflex(t.Reflex)
		if x == nil || !x.Manifest.Playbook() {
			continue
		}
		var decided []judge.Decided
		for _, r := range t.Results {
			decided = append(decided, r.Decided)
		}
		steps, err := d.reach(ctx, x, judge.Trials(x.Manifest, judge.FromRecords(x.Name, decided)))
		if err != nil {
			return err
		}
		tested[i].Steps, tested[i].Claims = steps, x.Effect
	}
	return nil
}
