package crawl

import (
	"context"
	"errors"

	"sinew/internal/dirtree"
	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/store"
)

const manifestName = "reflex.toml"

// observe records every reflex of a version that the listing stands for.
func (v *visit) observe(version ref.Version, commit string, files tree.Tree) {
	dirs, err := v.listing.Reflexes(files)
	if err != nil {
		v.tell(NoReflex, version, "", "%v", err)
		return
	}
	for _, dir := range dirs {
		r, err := v.record(version, commit, dir, files.Reflex(dir))
		if err != nil {
			v.tell(Unreadable, version, dir, "%v", err)
			continue
		}
		v.records = append(v.records, r)
		v.hold(files.Reflex(dir))
	}
}

// hold has a reflex's own tree kept with the next batch. One that is over the
// limits of a store has a record, and no details on a page.
func (v *visit) hold(files tree.Tree) {
	if v.Trees != "" && dirtree.Check(files) == nil {
		v.trees = append(v.trees, files)
	}
}

// keepTrees does what it began, also when the crawl is told to end: what was
// fetched is not fetched again.
func (v *visit) keepTrees() error {
	if len(v.trees) == 0 {
		return nil
	}
	_, err := store.Open(v.Trees).KeepAll(context.Background(), v.trees)
	return err
}

// record is one reflex, as a record that a log takes. files are the reflex's
// own.
func (v *visit) record(version ref.Version, commit, dir string, files tree.Tree) (hublog.Record, error) {
	at := ref.Reference{Repo: v.listing.Ref.Repo, Dir: dir}
	text, _ := files.Get(manifestName)
	m, err := manifest.Parse(at.LastSegment(), text)
	if err != nil {
		return hublog.Record{}, err
	}
	name, ok := hublog.NameOf(at)
	if !ok {
		return hublog.Record{}, errUnnamed
	}
	r := hublog.Record{
		Kind: hublog.KindVersion, Name: name, Version: version, Commit: commit, H1: string(files.H1()),
		Effect: m.Effect.String(), Needs: hublog.NeedsDigest(m.Needs), Seen: v.Now,
	}
	return r, r.Check()
}

var errUnnamed = errors.New("its directory has no name in a log")
