package app

import (
	"context"
	"errors"
	"os"
	"sync"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve/mirror"
)

// errNoMirror is a command that may ask nobody.
var errNoMirror = errors.New("--offline asks no remote, and " + mirror.Variable + " is not set")

// mirrors is the person's mirror, opened once in a command and only when it is
// asked, each repository of it once. Several goroutines may use it, each its own
// repository.
type mirrors struct {
	m       *Machine
	where   string // "" for none
	opening sync.Once
	opened  *mirror.Mirror
	err     error

	mu   sync.Mutex
	held map[ref.Repo]*mirroredRepository
}

// A mirroredRepository is what the mirror holds of a repository, or the error of
// looking; and the trees that were read, by commit.
type mirroredRepository struct {
	repository *mirror.Repository
	err        error
	trees      map[string]fetched
}

func (m *Machine) newMirrors() *mirrors {
	return &mirrors{m: m, where: os.Getenv(mirror.Variable), held: map[ref.Repo]*mirroredRepository{}}
}

// repository is what the mirror holds of a repository. The error is a miss,
// errNoMirror, or says what is wrong with the mirror.
func (m *mirrors) repository(ctx context.Context, repo ref.Repo) (*mirror.Repository, error) {
	one := m.look(ctx, repo)
	return one.repository, one.err
}

// lacking says where something is not.
func (m *mirrors) lacking() string {
	if m.where == "" {
		return "not in the store"
	}
	return "in neither the store nor the mirror"
}

func (m *mirrors) look(ctx context.Context, repo ref.Repo) *mirroredRepository {
	if m.where == "" {
		return &mirroredRepository{err: errNoMirror}
	}
	m.mu.Lock()
	known := m.held[repo]
	m.mu.Unlock()
	if known != nil {
		return known
	}
	one := &mirroredRepository{trees: map[string]fetched{}}
	m.opening.Do(func() { m.opened, m.err = mirror.Open(ctx, m.m.remotes, m.where) })
	if one.err = m.err; one.err == nil {
		one.repository, one.err = m.opened.Repository(ctx, repo)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held[repo] = one
	return one
}

// at is the whole repository at a commit that a lock or git names, where the
// mirror holds it. A mirror that is broken or lies is an error, and no miss.
func (m *mirrors) at(ctx context.Context, repo ref.Repo, commit string) (files tree.Tree, held bool, err error) {
	if m.where == "" || repo.Std {
		return tree.Tree{}, false, nil
	}
	one := m.look(ctx, repo)
	if one.err != nil {
		return tree.Tree{}, false, notMissed(one.err)
	}
	got, known := one.trees[commit]
	if !known {
		got.files, got.err = one.repository.At(ctx, commit)
		one.trees[commit] = got
	}
	return got.files, got.err == nil, notMissed(got.err)
}

// notMissed is err, unless it only says that the mirror does not hold something.
func notMissed(err error) error {
	if mirror.IsMiss(err) {
		return nil
	}
	return err
}

// mirrorFailed is a mirror that could not be read, or is not what it says; nil
// for nil. Its cause is words alone: a pack that a mirror made up is no fault of
// the repository's author, which an update tells from the others by its type.
func mirrorFailed(what string, err error) error {
	_, human := errors.AsType[diag.Problems](err)
	if err == nil || human || errors.Is(err, context.Canceled) {
		return err
	}
	return &diag.Failure{What: what, Why: errors.New(err.Error())}
}

// offline is why something could not be had without a remote, and the command
// that asks one; or what is wrong with the mirror.
func (s *sources) offline(what string, err error) error {
	err = mirrorFailed(what, err)
	if failure, ok := errors.AsType[*diag.Failure](err); ok {
		failure.Fix = s.online
	}
	return err
}
