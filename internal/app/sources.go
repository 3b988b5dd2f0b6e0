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

type opened struct {
	source source
	trees  map[string]fetched
}

// A fetched is a repository's tree at a tag.
type fetched struct {
	commit string
	files  tree.Tree
}

func (m *Machine) newSources() *sources {
	return &sources{m: m, open: map[ref.Repo]*opened{}}
}

// tags are the tags of a reference's repository.
func (s *sources) tags(ctx context.Context, r ref.Reference) ([]resolve.Tag, error) {
	o, err := s.repository(ctx, r)
	if err != nil {
		return nil, err
	}
	return o.source.Tags(), nil
}

func (s *sources) repository(ctx context.Context, r ref.Reference) (*opened, error) {
	s.mu.Lock()
	known := s.open[r.Repo]
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	from, err := s.m.source(ctx, r.Repo)
	if err != nil {
		return nil, failed("listing the tags of "+r.String(), err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[r.Repo] = &opened{source: from, trees: map[string]fetched{}}
	if to, ok := from.(interface{ Redirect() string }); ok && to.Redirect() != "" {
		s.moved = append(s.moved, Moved{r.String(), to.Redirect()})
	}
	return s.open[r.Repo], nil
}

func (m *Machine) source(ctx context.Context, repo ref.Repo) (source, error) {
	if repo.Std {
		return builtIn{}, nil
	}
	return m.remotes.Open(ctx, repo)
}

// tree is the whole repository of a reference at a version.
func (s *sources) tree(ctx context.Context, r ref.Reference, c resolve.Choice) (fetched, error) {
	o, err := s.repository(ctx, r)
	if err != nil {
		return fetched{}, err
	}
	if known, ok := o.trees[c.TagName]; ok {
		return known, nil
	}
	commit, files, err := o.source.Tree(ctx, c.TagName)
	if err != nil {
		return fetched{}, failed(fmt.Sprintf("fetching %s %s", r, c.Version), err)
	}
	o.trees[c.TagName] = fetched{commit, files}
	return o.trees[c.TagName], nil
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
