package mirror

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// Variable names where a mirror is: a directory, or an https URL.
const Variable = "SINEW_MIRROR"

// A Mirror is one that is open for reading. Several goroutines may use it; it
// holds nothing that has to be closed.
type Mirror struct {
	where  string // as it is shown: escaped, without a login
	limits remote.Limits
	place  place
}

// A MissError is what a mirror does not hold. Git may have it.
type MissError struct{ What string }

// Error is `the mirror does not hold <what>`.
func (e *MissError) Error() string { return "the mirror does not hold " + e.What }

// IsMiss reports whether err is a *MissError, after which a caller may go on
// to git.
func IsMiss(err error) bool {
	var miss *MissError
	return errors.As(err, &miss)
}

// Open reads what a mirror says of its format. location is a directory or an
// https URL, which may hold a user and a password. The client's limits and, for
// a URL, the git configuration it has read hold here too. The error is a
// diag.Problems with Variable in its fix, a *remote.Error, or ctx's own; a
// location where nothing is is no miss.
func Open(ctx context.Context, client *remote.Client, location string) (*Mirror, error) {
	m := &Mirror{where: shown(location), limits: client.Limits()}
	fix := diag.Fix{Kind: diag.FixExport, Var: Variable}
	if scheme, _, ok := strings.Cut(location, "://"); !ok {
		m.place = directory(location)
	} else if scheme != "https" {
		return nil, diag.One("", m.where+": a mirror is a directory or an https URL", fix)
	} else {
		files, err := client.Files(ctx, location)
		if err != nil {
			return nil, m.at(err)
		}
		m.place = online{files}
	}
	data, err := m.place.read(ctx, formatName, maxFormat)
	if isAbsent(err) {
		return nil, diag.One("", m.where+" is no mirror: it has no "+formatName, fix)
	}
	if err != nil {
		return nil, m.at(err)
	}
	if err := checkFormat(data, m.where, fix); err != nil {
		return nil, err
	}
	return m, nil
}

// Repository reads which tags of a repository the mirror holds.
func (m *Mirror) Repository(ctx context.Context, repo ref.Repo) (*Repository, error) {
	address := repo.Address()
	miss := &MissError{text.Escape(address)}
	if repo.Std {
		return nil, miss
	}
	r := &Repository{mirror: m, address: address, dir: directoryOf(address)}
	data, err := m.place.read(ctx, path.Join(r.dir, tagsName), m.limits.ListingBytes)
	if isAbsent(err) {
		return nil, miss
	}
	if err == nil {
		r.tags, err = parseTags(data, address, m.limits.Refs)
	}
	if err != nil {
		return nil, m.at(err)
	}
	return r, nil
}

// at is an error with the mirror it is about.
func (m *Mirror) at(err error) error {
	var e *remote.Error
	if !errors.As(err, &e) {
		return err
	}
	return &remote.Error{Kind: e.Kind, Why: fmt.Sprintf("the mirror %s: %s", m.where, e.Why), Err: err}
}

// shown is a location to be printed: a URL without its user, its password, and
// a query, which may be a key.
func shown(location string) string {
	scheme, _, ok := strings.Cut(location, "://")
	if !ok {
		return text.Escape(location)
	}
	u, err := url.Parse(location)
	if err != nil || u.Host == "" && u.Path == "" {
		return text.Escape(scheme) + "://…"
	}
	return text.Escape((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/")}).String())
}

// A Repository is what a mirror holds of one repository, as its list of tags
// was when it was read. Several goroutines may use it.
type Repository struct {
	mirror  *Mirror
	address string
	dir     string
	tags    []held
}

// Tags are the tags held, in byte order, each with the commit the mirror says
// it names. Every one is a version.
func (r *Repository) Tags() []resolve.Tag { return listing(r.tags) }

// Tree is one of the tags: its commit in hex, which is the mirror's word, and
// every file of that commit's tree, which is proven. The error is a
// *MissError, a *remote.Error, or ctx's own.
func (r *Repository) Tree(ctx context.Context, tag string) (commit string, files tree.Tree, err error) {
	for _, t := range r.tags {
		if t.name == tag {
			files, err := r.read(ctx, t)
			if err != nil {
				return "", tree.Tree{}, err
			}
			return t.commit.String(), files, nil
		}
	}
	return "", tree.Tree{}, r.miss(tag)
}

// At is every file of the tree of a commit, in hex, that a lock or git itself
// names: nothing in it rests on the mirror's word. A mirror whose tags stand at
// other commits is a miss. The errors are Tree's.
func (r *Repository) At(ctx context.Context, commit string) (tree.Tree, error) {
	want, ok := gitpack.ParseID(commit)
	if !ok {
		return tree.Tree{}, r.miss(commit)
	}
	var err error = r.miss(commit)
	for _, t := range r.tags {
		if t.commit != want {
			continue
		}
		files, failed := r.read(ctx, t)
		if !IsMiss(failed) {
			return files, failed
		}
		err = failed
	}
	return tree.Tree{}, err
}

func (r *Repository) read(ctx context.Context, t held) (tree.Tree, error) {
	sent, err := r.mirror.place.read(ctx, path.Join(r.dir, packName(t.name, t.id)), r.mirror.limits.PackBytes)
	if isAbsent(err) {
		return tree.Tree{}, r.miss(t.name)
	}
	if err != nil {
		return tree.Tree{}, r.mirror.at(err)
	}
	files, err := pack(t, sent).Tree(r.mirror.limits)
	if err != nil {
		return tree.Tree{}, r.mirror.at(err)
	}
	return files, nil
}

func pack(t held, sent []byte) remote.Pack {
	return remote.Pack{Tag: t.name, ID: t.id, Commit: t.commit, Bytes: sent}
}

// miss is what of the repository is not held: a tag or a commit.
func (r *Repository) miss(what string) *MissError {
	return &MissError{text.Escape(r.address + " at " + what)}
}
