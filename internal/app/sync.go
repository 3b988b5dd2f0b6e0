package app

import (
	"context"
	"sync"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// Synced is what a sync placed, in the project's order. Runtime says what the
// reflexes that run a file still lack.
type Synced struct {
	Placed  []Installed
	Moved   []Moved
	Runtime error
}

// atOnce is how many repositories are fetched at a time.
const atOnce = 8

// A wanted is a locked reflex the store lacks.
type wanted struct {
	*Installed
	files tree.Tree
	err   error
}

// Sync fetches every locked reflex the store lacks, each repository once, at
// the locked tag, and keeps it when it is what the lock says. The lock is never
// written. The first refusal in the project's order is the one returned; what
// the others fetched stays in the store.
func (p *Project) Sync(ctx context.Context) (Synced, error) {
	all, missing, err := p.stored()
	if err != nil {
		return Synced{}, err
	}
	from := p.m.newSources()
	p.fetchAll(ctx, from, missing)
	if err := p.placeAll(ctx, missing); err != nil {
		return Synced{}, err
	}
	out := Synced{Moved: from.moved}
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

// fetchAll fetches what is wanted, a repository at a time for each of a few
// workers.
func (p *Project) fetchAll(ctx context.Context, from *sources, all []*wanted) {
	byRepo := map[ref.Repo][]*wanted{}
	var order []ref.Repo
	for _, w := range all {
		repo := w.Locked.Reference.Repo
		if byRepo[repo] == nil {
			order = append(order, repo)
		}
		byRepo[repo] = append(byRepo[repo], w)
	}
	slots := make(chan struct{}, atOnce)
	var workers sync.WaitGroup
	for _, repo := range order {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			for _, w := range byRepo[repo] {
				w.files, w.err = fetchLocked(ctx, from, w.Name, w.Locked)
			}
		})
	}
	workers.Wait()
}

// fetchLocked is a locked reflex's tree, when the tag still names the commit
// and the tree hashes to the lock.
func fetchLocked(ctx context.Context, from *sources, name string, l *lockfile.Entry) (tree.Tree, error) {
	refuse := func(what string) (tree.Tree, error) {
		message := l.Reference.String() + " " + l.Tag.String() + " " + what
		return tree.Tree{}, diag.One(name, message, diag.OfReflex(diag.FixUpdate, name))
	}
	versions, err := from.versions(ctx, l.Reference)
	if err != nil {
		return tree.Tree{}, err
	}
	choice, err := versions.At(l.Tag)
	if err != nil {
		return refuse("is gone")
	}
	if choice.Commit != l.Commit {
		return refuse("no longer names the locked commit")
	}
	got, err := from.tree(ctx, l.Reference, choice)
	if err != nil {
		return tree.Tree{}, err
	}
	files := got.files.Reflex(l.Reference.Dir)
	switch _, ok := files.Get(manifestName); {
	case got.commit != l.Commit:
		return refuse("no longer names the locked commit")
	case !ok:
		return refuse("has no reflex.toml")
	case files.H1() != l.H1:
		return refuse("does not hash to the lock")
	}
	return files, nil
}

// placeAll keeps what was fetched, reads it, and gives the first refusal.
func (p *Project) placeAll(ctx context.Context, all []*wanted) error {
	var trees []tree.Tree
	var placed []*wanted
	var first error
	for _, w := range all {
		if w.err == nil {
			trees, placed = append(trees, w.files), append(placed, w)
		} else if first == nil {
			first = w.err
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
	return first
}
