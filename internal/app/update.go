package app

import (
	"context"
	"fmt"
	"path"
	"slices"

	"sinew/contractdiff"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// An UpdateRequest is what an update is asked for. Name is one reflex, or "" for
// all. Accept takes what waits for the person's yes, and a tag that moved, of
// that one reflex. DryRun writes nothing into the project.
type UpdateRequest struct {
	Name           string
	Accept, DryRun bool
}

// Updated is what an update moved, in the project's order; what was new beside
// it; and what could not move and why, which is said last.
type Updated struct {
	Moves   []Move
	New     []ref.Reference
	Held    diag.Problems
	Renamed []Moved // repositories that answer at another address
}

// A Move is one reflex's new entry in the lock, and what to say of it.
type Move struct {
	Name     string
	From, To ref.Version
	Code     bool // a file other than the manifest changed
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
	entries, err := p.updatable(want.Name)
	if err != nil {
		return Updated{}, err
	}
	u := updating{Project: p, want: want, from: p.m.newSources(), held: map[ref.Repo]bool{}}
	u.from.openAll(ctx, repositories(entries))
	if err := u.holdMoved(ctx, entries); err != nil {
		return Updated{}, err
	}
	for _, e := range entries {
		if err := u.one(ctx, e); err != nil {
			return Updated{}, err
		}
	}
	u.out.Renamed = u.from.moved
	u.siblings()
	if want.DryRun || len(u.out.Moves) == 0 {
		return u.out, nil
	}
	return u.out, p.writeMoves(ctx, u.out.Moves)
}

// updatable are the reflexes an update is about.
func (p *Project) updatable(name string) ([]project.Entry, error) {
	if len(p.file.Reflexes) == 0 {
		return nil, diag.One("", "no reflexes are installed", diag.Of(diag.FixAddFirst))
	}
	if name == "" {
		remote := slices.DeleteFunc(slices.Clone(p.file.Reflexes), func(e project.Entry) bool { return e.Location.IsLocal() })
		return remote, nil
	}
	e := p.file.Entry(name)
	switch {
	case e == nil:
		return nil, diag.One(name, "is not installed", diag.Show(""))
	case e.Location.IsLocal():
		return nil, diag.One(name, "is local; nothing to update", diag.Show(name))
	}
	return []project.Entry{*e}, nil
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
	want UpdateRequest
	from *sources
	held map[ref.Repo]bool // repositories of which nothing moves
	seen []seenTree        // trees of repositories that moved
	out  Updated
}

// A seenTree is a repository's tree at the version it moved to.
type seenTree struct {
	repo  ref.Repo
	files tree.Tree
}

func (u *updating) hold(name, message string, fix diag.Fix) {
	u.out.Held = append(u.out.Held, diag.Problem{Reflex: name, Message: message, Fix: fix})
}

// one moves one reflex, holds it, or leaves it as it is. An error is a failure
// that ends the update with nothing written.
func (u *updating) one(ctx context.Context, e project.Entry) error {
	locked := u.locked(e)
	if locked == nil {
		u.hold(e.Name, "is not locked", diag.AddAs(e.Location.String(), e.Name))
		return nil
	}
	if u.held[locked.Reference.Repo] && !u.accepts(e.Name) {
		return nil
	}
	versions, err := u.from.versions(ctx, locked.Reference)
	if err != nil {
		return err
	}
	choice, err := versions.Choose(e.Location.Pin)
	if err != nil {
		u.hold(e.Name, locked.Reference.String()+" "+err.Error(), diag.Show(e.Name))
		return nil
	}
	if choice.Version == locked.Tag && choice.Commit == locked.Commit && !u.accepts(e.Name) {
		return nil
	}
	return u.move(ctx, e, *locked, choice)
}

// accepts reports whether the person said yes to what this reflex asks for.
func (u *updating) accepts(name string) bool { return u.want.Accept && u.want.Name == name }

// move fetches the tree of a choice, keeps it, and works out what it means.
func (u *updating) move(ctx context.Context, e project.Entry, locked lockfile.Entry, choice resolve.Choice) error {
	got, err := u.from.tree(ctx, locked.Reference, choice)
	if err != nil {
		return err
	}
	files := got.files.Reflex(locked.Reference.Dir)
	text, ok := files.Get(manifestName)
	if !ok {
		message := fmt.Sprintf("no reflex.toml at %s %s", locked.Reference, choice.Version)
		u.hold(e.Name, message, diag.OfReflex(diag.FixRemove, e.Name))
		return nil
	}
	kept, err := u.m.store.Keep(ctx, files)
	if err != nil {
		return err
	}
	u.dirs[e.Name] = kept.Dir
	next, err := manifest.Parse(e.Name, text)
	if err != nil {
		u.out.Held = append(u.out.Held, problemsOf(e.Name, err)...)
		return nil
	}
	before, err := u.m.store.Get(locked.H1)
	if err != nil {
		u.hold(e.Name, "is not in the store", diag.Of(diag.FixSync))
		return nil
	}
	after := locked
	after.Tag, after.Commit, after.H1 = choice.Version, got.commit, kept.H1
	u.settle(e, locked, after, before.Tree, files, next)
	u.seen = append(u.seen, seenTree{locked.Reference.Repo, got.files})
	return nil
}

// settle weighs the consent and adds the move, unless nothing comes of it.
func (u *updating) settle(e project.Entry, locked, after lockfile.Entry, before, files tree.Tree, next *manifest.Manifest) {
	consent := contractdiff.Weigh(contractdiff.Consent{Effect: locked.Effect, Needs: locked.Needs}, contractdiff.Asked(next))
	if u.accepts(e.Name) {
		consent = consent.Accept()
	}
	after.Effect, after.Needs = consent.Now.Effect, consent.Now.Needs
	m := Move{Name: e.Name, From: locked.Tag, To: after.Tag, before: locked, after: after}
	switch {
	case after.H1 != locked.H1 || after.Tag != locked.Tag || after.Commit != locked.Commit:
		m.Code = codeChanged(before, files)
		m.Report = u.report(e.Name, before, next, consent)
	case consent.Effect == contractdiff.Accepted || consent.Needs == contractdiff.Accepted:
		m.Report = contractdiff.Report{Consent: consent}
	default:
		return
	}
	u.out.Moves = append(u.out.Moves, m)
}

// report is the move beside the person's overlay.
func (u *updating) report(name string, before tree.Tree, next *manifest.Manifest, consent contractdiff.Outcome) contractdiff.Report {
	text, _ := before.Get(manifestName)
	previous, err := manifest.Parse(name, text)
	if err != nil {
		previous = next // what no longer reads has no contract to compare
	}
	moved := contractdiff.Update{Previous: previous, Next: next, Consent: consent}
	for _, f := range u.owned.Overlays {
		if f.Name == name {
			moved.Before, _ = manifest.ReadOverlay(name, f.Text, previous)
			moved.After, _ = manifest.ReadOverlay(name, f.Text, next)
		}
	}
	return moved.Report()
}

// codeChanged reports whether any file but the manifest differs.
func codeChanged(before, after tree.Tree) bool {
	rest := func(t tree.Tree) []tree.File {
		return slices.DeleteFunc(slices.Clone(t.Files()), func(f tree.File) bool { return f.Path == manifestName })
	}
	return !slices.EqualFunc(rest(before), rest(after), func(a, b tree.File) bool {
		return a.Path == b.Path && string(a.Bytes) == string(b.Bytes)
	})
}

// siblings are the reflexes of moved repositories that the project lacks, by
// ref.
func (u *updating) siblings() {
	known := map[string]bool{}
	for _, e := range u.file.Reflexes {
		known[e.Location.Reference.String()] = true
	}
	for _, s := range u.seen {
		for _, dir := range resolve.All(s.files) {
			r := ref.Reference{Repo: s.repo, Dir: path.Clean("/" + dir)[1:]}
			if !known[r.String()] {
				known[r.String()] = true
				u.out.New = append(u.out.New, r)
			}
		}
	}
	slices.SortFunc(u.out.New, func(a, b ref.Reference) int { return compareText(a.String(), b.String()) })
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// writeMoves writes every move into the lock at once, and the journal that can
// undo them.
func (p *Project) writeMoves(ctx context.Context, moves []Move) error {
	if err := p.m.keepJournal(p.at.Real, moves); err != nil {
		return err
	}
	err := p.write(ctx, p.editLock(func(l *lockfile.Lock) {
		for _, m := range moves {
			l.Set(m.after)
		}
	}))
	if err != nil {
		return err
	}
	return p.relocked(ctx)
}

// relocked reads the project after its lock was written, and writes the types
// that follow from it.
func (p *Project) relocked(ctx context.Context) error {
	if err := p.read(); err != nil {
		return err
	}
	return p.writeTypes(ctx)
}
