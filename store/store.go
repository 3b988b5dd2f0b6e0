// Package store keeps fetched trees by their content hash, on this machine
// (behaviour.md 3.2; manual, "Environment").
//
// An entry is the directory `<store>/<64 hex>`, the digits of its tree's h1.
// Beside the entries lie `.lock`, `.origins`, which says where entries were
// fetched from, and, while something is being kept or removed, `.tmp-<random>`.
// Everything may be deleted at any time: what is missing is fetched again.
//
// The store never hands out a byte it did not hash. Get reads an entry once
// and hashes what it read; an Entry carries those very bytes, and what a
// manifest says is read from them. Only a body is run from the directory: its
// caller calls Get again right before the run, and what changes between that
// and the moment the system opens the file is not seen. Whoever can write
// there then runs as the person already.
//
// An entry is absent or whole to every reader, whoever else is keeping,
// replacing, or killed while doing so. Reading takes no lock and writes
// nothing, so a full store may lie on a disk that is read-only.
package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"sinew/internal/dirtree"
	"sinew/internal/flock"
	"sinew/pkg/tree"
)

// ErrMiss says that an entry is not there, or is not what its name says. What
// was wrong with it stands behind it, for a log.
var ErrMiss = errors.New("is not in the store")

// An Entry is a tree that was hashed and found to be what its name says.
type Entry struct {
	H1   tree.Digest
	Tree tree.Tree // the bytes that were hashed
	Dir  string    // where the tree lies: absolute, no link on the way
}

// A Store is a directory of entries. It is safe for concurrent use, by many
// processes too.
type Store struct {
	dir  string
	real atomic.Pointer[string] // dir without links, once it was there

	holding sync.Mutex // of what follows
	holders int
	held    *flock.Lock // nil while nobody holds, and while the store is not there
}

// Open is the store at dir, an absolute path. Nothing is read or made.
func Open(dir string) *Store { return &Store{dir: dir} }

// Get reads the entry of h1 and hashes every file of it. Whatever is wrong
// with the entry, a stray file and a link included, and an h1 that is no
// digest, is ErrMiss: there is no other error.
func (s *Store) Get(h1 tree.Digest) (Entry, error) {
	if _, err := tree.ParseDigest(string(h1)); err != nil {
		return Entry{}, miss(err)
	}
	root, err := s.realDir()
	if err != nil {
		return Entry{}, miss(err)
	}
	dir := filepath.Join(root, h1.Hex())
	found, err := dirtree.Read(dir)
	if err != nil {
		return Entry{}, miss(err)
	}
	if is := found.H1(); is != h1 {
		return Entry{}, miss(fmt.Errorf("%s hashes to %s", dir, is))
	}
	return Entry{H1: h1, Tree: found, Dir: dir}, nil
}

func miss(why error) error { return &missError{why} }

// A missError is ErrMiss and what stands behind it. Most misses are never put
// into words.
type missError struct{ why error }

func (e *missError) Error() string   { return ErrMiss.Error() + ": " + e.why.Error() }
func (e *missError) Unwrap() []error { return []error{ErrMiss, e.why} }

func (s *Store) realDir() (string, error) {
	if known := s.real.Load(); known != nil {
		return *known, nil
	}
	if _, err := os.Lstat(s.dir); err != nil { // so that a store nobody made yet is soon seen
		return "", err
	}
	dir, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		return "", err
	}
	s.real.Store(&dir)
	return dir, nil
}
