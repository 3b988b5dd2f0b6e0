package app

import (
	"context"
	"fmt"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/resolve"
)

// holdMoved finds the locked tags that moved or vanished. Each holds its whole
// repository: whoever can move one tag can move them all.
func (u *updating) holdMoved(ctx context.Context, entries []project.Entry) error {
	about := map[ref.Repo]bool{}
	for _, e := range entries {
		about[e.Location.Reference.Repo] = true
	}
	for _, e := range u.file.Reflexes {
		locked := u.locked(e)
		if locked == nil || !about[locked.Reference.Repo] {
			continue
		}
		if err := u.checkLocked(ctx, e.Name, *locked); err != nil {
			return err
		}
	}
	return nil
}

// checkLocked holds the repository of an entry whose tag no longer names its
// commit, unless the person accepts this reflex as it now is.
func (u *updating) checkLocked(ctx context.Context, name string, l lockfile.Entry) error {
	versions, err := u.from.versions(ctx, l.Reference)
	if err != nil {
		return err
	}
	choice, err := versions.Choose(&l.Tag)
	if err == nil && choice.Commit == l.Commit {
		return nil
	}
	u.held[l.Reference.Repo] = true
	if u.accepts(name) {
		return nil
	}
	message := fmt.Sprintf("%s %s is gone", l.Reference, l.Tag)
	if err == nil {
		if message, err = u.movedTag(ctx, l, choice); err != nil {
			return err
		}
	}
	u.hold(name, message, diag.OfReflex(diag.FixAccept, name))
	return nil
}

// movedTag names a tag that moved: its commits and contents, old and new.
func (u *updating) movedTag(ctx context.Context, l lockfile.Entry, choice resolve.Choice) (string, error) {
	got, err := u.from.tree(ctx, l.Reference, choice)
	if err != nil {
		return "", err
	}
	now := got.files.Reflex(l.Reference.Dir).H1()
	return fmt.Sprintf("%s %s moved: commit %s → %s, %s → %s",
		l.Reference, l.Tag, l.Commit, got.commit, l.H1, now), nil
}
