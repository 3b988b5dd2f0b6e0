package remote

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/pktline"

	"sinew/resolve/remote/gitpack"
)

// A listed ref is one that a remote advertises below a prefix that is read.
type listed struct {
	prefix string     // tagPrefix or attestationPrefix
	name   string     // what follows it
	id     gitpack.ID // of the object that the ref names
	commit gitpack.ID // what the remote says id stands for
}

// ref is the whole name.
func (l listed) ref() string { return l.prefix + l.name }

const (
	tagPrefix         = "refs/tags/"
	attestationPrefix = "refs/attestations/"
	peeledMark        = "^{}"
)

// A listing gathers the refs below some prefixes from lines of `<id> <ref>`,
// where `<ref>^{}` follows the ref it peels.
type listing struct {
	limits   Limits
	prefixes []string
	refs     int
	byRef    map[string]listed
}

func newListing(limits Limits, prefixes []string) *listing {
	return &listing{limits: limits, prefixes: prefixes, byRef: make(map[string]listed)}
}

// add takes one line and reports whether its ref is below a prefix.
func (l *listing) add(id, ref string) (bool, error) {
	if l.refs++; l.refs > l.limits.Refs {
		return false, fail(Refused, "the listing of refs is over %d refs", l.limits.Refs)
	}
	raw, ok := gitpack.ParseID(id)
	if !ok || ref == "" {
		return false, errListing
	}
	prefix, name := l.split(ref)
	if prefix == "" {
		return false, nil
	}
	if peeled, ok := strings.CutSuffix(ref, peeledMark); ok {
		tag, known := l.byRef[peeled]
		if !known {
			return false, errListing
		}
		tag.commit = raw
		l.byRef[peeled] = tag
		return true, nil
	}
	if _, twice := l.byRef[ref]; twice || name == "" {
		return false, errListing
	}
	l.byRef[ref] = listed{prefix: prefix, name: name, id: raw, commit: raw}
	return true, nil
}

// split is the prefix that a ref is below, and the rest; "" for none.
func (l *listing) split(ref string) (prefix, name string) {
	for _, p := range l.prefixes {
		if name, ok := strings.CutPrefix(ref, p); ok {
			return p, name
		}
	}
	return "", ""
}

// errListing is a listing that breaks its own format.
var errListing = fail(Refused, "the listing of refs is malformed")

// all are the refs in byte order of what follows their prefix.
func (l *listing) all() []listed {
	all := make([]listed, 0, len(l.byRef))
	for _, one := range l.byRef {
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.prefix, b.prefix))
	})
	return all
}

// errUnserved is a server that go-git's client cannot talk to.
var errUnserved = errors.New("the server does not speak what this client does")

// sift reads a smart-http advertisement as it comes and keeps, as an
// advertisement again, its capabilities and the refs of the list: the rest, often
// far more, is never held. Its error is errUnserved when the git program may know
// better, a *pktline.ErrorLine for the remote's own word, or a refusal.
func sift(r io.Reader, list *listing) ([]byte, error) {
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
func parseListing(out []byte, list *listing) ([]listed, error) {
	for one := range strings.Lines(string(out)) {
		id, ref, ok := strings.Cut(strings.TrimSuffix(one, "\n"), "\t")
		if !ok {
			return nil, errListing
		}
		if _, err := list.add(id, ref); err != nil {
			return nil, err
		}
	}
	return list.all(), nil
}
