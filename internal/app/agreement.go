package app

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"sinew/exec/body"
	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/tomldoc"
	"sinew/store"
)

// Look is Open for a command that changes nothing: no first use, no lock, no
// file.
func (m *Machine) Look() (*Project, error) {
	p := &Project{m: m, at: m.paths.Find(m.dir)}
	return p, p.read()
}

// Disagreements is everything in which evoke.toml, the lock, the store, the
// runtime and the types disagree, in the project's order: each names the field,
// and where it is written. It asks no network and writes nothing. A locked
// commit is held against where the store says its entry came from, when the
// store says so.
func (p *Project) Disagreements() diag.Problems {
	a := agreement{Project: p, origins: p.m.store.Origins()}
	// Both were read a moment ago.
	a.toml, _ = tomldoc.Parse(p.owned.Project)
	a.written, _ = tomldoc.Parse(p.owned.Lock)
	for _, e := range p.file.Reflexes {
		if a.reflex(e) {
			a.tree(e)
		}
	}
	a.strangers()
	a.adapter()
	a.runtime()
	a.types()
	return a.found
}

// An agreement is one such look on its way.
type agreement struct {
	*Project
	toml, written *tomldoc.Value // evoke.toml and evoke.lock
	origins       []store.Origin
	all           []Installed // those that are at hand
	unknown       bool        // one is not
	found         diag.Problems
}

// inToml and inLock are where a key is written, or the nearest table above it.
func (a *agreement) inToml(path ...string) diag.Position {
	return whereIs(diag.ProjectFile, a.toml, path)
}

func (a *agreement) inLock(path ...string) diag.Position {
	return whereIs(diag.LockFile, a.written, path)
}

func whereIs(kind diag.FileKind, doc *tomldoc.Value, path []string) diag.Position {
	where := diag.Position{File: diag.File{Kind: kind}, Line: 1, Column: 1}
	for _, key := range path {
		if doc = doc.Get(key); doc == nil {
			break
		}
		if doc.Line > 0 {
			where.Line, where.Column = doc.Line, doc.Column
		}
	}
	return where
}

// differs adds a disagreement that a command mends.
func (a *agreement) differs(at diag.Position, reflex string, fix diag.Fix, format string, args ...any) {
	a.found = append(a.found, diag.Problem{Reflex: reflex, At: &at, Message: fmt.Sprintf(format, args...), Fix: fix})
}

// misstates adds a disagreement that only its line can mend.
func (a *agreement) misstates(at diag.Position, reflex, format string, args ...any) {
	a.differs(at, reflex, diag.EditLine(at), format, args...)
}

// reflex holds an entry of evoke.toml against the lock's, and reports whether
// both are about the same files.
func (a *agreement) reflex(e project.Entry) bool {
	const refs = "ref is %s in evoke.toml and %s in evoke.lock"
	locked := a.lock.Entry(e.Name)
	here := a.inToml("reflexes", e.Name)
	switch {
	case e.Location.IsLocal():
		if locked != nil {
			a.misstates(a.inLock("reflexes", e.Name), e.Name, refs, e.Location, locked.Reference)
		}
		return true
	case locked == nil:
		a.differs(here, e.Name, diag.AddAs(e.Location.String(), e.Name), "is not locked")
	case locked.Reference != e.Location.Reference:
		a.differs(here, e.Name, diag.AddAs(e.Location.String(), e.Name), refs, e.Location.Reference, locked.Reference)
	case e.Location.Pin != nil && *e.Location.Pin != locked.Tag:
		a.differs(here, e.Name, diag.OfReflex(diag.FixUpdate, e.Name), "pin is %s in evoke.toml and tag is %s in evoke.lock", e.Location.Pin, locked.Tag)
	default:
		return true
	}
	a.unknown = true
	return false
}

// tree holds the reflex's files against what is locked.
func (a *agreement) tree(e project.Entry) {
	i := a.load(e)
	if i.Locked != nil {
		a.commit(e.Name, *i.Locked)
	}
	switch {
	case absent(i):
		a.unknown = true
		a.missing(i)
		return
	case i.Manifest == nil:
		for _, p := range i.Problems {
			if p.At == nil {
				where := a.inToml("reflexes", e.Name)
				p.At = &where
			}
			a.found = append(a.found, p)
		}
	case i.Locked != nil:
		a.consent(i)
	}
	a.all = append(a.all, i)
}

func (a *agreement) missing(i Installed) {
	message := string(i.Locked.H1) + " is not in the store"
	if _, err := a.m.store.Get(i.Locked.H1); err != nil && !errors.Is(err, fs.ErrNotExist) {
		message = "the tree in the store does not hash to " + string(i.Locked.H1)
	}
	a.differs(a.inLock("reflexes", i.Name, "h1"), i.Name, diag.Of(diag.FixSync), "%s", message)
}

// commit holds the lock's commit against the one its tag named when the entry
// was fetched. The collection built in is known whole.
func (a *agreement) commit(name string, l lockfile.Entry) {
	was := ""
	for _, o := range a.known(l) {
		if o.Commit == l.Commit {
			return
		}
		was = o.Commit
	}
	if was != "" {
		fix := diag.OfReflex(diag.FixUpdate, name)
		a.differs(a.inLock("reflexes", name, "commit"), name, fix, "commit of %s is %s, and %s in evoke.lock", l.Tag, was, l.Commit)
	}
}

// known are the origins of a locked tag.
func (a *agreement) known(l lockfile.Entry) []store.Origin {
	if !l.Reference.Repo.Std {
		return slices.DeleteFunc(slices.Clone(a.origins), func(o store.Origin) bool {
			return o.H1 != l.H1 || o.Ref != l.Reference.String() || o.Tag != l.Tag.String()
		})
	}
	for _, t := range (builtIn{}).Tags() {
		if t.Name == l.Tag.String() {
			return []store.Origin{{Commit: t.Commit}}
		}
	}
	return nil
}

// consent holds what was consented to against what the manifest asks: the lock
// may be tighter, while a person has not said yes, and never looser.
func (a *agreement) consent(i Installed) {
	if i.shipped.Effect > i.Locked.Effect {
		a.misstates(a.inLock("reflexes", i.Name, "effect"), i.Name, "effect is %s in its manifest and %s in evoke.lock", i.shipped.Effect, i.Locked.Effect)
	}
	if manifest.Widens(i.shipped.Needs, i.Locked.Needs) {
		a.misstates(a.inLock("reflexes", i.Name, "needs"), i.Name, "needs in evoke.lock has %s, and its manifest has not", i.Locked.Needs.Without(i.shipped.Needs))
	}
}

// strangers are the lock's entries that no reflex names.
func (a *agreement) strangers() {
	for _, l := range a.lock.Reflexes {
		if a.file.Entry(l.Name) == nil {
			a.differs(a.inLock("reflexes", l.Name), l.Name, diag.OfReflex(diag.FixRemove, l.Name), "is in evoke.lock and not in evoke.toml")
		}
	}
}

func (a *agreement) adapter() {
	if a.owned.Lock != nil && a.lock.Adapter.Name != a.file.Adapter {
		a.misstates(a.inLock("adapter", "name"), "", "adapter is %s in evoke.toml and %q in evoke.lock", a.file.Adapter, a.lock.Adapter.Name)
	}
}

// runtime looks whether the runtime that bodies in files need is recorded.
func (a *agreement) runtime() {
	n := slices.IndexFunc(a.all, func(i Installed) bool { return i.Manifest != nil && i.Manifest.Run.File != "" })
	if n < 0 {
		return
	}
	runs := a.all[n]
	where := a.inToml("reflexes", runs.Name)
	switch path, err := a.m.paths.Runtime(); {
	case err != nil:
		a.differs(where, "", diag.Of(diag.FixSync), "%s", err)
	case path == "":
		a.differs(where, "", diag.Of(diag.FixSync), "no runtime is recorded, and %s runs %s", runs.Name, runs.Manifest.Run.File)
	case (body.Node{Path: path}).Check() != nil:
		a.differs(where, "", diag.Of(diag.FixSync), "the recorded runtime %s is gone", path)
	}
}

// types holds evoke.d.ts, where it is there, against what would be written. An
// update writes it anew.
func (a *agreement) types() {
	now, err := a.at.Types()
	where := diag.Position{File: diag.File{Kind: typesFile}, Line: 1, Column: 1}
	switch {
	case err != nil:
		a.differs(where, "", diag.Rerun(), "%s", err)
	case now != nil && !a.unknown:
		if want := types(a.all); !bytes.Equal(now, want) {
			where.Line = firstDifference(now, want)
			a.differs(where, "", diag.OfReflex(diag.FixUpdate, ""), "%s is not what the reflexes say, from line %d", state.TypesFile, where.Line)
		}
	}
}

// typesFile is evoke.d.ts as the file of a position. It is written and never
// read, so no other problem lies in it.
const typesFile diag.FileKind = "types"

// firstDifference is the line at which two texts part.
func firstDifference(one, other []byte) int {
	line := 1
	for n := 0; n < min(len(one), len(other)) && one[n] == other[n]; n++ {
		if one[n] == '\n' {
			line++
		}
	}
	return line
}
