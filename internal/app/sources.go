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

// A Fetching is how a command fetches. Offline asks the store and the person's
// mirror and never a git remote. Jobs is how many repositories are fetched at a
// time, 0 for eight. Progress, when it is not nil, is told how many
// repositories are done, by one goroutine at a time.
type Fetching struct {
	Offline  bool
	Jobs     int
	Progress func(done, all int)
}

// atOnce is how many repositories are fetched at a time unless a person says.
const atOnce = 8

func (f Fetching) jobs() int {
	if f.Jobs < 1 {
		return atOnce
	}
	return f.Jobs
}

// A source is the tags and trees of one repository.
type source interface {
	Tags() []resolve.Tag
	Tree(ctx context.Context, tag string) (commit string, files tree.Tree, err error)
}

// sources opens each repository once in a command, and fetches each tag of it
// once. Several goroutines may use it, each its own repository.
type sources struct {
	m       *Machine
	how     Fetching
	online  diag.Fix // the command as it would ask a remote
	mirror  *mirrors
	mu      sync.Mutex
	open    map[ref.Repo]*opened
	moved   []Moved
	release func() // of the store; nil while it is not held
	hub     *hub   // the log; nil where none is asked
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

// newSources are a command's sources. online is the command that would ask a
// remote for what is missing offline.
func (m *Machine) newSources(how Fetching, online diag.Fix) *sources {
	return &sources{m: m, how: how, online: online, mirror: m.newMirrors(), open: map[ref.Repo]*opened{}}
}

// hold keeps a prune away from what is fetched until the project's lock names
// it, and opens the Hub's log where one is asked; close ends both.
func (s *sources) hold(ctx context.Context) (err error) {
	if s.hub, err = s.m.openHub(ctx, s.how.Offline); err != nil {
		return err
	}
	if s.release, err = s.m.store.Hold(ctx); err != nil {
		s.hub.close()
		s.hub = nil
	}
	return err
}

func (s *sources) close() {
	s.hub.close()
	if s.release != nil {
		s.release()
	}
}

// each does something for every repository, a few of them at a time.
func (s *sources) each(all []ref.Reference, do func(ref.Reference)) {
	if report := s.how.Progress; report != nil && len(all) > 0 {
		report(0, len(all))
	}
	slots := make(chan struct{}, s.how.jobs())
	var workers sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for _, r := range all {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			do(r)
			mu.Lock()
			defer mu.Unlock()
			if done++; s.how.Progress != nil {
				s.how.Progress(done, len(all))
			}
		})
	}
	workers.Wait()
}

// openAll opens repositories a few at a time. What cannot be opened says so
// when it is asked for.
func (s *sources) openAll(ctx context.Context, all []ref.Reference) {
	s.each(all, func(r ref.Reference) { s.repository(ctx, r) })
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
	if from, err := s.source(ctx, r); err != nil {
		o.err = err
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

// source is where a repository's tags and trees come from: the program itself,
// git, or offline the mirror, whose word is then taken for its tags.
func (s *sources) source(ctx context.Context, r ref.Reference) (source, error) {
	what := "listing the tags of " + r.String()
	switch {
	case r.Repo.Std:
		return builtIn{}, nil
	case s.how.Offline:
		held, err := s.mirror.repository(ctx, r.Repo)
		if err != nil {
			return nil, s.offline(what, err)
		}
		return held, nil
	}
	from, err := s.m.remotes.Open(ctx, r.Repo)
	if err != nil {
		return nil, failed(what, err)
	}
	return from, nil
}

// tree is the whole repository of a reference at a version. The mirror saves
// git the transfer where it holds the commit that git named.
func (s *sources) tree(ctx context.Context, r ref.Reference, c resolve.Choice) (fetched, error) {
	o := s.repository(ctx, r)
	if o.err != nil {
		return fetched{}, o.err
	}
	known, ok := o.trees[c.TagName]
	if !ok {
		known = s.fetch(ctx, o.source, r, c)
		o.trees[c.TagName] = known
	}
	return known, known.err
}

func (s *sources) fetch(ctx context.Context, from source, r ref.Reference, c resolve.Choice) fetched {
	what := fmt.Sprintf("fetching %s %s", r, c.Version)
	if !s.how.Offline {
		if files, held, err := s.mirror.at(ctx, r.Repo, c.Commit); err != nil || held {
			return fetched{c.Commit, files, mirrorFailed(what, err)}
		}
	}
	commit, files, err := from.Tree(ctx, c.TagName)
	switch {
	case err != nil && s.how.Offline && !r.Repo.Std:
		err = s.offline(what, err)
	case err != nil:
		err = failed(what, err)
	}
	return fetched{commit, files, err}
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
