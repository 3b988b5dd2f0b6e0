package app

import (
	"context"
	"errors"
	"sync"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/store"
)

// Synced is what a sync placed, in the project's order. Runtime says what the
// reflexes that run a file still lack.
type Synced struct {
	Placed  []Installed
	Moved   []Moved
	Hub     Hub
	Runtime error
}

// A wanted is a locked reflex the store lacks.
type wanted struct {
	*Installed
	files tree.Tree
	err   error
}

// Sync fetches every locked reflex the store lacks, each repository once, and
// keeps it when it is what the lock says: from the mirror where that holds the
// locked commit, else at the locked tag. The lock is never written. The first
// refusal in the project's order is the one returned, offline all that is
// missing; what the others fetched stays in the store.
func (p *Project) Sync(ctx context.Context, how Fetching) (Synced, error) {
	all, missing, err := p.stored()
	if err != nil {
		return Synced{}, err
	}
	from := p.m.newSources(how, diag.Of(diag.FixSync))
	defer from.close()
	if len(missing) > 0 {
		if err := from.hold(ctx); err != nil {
			return Synced{}, err
		}
		p.fetchAll(ctx, from, missing)
		if err := checkWanted(from.hub, missing); err != nil {
			return Synced{}, err
		}
		if err := p.placeAll(ctx, missing, how.Offline); err != nil {
			return Synced{}, err
		}
	}
	out := Synced{Moved: from.moved, Hub: from.hub.answer()}
	for _, w := range missing {
		out.Placed = append(out.Placed, *w.Installed)
	}
	out.Runtime = p.m.findRuntime(ctx, all)
	return out, nil
}

// stored are the project's reflexes; the missing ones, which the store lacks,
// have no manifest yet. A remote reflex that is not locked, or is pinned
// elsewhere, refuses the sync.
func (p *Project) stored() (all []Installed, missing []*wanted, err error) {
	all = make([]Installed, len(p.file.Reflexes))
	for n, e := range p.file.Reflexes {
		all[n] = p.named(e)
		if all[n].Local() {
			continue
		}
		if err := all[n].unlocked(); err != nil {
			return nil, nil, err
		}
	}
	for n := range all {
		i := &all[n]
		if p.open(i); i.Dir == "" {
			i.Problems = nil
			missing = append(missing, &wanted{Installed: i})
		}
	}
	return all, missing, nil
}

// fetchAll fetches what is wanted, each repository in one go.
func (p *Project) fetchAll(ctx context.Context, from *sources, all []*wanted) {
	byRepo := map[ref.Repo][]*wanted{}
	var order []ref.Reference
	for _, w := range all {
		r := w.Locked.Reference
		if byRepo[r.Repo] == nil {
			order = append(order, r)
		}
		byRepo[r.Repo] = append(byRepo[r.Repo], w)
	}
	from.each(order, func(r ref.Reference) {
		for _, w := range byRepo[r.Repo] {
			w.files, w.err = fetchLocked(ctx, from, w.Name, w.Locked)
		}
	})
}

// checkWanted holds what was fetched against the log: what differs is refused.
// The error is one that ends the sync before anything is kept.
func checkWanted(h *hub, all []*wanted) error {
	for _, w := range all {
		if w.err != nil {
			continue
		}
		e := *w.Locked
		e.Name = w.Name
		if differs := h.check(e); differs != "" {
			w.err = diag.One(w.Name, differs, diag.Fix{Kind: diag.FixNone})
		}
	}
	return h.verdict()
}

// fetchLocked is a locked reflex's tree, when it hashes to the lock.
func fetchLocked(ctx context.Context, from *sources, name string, l *lockfile.Entry) (tree.Tree, error) {
	repository, held, err := from.mirror.at(ctx, l.Reference.Repo, l.Commit)
	switch {
	case err != nil:
		return tree.Tree{}, mirrorFailed("fetching "+l.Reference.String()+" "+l.Tag.String(), err)
	case !held && from.how.Offline && !l.Reference.Repo.Std:
		return tree.Tree{}, diag.One(name, l.Reference.String()+" "+l.Tag.String()+" is "+from.mirror.lacking()+", and --offline asks no remote", diag.Of(diag.FixSync))
	case !held:
		if repository, err = fetchTag(ctx, from, name, l); err != nil {
			return tree.Tree{}, err
		}
	}
	files, what := lockedFiles(repository, l)
	if what != "" {
		return tree.Tree{}, refused(name, l, what)
	}
	return files, nil
}

// fetchTag is the repository at a locked tag, which must still name the commit.
func fetchTag(ctx context.Context, from *sources, name string, l *lockfile.Entry) (tree.Tree, error) {
	choice, err := lockedChoice(ctx, from, name, l)
	if err != nil {
		return tree.Tree{}, err
	}
	got, err := from.tree(ctx, l.Reference, choice)
	if err == nil && got.commit != l.Commit {
		err = refused(name, l, strayed)
	}
	return got.files, err
}

// lockedChoice is the tag that is locked, as its repository lists it.
func lockedChoice(ctx context.Context, from *sources, name string, l *lockfile.Entry) (resolve.Choice, error) {
	versions, err := from.versions(ctx, l.Reference)
	if err != nil {
		return resolve.Choice{}, err
	}
	choice, err := versions.At(l.Tag)
	if err != nil {
		return choice, refused(name, l, "is gone")
	}
	if choice.Commit != l.Commit {
		return choice, refused(name, l, strayed)
	}
	return choice, nil
}

const strayed = "no longer names the locked commit"

// lockedFiles are a locked reflex's files in its repository, or what is wrong
// with them.
func lockedFiles(repository tree.Tree, l *lockfile.Entry) (files tree.Tree, wrong string) {
	files = repository.Reflex(l.Reference.Dir)
	if _, ok := files.Get(manifestName); !ok {
		return files, "has no reflex.toml"
	}
	if files.H1() != l.H1 {
		return files, "does not hash to the lock"
	}
	return files, ""
}

// refused is what is wrong with a locked tag (behaviour.md 3.3).
func refused(name string, l *lockfile.Entry, what string) error {
	message := l.Reference.String() + " " + l.Tag.String() + " " + what
	return diag.One(name, message, diag.OfReflex(diag.FixUpdate, name))
}

// placeAll keeps what was fetched, reads it, and gives what was refused.
func (p *Project) placeAll(ctx context.Context, all []*wanted, offline bool) error {
	var trees []tree.Tree
	var placed []*wanted
	for _, w := range all {
		if w.err == nil {
			trees, placed = append(trees, w.files), append(placed, w)
		}
	}
	var reading sync.WaitGroup
	reading.Go(func() { // while the disk works
		for _, w := range placed {
			p.judge(w.Installed, w.files)
		}
	})
	entries, err := p.m.store.KeepAll(ctx, trees)
	reading.Wait()
	if err != nil {
		return err
	}
	for n, w := range placed {
		w.Dir = entries[n].Dir
		p.dirs[w.Name] = w.Dir
	}
	if err := p.m.remember(ctx, lockedEntries(placed)); err != nil {
		return err
	}
	return refusal(all, offline)
}

// refusal is the first refusal; offline every problem, since the same way out
// is open to all of them.
func refusal(all []*wanted, offline bool) error {
	var problems diag.Problems
	for _, w := range all {
		one, human := errors.AsType[diag.Problems](w.err)
		switch {
		case w.err == nil:
		case human && offline:
			problems = append(problems, one...)
		case problems == nil:
			return w.err
		}
	}
	return problems.Err()
}

func lockedEntries(all []*wanted) []lockfile.Entry {
	var entries []lockfile.Entry
	for _, w := range all {
		entries = append(entries, *w.Locked)
	}
	return entries
}

// remember notes where the entries of a lock were fetched from.
func (m *Machine) remember(ctx context.Context, all []lockfile.Entry) error {
	var origins []store.Origin
	for _, e := range all {
		origins = append(origins, store.Origin{H1: e.H1, Ref: e.Reference.String(), Tag: e.Tag.String(), Commit: e.Commit})
	}
	return m.store.Remember(ctx, origins)
}
