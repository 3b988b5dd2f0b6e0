package app

import (
	"context"
	"slices"

	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

// edit is one line of an owned file changed, as the state's edit of that file.
func edit(e project.Edit) state.Edit {
	return state.Edit{Path: project.FilePath(e.File), Apply: func(old []byte) ([]byte, error) { return project.Apply(old, e) }}
}

// editLock changes the lock as it lies on the disk, and who decides with it.
// An absent lock is an empty one.
func (p *Project) editLock(change func(*lockfile.Lock)) state.Edit {
	return state.Edit{Path: state.LockFile, Apply: func(old []byte) ([]byte, error) {
		lock := &lockfile.Lock{}
		if old != nil {
			var err error
			if lock, err = lockfile.Parse(old); err != nil {
				return nil, err
			}
		}
		lock.Evoke = lockfile.FormatVersion
		lock.Adapter = lockfile.Adapter{Name: p.file.Adapter, ID: p.adapterID()}
		change(lock)
		return lockfile.Format(lock), nil
	}}
}

// write makes the edits, all under the project's lock: every one is worked out
// before the first file is written.
func (p *Project) write(ctx context.Context, edits ...state.Edit) error {
	return p.m.paths.Edit(ctx, p.at, edits...)
}

// writeAdded writes the newcomers into the lock and evoke.toml. The lock comes
// first: an entry evoke.toml does not name yet changes nothing, should the
// second write fail.
func (p *Project) writeAdded(ctx context.Context, all []newcomer) error {
	var edits []state.Edit
	if slices.ContainsFunc(all, func(n newcomer) bool { return !n.location.IsLocal() }) {
		edits = append(edits, p.editLock(func(l *lockfile.Lock) {
			for _, n := range all {
				if !n.location.IsLocal() {
					l.Set(n.entry())
				}
			}
		}))
	}
	for _, n := range all {
		edits = append(edits, p.addEntry(n))
	}
	return p.write(ctx, edits...)
}

// addEntry writes one line of evoke.toml, unless another command took the name
// meanwhile.
func (p *Project) addEntry(n newcomer) state.Edit {
	one := edit(project.AddEntry(n.name, n.location))
	apply := one.Apply
	one.Apply = func(old []byte) ([]byte, error) {
		if old == nil {
			old = []byte(state.DefaultProject)
		}
		now, err := project.Read(old)
		if err != nil {
			return nil, err
		}
		if e := now.Entry(n.name); e != nil && e.Location.String() != n.location.String() {
			return nil, diag.One(n.name, alreadyInstalled+" from "+e.Location.String(), diag.AddAs(n.location.String(), ""))
		}
		return apply(old)
	}
	return one
}

// Remove takes a reflex out of evoke.toml and the lock, or one out of the lock
// that evoke.toml names no more, and gives it as it was. Its overlay, its
// settings and the store's copy stay.
func (p *Project) Remove(ctx context.Context, name string) (Installed, error) {
	was, err := p.removable(name)
	if err != nil {
		return Installed{}, err
	}
	var edits []state.Edit
	if p.file.Entry(name) != nil {
		edits = append(edits, edit(project.RemoveEntry(name)))
	}
	if p.lock.Entry(name) != nil {
		edits = append(edits, p.editLock(func(l *lockfile.Lock) { l.Remove(name) }))
	}
	if err := p.write(ctx, edits...); err != nil {
		return Installed{}, err
	}
	return was, p.relocked(ctx)
}

// removable is the reflex called name, or what the lock alone says of it.
func (p *Project) removable(name string) (Installed, error) {
	was, err := p.Reflex(name)
	l := p.lock.Entry(name)
	if p.file.Entry(name) != nil || l == nil {
		return was, err
	}
	was = Installed{Name: name, Location: ref.Location{Reference: l.Reference}, Locked: l}
	was.Where = p.place(was)
	return was, nil
}
