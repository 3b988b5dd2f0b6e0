package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/tree"
	"sinew/store"
)

// Prune removes from the store what no known project's lock names, no update
// that can be undone, and no running body uses; dry only counts it. The known
// projects are this one, the home project, and those that trust was ever given
// to. A lock of theirs that does not read stops it: nothing is removed then.
func (p *Project) Prune(ctx context.Context, dry bool) (store.Pruned, error) {
	return p.m.store.Prune(ctx, p.wanted, dry)
}

// wanted are the entries that somebody names. The journals are read before the
// locks: an undo writes the lock first, and forgets its journal then.
func (p *Project) wanted() (map[tree.Digest]bool, error) {
	all := map[tree.Digest]bool{}
	journals, err := p.m.paths.Journals()
	if err != nil {
		return nil, err
	}
	for _, j := range journals {
		before, after, err := readJournal(j)
		if err != nil {
			return nil, err
		}
		want(all, before)
		want(all, after)
	}
	roots, err := p.m.paths.Known()
	if err != nil {
		return nil, err
	}
	for _, root := range append(roots, p.m.paths.HomeProject, p.at.Root) {
		text, err := p.m.paths.At(root).Lock()
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		lock, err := lockfile.Parse(text)
		if err != nil {
			return nil, unreadLock(root, err)
		}
		want(all, lock)
	}
	return all, nil
}

// want adds what a lock names.
func want(all map[tree.Digest]bool, lock *lockfile.Lock) {
	for _, e := range lock.Reflexes {
		all[e.H1] = true
	}
}

// unreadLock is a lock of another project that does not read. Its problems are
// at lines of a file that is none of this project's.
func unreadLock(root string, err error) error {
	if problems, ok := errors.AsType[diag.Problems](err); ok {
		at := problems[0].At
		err = fmt.Errorf("line %d: %s", at.Line, problems[0].Message)
	}
	return &diag.Failure{What: "reading " + filepath.Join(root, state.LockFile), Why: err}
}
