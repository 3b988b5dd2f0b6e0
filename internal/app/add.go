package app

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// Added is what an add brought in. OnWord are the newcomers whose tags nobody
// but a mirror vouches for, by name. Runtime says what the newcomers that run a
// file still lack; the add stands all the same.
type Added struct {
	Newcomers []Installed
	OnWord    []string
	Moved     []Moved
	Hub       Hub
	Runtime   error
}

// A newcomer is a reflex that is about to be added.
type newcomer struct {
	name     string
	location ref.Location
	typed    string
	files    tree.Tree
	choice   resolve.Choice
	manifest *manifest.Manifest
}

// Add fetches each ref at its pin or its newest tag, reads every manifest, and
// only then writes: the trees into the store, the lock, evoke.toml. as names a
// single reflex; "" leaves it the ref's last segment (manual, "Installing
// reflexes").
func (p *Project) Add(ctx context.Context, refs []string, as string, how Fetching) (Added, error) {
	from := p.m.newSources(how, online(refs, as))
	if err := from.hold(ctx); err != nil {
		return Added{}, err
	}
	defer from.close()
	var all []newcomer
	for _, r := range refs {
		some, err := p.newcomers(ctx, from, r, as)
		if err != nil {
			return Added{}, err
		}
		all = append(all, some...)
	}
	if err := p.checkNames(all, refs); err != nil {
		return Added{}, err
	}
	if err := checkLogged(from.hub, all); err != nil {
		return Added{}, err
	}
	if err := p.keep(ctx, all); err != nil {
		return Added{}, err
	}
	if err := p.readManifests(all); err != nil {
		return Added{}, err
	}
	if err := p.writeAdded(ctx, all); err != nil {
		return Added{}, err
	}
	added, err := p.added(ctx, all)
	added.Moved, added.OnWord, added.Hub = from.moved, onWord(all, how), from.hub.answer()
	return added, err
}

// online is the add that asks remotes.
func online(refs []string, as string) diag.Fix {
	if as != "" {
		return diag.AddAs(refs[0], as)
	}
	return diag.Add(refs...)
}

// onWord are the newcomers that came from a mirror, by its word.
func onWord(all []newcomer, how Fetching) []string {
	var names []string
	for _, n := range all {
		if how.Offline && !n.location.IsLocal() && !n.location.Reference.Repo.Std {
			names = append(names, n.name)
		}
	}
	return names
}

// newcomers are the reflexes one ref names, with their files in hand.
func (p *Project) newcomers(ctx context.Context, from *sources, typed, as string) ([]newcomer, error) {
	location, err := ref.Parse(typed)
	if err != nil {
		return nil, err
	}
	if location.IsLocal() {
		one, err := p.localNewcomer(location.Local, as)
		return []newcomer{one}, err
	}
	return remoteNewcomers(ctx, from, location, typed, as)
}

func remoteNewcomers(ctx context.Context, from *sources, l ref.Location, typed, as string) ([]newcomer, error) {
	versions, err := from.versions(ctx, l.Reference)
	if err != nil {
		return nil, err
	}
	choice, err := from.choose(ctx, versions, l)
	if err != nil {
		return nil, err
	}
	got, err := from.tree(ctx, l.Reference, choice)
	if err != nil {
		return nil, err
	}
	dirs, err := resolve.Reflexes(got.files, l.Reference)
	if err != nil {
		return nil, diag.One("", err.Error()+" "+choice.Version.String(), diag.Rerun())
	}
	if as != "" && (len(dirs) > 1 || dirs[0] != l.Reference.Dir) {
		return nil, diag.One("", typed+" is a collection; --as names one reflex", diag.Add(typed))
	}
	all := make([]newcomer, len(dirs))
	for i, dir := range dirs {
		at := ref.Location{Reference: ref.Reference{Repo: l.Reference.Repo, Dir: dir}, Pin: l.Pin}
		all[i] = newcomer{location: at, typed: typed, files: got.files.Reflex(dir), choice: choice}
		all[i].choice.Commit = got.commit
		if all[i].name, err = localName(at.LastSegment(), as, at.String()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// choose is the version that a ref takes.
func (s *sources) choose(ctx context.Context, versions resolve.List, l ref.Location) (resolve.Choice, error) {
	choice, passed, err := s.hub.choose(versions, l.Pin, func(c resolve.Choice) string { return s.young(ctx, l.Reference, c) })
	if err != nil {
		return choice, cmp.Or(s.hub.verdict(), unchosen(l.Reference, err))
	}
	s.hub.passOver(l.Reference.String(), passed)
	return choice, nil
}

// young says which reflex of a ref is not old enough at a choice, and why. What
// cannot be fetched or read is let through: it ends the add on its own.
func (s *sources) young(ctx context.Context, r ref.Reference, c resolve.Choice) string {
	got, err := s.tree(ctx, r, c)
	if err != nil {
		return ""
	}
	dirs, _ := resolve.Reflexes(got.files, r)
	for _, dir := range dirs {
		if why := s.hub.young(ref.Reference{Repo: r.Repo, Dir: dir}, c.Version); why != "" {
			return why
		}
	}
	return ""
}

// unchosen is a version that could not be chosen, as a problem.
func unchosen(r ref.Reference, err error) error {
	fix := diag.Rerun()
	if _, absent := errors.AsType[*resolve.NoTagError](err); absent {
		fix = diag.Add(r.String())
	}
	return diag.One("", r.String()+" "+err.Error(), fix)
}

// localName is what a reflex is called here.
func localName(last, as, from string) (string, error) {
	if as != "" {
		last = as
	}
	if err := name.Check(last, name.Local); err != nil {
		return "", diag.One("", from+": "+err.Error(), diag.AddAs(from, ""))
	}
	return last, nil
}

// localNewcomer is a directory of the person's own, typed relative to the
// working directory and written relative to evoke.toml.
func (p *Project) localNewcomer(typed, as string) (newcomer, error) {
	dir := filepath.Join(p.m.dir, typed)
	called, err := localName(filepath.Base(dir), as, typed)
	if err != nil {
		return newcomer{}, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return newcomer{}, diag.One("", typed+" is not a directory", diag.Fix{Kind: diag.FixNew})
	}
	files, err := readLocal(called, dir)
	if err != nil {
		return newcomer{}, err
	}
	if _, ok := files.Get(manifestName); !ok {
		return newcomer{}, diag.One("", "no reflex.toml in "+typed, diag.Fix{Kind: diag.FixNew})
	}
	p.dirs[called] = dir
	written, err := p.relative(dir)
	return newcomer{name: called, location: ref.Location{Local: written}, typed: typed, files: files}, err
}

// relative is a directory as evoke.toml writes it: `./dir`, `../dir` or `.`.
// The project's links are resolved so that the way between the two is true;
// the last segment stays as it was typed.
func (p *Project) relative(dir string) (string, error) {
	parent, err := filepath.EvalSymlinks(filepath.Dir(dir))
	if err != nil {
		return "", &diag.Failure{What: "reading " + dir, Why: err}
	}
	way, err := filepath.Rel(p.at.Real, filepath.Join(parent, filepath.Base(dir)))
	if err != nil {
		return "", &diag.Failure{What: "reading " + dir, Why: err}
	}
	way = path.Clean(filepath.ToSlash(way))
	if way != "." && way != ".." && !strings.HasPrefix(way, "../") {
		way = "./" + way
	}
	_, err = ref.Parse(way)
	return way, err
}

// keep puts the remote newcomers' trees into the store, so that a manifest that
// does not read can be looked at where it lies.
func (p *Project) keep(ctx context.Context, all []newcomer) error {
	var trees []tree.Tree
	var of []string
	for _, n := range all {
		if !n.location.IsLocal() {
			trees, of = append(trees, n.files), append(of, n.name)
		}
	}
	entries, err := p.m.store.KeepAll(ctx, trees)
	for i, e := range entries {
		p.dirs[of[i]] = e.Dir
	}
	return err
}

// readManifests reads every newcomer's manifest; all that is wrong in any of
// them refuses the add.
func (p *Project) readManifests(all []newcomer) error {
	var problems diag.Problems
	for i := range all {
		text, _ := all[i].files.Get(manifestName)
		m, err := manifest.Parse(all[i].name, text)
		if err != nil {
			problems = append(problems, problemsOf(all[i].name, err)...)
		}
		all[i].manifest = m
	}
	return problems.Err()
}

// entry is a remote newcomer as the lock holds it: what its manifest declares
// is what adding it consents to.
func (n newcomer) entry() lockfile.Entry {
	return lockfile.Entry{
		Name: n.name, Reference: n.location.Reference, Tag: n.choice.Version, Commit: n.choice.Commit,
		H1: n.files.H1(), Effect: n.manifest.Effect, Needs: n.manifest.Needs,
	}
}

// checkLogged holds the newcomers against the log; nothing is written yet.
func checkLogged(h *hub, all []newcomer) error {
	if h == nil {
		return nil
	}
	for _, n := range all {
		if n.location.IsLocal() {
			h.skip(n.name)
			continue
		}
		h.checkOr(lockfile.Entry{
			Name: n.name, Reference: n.location.Reference, Tag: n.choice.Version, Commit: n.choice.Commit, H1: n.files.H1(),
		})
	}
	return h.verdict()
}

// entriesOf are the entries of the remote newcomers.
func entriesOf(all []newcomer) []lockfile.Entry {
	var entries []lockfile.Entry
	for _, n := range all {
		if !n.location.IsLocal() {
			entries = append(entries, n.entry())
		}
	}
	return entries
}

// added reads the project as it now is.
func (p *Project) added(ctx context.Context, all []newcomer) (Added, error) {
	if err := p.relocked(ctx); err != nil {
		return Added{}, err
	}
	if err := p.m.remember(ctx, entriesOf(all)); err != nil {
		return Added{}, err
	}
	var out Added
	for _, n := range all {
		i, err := p.Reflex(n.name)
		if err != nil {
			return Added{}, err
		}
		out.Newcomers = append(out.Newcomers, i)
	}
	out.Runtime = p.m.findRuntime(ctx, out.Newcomers)
	return out, nil
}
