package app

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"sinew/contractdiff"
	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// An UpdateRequest is what an update is asked for. Name is one reflex, or "" for
// all. Accept takes what waits for the person's yes, and a tag that moved, of
// that one reflex. Repin pins that one reflex at Pin in evoke.toml, or unpins it
// where Pin is nil. DryRun writes nothing into the project. Fetching is how it
// fetches.
type UpdateRequest struct {
	Name                  string
	Accept, Repin, DryRun bool
	Pin                   *ref.Version
	Fetching
}

// Updated is what an update moved, in the project's order; the line of evoke.toml
// that was written, "" for none; what was new beside it; and what could not move
// and why, which is said last.
type Updated struct {
	Moves   []Move
	OnWord  []string // of the moves, those whose tags nobody but a mirror vouches for
	Written string
	New     []ref.Reference
	Held    diag.Problems
	Renamed []Moved // repositories that answer at another address
	Hub     Hub
}

// A Move is one reflex's new entry in the lock, and what to say of it.
type Move struct {
	Name     string
	From, To ref.Version
	Code     bool // a file other than the manifest changed
	Wording  bool // the manifest changed
	Report   contractdiff.Report
	before   lockfile.Entry
	after    lockfile.Entry
}

// Update moves every remote reflex, or one, to its newest tag or its pin. A
// reflex that cannot move is held, and the others move; the lock is written
// once. A tag that moved or vanished holds its whole repository: nothing of it
// moves until the person accepts that reflex (behaviour.md 7.3; design,
// section 2).
func (p *Project) Update(ctx context.Context, want UpdateRequest) (Updated, error) {
	entries, err := p.updatable(want)
	if err != nil {
		return Updated{}, err
	}
	u := updating{Project: p, want: want, from: p.m.newSources(want.Fetching, diag.OfReflex(diag.FixUpdate, want.Name)), unread: map[string]string{}}
	if err := u.from.hold(ctx); err != nil {
		return Updated{}, err
	}
	defer u.from.close()
	u.from.openAll(ctx, repositories(entries))
	if err := u.holdStrayed(ctx, entries); err != nil {
		return Updated{}, err
	}
	u.fetchAll(ctx, entries)
	for _, e := range entries {
		if err := u.one(ctx, e); err != nil {
			return Updated{}, err
		}
	}
	if err := u.from.hub.verdict(); err != nil {
		return Updated{}, err
	}
	u.out.Renamed, u.out.Hub = u.from.moved, u.from.hub.answer()
	u.siblings()
	err = u.write(ctx, entries)
	maps.Copy(p.dirs, u.unread)
	return u.out, err
}

// updatable are the reflexes an update is about, at the pins it is to follow.
func (p *Project) updatable(want UpdateRequest) ([]project.Entry, error) {
	if len(p.file.Reflexes) == 0 {
		return nil, diag.One("", "no reflexes are installed", diag.Of(diag.FixAddFirst))
	}
	if want.Name == "" {
		remote := slices.DeleteFunc(slices.Clone(p.file.Reflexes), func(e project.Entry) bool { return e.Location.IsLocal() })
		return remote, nil
	}
	named := p.file.Entry(want.Name)
	switch {
	case named == nil:
		return nil, call.NotInstalled(want.Name)
	case named.Location.IsLocal():
		return nil, diag.One(want.Name, "is local; nothing to update", diag.Show(want.Name))
	}
	e := *named
	if want.Repin {
		e.Location.Pin = want.Pin
	}
	return []project.Entry{e}, nil
}

func repositories(entries []project.Entry) []ref.Reference {
	var all []ref.Reference
	seen := map[ref.Repo]bool{}
	for _, e := range entries {
		if !seen[e.Location.Reference.Repo] {
			seen[e.Location.Reference.Repo] = true
			all = append(all, e.Location.Reference)
		}
	}
	return all
}

// updating is one update on its way.
type updating struct {
	*Project
	want    UpdateRequest
	from    *sources
	strayed strays
	unread  map[string]string // where a tree lies whose manifest does not read
	moved   []movedTree
	out     Updated
}

// A movedTree is a repository's tree at the version it moved to.
type movedTree struct {
	repo  ref.Repo
	files tree.Tree
}

func (u *updating) hold(name, message string, fix diag.Fix) {
	u.out.Held = append(u.out.Held, diag.Problem{Reflex: name, Message: message, Fix: fix})
}

// fetchAll fetches what will move, several repositories at a time. What cannot
// be fetched says so when it is asked for.
func (u *updating) fetchAll(ctx context.Context, entries []project.Entry) {
	byRepository := map[ref.Repo][]project.Entry{}
	for _, e := range entries {
		byRepository[e.Location.Reference.Repo] = append(byRepository[e.Location.Reference.Repo], e)
	}
	slots := make(chan struct{}, atOnce)
	var workers sync.WaitGroup
	for _, some := range byRepository {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			for _, e := range some {
				u.fetch(ctx, e)
			}
		})
	}
	workers.Wait()
}

func (u *updating) fetch(ctx context.Context, e project.Entry) {
	locked := u.locked(e)
	if locked == nil || u.strayed.hold(locked.Reference.Repo) && !u.takes(e.Name) {
		return
	}
	if choice, _, err := u.choose(ctx, *locked, e.Location.Pin); err == nil && !stands(*locked, choice) {
		_, _ = u.from.tree(ctx, locked.Reference, choice)
	}
}

// choose is the version a reflex is to be at, and those passed over for it. The
// locked one needs no age.
func (u *updating) choose(ctx context.Context, l lockfile.Entry, pin *ref.Version) (c resolve.Choice, passed string, err error) {
	versions, err := u.from.versions(ctx, l.Reference)
	if err != nil {
		return resolve.Choice{}, "", err
	}
	return u.from.hub.choose(versions, pin, func(c resolve.Choice) string {
		if c.Version == l.Tag {
			return ""
		}
		return u.from.hub.young(l.Reference, c.Version)
	})
}

// stands reports whether the lock is at a choice already.
func stands(locked lockfile.Entry, c resolve.Choice) bool {
	return locked.Tag == c.Version && locked.Commit == c.Commit
}

// one moves one reflex, holds it, or leaves it as it is. An error is a failure
// that ends the update with nothing written.
func (u *updating) one(ctx context.Context, e project.Entry) error {
	locked := u.locked(e)
	if locked == nil {
		u.hold(e.Name, "is not locked", diag.AddAs(e.Location.String(), e.Name))
		return nil
	}
	choice, passed, err := u.choose(ctx, *locked, e.Location.Pin)
	u.from.hub.passOver(e.Name, passed)
	if _, failed := errors.AsType[*diag.Failure](err); failed || errors.Is(err, context.Canceled) {
		return err
	}
	switch {
	case err == nil && stands(*locked, choice) && !u.accepts(e.Name):
		u.from.hub.remind(*locked)
	case u.strayed.hold(locked.Reference.Repo) && !u.takes(e.Name) && (err != nil || !stands(*locked, choice)):
		u.holdBeside(e.Name, *locked)
	case err != nil:
		u.hold(e.Name, locked.Reference.String()+" "+err.Error(), diag.Show(e.Name))
	default:
		return u.move(ctx, e, *locked, choice)
	}
	return nil
}

// accepts reports whether the person said yes to what this reflex asks for.
func (u *updating) accepts(name string) bool { return u.want.Accept && u.want.Name == name }

// write writes every move into the lock at once, then a pin that was asked for;
// and before both, the journal that can undo them.
func (u *updating) write(ctx context.Context, entries []project.Entry) error {
	if u.want.DryRun {
		return nil
	}
	var edits []state.Edit
	if len(u.out.Moves) > 0 {
		edits = append(edits, u.editLock(u.place))
	}
	pin := u.repin(entries)
	if pin != nil {
		edits = append(edits, edit(*pin))
	}
	if edits == nil {
		return u.refreshTypes(ctx)
	}
	restore, err := u.keepJournal(u.out.Moves, pin)
	if err != nil {
		return err
	}
	if err := u.Project.write(ctx, edits...); err != nil {
		return errors.Join(err, restore())
	}
	if pin != nil {
		u.out.Written = pin.String()
	}
	if err := u.m.remember(ctx, u.out.after()); err != nil {
		return err
	}
	return u.relocked(ctx)
}

// after are the entries of what moved.
func (u Updated) after() []lockfile.Entry {
	var all []lockfile.Entry
	for _, m := range u.Moves {
		all = append(all, m.after)
	}
	return all
}

// place puts the moves into a lock. What another command took out meanwhile, or
// pointed elsewhere, stays so.
func (u *updating) place(l *lockfile.Lock) {
	for _, m := range u.out.Moves {
		if now := l.Entry(m.Name); now != nil && now.Reference == m.after.Reference {
			l.Set(m.after)
		}
	}
}

// repin is the edit of evoke.toml that pins or unpins, nil where none was asked
// for, where it says so already, and where the reflex is held.
func (u *updating) repin(entries []project.Entry) *project.Edit {
	if !u.want.Repin || len(u.out.Held) > 0 {
		return nil
	}
	to := entries[0]
	if u.file.Entry(to.Name).Location.String() == to.Location.String() {
		return nil
	}
	e := project.AddEntry(to.Name, to.Location)
	return &e
}

// relocked reads the project after its lock was written, and writes the types
// that follow from it.
func (p *Project) relocked(ctx context.Context) error {
	if err := p.read(); err != nil {
		return err
	}
	return p.writeTypes(ctx)
}
