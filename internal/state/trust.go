package state

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
	"unicode/utf8"

	"sinew/internal/atomicfile"
	"sinew/pkg/diag"
	"sinew/pkg/tomldoc"
	"sinew/pkg/tree"
)

// CheckTrust is nil when the project is the home project, or when trust was
// given to exactly these owned files. Otherwise it is the problem of
// behaviour.md 6, or a *diag.Failure for a trust file that does not read.
func (p Paths) CheckTrust(project Project, owned Owned) error {
	if project.IsHome {
		return nil
	}
	given, err := p.trustGiven(project)
	switch {
	case err != nil:
		return err
	case given == "":
		return diag.One("", project.Root+" is not trusted", diag.Of(diag.FixTrust))
	case given != owned.Digest():
		return diag.One("", project.Root+" changed since you trusted it", diag.Of(diag.FixTrust))
	}
	return nil
}

// Trust gives trust to the project's owned files as they are now. A trust file
// that does not read is written afresh; otherwise other projects' entries and
// the person's comments stay. The home project needs none and gets none.
func (p Paths) Trust(ctx context.Context, project Project) error {
	if project.IsHome {
		return nil
	}
	lock, err := p.lock(ctx, project)
	if err != nil {
		return err
	}
	defer lock.Release()
	owned, err := project.Read()
	if err != nil {
		return err
	}
	return p.giveTrust(ctx, project, owned.Digest())
}

// trustGiven is the digest that trust was given to; "" when none was. A value
// that is no digest is one that matches nothing.
func (p Paths) trustGiven(project Project) (tree.Digest, error) {
	text, err := readTrust(p.trustFile())
	if err != nil {
		return "", err
	}
	given, err := trustIn(text, project.Real)
	if err != nil {
		return "", unreadableTrust(p.trustFile(), err)
	}
	return given, nil
}

// Known are the roots of the projects that trust was ever given to, in the trust
// file's order. One that does not read is a *diag.Failure.
func (p Paths) Known() ([]string, error) {
	text, err := readTrust(p.trustFile())
	if err != nil {
		return nil, err
	}
	all, err := tomldoc.Parse(text)
	if err != nil {
		return nil, unreadableTrust(p.trustFile(), err)
	}
	var roots []string
	for _, e := range all.Entries {
		if filepath.IsAbs(e.Key) {
			roots = append(roots, e.Key)
		}
	}
	return roots, nil
}

// trustIn is the digest under root in the text of a trust file.
func trustIn(text []byte, root string) (tree.Digest, error) {
	all, err := tomldoc.Parse(text)
	if err != nil {
		return "", err
	}
	entry := all.Get(root)
	if entry == nil {
		return "", nil
	}
	given, err := tree.ParseDigest(entry.Text)
	if err != nil || entry.Kind != tomldoc.String {
		return "no digest", nil
	}
	return given, nil
}

// readTrust is the trust file's text; a missing one is empty.
func readTrust(file string) ([]byte, error) {
	text, err := readFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadableTrust(file, err)
	}
	return text, nil
}

func unreadableTrust(file string, err error) error {
	unread := failure("reading", file, err)
	unread.Fix = diag.Of(diag.FixTrust)
	return unread
}

// giveTrust records the digest. The project is locked.
func (p Paths) giveTrust(ctx context.Context, project Project, digest tree.Digest) error {
	file := p.trustFile()
	if !utf8.ValidString(project.Real) {
		return failure("writing", file, errors.New("the project's path is not UTF-8"))
	}
	lock, err := p.lockState(ctx, "trust.lock")
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return failure("writing", file, err)
	}
	defer lock.Release()
	text, err := withTrust(file, project.Real, digest)
	if err == nil {
		err = atomicfile.WriteWithParent(file, text, privateFile, privateDir)
	}
	if err != nil {
		return failure("writing", file, err)
	}
	return nil
}

// withTrust is the trust file's text with the entry made or replaced. Other
// entries are given up only with a file that can never be read, not for a
// system that fails just now.
func withTrust(file, root string, digest tree.Digest) ([]byte, error) {
	value, key := tomldoc.Str(string(digest)), []string{root}
	old, err := readTrust(file)
	var system syscall.Errno
	if errors.As(err, &system) && !errors.Is(err, fs.ErrPermission) {
		return nil, system
	}
	if text, err := tomldoc.Set(old, key, value); err == nil {
		return text, nil
	}
	return tomldoc.Set(nil, key, value)
}
