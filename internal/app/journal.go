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
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

// The journal holds the entries the last update of a project moved, as they
// were and as they became, each as a lock: the format is the lock's own.

// keepJournal remembers what an update is about to change. Without a move there
// is nothing to undo, and the journal of the update before stays. restore puts
// that one back, for a write that fails.
func (p *Project) keepJournal(moves []Move, pin *project.Edit) (restore func() error, err error) {
	if len(moves) == 0 {
		return func() error { return nil }, nil
	}
	by := lockfile.Adapter{Name: p.file.Adapter, ID: p.adapterID()}
	before := &lockfile.Lock{Evoke: lockfile.FormatVersion, Adapter: by}
	after := &lockfile.Lock{Evoke: lockfile.FormatVersion, Adapter: by}
	for _, one := range moves {
		before.Set(one.before)
		after.Set(one.after)
	}
	j := state.Journal{Before: lockfile.Format(before), After: lockfile.Format(after)}
	if pin != nil {
		name := moves[0].Name
		j.Ref = p.file.Entry(name).Location.String()
	}
	old, unread := p.m.paths.Journal(p.at.Real)
	restore = func() error {
		if unread != nil {
			return p.m.paths.ForgetJournal(p.at.Real)
		}
		return p.m.paths.KeepJournal(p.at.Real, old)
	}
	return restore, p.m.paths.KeepJournal(p.at.Real, j)
}

// An Undone is a reflex whose entry was put back.
type Undone struct {
	Name     string
	From, To ref.Version
}

// Undo puts back the entries the last update moved, and the pin it wrote, from
// the journal and the store, without the network. An entry that changed since,
// or whose tree the store no longer has, refuses the whole undo. written is the
// line of evoke.toml, "" for none.
func (p *Project) Undo(ctx context.Context) (undone []Undone, written string, err error) {
	journal, err := p.m.paths.Journal(p.at.Real)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", diag.One("", "no update of this project is remembered", diag.OfReflex(diag.FixUpdate, ""))
	}
	if err != nil {
		return nil, "", err
	}
	before, after, err := readJournal(journal)
	if err != nil {
		return nil, "", err
	}
	if err := p.undoable(journal, before, after); err != nil {
		return nil, "", err
	}
	if written, err = p.putBack(ctx, journal, before); err != nil {
		return nil, "", err
	}
	for _, e := range before.Reflexes {
		undone = append(undone, Undone{e.Name, after.Entry(e.Name).Tag, e.Tag})
	}
	return undone, written, p.m.paths.ForgetJournal(p.at.Real)
}

func readJournal(j state.Journal) (before, after *lockfile.Lock, err error) {
	if before, err = lockfile.Parse(j.Before); err == nil {
		after, err = lockfile.Parse(j.After)
	}
	if err == nil && slices.ContainsFunc(before.Reflexes, func(e lockfile.Entry) bool { return after.Entry(e.Name) == nil }) {
		err = errors.New("it does not match itself")
	}
	if err == nil && j.Ref != "" {
		if _, err = ref.Parse(j.Ref); err == nil && len(before.Reflexes) != 1 {
			err = errors.New("it pins more than one reflex")
		}
	}
	if problems, ok := errors.AsType[diag.Problems](err); ok { // their fix is a line of the lock, which the journal is not
		err = errors.New(problems[0].Message)
	}
	if err != nil {
		return nil, nil, &diag.Failure{What: "reading the journal of the last update", Why: err}
	}
	return before, after, nil
}

// undoable refuses what changed since the update, and what is not at hand.
func (p *Project) undoable(j state.Journal, before, after *lockfile.Lock) error {
	var problems diag.Problems
	refuse := func(name, message string, fix diag.Fix) {
		problems = append(problems, diag.Problem{Reflex: name, Message: message, Fix: fix})
	}
	for _, e := range before.Reflexes {
		was, now, named := after.Entry(e.Name), p.lock.Entry(e.Name), p.file.Entry(e.Name)
		if now == nil || !now.Equal(*was) || named == nil || named.Location.Reference != e.Reference {
			refuse(e.Name, "changed since the update", diag.Show(""))
			continue
		}
		fits := e.Tag
		if j.Ref != "" {
			fits = was.Tag // the update wrote the pin that stands there
		}
		if pin := named.Location.Pin; pin != nil && *pin != fits {
			refuse(e.Name, fmt.Sprintf("is pinned at %s, and was at %s", pin, e.Tag), diag.Pin(e.Name, e.Tag.String()))
		} else if _, err := p.m.store.Get(e.H1); err != nil {
			refuse(e.Name, fmt.Sprintf("its tree at %s is not in the store", e.Tag), diag.Pin(e.Name, e.Tag.String()))
		}
	}
	return problems.Err()
}

// putBack writes the entries as they were, and the ref where the update wrote
// one.
func (p *Project) putBack(ctx context.Context, j state.Journal, before *lockfile.Lock) (written string, err error) {
	edits := []state.Edit{p.editLock(func(l *lockfile.Lock) {
		for _, e := range before.Reflexes {
			l.Set(e)
		}
	})}
	if j.Ref != "" {
		from, err := ref.Parse(j.Ref)
		if err != nil {
			return "", err
		}
		line := project.AddEntry(before.Reflexes[0].Name, from)
		edits, written = append(edits, edit(line)), line.String()
	}
	if err := p.write(ctx, edits...); err != nil {
		return "", err
	}
	return written, p.relocked(ctx)
}
