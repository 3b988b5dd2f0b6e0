package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote"
)

// maxTags is how many tags that are not logged are read of one listing.
const maxTags = 100

// A source is the repository of one listing, read by two clients that share
// nothing, as `add` reads it: one listing of the tags, then each tag at depth 1.
type source struct {
	*checking
	listing.Listing
	reads    [2]*remote.Remote
	versions resolve.List
	newest   ref.Version
	logged   map[ref.Version][]hublog.Record
	turned   bool            // the listing stood for another directory: what was logged says little of this one
	said     map[string]bool // what was said of an older tag already
}

// source checks the repository of a listing, which may have turned to another
// directory of it.
func (c *checking) source(ctx context.Context, l listing.Listing, turned bool) {
	s := &source{checking: c, Listing: l, turned: turned, said: map[string]bool{}, logged: c.Log.of(l)}
	defer s.end()
	if !s.open(ctx) || !s.choose() {
		return
	}
	s.releases(ctx)
}

func (s *source) end() {
	for _, read := range s.reads {
		if read != nil {
			_ = read.Close() // what was asked for has been answered
		}
	}
}

// find files what was found of the listing.
func (s *source) find(verdict Level, kind Type, fix, format string, args ...any) {
	s.add(Reason{Type: kind, Verdict: verdict, Listing: s.Path, Message: fmt.Sprintf(format, args...), Fix: fix})
}

const again = "run the check again"

func (s *source) open(ctx context.Context) bool {
	for i, client := range s.clients {
		opened, err := client.Open(ctx, s.Ref.Repo)
		if err != nil {
			s.find(Refuse, Fetch, again, "listing the tags of %s: %v", s.Ref, err)
			return false
		}
		s.reads[i] = opened
	}
	if to := s.reads[0].Redirect(); to != "" {
		s.find(Human, Moved, "list the repository where it is now", "%s answers at %s", s.Ref, to)
	}
	s.versions = resolve.Versions(s.reads[0].Tags())
	if one, other := s.versionTags(0), s.versionTags(1); !slices.Equal(one, other) {
		s.find(Refuse, ReadsDiffer, again, "two reads of the tags of %s differ: %s", s.Ref, firstDifference(one, other))
		return false
	}
	return true
}

// versionTags are the tags of a read that name versions, in byte order.
func (s *source) versionTags(read int) []resolve.Tag {
	all := s.reads[read].Tags()
	return slices.DeleteFunc(slices.Clone(all), func(t resolve.Tag) bool {
		_, ok := ref.ParseVersion(t.Name)
		return !ok
	})
}

// firstDifference names the first tag that only one of two listings has so.
func firstDifference(one, other []resolve.Tag) string {
	for _, both := range [][2][]resolve.Tag{{one, other}, {other, one}} {
		for _, t := range both[0] {
			if !slices.Contains(both[1], t) {
				return t.Name + " on " + t.Commit
			}
		}
	}
	return "their order"
}

// choose is the version that add would take.
func (s *source) choose() bool {
	newest, err := s.versions.Newest()
	if err != nil {
		s.find(Refuse, NoVersion, "git tag 1.0.0 && git push --tags", "%s %v", s.Ref, err)
		return false
	}
	s.newest = newest.Version
	return true
}

// releases reads the tags that are not logged, from the oldest, each after the
// one before it.
func (s *source) releases(ctx context.Context) {
	var before *release
	for _, v := range s.plan() {
		r := s.release(ctx, v)
		if r == nil {
			continue
		}
		s.judge(before, r)
		if v == s.newest {
			s.thefts(ctx, r)
		}
		before = r
	}
}

// plan are the versions to read: each that is not logged, the one before it,
// and the newest.
func (s *source) plan() []ref.Version {
	all := s.versions.All()
	needed := map[ref.Version]bool{s.newest: true}
	fresh := 0
	for i := len(all) - 1; i >= 0; i-- {
		if s.isLogged(all[i]) {
			continue
		}
		if fresh++; fresh > maxTags {
			s.find(Human, ManyTags, "a maintainer looks at the older ones", "only the newest %d tags of %s were read", maxTags, s.Ref)
			break
		}
		needed[all[i]] = true
		if i > 0 {
			needed[all[i-1]] = true
		}
	}
	return slices.DeleteFunc(all, func(v ref.Version) bool { return !needed[v] })
}

// isLogged reports whether a version was seen as this listing has it.
func (s *source) isLogged(v ref.Version) bool { return !s.turned && len(s.logged[v]) > 0 }

// past is a level for what only the newest tag can still put right.
func (s *source) past(v ref.Version, below Level) Level {
	if v == s.newest {
		return Refuse
	}
	return below
}

// release reads one version twice; it is nil where that failed.
func (s *source) release(ctx context.Context, v ref.Version) *release {
	choice, err := s.versions.At(v)
	if err != nil {
		s.find(s.past(v, Auto), NoVersion, "remove one of the two tags", "%s %v", s.Ref, err)
		return nil
	}
	var trees [2]tree.Tree
	var commits [2]string
	for i, read := range s.reads {
		if commits[i], trees[i], err = read.Tree(ctx, choice.TagName); err != nil {
			s.find(s.past(v, Auto), Fetch, fetchFix(err), "fetching %s %s: %v", s.Ref, v, err)
			return nil
		}
	}
	r := s.newRelease(v, commits[0], trees[0])
	if commits[0] != commits[1] || !sameReflexes(r, s.newRelease(v, commits[1], trees[1])) {
		s.find(Refuse, ReadsDiffer, again, "two reads of %s %s differ", s.Ref, v)
		return nil
	}
	return r
}

// fetchFix is what mends a tag that cannot be fetched: nothing here, where its
// content is refused.
func fetchFix(err error) string {
	if refused, ok := errors.AsType[*remote.Error](err); ok && refused.Kind == remote.Refused {
		return "publish a tag without it"
	}
	return again
}

func sameReflexes(a, b *release) bool {
	return slices.EqualFunc(a.reflexes, b.reflexes, func(x, y *reflex) bool { return x.dir == y.dir && x.h1 == y.h1 })
}

// isNewest reports whether a release is what add takes.
func (s *source) isNewest(r *release) bool { return r.version == s.newest }

// once reports whether something is said for the first time.
func (s *source) once(words ...string) bool {
	key := strings.Join(words, "\x00")
	defer func() { s.said[key] = true }()
	return !s.said[key]
}
