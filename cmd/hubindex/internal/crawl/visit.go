package crawl

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// A visit is to one listing that has something new.
type visit struct {
	*crawler
	host     *host
	listing  listing.Listing
	path     string // of its state
	repo     *remote.Remote
	versions resolve.List
	was, now state
	records  []hublog.Record // not written yet
	trees    []tree.Tree     // of the records, not kept yet
	pending  int             // versions that only now stands for
	missed   bool            // something is to be tried again
	failed   bool            // something was tried, in vain
	count    tally
}

// visit reads one listing.
func (c *crawler) visit(ctx context.Context, h *host, l listing.Listing) outcome {
	path := statePath(c.State, l.Name)
	file, err := readFile(path)
	if err != nil {
		c.stop(err)
		return putOff
	}
	repo, err := c.open(ctx, h, l)
	if err != nil {
		return c.notOpened(ctx, l, err)
	}
	defer repo.Close()
	tags := repo.Tags()
	seen := digestOf(l, repo.Redirect(), tags, repo.Attestations())
	if hasSeen(file, seen) {
		return unchanged
	}
	v := &visit{crawler: c, host: h, listing: l, path: path, repo: repo, versions: resolve.Versions(tags), was: parseState(file, l)}
	return v.read(ctx, seen)
}

func (c *crawler) open(ctx context.Context, h *host, l listing.Listing) (*remote.Remote, error) {
	var repo *remote.Remote
	err := c.ask(ctx, h, func() (err error) {
		repo, err = c.Client.Open(ctx, l.Ref.Repo)
		return err
	})
	if ctx.Err() == nil {
		h.reached(err == nil || !isPassing(err))
	}
	return repo, err
}

func (c *crawler) notOpened(ctx context.Context, l listing.Listing, err error) outcome {
	if ctx.Err() != nil {
		return putOff
	}
	c.tell(Event{Type: Failed, Listing: l.Path, Reason: "listing the tags: " + err.Error()})
	return failed
}

func (v *visit) tell(kind EventType, version ref.Version, dir, format string, args ...any) {
	v.crawler.tell(Event{Type: kind, Listing: v.listing.Path, Version: version.String(), Dir: dir, Reason: fmt.Sprintf(format, args...)})
}

// read reads what is new, the newest version first. What ctx, the host or the
// tally left to do is done by the next crawl.
func (v *visit) read(ctx context.Context, seen digest) outcome {
	v.now = state{ref: v.was.ref, moved: v.was.moved, commit: map[ref.Version]string{}, graces: map[ref.Version]grace{}}
	all := v.versions.All()
	v.keepOld(all)
	v.redirected()
	for _, one := range slices.Backward(all) {
		v.version(ctx, one)
		if (v.pending >= batchVersions || len(v.records) >= batchRecords) && !v.flush() {
			return putOff
		}
	}
	if !v.missed {
		v.now.seen = seen
	}
	return v.end(ctx)
}

func (v *visit) end(ctx context.Context) outcome {
	switch flushed := v.flush(); {
	case !flushed || ctx.Err() != nil && v.missed:
		return putOff
	case !v.missed:
		return read
	case v.failed:
	case v.host.isClosed() != "":
		return putOff
	}
	v.tellLeft()
	return failed
}

// keepOld takes over the versions that are still there, and names the others.
func (v *visit) keepOld(all []ref.Version) {
	for _, one := range slices.SortedFunc(maps.Keys(v.was.commit), ref.Version.Compare) {
		if _, there := slices.BinarySearchFunc(all, one, ref.Version.Compare); there {
			v.now.commit[one] = v.was.commit[one]
			continue
		}
		v.tell(Vanished, one, "", "its tag was on %s and is gone", short(v.was.commit[one]))
	}
	v.keepGraces()
}

// redirected records where the repository moved to, once.
func (v *visit) redirected() {
	shown := v.repo.Redirect()
	if shown == "" {
		v.now.moved = ""
		return
	}
	to, ok := v.movedTo(shown)
	if !ok || to == v.was.moved {
		return
	}
	v.now.moved = to
	v.records = append(v.records, hublog.Record{Kind: hublog.KindMoved, Name: v.listing.Name, To: to, Seen: v.Now})
	v.crawler.tell(Event{Type: Moved, Listing: v.listing.Path, Reason: "it answers at " + string(to)})
}

// movedTo is the name of where a redirect led. A redirect that only adds `.git`
// or changes letters that do not count moved nothing, and one at another host
// is of an address that this machine's git configuration rewrote.
func (v *visit) movedTo(address string) (hublog.Name, bool) {
	to, ok := nameAt(address)
	return to, ok && hostOf(to) == hostOf(v.listing.Name) && plain(to) != plain(v.listing.Name)
}

// nameAt is the name of a repository at an address as Remote.Redirect shows it.
// One that was cut there, or that holds more than a repository, has none.
func nameAt(address string) (hublog.Name, bool) {
	location, err := ref.Parse(address)
	if err != nil || location.Pin != nil || location.Reference.Dir != "" || strings.HasSuffix(address, "…") {
		return "", false
	}
	return hublog.NameOf(location.Reference)
}

func hostOf(n hublog.Name) string {
	host, _, _ := strings.Cut(string(n), "/")
	return host
}

func plain(n hublog.Name) string { return strings.TrimSuffix(string(n), ".git") }

// version reads one version, unless it is known as it is.
func (v *visit) version(ctx context.Context, one ref.Version) {
	choice, commit, twice := v.listed(one)
	was, known := v.was.commit[one]
	switch {
	case known && was == commit:
		if twice == nil {
			v.laterSigner(ctx, choice)
		}
		return
	case v.stops(ctx), twice == nil && !v.fetch(ctx, choice):
		v.missed = true
		return
	case known:
		v.tell(Changed, one, "", "its tag was on %s and is on %s", short(was), short(commit))
	}
	if twice != nil {
		delete(v.now.graces, one)
		v.tell(TwoTags, one, "", "the repository %v", twice)
	}
	v.done(one, commit)
}

// listed is the tag of a version and its commit; both commits when two tags name
// it, which twice says.
func (v *visit) listed(one ref.Version) (choice resolve.Choice, commit string, twice error) {
	choice, err := v.versions.At(one)
	if two, ok := errors.AsType[*resolve.TwoTagsError](err); ok {
		return choice, two.One.Commit + "," + two.Other.Commit, err
	}
	return choice, choice.Commit, nil
}

// done notes that a version was dealt with.
func (v *visit) done(one ref.Version, commit string) {
	v.now.commit[one] = commit
	v.pending++
	v.count.tried++
	v.count.unreached = 0
}

func short(commit string) string { return commit[:min(12, len(commit))] }

// fetch observes a version's tree, and reports whether the version is dealt
// with: what is refused for its content will be so again.
func (v *visit) fetch(ctx context.Context, choice resolve.Choice) bool {
	var commit string
	var files tree.Tree
	err := v.ask(ctx, v.host, func() (err error) {
		commit, files, err = v.repo.Tree(ctx, choice.TagName)
		return err
	})
	switch {
	case err == nil:
		before := len(v.records)
		v.observe(choice.Version, commit, files)
		v.firstSigner(ctx, choice, commit, slices.Clone(v.records[before:]))
		return true
	case ctx.Err() != nil:
		return false
	}
	return v.notFetched(choice.Version, err)
}

// notFetched tells of a version's error, and reports whether it is the last
// word.
func (v *visit) notFetched(version ref.Version, err error) (final bool) {
	if isFinal(err) {
		v.tell(Refused, version, "", "%v", err)
		return true
	}
	v.tell(Failed, version, "", "fetching it: %v", err)
	v.failed = true
	v.count.tried++
	if isPassing(err) || isDamaged(err) {
		v.count.unreached++
	}
	return false
}

// isFinal reports whether a tree is refused by a rule of ours, and not for what
// the remote did this time.
func isFinal(err error) bool {
	refused, ok := errors.AsType[*remote.Error](err)
	return ok && refused.Kind == remote.Refused && (refused.Err == nil || gitpack.IsRefusal(refused.Err)) && !isDamaged(err)
}

// isDamaged reports whether a pack came broken or short of an object.
func isDamaged(err error) bool {
	refused, ok := errors.AsType[*gitpack.Refusal](err)
	return ok && refused.Damaged
}

// flush writes what was observed, and then the state that stands for it: trees
// before the records that name them.
func (v *visit) flush() bool {
	err := v.keepTrees()
	if err == nil {
		err = writeBatch(v.Out, v.records)
	}
	if err == nil {
		err = v.now.write(v.path)
	}
	if err != nil {
		v.stop(err)
		return false
	}
	v.mu.Lock()
	v.sum.Records += len(v.records)
	v.mu.Unlock()
	v.count.records += len(v.records)
	v.records, v.trees, v.pending = nil, nil, 0
	return true
}
