package app

import (
	"path/filepath"
	"strings"

	"sinew/internal/state"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/project"
)

// A Project is the owned files of one project as they were when it was opened.
type Project struct {
	m      *Machine
	at     state.Project
	owned  state.Owned
	file   *project.Project
	lock   *lockfile.Lock
	vocabs map[string]project.Vocabulary
	broken map[string]error // vocabularies that do not read
	dirs   map[string]string
}

// read reads the project's files. A vocabulary that does not read stops only
// what names it.
func (p *Project) read() error {
	owned, err := p.at.Read()
	if err != nil {
		return err
	}
	p.owned, p.dirs = owned, map[string]string{}
	if p.file, err = project.Read(owned.Project); err != nil {
		return err
	}
	p.lock = &lockfile.Lock{}
	if owned.Lock != nil {
		if p.lock, err = lockfile.Parse(owned.Lock); err != nil {
			return err
		}
	}
	p.vocabs, p.broken = map[string]project.Vocabulary{}, map[string]error{}
	for _, f := range owned.Vocabs {
		v, err := project.ReadVocabulary(f.Name, f.Text)
		if err != nil {
			p.broken[f.Name] = err
			continue
		}
		p.vocabs[f.Name] = *v
	}
	return nil
}

// Trusted is nil when the project may decide and run: it is the home project,
// or trust was given to it as it is.
func (p *Project) Trusted() error { return p.m.paths.CheckTrust(p.at, p.owned) }

// Where is where a file is, absolute, for a line that names a position in it. A
// manifest is at its reflex's directory.
func (p *Project) Where(f diag.File) string {
	switch f.Kind {
	case diag.ManifestFile:
		return filepath.Join(p.dirs[f.Name], manifestName)
	case typesFile:
		return filepath.Join(p.at.Root, state.TypesFile)
	}
	return filepath.Join(p.at.Root, project.FilePath(f))
}

// place is where a location is, as a row shows it: a remote ref with its tag,
// `./dir`, or the path of a local reflex outside the project.
func (p *Project) place(i Installed) string {
	switch {
	case !i.Location.IsLocal() && i.Location.Pin != nil:
		return i.Location.String()
	case !i.Location.IsLocal() && i.Locked != nil:
		return i.Location.Reference.String() + " " + i.Locked.Tag.String()
	case strings.HasPrefix(i.Location.Local, ".."):
		return filepath.Join(p.at.Root, i.Location.Local)
	}
	return i.Location.String()
}
