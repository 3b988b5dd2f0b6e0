package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"sinew/internal/dirtree"
	"sinew/internal/sidebyside"
	"sinew/lockfile"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// An Installed is one reflex a project names. Manifest is nil when its tree is
// not at hand or does not read; Problems then says why, and otherwise why the
// reflex is inactive.
type Installed struct {
	Name     string
	Location ref.Location
	Where    string             // as a row shows it
	Locked   *lockfile.Entry    // nil for a local reflex, and one that is not locked
	Manifest *manifest.Manifest // as the person uses it: shipped, with their overlay
	Wording  manifest.Effective // the same, and what of it is theirs
	Dir      string             // where the tree lies; "" when it is not at hand
	Effect   manifest.Effect
	Needs    manifest.Needs
	Settings []project.Resolved
	Problems diag.Problems
	text     []byte // the shipped manifest's own
	shipped  *manifest.Manifest
	overlay  *manifest.Overlay // nil for none
}

// Active reports whether the reflex can be decided and run.
func (i Installed) Active() bool { return i.Manifest != nil && len(i.Problems) == 0 }

// Local reports whether the reflex is a directory of the person's own.
func (i Installed) Local() bool { return i.Location.IsLocal() }

// Installed are the project's reflexes, in its order, each hashed anew.
func (p *Project) Installed() []Installed {
	all := make([]Installed, len(p.file.Reflexes))
	found := make([]bool, len(all))
	sidebyside.Do(len(all), atATime, func(n int) {
		all[n] = p.named(p.file.Reflexes[n])
		found[n] = p.look(&all[n])
	})
	for n, i := range all {
		if found[n] {
			p.dirs[i.Name] = i.Dir
		}
	}
	return all
}

// atATime is how many reflexes are read and hashed side by side.
const atATime = 4

// Reflex is the installed reflex called name; the error says it is none.
func (p *Project) Reflex(name string) (Installed, error) {
	e := p.file.Entry(name)
	if e == nil {
		return Installed{}, call.NotInstalled(name)
	}
	return p.load(*e), nil
}

func (p *Project) load(e project.Entry) Installed {
	i := p.named(e)
	p.open(&i)
	return i
}

// named is a reflex by what the project's files say of it.
func (p *Project) named(e project.Entry) Installed {
	i := Installed{Name: e.Name, Location: e.Location}
	if !e.Location.IsLocal() {
		i.Locked = p.locked(e)
	}
	i.Where = p.place(i)
	return i
}

// open looks at a named reflex where it lies, and remembers where that is.
func (p *Project) open(i *Installed) {
	if p.look(i) {
		p.dirs[i.Name] = i.Dir
	}
}

// look looks at a named reflex where it lies, and reports whether there are
// files to look at: without any, Dir is "" or a directory that is not there. It
// changes nothing of the project, so that several may be looked at at a time.
func (p *Project) look(i *Installed) bool {
	files, err := p.tree(i)
	if err != nil {
		i.Problems = problemsOf(i.Name, err)
		return false
	}
	p.judge(i, files)
	return true
}

// judge reads the reflex out of its files, and what keeps it out of play.
func (p *Project) judge(i *Installed, files tree.Tree) {
	if err := i.read(files); err != nil {
		i.Problems = problemsOf(i.Name, err)
		return
	}
	i.Problems = append(i.Problems, p.reword(i)...)
	i.Problems = append(i.Problems, p.inactive(i)...)
}

// locked is the lock's entry of a reflex, nil when the lock holds none for the
// ref evoke.toml names.
func (p *Project) locked(e project.Entry) *lockfile.Entry {
	if l := p.lock.Entry(e.Name); l != nil && l.Reference == e.Location.Reference {
		return l
	}
	return nil
}

// tree is a reflex's files: a local one from its directory, a remote one from
// the store by the lock's hash, and from nowhere else.
func (p *Project) tree(i *Installed) (tree.Tree, error) {
	if i.Local() {
		i.Dir = filepath.Join(p.at.Root, i.Location.Local)
		return readLocal(i.Name, i.Dir)
	}
	if err := i.unlocked(); err != nil {
		return tree.Tree{}, err
	}
	entry, err := p.m.store.Get(i.Locked.H1)
	if err != nil {
		return tree.Tree{}, diag.One(i.Name, "is not in the store", diag.Of(diag.FixSync))
	}
	i.Dir = entry.Dir
	return entry.Tree, nil
}

// unlocked is why the lock does not say what a remote reflex is, or nil.
func (i *Installed) unlocked() error {
	switch {
	case i.Locked == nil:
		return diag.One(i.Name, "is not locked", diag.AddAs(i.Location.String(), i.Name))
	case i.Location.Pin != nil && *i.Location.Pin != i.Locked.Tag:
		message := fmt.Sprintf("is pinned at %s and locked at %s", i.Location.Pin, i.Locked.Tag)
		return diag.One(i.Name, message, diag.OfReflex(diag.FixUpdate, i.Name))
	}
	return nil
}

// readLocal is a local reflex's files.
func readLocal(name, dir string) (tree.Tree, error) {
	files, err := dirtree.ReadReflex(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return tree.Tree{}, diag.One(name, filepath.Join(dir, manifestName)+" is missing", diag.OfReflex(diag.FixRemove, name))
	}
	if err != nil {
		return tree.Tree{}, diag.One(name, dir+": "+err.Error(), diag.Rerun())
	}
	return files, nil
}

const manifestName = "reflex.toml"

// read reads the manifest out of the files, and what was consented to.
func (i *Installed) read(files tree.Tree) error {
	text, ok := files.Get(manifestName)
	if !ok {
		return diag.One(i.Name, filepath.Join(i.Dir, manifestName)+" is missing", diag.OfReflex(diag.FixRemove, i.Name))
	}
	m, err := manifest.Parse(i.Name, text)
	if err != nil {
		return err
	}
	i.Manifest, i.shipped, i.Effect, i.Needs, i.text = m, m, m.Effect, m.Needs, text
	if i.Locked != nil {
		// A lock edited by hand never loosens what the manifest says.
		i.Effect, i.Needs = manifest.Tighter(i.Locked.Effect, m.Effect), m.Needs.Meet(i.Locked.Needs)
	}
	return nil
}

// reword lays the person's overlay over the shipped manifest. One that does not
// read makes the reflex inactive, never looser.
func (p *Project) reword(i *Installed) diag.Problems {
	i.Wording = manifest.Effective{Manifest: i.shipped}
	for _, f := range p.owned.Overlays {
		if f.Name != i.Name {
			continue
		}
		overlay, err := manifest.ReadOverlay(i.Name, f.Text, i.shipped)
		if err != nil {
			return problemsOf(i.Name, err)
		}
		i.overlay, i.Wording = overlay, overlay.Over(i.shipped)
		i.Manifest, i.Effect = i.Wording.Manifest, manifest.Tighter(i.Effect, i.Wording.Manifest.Effect)
	}
	return nil
}

// inactive are the reasons a reflex that reads stays out of play (manual, "Why
// a reflex is inactive").
func (p *Project) inactive(i *Installed) diag.Problems {
	var all diag.Problems
	if why := p.otherPlatform(i.Manifest); why != "" {
		all = append(all, diag.Problem{Reflex: i.Name, Message: why, Fix: diag.Fix{Kind: diag.FixNone}})
	}
	all = append(all, p.vocabProblems(i)...)
	settings, unset := p.file.Resolve(i.Name, i.Manifest.Config, lookupEnv)
	i.Settings = settings
	return append(all, unset...)
}

func (p *Project) otherPlatform(m *manifest.Manifest) string {
	if len(m.Platforms) == 0 || slices.Contains(m.Platforms, p.m.platform) {
		return ""
	}
	names := map[string]string{"linux": "Linux", "macos": "macOS"}
	return "runs on " + names[m.Platforms[0]] + " only"
}

// vocabProblems are the required vocabularies that are empty, and those that
// do not read.
func (p *Project) vocabProblems(i *Installed) diag.Problems {
	var all diag.Problems
	seen := map[string]bool{}
	for _, a := range i.Manifest.Args {
		if a.Source != manifest.Vocab || seen[a.Vocab] {
			continue
		}
		seen[a.Vocab] = true
		if err, broken := p.broken[a.Vocab]; broken {
			all = append(all, problemsOf(i.Name, err)...)
		} else if a.Required() && len(p.vocabs[a.Vocab].Words) == 0 {
			all = append(all, emptyVocab(i.Name, a.Vocab))
		}
	}
	return all
}

func emptyVocab(reflex, vocab string) diag.Problem {
	return diag.Problem{Reflex: reflex, Message: fmt.Sprintf("vocabulary %q is empty", vocab), Fix: diag.VocabAdd(vocab)}
}

// problemsOf is an error as problems of a reflex.
func problemsOf(reflex string, err error) diag.Problems {
	if problems, ok := errors.AsType[diag.Problems](err); ok {
		named := slices.Clone(problems)
		for n := range named {
			named[n].Reflex = reflex
		}
		return named
	}
	return diag.One(reflex, err.Error(), diag.Rerun())
}
