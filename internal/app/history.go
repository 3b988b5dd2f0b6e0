package app

import (
	"errors"
	"path"

	"sinew/contractdiff"
	"sinew/internal/localgit"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/resolve"
)

// A history is what a check reads of the repository around the working
// directory.
type history struct {
	repo   *localgit.Repo
	prefix string        // the working directory in the repository
	all    []ref.Version // of its tags, from the oldest
	base   *localgit.Commit
	from   ref.Version      // base's
	at     *localgit.Commit // Check.At's; nil for the work tree
}

// openHistory reads the tags and opens the commits a check needs. It is nil
// without a repository; its base is nil when no tag is to be held against.
func openHistory(dir string, o Check) (*history, error) {
	repo, prefix, err := localgit.Find(dir)
	if err != nil {
		return nil, readingHistory(err)
	}
	if repo == nil {
		if o.Against != nil || o.Tag != nil {
			return nil, diag.One("", "no git repository here", diag.Rerun())
		}
		return nil, nil
	}
	h := &history{repo: repo, prefix: prefix}
	if err := h.choose(o); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

func (h *history) close() { h.repo.Close() }

func readingHistory(err error) error {
	return &diag.Failure{What: "reading the git repository here", Why: err}
}

func (h *history) choose(o Check) error {
	names, err := h.repo.VersionTags()
	if err != nil {
		return readingHistory(err)
	}
	byVersion := map[ref.Version][]string{}
	var tags []resolve.Tag
	for _, name := range names {
		v, _ := ref.ParseVersion(name)
		byVersion[v] = append(byVersion[v], name)
		tags = append(tags, resolve.Tag{Name: name})
	}
	h.all = resolve.Versions(tags).All()
	if o.At != nil {
		if h.at, err = h.open(byVersion, *o.At); err != nil {
			return err
		}
	}
	from := h.before(o)
	if from == nil {
		return nil
	}
	h.from = *from
	h.base, err = h.open(byVersion, *from)
	return err
}

// before is the version a contract is held against, nil for none.
func (h *history) before(o Check) *ref.Version {
	if o.Against != nil {
		return o.Against
	}
	for i := len(h.all) - 1; i >= 0; i-- {
		if o.Tag == nil || h.all[i].Compare(*o.Tag) < 0 {
			return &h.all[i]
		}
	}
	return nil
}

// open is the commit of a version. Only its own tags are looked up: a
// repository may have thousands.
func (h *history) open(byVersion map[ref.Version][]string, v ref.Version) (*localgit.Commit, error) {
	if len(byVersion[v]) == 0 {
		return nil, diag.One("", "no tag "+v.String()+" in the git repository here", diag.Rerun())
	}
	tags, err := h.repo.Tags(byVersion[v])
	if err != nil {
		return nil, readingHistory(err)
	}
	chosen, err := resolve.Choose(tags, &v)
	if err != nil {
		return nil, diag.One("", "the git repository here "+err.Error(), diag.Rerun())
	}
	commit, err := h.repo.At(chosen.Commit)
	if err != nil {
		return nil, readingHistory(err)
	}
	return commit, nil
}

// file is the path of a reflex's manifest in the repository.
func (h *history) file(dir string) string { return path.Join(h.prefix, dir, manifestName) }

// dirs are the directories directly below the working directory, at Check.At.
func (h *history) dirs() ([]string, error) { return h.at.Dirs(h.prefix) }

// holdsReflex reports whether a directory holds a reflex, at Check.At.
func (h *history) holdsReflex(dir string) (bool, error) {
	_, found, err := h.at.File(h.file(dir))
	return found, err
}

// manifest is a reflex's manifest at a version's commit, nil where the
// directory held none.
func (h *history) manifest(at *localgit.Commit, v ref.Version, reflex, dir string) (*manifest.Manifest, error) {
	failed := func(why error) error {
		return &diag.Failure{What: "reading " + reflex + " at " + v.String(), Why: why}
	}
	text, found, err := at.File(h.file(dir))
	if err != nil {
		return nil, failed(err)
	}
	if !found {
		return nil, nil
	}
	m, err := manifest.Parse(reflex, text)
	if err != nil {
		problems := problemsOf("", err)
		return nil, failed(errors.New(problems[len(problems)-1].Message))
	}
	return m, nil
}

// contract holds a manifest, whose file's bytes are text, against the one at
// the base; nil where there was none.
func (h *history) contract(reflex, dir string, text []byte, next *manifest.Manifest) (*Contract, error) {
	if same, err := h.base.Holds(h.file(dir), text); err == nil && same && h.at == nil {
		return &Contract{From: h.from, To: h.from}, nil
	}
	previous, err := h.manifest(h.base, h.from, reflex, dir)
	if err != nil || previous == nil {
		return nil, err
	}
	diff := contractdiff.Compare(previous, next)
	return &Contract{From: h.from, To: contractdiff.Next(h.from, diff.Level), Diff: diff}, nil
}
