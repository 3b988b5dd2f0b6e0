package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sinew/internal/flock"
	"sinew/pkg/diag"
	"sinew/pkg/tree"
)

// A Pruned is what a Prune removed, or would have: entries, what killed
// processes left, and the bytes of all their files. InUse entries had to go and
// stay, since a body runs in them.
type Pruned struct {
	Entries, Leftovers, InUse int
	Bytes                     int64
}

// Prune removes every entry that wanted does not name and no body uses (see
// Use), and what killed processes left. It waits for the commands that hold the
// store, and they wait for it, so wanted is asked once nobody is about to name
// an entry; its error is returned as it is, and nothing is removed then. An
// entry goes as one: a reader finds it whole or not at all. dry removes nothing
// and waits for nobody. Names that are no entry's stay.
//
// The error is a *diag.Failure, wanted's, or ctx's; what was removed before it
// is counted.
func (s *Store) Prune(ctx context.Context, wanted func() (map[tree.Digest]bool, error), dry bool) (Pruned, error) {
	root, err := s.realDir()
	if errors.Is(err, fs.ErrNotExist) {
		return Pruned{}, nil
	}
	if err != nil {
		return Pruned{}, s.pruning(err)
	}
	if !dry {
		release, err := lockWhole(ctx, root)
		if ctx.Err() != nil {
			return Pruned{}, ctx.Err()
		}
		if err != nil {
			return Pruned{}, s.pruning(err)
		}
		defer release()
	}
	keep, err := wanted()
	if err != nil {
		return Pruned{}, err
	}
	p := pruning{root: root, dry: dry}
	if err := p.all(ctx, keep); err != nil {
		return p.done, s.pruning(err)
	}
	return p.done, ctx.Err()
}

func (s *Store) pruning(err error) error {
	return &diag.Failure{What: "pruning " + s.dir, Why: err}
}

// lockWhole waits until no command holds the store and none keeps an entry.
func lockWhole(ctx context.Context, root string) (release func(), err error) {
	alone, err := flock.Dir(ctx, root)
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, err
	}
	keeper, failed := flock.File(ctx, filepath.Join(root, lockName))
	if failed != nil {
		if err == nil {
			_ = alone.Release()
		}
		return nil, failed
	}
	return func() {
		_ = keeper.Release()
		if err == nil {
			_ = alone.Release()
		}
	}, nil
}

// pruning is one prune on its way, with the store locked unless it is dry.
type pruning struct {
	root string
	dry  bool
	done Pruned
}

func (p *pruning) all(ctx context.Context, keep map[tree.Digest]bool) error {
	names, err := os.ReadDir(p.root)
	if err != nil {
		return err
	}
	var failed error
	for _, n := range names {
		h1, err := tree.ParseDigest("h1:" + n.Name())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case strings.HasPrefix(n.Name(), tempPrefix):
			p.remove(n.Name(), &p.done.Leftovers, &failed)
		case err == nil && !keep[h1]:
			p.entry(n.Name(), &failed)
		}
	}
	if !p.dry {
		p.forget()
	}
	return failed
}

// entry removes an entry that nobody names, unless a body runs there.
func (p *pruning) entry(name string, failed *error) {
	lock, err := flock.TryDir(filepath.Join(p.root, name))
	if errors.Is(err, flock.ErrHeld) {
		p.done.InUse++
		return
	}
	if err == nil { // else it is no directory, or cannot be locked: nobody uses it
		defer lock.Release()
	}
	p.remove(name, &p.done.Entries, failed)
}

// remove renames what lies under a name out of the way, and then removes it. The
// first failure is kept, and the rest is tried all the same.
func (p *pruning) remove(name string, count *int, failed *error) {
	path := filepath.Join(p.root, name)
	size := sizeOf(path)
	if !p.dry {
		gone := filepath.Join(p.root, tempPrefix+rand.Text())
		err := os.Rename(path, gone)
		if err == nil {
			err = discard(gone)
		}
		if err != nil {
			if *failed == nil {
				*failed = err
			}
			return
		}
	}
	*count++
	p.done.Bytes += size
}

// sizeOf is the bytes of every regular file below path, no link followed.
func sizeOf(path string) (total int64) {
	_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}

// forget drops the origins of entries that are not there.
func (p *pruning) forget() {
	known := readOrigins(p.root)
	there := slices.DeleteFunc(slices.Clone(known), func(o Origin) bool {
		_, err := os.Lstat(filepath.Join(p.root, o.H1.Hex()))
		return errors.Is(err, fs.ErrNotExist)
	})
	if len(there) < len(known) {
		writeOrigins(p.root, there)
	}
}
