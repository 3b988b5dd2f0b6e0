package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"sinew/hub-index/std"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

func lookupEnv(key string) (string, bool) { return os.LookupEnv(key) }

// A source is the tags and trees of one repository.
type source interface {
	Tags() []resolve.Tag
	Tree(ctx context.Context, tag string) (commit string, files tree.Tree, err error)
}

// sources opens each repository once in a command, and fetches each tag of it
// once. Several goroutines may use it, each its own repository.
type sources struct {
	m     *Machine
	mu    sync.Mutex
	open  map[ref.Repo]*opened
	moved []Moved
}

// A Moved is a repository that answers at another address of its host: its
// owner moved it, and a person ought to know.
type Moved struct{ Ref, To string }

// An opened is a repository once it was asked for, or the error of that.
type opened struct {
	source   source
	versions resolve.List
	trees    map[string]fetched
	err      error
}

// A fetched is a repository's tree at a tag, or the error of fetching it.
type fetched struct {
	commit string
	files  tree.Tree
	err    error
}

func (m *Machine) newSources() *sources {
	return &sources{m: m, open: map[ref.Repo]*opened{}}
}

// versions are the versions of a reference's repository.
func (s *sources) versions(ctx context.Context, r ref.Reference) (resolve.List, error) {
	o := s.repository(ctx, r)
	return o.versions, o.err
}

func (s *sources) repository(ctx context.Context, r ref.Reference) *opened {
	s.mu.Lock()
	known := s.open[r.Repo]
	s.mu.Unlock()
	if known != nil {
		return known
	}
	o := &opened{trees: map[string]fetched{}}
	moved := ""
	if from, err := s.m.source(ctx, r.Repo); err != nil {
		o.err = failed("listing the tags of "+r.String(), err)
	} else {
		o.source, o.versions = from, resolve.Versions(from.Tags())
		if to, ok := from.(interface{ Redirect() string }); ok {
			moved = to.Redirect()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[r.Repo] = o
	if moved != "" {
		s.moved = append(s.moved, Moved{r.String(), moved})
	}
	return o
}

// openAll opens repositories a few at a time. What cannot be opened says so
// when it is asked for.
func (s *sources) openAll(ctx context.Context, all []ref.Reference) {
	slots := make(chan struct{}, atOnce)
	var workers sync.WaitGroup
	for _, r := range all {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			s.repository(ctx, r)
		})
	}
	workers.Wait()
}

func (m *Machine) source(ctx context.Context, repo ref.Repo) (source, error) {
	if repo.Std {
		return builtIn{}, nil
	}
	return m.remotes.Open(ctx, repo)
}

// tree is the whole repository of a reference at a version.
func (s *sources) tree(ctx context.Context, r ref.Reference, c resolve.Choice) (fetched, error) {
	o := s.repository(ctx, r)
	if o.err != nil {
		return fetched{}, o.err
	}
	known, ok := o.trees[c.TagName]
	if !ok {
		commit, files, err := o.source.Tree(ctx, c.TagName)
		if err != nil {
			err = failed(fmt.Sprintf("fetching %s %s", r, c.Version), err)
		}
		known = fetched{commit, files, err}
		o.trees[c.TagName] = known
	}
	return known, known.err
}

// failed is a remote that could not be read, unless the caller gave up.
func failed(what string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &diag.Failure{What: what, Why: err}
}

// builtIn is the collection the program carries.
type builtIn struct{}

func (builtIn) Tags() []resolve.Tag { return std.Tags() }

func (builtIn) Tree(_ context.Context, tag string) (string, tree.Tree, error) { return std.Tree(tag) }
