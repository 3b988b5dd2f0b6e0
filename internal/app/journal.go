package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

// The journal holds the entries the last update of a project moved, as they
// were and as they became, each as a lock: the format is the lock's own.

// keepJournal remembers what an update is about to change.
func (m *Machine) keepJournal(root string, moves []Move) error {
	before, after := &lockfile.Lock{}, &lockfile.Lock{}
	for _, one := range moves {
		before.Set(one.before)
		after.Set(one.after)
	}
	return m.paths.KeepJournal(root, state.Journal{Before: lockfile.Format(before), After: lockfile.Format(after)})
}

// An Undone is a reflex whose entry was put back.
type Undone struct {
	Name     string
	From, To ref.Version
}

// Undo puts back the entries the last update moved, from the journal and the
// store, without the network. An entry that changed since, or whose tree the
// store no longer has, refuses the whole undo.
func (p *Project) Undo(ctx context.Context) ([]Undone, error) {
	journal, err := p.m.paths.Journal(p.at.Real)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, diag.One("", "no update of this project is remembered", diag.OfReflex(diag.FixUpdate, ""))
	}
	if err != nil {
		return nil, err
	}
	before, after, err := readJournal(journal)
	if err != nil {
		return nil, err
	}
	if err := p.undoable(before, after); err != nil {
		return nil, err
	}
	var out []Undone
	for _, e := range before.Reflexes {
		out = append(out, Undone{e.Name, after.Entry(e.Name).Tag, e.Tag})
	}
	err = p.write(ctx, p.editLock(func(l *lockfile.Lock) {
		for _, e := range before.Reflexes {
			l.Set(e)
		}
	}))
	if err != nil {
		return nil, err
	}
	if err := p.relocked(ctx); err != nil {
		return nil, err
	}
	return out, p.m.paths.ForgetJournal(p.at.Real)
}

func readJournal(j state.Journal) (before, after *lockfile.Lock, err error) {
	if before, err = lockfile.Parse(j.Before); err == nil {
		after, err = lockfile.Parse(j.After)
	}
	if err == nil && slices.ContainsFunc(before.Reflexes, func(e lockfile.Entry) bool { return after.Entry(e.Name) == nil }) {
		err = errors.New("it does not match itself")
	}
	if err != nil {
		return nil, nil, &diag.Failure{What: "reading the journal of the last update", Why: err}
	}
	return before, after, nil
}

// undoable refuses what changed since the update, and what is not at hand.
func (p *Project) undoable(before, after *lockfile.Lock) error {
	var problems diag.Problems
	for _, e := range before.Reflexes {
		now := p.lock.Entry(e.Name)
		if now == nil || !now.Equal(*after.Entry(e.Name)) {
			problems = append(problems, diag.Problem{Reflex: e.Name, Message: "changed since the update", Fix: diag.Show("")})
			continue
		}
		if _, err := p.m.store.Get(e.H1); err != nil {
			message := fmt.Sprintf("its tree at %s is not in the store", e.Tag)
			problems = append(problems, diag.Problem{Reflex: e.Name, Message: message, Fix: diag.AddAs(e.Reference.String()+"@"+e.Tag.String(), e.Name)})
		}
	}
	return problems.Err()
}
