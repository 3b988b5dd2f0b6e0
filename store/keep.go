package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"sinew/internal/dirtree"
	"sinew/internal/flock"
	"sinew/pkg/diag"
	"sinew/pkg/tree"
)

const (
	lockName   = ".lock"
	tempPrefix = ".tmp-"

	// writers is how many trees are written at a time: a file system makes
	// files faster side by side, up to about here.
	writers = 4

	// syncedFiles is how many files of one batch are waited for until they are
	// on the disk. A store that is rebuilt whole is more; there the wait would
	// cost as much as all the rest. No entry is wrong for it: one that a loss of
	// power tore no longer hashes, is a miss, and is fetched again.
	syncedFiles = 256
)

// Keep puts one tree into the store; it is KeepAll.
func (s *Store) Keep(ctx context.Context, t tree.Tree) (Entry, error) {
	entries, err := s.KeepAll(ctx, []tree.Tree{t})
	if err != nil {
		return Entry{}, err
	}
	return entries[0], nil
}

// KeepAll puts trees into the store and returns an entry for each, in their
// order. An entry that still hashes stands untouched; when all do, nothing is
// written and no lock is taken. One that no longer hashes is replaced. The
// others are written to a directory beside, synced (see syncedFiles) and
// renamed into place, under the store's lock.
//
// On an error, a *diag.Failure or ctx's, the entries placed so far stay, each
// whole, and nothing else does. A tree over the limits of dirtree is refused
// before anything is written. No trees make no store.
func (s *Store) KeepAll(ctx context.Context, trees []tree.Tree) ([]Entry, error) {
	if len(trees) == 0 {
		return nil, nil
	}
	entries := make([]Entry, len(trees))
	b := batch{store: s, trees: map[tree.Digest]tree.Tree{}}
	for i, t := range trees {
		if err := dirtree.Check(t); err != nil {
			return nil, s.failure(err)
		}
		entries[i] = Entry{H1: t.H1(), Tree: t}
		b.add(entries[i].H1, t)
	}
	if err := b.keep(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, s.failure(err)
	}
	root, err := s.realDir()
	if err != nil {
		return nil, s.failure(err)
	}
	for i := range entries {
		entries[i].Dir = filepath.Join(root, entries[i].H1.Hex())
	}
	return entries, nil
}

func (s *Store) failure(err error) error {
	return &diag.Failure{What: "keeping reflexes in " + s.dir, Why: err}
}

// A batch is the trees to be placed at one time, each once.
type batch struct {
	store *Store
	order []tree.Digest
	trees map[tree.Digest]tree.Tree
}

func (b *batch) add(h1 tree.Digest, t tree.Tree) {
	if _, twice := b.trees[h1]; !twice {
		b.trees[h1] = t
		b.order = append(b.order, h1)
	}
}

// missing drops what the store holds already.
func (b *batch) missing() []tree.Digest {
	if _, err := b.store.realDir(); err != nil { // it holds nothing yet
		return b.order
	}
	var kept []tree.Digest
	for _, h1 := range b.order {
		if _, err := b.store.Get(h1); err != nil {
			kept = append(kept, h1)
		}
	}
	b.order = kept
	return kept
}

func (b *batch) keep(ctx context.Context) error {
	if len(b.missing()) == 0 {
		return nil
	}
	if err := os.MkdirAll(b.store.dir, 0o777); err != nil {
		return err
	}
	root, err := b.store.realDir()
	if err != nil {
		return err
	}
	if err := b.store.holdMade(ctx); err != nil {
		return err
	}
	lock, err := flock.File(ctx, filepath.Join(root, lockName))
	if err != nil {
		return err
	}
	defer lock.Release()
	removeLeftovers(root)
	if len(b.missing()) == 0 { // another process kept them meanwhile
		return nil
	}
	temp := filepath.Join(root, tempPrefix+rand.Text())
	if err := os.Mkdir(temp, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	return b.fill(ctx, temp, root)
}

// removeLeftovers clears what a killed process left. Whoever holds the lock is
// alone: no other process's temporary directory is in use. What cannot be
// removed stays, and harms nothing. A planted link is removed, never followed.
func removeLeftovers(root string) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			_ = discard(filepath.Join(root, e.Name()))
		}
	}
}

// fill writes every tree below temp, under its entry's name, and renames it
// into root.
func (b *batch) fill(ctx context.Context, temp, root string) error {
	write := func(h1 tree.Digest, written func(fd int) error) error {
		return dirtree.Write(filepath.Join(temp, h1.Hex()), b.trees[h1], written)
	}
	if b.files() > syncedFiles {
		return b.each(ctx, func(h1 tree.Digest) error {
			if err := write(h1, nil); err != nil {
				return err
			}
			return place(h1, temp, root)
		})
	}
	if err := b.each(ctx, func(h1 tree.Digest) error { return write(h1, writeOut) }); err != nil {
		return err
	}
	if err := syncDir(temp); err != nil {
		return err
	}
	return b.each(ctx, func(h1 tree.Digest) error { return place(h1, temp, root) })
}

func (b *batch) files() int {
	n := 0
	for _, h1 := range b.order {
		n += len(b.trees[h1].Files())
	}
	return n
}

// each does something for every entry, a few of them at a time. After an error
// no more are begun.
func (b *batch) each(ctx context.Context, do func(tree.Digest) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var begun atomic.Int64
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for ctx.Err() == nil {
				n := int(begun.Add(1)) - 1
				if n >= len(b.order) {
					return
				}
				if err := do(b.order[n]); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// syncDir makes the names below dir last, and with them the files that
// writeOut sent on their way.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// place renames an entry from temp into root. What stands in the way no longer
// hashes; it leaves first, since no directory can be renamed over a full one.
// It stays below root: one that may not be written cannot be moved elsewhere.
func place(h1 tree.Digest, temp, root string) error {
	from, to := filepath.Join(temp, h1.Hex()), filepath.Join(root, h1.Hex())
	if unix.Rename(from, to) == nil {
		return nil
	}
	stale := filepath.Join(root, tempPrefix+rand.Text())
	if err := os.Rename(to, stale); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	defer discard(stale)
	return os.Rename(from, to)
}

// discard removes what is no entry any more, directories that may not be
// written too. What cannot be removed stays, and harms nothing.
func discard(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, e fs.DirEntry, _ error) error {
		if e != nil && e.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}
