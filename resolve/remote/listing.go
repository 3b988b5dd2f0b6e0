package remote

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/pktline"

	"sinew/resolve/remote/gitpack"
)

// A listed tag is one name below refs/tags/ as a remote advertises it.
type listed struct {
	name   string     // without refs/tags/
	id     gitpack.ID // of the tag object, or of the commit itself
	commit gitpack.ID // what the remote says id stands for
}

const (
	tagPrefix  = "refs/tags/"
	peeledMark = "^{}"
)

// A listing gathers tags from lines of `<id> <ref>`, where `<ref>^{}` follows
// the ref it peels.
type listing struct {
	limits Limits
	refs   int
	byName map[string]listed
}

func newListing(limits Limits) *listing {
	return &listing{limits: limits, byName: make(map[string]listed)}
}

// add takes one line and reports whether it names a tag.
func (l *listing) add(id, ref string) (bool, error) {
	if l.refs++; l.refs > l.limits.Refs {
		return false, fail(Refused, "the listing of refs is over %d refs", l.limits.Refs)
	}
	raw, ok := gitpack.ParseID(id)
	if !ok || ref == "" {
		return false, errListing
	}
	name, ok := strings.CutPrefix(ref, tagPrefix)
	if !ok {
		return false, nil
	}
	if name, ok := strings.CutSuffix(name, peeledMark); ok {
		tag, known := l.byName[name]
		if !known {
			return false, errListing
		}
		tag.commit = raw
		l.byName[name] = tag
		return true, nil
	}
	if _, twice := l.byName[name]; twice || name == "" {
		return false, errListing
	}
	l.byName[name] = listed{name: name, id: raw, commit: raw}
	return true, nil
}

// errListing is a listing that breaks its own format.
var errListing = fail(Refused, "the listing of refs is malformed")

// tags are the tags in byte order of their names.
func (l *listing) tags() []listed {
	all := make([]listed, 0, len(l.byName))
	for _, tag := range l.byName {
		all = append(all, tag)
	}
	slices.SortFunc(all, func(a, b listed) int { return strings.Compare(a.name, b.name) })
	return all
}

// errUnserved is a server that go-git's client cannot talk to.
var errUnserved = errors.New("the server does not speak what this client does")

// sift reads a smart-http advertisement as it comes and keeps, as an
// advertisement again, its capabilities and its tags: the rest, often far
// more, is never held. Its error is errUnserved when the git program may know
// better, a *pktline.ErrorLine for the remote's own word, or a refusal.
func sift(r io.Reader, limits Limits) ([]byte, error) {
	lines := pktline.NewScanner(r)
	kept := new(bytes.Buffer)
	out := pktline.NewEncoder(kept)
	if !lines.Scan() || string(lines.Bytes()) != "# service=git-upload-pack\n" {
		return nil, scanError(lines, errListing)
	}
	if err := out.Encode(lines.Bytes(), pktline.Flush); err != nil {
		return nil, err
	}
	if !lines.Scan() || len(lines.Bytes()) != 0 {
		return nil, scanError(lines, errListing)
	}
	list := newListing(limits)
	for first := true; lines.Scan(); first = false {
		one := lines.Bytes()
		if len(one) == 0 {
			err := out.Flush()
			return kept.Bytes(), err
		}
		keep, err := siftLine(list, string(one), first)
		if err != nil {
			return nil, err
		}
		if keep || first {
			if err := out.Encode(one); err != nil {
				return nil, err
			}
		}
	}
	return nil, scanError(lines, errListing)
}

// siftLine reports whether a line of an advertisement is kept. The first one
// carries the capabilities, and in a repository without refs no ref.
func siftLine(list *listing, one string, first bool) (bool, error) {
	one = strings.TrimSuffix(one, "\n")
	if first {
		refPart, capabilities, ok := strings.Cut(one, "\x00")
		if !ok {
			return false, errListing
		}
		if strings.Contains(" "+capabilities+" ", " object-format=sha256 ") {
			return false, errUnserved
		}
		if strings.HasSuffix(refPart, " capabilities^{}") {
			return true, nil
		}
		one = refPart
	}
	if strings.HasPrefix(one, "shallow ") {
		return false, nil
	}
	id, ref, ok := strings.Cut(one, " ")
	if !ok || strings.Contains(ref, " ") || len(id) != 40 {
		return false, errListing
	}
	return list.add(id, ref)
}

func scanError(lines *pktline.Scanner, otherwise error) error {
	if err := lines.Err(); err != nil && !errors.Is(err, pktline.ErrInvalidPktLen) {
		return err
	}
	return otherwise
}

// parseListing reads what git ls-remote prints: `<id> TAB <ref>` lines.
func parseListing(out []byte, limits Limits) ([]listed, error) {
	list := newListing(limits)
	for one := range strings.Lines(string(out)) {
		id, ref, ok := strings.Cut(strings.TrimSuffix(one, "\n"), "\t")
		if !ok {
			return nil, errListing
		}
		if _, err := list.add(id, ref); err != nil {
			return nil, err
		}
	}
	return list.tags(), nil
}
