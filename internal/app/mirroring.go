package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/mirror"
	"sinew/resolve/remote"
)

// A Mirrored is a tag of a repository that was written into a mirror.
type Mirrored struct {
	Repo ref.Repo
	Tag  ref.Version
}

// Mirror writes the pack of every locked tag into the mirror at dir, each once,
// and gives those that were missing there. What the mirror holds already is
// proven and left; the rest comes from git, never from another mirror, and must
// be what the lock says. The collection built in and local reflexes need none.
func (p *Project) Mirror(ctx context.Context, dir string, how Fetching) ([]Mirrored, []Moved, error) {
	byRepo, order, err := p.lockedByRepo()
	if err != nil {
		return nil, nil, err
	}
	w := mirroring{p: p, dir: dir, from: p.m.newSources(how, diag.Rerun())}
	if w.there, err = p.m.mirrorAt(ctx, dir); err != nil {
		return nil, nil, err
	}
	written, failures := make([][]Mirrored, len(order)), make([]error, len(order))
	places := map[ref.Repo]int{}
	for n, r := range order {
		places[r.Repo] = n
	}
	w.from.each(order, func(r ref.Reference) {
		n := places[r.Repo]
		written[n], failures[n] = w.repository(ctx, r, byRepo[r.Repo])
	})
	return slices.Concat(written...), w.from.moved, cmp.Or(failures...)
}

// lockedByRepo are the locked reflexes of git repositories, in the project's
// order.
func (p *Project) lockedByRepo() (map[ref.Repo][]Installed, []ref.Reference, error) {
	byRepo := map[ref.Repo][]Installed{}
	var order []ref.Reference
	for _, e := range p.file.Reflexes {
		i := p.named(e)
		if i.Local() {
			continue
		}
		if err := i.unlocked(); err != nil {
			return nil, nil, err
		}
		r := i.Locked.Reference
		if r.Repo.Std {
			continue
		}
		if byRepo[r.Repo] == nil {
			order = append(order, r)
		}
		byRepo[r.Repo] = append(byRepo[r.Repo], i)
	}
	return byRepo, order, nil
}

// mirrorAt is the mirror in a directory, nil where there is none yet.
func (m *Machine) mirrorAt(ctx context.Context, dir string) (*mirror.Mirror, error) {
	if _, err := os.Stat(filepath.Join(dir, "mirror.toml")); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	there, err := mirror.Open(ctx, m.remotes, dir)
	return there, mirrorFailed("reading the mirror "+dir, err)
}

// mirroring is one mirror on its way.
type mirroring struct {
	p     *Project
	dir   string
	from  *sources
	there *mirror.Mirror // as it was; nil for none
}

// A lockedTag is a tag of a repository at a commit, and the reflexes locked
// there.
type lockedTag struct {
	tag    ref.Version
	commit string
}

// repository writes what the mirror lacks of one repository.
func (w *mirroring) repository(ctx context.Context, r ref.Reference, all []Installed) ([]Mirrored, error) {
	byTag := map[lockedTag][]Installed{}
	var order []lockedTag
	for _, i := range all {
		t := lockedTag{i.Locked.Tag, i.Locked.Commit}
		if byTag[t] == nil {
			order = append(order, t)
		}
		byTag[t] = append(byTag[t], i)
	}
	held, err := w.held(ctx, r.Repo)
	if err != nil {
		return nil, mirrorFailed("reading the mirror "+w.dir, err)
	}
	var packs []remote.Pack
	var out []Mirrored
	for _, t := range order {
		if there, err := holds(ctx, held, t, byTag[t]); err != nil {
			return nil, mirrorFailed("reading the mirror "+w.dir, err)
		} else if there {
			continue
		}
		pack, err := w.pack(ctx, byTag[t])
		if err != nil {
			return nil, err
		}
		packs, out = append(packs, pack), append(out, Mirrored{r.Repo, t.tag})
	}
	if len(packs) == 0 {
		return nil, nil
	}
	if _, err := mirror.Write(ctx, w.dir, r.Repo, packs); err != nil {
		return nil, err
	}
	return out, nil
}

// held is what the mirror has of a repository, nil for nothing.
func (w *mirroring) held(ctx context.Context, repo ref.Repo) (*mirror.Repository, error) {
	if w.there == nil {
		return nil, nil
	}
	held, err := w.there.Repository(ctx, repo)
	if err != nil {
		return nil, notMissed(err)
	}
	return held, nil
}

// holds reports whether the mirror holds a tag at its commit, and what is there
// is what the lock says.
func holds(ctx context.Context, held *mirror.Repository, t lockedTag, all []Installed) (bool, error) {
	if held == nil {
		return false, nil
	}
	if choice, err := resolve.Versions(held.Tags()).At(t.tag); err != nil || choice.Commit != t.commit {
		return false, nil
	}
	repository, err := held.At(ctx, t.commit)
	if err != nil {
		return false, notMissed(err)
	}
	return true, allLocked(repository, all)
}

// pack is a locked tag as git sends it, proven to be what the lock says.
func (w *mirroring) pack(ctx context.Context, all []Installed) (remote.Pack, error) {
	name, l := all[0].Name, all[0].Locked
	choice, err := lockedChoice(ctx, w.from, name, l)
	if err != nil {
		return remote.Pack{}, err
	}
	what := "fetching " + l.Reference.String() + " " + l.Tag.String()
	packer, ok := w.from.repository(ctx, l.Reference).source.(*remote.Remote)
	if !ok {
		return remote.Pack{}, failed(what, errors.New("it is no git remote"))
	}
	pack, err := packer.Pack(ctx, choice.TagName)
	if err != nil {
		return remote.Pack{}, failed(what, err)
	}
	repository, err := pack.Tree(w.p.m.remotes.Limits())
	switch {
	case err != nil:
		return remote.Pack{}, failed(what, err)
	case pack.Commit.String() != l.Commit:
		return remote.Pack{}, refused(name, l, strayed)
	}
	return pack, allLocked(repository, all)
}

// allLocked refuses a repository in which a reflex is not what the lock says.
func allLocked(repository tree.Tree, all []Installed) error {
	for _, i := range all {
		if _, what := lockedFiles(repository, i.Locked); what != "" {
			return refused(i.Name, i.Locked, what)
		}
	}
	return nil
}
