package app

import (
	"context"
	"errors"
	"fmt"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/resolve"
)

// strays are the reflexes whose locked tag moved or vanished. Each holds its
// whole repository: whoever can move one tag can move them all.
type strays struct {
	first map[ref.Repo]string // by repository, the first such reflex
	all   map[string]bool
}

func (s strays) hold(r ref.Repo) bool { return s.first[r] != "" }

// holdStrayed finds the strays of every repository an update is about, and says
// so of each; not where the person takes what such a reflex has become.
func (u *updating) holdStrayed(ctx context.Context, entries []project.Entry) error {
	about := map[ref.Repo]bool{}
	for _, e := range entries {
		about[e.Location.Reference.Repo] = true
	}
	u.strayed = strays{map[ref.Repo]string{}, map[string]bool{}}
	var said diag.Problems
	for _, e := range u.file.Reflexes {
		locked := u.locked(e)
		if locked == nil || !about[locked.Reference.Repo] {
			continue
		}
		message, err := u.astray(ctx, *locked, e.Location.Pin)
		if err != nil {
			return err
		}
		if message == "" {
			continue
		}
		said = append(said, diag.Problem{Reflex: e.Name, Message: message, Fix: diag.OfReflex(diag.FixAccept, e.Name)})
		u.strayed.all[e.Name] = true
		if !u.strayed.hold(locked.Reference.Repo) {
			u.strayed.first[locked.Reference.Repo] = e.Name
		}
	}
	if !u.takes(u.want.Name) {
		u.out.Held = said
	}
	return nil
}

// takes reports whether the person takes what a stray has become.
func (u *updating) takes(name string) bool { return u.accepts(name) && u.strayed.all[name] }

// holdBeside says of a reflex that would move that its repository is held. A
// stray was named already.
func (u *updating) holdBeside(name string, l lockfile.Entry) {
	if u.strayed.all[name] {
		return
	}
	by := u.strayed.first[l.Reference.Repo]
	message := fmt.Sprintf("stays at %s; %s is held because of %s", l.Tag, ref.Reference{Repo: l.Reference.Repo}, by)
	u.hold(name, message, diag.OfReflex(diag.FixAccept, by))
}

// astray says how a locked tag no longer names its commit, "" where it does: its
// commits and contents, old and new, and those an acceptance would take instead.
func (u *updating) astray(ctx context.Context, l lockfile.Entry, pin *ref.Version) (string, error) {
	versions, err := u.from.versions(ctx, l.Reference)
	if err != nil {
		return "", err
	}
	now, err := versions.At(l.Tag)
	if err == nil && now.Commit == l.Commit {
		return "", nil
	}
	said := fmt.Sprintf("%s %s vanished: commit %s, %s", l.Reference, l.Tag, l.Commit, l.H1)
	if _, two := errors.AsType[*resolve.TwoTagsError](err); two {
		said = l.Reference.String() + " " + err.Error()
	} else if err == nil {
		commit, h1, err := u.content(ctx, l.Reference, now)
		if err != nil {
			return "", err
		}
		said = fmt.Sprintf("%s %s moved: commit %s → %s, %s → %s", l.Reference, l.Tag, l.Commit, commit, l.H1, h1)
	}
	next, _, err := u.choose(ctx, l, pin)
	if err != nil || next.Version == l.Tag {
		return said, nil
	}
	commit, h1, err := u.content(ctx, l.Reference, next)
	return fmt.Sprintf("%s; %s is commit %s, %s", said, next.Version, commit, h1), err
}

// content is the commit and the hash of a reflex at a choice, or why it has
// none.
func (u *updating) content(ctx context.Context, r ref.Reference, c resolve.Choice) (commit, h1 string, err error) {
	got, err := u.from.tree(ctx, r, c)
	if refusedTree(err) != nil {
		return c.Commit, "a tree that is refused", nil
	}
	if err != nil {
		return "", "", err
	}
	files := got.files.Reflex(r.Dir)
	if _, ok := files.Get(manifestName); !ok {
		return got.commit, "no reflex.toml", nil
	}
	return got.commit, string(files.H1()), nil
}
