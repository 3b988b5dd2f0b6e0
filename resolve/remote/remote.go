package remote

import (
	"context"
	"errors"
	"slices"
	"strings"

	"sinew/pkg/tree"
	"sinew/resolve"
)

// A Remote is one session with one repository, whose tags are as they were
// when it was opened. One goroutine at a time may use it.
type Remote struct {
	limits   Limits
	source   source
	instead  source // takes over from source where it cannot fetch; may be nil
	tags     []listed
	attested []listed // below refs/attestations/
	redirect string
}

// newRemote parts what was listed.
func newRemote(limits Limits, from source, refs []listed) *Remote {
	r := &Remote{limits: limits, source: from}
	for _, one := range refs {
		if one.prefix == attestationPrefix {
			r.attested = append(r.attested, one)
		} else {
			r.tags = append(r.tags, one)
		}
	}
	return r
}

// Tags are all names below refs/tags/, without that prefix, in byte order,
// each with the commit it stands for as the remote says, in hex; a tag of a
// file or a tree has that object's id there, and Tree refuses it. Names may
// hold any bytes but a space and a line feed: escape them to show them.
func (r *Remote) Tags() []resolve.Tag {
	tags := make([]resolve.Tag, len(r.tags))
	for i, t := range r.tags {
		tags[i] = resolve.Tag{Name: t.name, Commit: t.commit.String()}
	}
	return tags
}

// Redirect is where a redirect within the remote's host led, escaped, or "":
// somebody moved the repository, and the person ought to know.
func (r *Remote) Redirect() string { return r.redirect }

// Tree fetches one of the tags at depth 1, in at most a minute: its commit in
// hex, and every file of the commit's tree. The commit is what the tag listed.
// The error is an *Error, or ctx's own.
func (r *Remote) Tree(ctx context.Context, tag string) (commit string, files tree.Tree, err error) {
	pack, err := r.Pack(ctx, tag)
	if err != nil {
		return "", tree.Tree{}, err
	}
	files, err = pack.Tree(r.limits)
	if err != nil {
		return "", tree.Tree{}, err
	}
	return pack.Commit.String(), files, nil
}

// Pack fetches one of the tags at depth 1, in at most a minute, and leaves the
// pack as it came, for whoever passes it on: nothing of it is proven before
// its Tree is. The error is an *Error, or ctx's own.
func (r *Remote) Pack(ctx context.Context, tag string) (Pack, error) {
	want, ok := find(r.tags, tag)
	if !ok {
		return Pack{}, fail(NoTag, "there is no tag %s", line(tag))
	}
	limited, cancel := r.limits.limited(ctx)
	defer cancel()
	sent, err := r.fetch(limited, want, r.limits.PackBytes)
	if err != nil {
		return Pack{}, r.limits.settle(limited, err)
	}
	return Pack{Tag: want.name, ID: want.id, Commit: want.commit, Bytes: sent}, nil
}

func (r *Remote) fetch(ctx context.Context, want listed, most int64) ([]byte, error) {
	pack, err := r.source.fetch(ctx, want, most)
	if !errors.Is(err, errUnserved) {
		return pack, err
	}
	if r.instead == nil {
		return nil, &Error{Kind: NeedsGit, Why: "this server needs the git program, and there is none on PATH", Err: err}
	}
	r.source = r.instead
	return r.source.fetch(ctx, want, most)
}

// find is the ref of a name, among those in byte order of their names.
func find(all []listed, name string) (listed, bool) {
	i, ok := slices.BinarySearchFunc(all, name, func(l listed, name string) int { return strings.Compare(l.name, name) })
	if !ok {
		return listed{}, false
	}
	return all[i], true
}

// Close ends the session. The connection goes back to the Client.
func (r *Remote) Close() error { return nil }
