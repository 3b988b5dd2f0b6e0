package state

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"sinew/internal/atomicfile"
	"sinew/pkg/diag"
)

// An Edit is a change to one file of a project.
type Edit struct {
	// Path is evoke.toml, evoke.lock, evoke.d.ts, overlays/<name>.toml or
	// vocab/<name>.toml. Nothing else is ever written.
	Path string

	// Apply is the file's new text from its old one, which is nil where there
	// is no file. It must not change old. A nil result leaves the file as it
	// is. Its error is returned as it is, and nothing is written. It runs under
	// the project's lock: it asks nobody and waits for nothing.
	Apply func(old []byte) ([]byte, error)
}

// Edit makes the edits under the project's lock. Every edit is applied before
// the first file is written, in the order given; two of one file see each
// other. Text that stays the same is not written. Each file is replaced whole,
// and a failure leaves the later ones as they were.
//
// Trust that was given to the files as they were is then given to them as they
// are (manual, "Trust"). Trust that was not given, or was given to other
// content, stays so: adding to a project that somebody else changed blesses
// nothing.
//
// A link is written through where the person answers for it: in the home
// project and in one that is trusted as it is. Elsewhere the link may come
// with the project and lead to any file of the person's, so it is refused;
// evoke.d.ts, which trust does not cover, outside the home project always.
func (p Paths) Edit(ctx context.Context, project Project, edits ...Edit) error {
	lock, err := p.lock(ctx, project)
	if err != nil {
		return err
	}
	defer lock.Release()
	before, err := project.Read()
	if err != nil {
		return err
	}
	// What is wrong with a trust file does not concern a write; deciding names it.
	trusted := p.CheckTrust(project, before) == nil
	changes, err := project.apply(edits)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if err := project.checkLink(c.path, trusted); err != nil {
			return err
		}
	}
	after, err := project.write(changes, before)
	if trusted && !project.IsHome && after.Digest() != before.Digest() {
		if unrenewed := p.giveTrust(ctx, project, after.Digest()); err == nil {
			err = unrenewed
		}
	}
	return err
}

type change struct {
	path      string
	old, text []byte
}

// apply is the changes the edits come to, one for each file that changes.
func (p Project) apply(edits []Edit) ([]change, error) {
	var order []*change
	byPath := map[string]*change{}
	for _, e := range edits {
		c := byPath[e.Path]
		if c == nil {
			if !isOurs(e.Path) {
				return nil, &diag.Failure{What: fmt.Sprintf("writing %q", e.Path), Why: errors.New("is no file of a project")}
			}
			old, err := p.read(e.Path)
			if err != nil {
				return nil, err
			}
			c = &change{e.Path, old, old}
			byPath[e.Path] = c
			order = append(order, c)
		}
		text, err := e.Apply(c.text)
		if err != nil {
			return nil, err
		}
		if text != nil {
			c.text = text
		}
	}
	var changes []change
	for _, c := range order {
		if !same(c.old, c.text) {
			changes = append(changes, *c)
		}
	}
	return changes, nil
}

// checkLink refuses a file that a link leads to, unless links are written
// through here.
func (p Project) checkLink(file string, trusted bool) error {
	if p.IsHome || trusted && file != TypesFile {
		return nil
	}
	plain := filepath.Join(p.Real, file)
	real, err := atomicfile.RealPath(plain)
	if err != nil || real == plain { // an error: its directory is not there yet
		return nil
	}
	message, fix := filepath.Join(p.Root, file)+" is a symbolic link", diag.Rerun()
	if file != TypesFile {
		message, fix = message+", and "+p.Root+" is not trusted", diag.Of(diag.FixTrust)
	}
	return diag.One("", message, fix)
}

// write writes the changes, and is before with those that were written. What
// killed writers left beside them goes first.
func (p Project) write(changes []change, before Owned) (Owned, error) {
	after := before
	if len(changes) > 0 {
		for _, dir := range []string{"", overlayDir, vocabDir} {
			atomicfile.RemoveLeftovers(filepath.Join(p.Root, dir))
		}
	}
	for _, c := range changes {
		path := filepath.Join(p.Root, c.path)
		if err := atomicfile.WriteWithParent(path, c.text, 0o666, 0o777); err != nil {
			return after, failure("writing", path, err)
		}
		after = after.with(c.path, c.text)
	}
	return after, nil
}
