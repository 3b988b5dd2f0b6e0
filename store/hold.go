package store

import (
	"context"
	"path/filepath"

	"sinew/internal/flock"
	"sinew/pkg/tree"
)

// Hold keeps Prune away until release is called: a command holds the store from
// before it keeps an entry until the project's lock names it. Any number of
// commands hold it at a time. A store that does not exist yet is held as soon as
// it is made. Where the file system locks no directories nothing is held. The
// error is ctx's.
func (s *Store) Hold(ctx context.Context) (release func(), err error) {
	s.holding.Lock()
	defer s.holding.Unlock()
	s.holders++
	if err := s.holdLocked(ctx); err != nil {
		s.letGoLocked()
		return nil, err
	}
	return func() {
		s.holding.Lock()
		defer s.holding.Unlock()
		s.letGoLocked()
	}, nil
}

// holdMade holds a store that was just made, where somebody asked for that.
func (s *Store) holdMade(ctx context.Context) error {
	s.holding.Lock()
	defer s.holding.Unlock()
	return s.holdLocked(ctx)
}

func (s *Store) holdLocked(ctx context.Context) error {
	if s.holders == 0 || s.held != nil {
		return nil
	}
	root, err := s.realDir()
	if err != nil { // it is not there yet
		return nil
	}
	if held, err := flock.SharedDir(ctx, root); err == nil {
		s.held = held
	}
	return ctx.Err()
}

func (s *Store) letGoLocked() {
	if s.holders--; s.holders == 0 && s.held != nil {
		_ = s.held.Release()
		s.held = nil
	}
}

// Use keeps Prune away from the entry of h1 until done is called: a body runs
// there. It changes nothing, and works in a store that is read-only. What is
// not there, or cannot be locked, is not kept: Get says what is wrong with it.
func (s *Store) Use(ctx context.Context, h1 tree.Digest) (done func()) {
	none := func() {}
	if _, err := tree.ParseDigest(string(h1)); err != nil {
		return none
	}
	root, err := s.realDir()
	if err != nil {
		return none
	}
	lock, err := flock.SharedDir(ctx, filepath.Join(root, h1.Hex()))
	if err != nil {
		return none
	}
	return func() { _ = lock.Release() }
}
