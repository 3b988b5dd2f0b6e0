package mirror

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/resolve/remote"
)

// Write puts packs of one repository into the mirror at dir, which is made
// when it is missing, and reports whether any file changed. A pack must prove
// its tree, and its tag be a version, before anything is written. One that is
// there and proves the same tree stays as it is; a tag that is listed at
// another commit is listed at the pack's from now on. Nothing is ever removed,
// and a directory that holds files and is no mirror is left alone.
//
// Each file is replaced whole, packs before the list that names them: who
// reads meanwhile, or after a crash, sees the mirror before or after. Writers
// at the same time, of this process or others, wait for one another. When
// everything is there already nothing is written and no lock is taken.
//
// The error is a diag.Problems, a *diag.Failure, or ctx's own.
func Write(ctx context.Context, dir string, repo ref.Repo, packs []remote.Pack) (changed bool, err error) {
	w := &writer{dir: dir, address: repo.Address(), packs: packs, limits: remote.Limits{}.WithDefaults()}
	if err := w.check(repo); err != nil {
		return false, w.failure(err)
	}
	missing, err := w.missing(ctx)
	if err != nil || len(missing) == 0 {
		return false, w.failure(err)
	}
	if err := w.writeLocked(ctx); err != nil {
		return false, w.failure(err)
	}
	return true, nil
}

// A writer brings one repository of a mirror up to its packs.
type writer struct {
	dir     string
	address string
	packs   []remote.Pack
	limits  remote.Limits
}

// failure is err as Write returns it.
func (w *writer) failure(err error) error {
	var problems diag.Problems
	switch {
	case err == nil, errors.As(err, &problems), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return &diag.Failure{What: text.Escape("writing " + w.address + " into the mirror " + w.dir), Why: err}
}

// check reads the packs, before anything of the mirror is looked at.
func (w *writer) check(repo ref.Repo) error {
	if repo.Std {
		return refuse("%s is no git remote", w.address)
	}
	for _, p := range w.packs {
		if _, ok := ref.ParseVersion(p.Tag); !ok {
			return refuse("the tag %s is no version", text.Escape(p.Tag))
		}
		if _, err := p.Tree(w.limits); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writeLocked(ctx context.Context) (err error) {
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		return err
	}
	lock, err := flock.File(ctx, filepath.Join(w.dir, lockName))
	if err != nil {
		return err
	}
	defer func() {
		if failed := lock.Release(); err == nil {
			err = failed
		}
	}()
	missing, err := w.missing(ctx) // once more: others wrote meanwhile
	if err != nil {
		return err
	}
	for _, f := range missing {
		if err := w.put(f); err != nil {
			return err
		}
	}
	return nil
}

// A file is one that is to be written, by its path from the mirror's top.
type file struct {
	path string
	data []byte
}

// missing are the files that are not yet what they ought to be, in the order
// they are to be written.
func (w *writer) missing(ctx context.Context) ([]file, error) {
	out, err := w.missingFormat(ctx)
	if err != nil {
		return nil, err
	}
	dir := directoryOf(w.address)
	for _, p := range w.packs {
		if name := path.Join(dir, packName(p.Tag, p.ID)); !w.holds(ctx, name, p) {
			out = append(out, file{name, p.Bytes})
		}
	}
	list := path.Join(dir, tagsName)
	tags, err := w.listed(ctx, list)
	if err != nil {
		return nil, err
	}
	tags = with(tags, w.packs)
	for _, f := range []file{{list, formatTags(w.address, tags)}, {path.Join(dir, infoName), infoFile(w.address, tags)}} {
		if now, err := w.read(ctx, f.path, w.limits.ListingBytes); err != nil || !bytes.Equal(now, f.data) {
			out = append(out, f)
		}
	}
	return out, nil
}

// missingFormat is mirror.toml when it is not there and may be.
func (w *writer) missingFormat(ctx context.Context) ([]file, error) {
	data, err := w.read(ctx, formatName, maxFormat)
	switch {
	case isAbsent(err):
		return []file{{formatName, formatFile()}}, w.mayClaim()
	case err != nil:
		return nil, err
	}
	return nil, checkFormat(data, text.Escape(w.dir), diag.Rerun())
}

// listed are the tags that are there already.
func (w *writer) listed(ctx context.Context, list string) ([]held, error) {
	data, err := w.read(ctx, list, w.limits.ListingBytes)
	if isAbsent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseTags(data, w.address, w.limits.Refs)
}

func (w *writer) read(ctx context.Context, path string, most int64) ([]byte, error) {
	return directory(w.dir).read(ctx, path, most)
}

// mayClaim refuses a directory that somebody uses for something else. What
// opens with a dot does not count: a repository's .git, a temporary file.
func (w *writer) mayClaim() error {
	entries, err := os.ReadDir(w.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			message := text.Escape(w.dir) + " is no mirror, and holds " + text.Escape(e.Name())
			return diag.One("", message, diag.Rerun())
		}
	}
	return err
}

// holds reports whether a file proves what a pack does.
func (w *writer) holds(ctx context.Context, name string, p remote.Pack) bool {
	there, err := w.read(ctx, name, w.limits.PackBytes)
	if err != nil {
		return false
	}
	if bytes.Equal(there, p.Bytes) {
		return true
	}
	p.Bytes = there
	_, err = p.Tree(w.limits)
	return err == nil
}

// put replaces one file, never what a link leads to.
func (w *writer) put(f file) error {
	target := filepath.Join(w.dir, filepath.FromSlash(f.path))
	if parent := filepath.Dir(target); path.Dir(f.path) != "." {
		if err := os.Mkdir(parent, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if info, err := os.Lstat(parent); err != nil || !info.IsDir() {
			return errors.Join(err, refuse("%s is no directory", text.Escape(parent)))
		}
	}
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return refuse("%s is no regular file", text.Escape(target))
	}
	return atomicfile.Write(target, f.data, 0o666)
}
