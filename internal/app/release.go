package app

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sinew/contractdiff"
	"sinew/internal/localgit"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// A Release says whether a tag may be published from here: it may when there
// are no Problems. One tag covers the whole repository; what is looked at is
// what the check looked at.
type Release struct {
	Tag      ref.Version
	Base     *ref.Version // the version before it, nil for a first tag
	Level    contractdiff.Level
	Needs    ref.Version // the lowest version that the level asks for; Tag for a first tag
	Problems diag.Problems
}

// release judges Check.Tag by what was found. A reflex that is new asks for a
// minor version, and one that is gone for a major one: whoever installed it
// loses it.
func (c *checking) release(dirs []string, collection bool, all []Checked) (*Release, error) {
	r := &Release{Tag: *c.ask.Tag, Needs: *c.ask.Tag}
	if c.history.base != nil {
		r.Base = &c.history.from
		level, err := c.level(dirs, collection, all)
		if err != nil {
			return nil, err
		}
		r.Level, r.Needs = level, contractdiff.Next(c.history.from, level)
	}
	r.judgeVersion(c.history.all)
	if err := c.judgeTree(r, collection); err != nil {
		return nil, readingHistory(err)
	}
	return r, nil
}

func (c *checking) level(dirs []string, collection bool, all []Checked) (contractdiff.Level, error) {
	level := contractdiff.Same
	for _, one := range all {
		switch {
		case one.Contract != nil:
			level = max(level, one.Contract.Diff.Level)
		case one.Manifest != nil:
			level = max(level, contractdiff.Minor)
		}
	}
	if !collection {
		return level, nil
	}
	before, err := c.history.base.Dirs(c.history.prefix)
	for _, dir := range before {
		if slices.Contains(dirs, dir) {
			continue
		}
		_, found, err := c.history.base.File(c.history.file(dir))
		if err != nil {
			return level, readingHistory(err)
		}
		if found {
			level = contractdiff.Major
		}
	}
	return level, err
}

func (r *Release) refuse(message string, fix diag.Fix) {
	r.Problems = append(r.Problems, diag.Problem{Message: message, Fix: fix})
}

// judgeVersion refuses a version that is a tag already, or too low for what
// changed.
func (r *Release) judgeVersion(versions []ref.Version) {
	next := diag.Fix{Kind: diag.FixCheck, Version: r.Needs.String()}
	switch {
	case slices.Contains(versions, r.Tag):
		if r.Needs.Compare(r.Tag) <= 0 {
			newest := versions[len(versions)-1]
			next.Version = contractdiff.Next(newest, contractdiff.Minor).String()
		}
		r.refuse(r.Tag.String()+" is a tag already", next)
	case r.Base != nil && r.Tag.Compare(r.Needs) < 0:
		message := fmt.Sprintf("%s is too low: since %s the contract changed, %s, and asks for %s", r.Tag, r.Base, r.Level, r.Needs)
		r.refuse(message, next)
	}
}

// maxChanges is how many files that are not committed are named.
const maxChanges = 10

// judgeTree refuses a commit that a fetch would not take, and a work tree that
// is not what the tag would hold.
func (c *checking) judgeTree(r *Release, collection bool) error {
	head, err := c.history.repo.Head()
	if err != nil {
		return err
	}
	if head == "" {
		r.refuse("nothing is committed", diag.Rerun())
		return nil
	}
	commit, err := c.history.repo.At(head)
	if err != nil {
		return err
	}
	files, err := commit.Tree()
	if err != nil {
		r.refuse("a fetch refuses this commit: "+err.Error(), diag.Rerun())
		return nil
	}
	changed, err := c.history.repo.Changed(files, c.history.prefix, notShipped(collection))
	if err != nil {
		return err
	}
	for _, change := range changed[:min(len(changed), maxChanges)] {
		r.refuse(text.Escape(c.fromHere(change))+" "+change.Why, diag.Rerun())
	}
	if more := len(changed) - maxChanges; more > 0 {
		r.refuse(fmt.Sprintf("%d more files are not as they are committed", more), diag.Rerun())
	}
	return nil
}

func (c *checking) fromHere(change localgit.Change) string {
	if c.history.prefix == "" {
		return change.Path
	}
	return strings.TrimPrefix(change.Path, path.Clean(c.history.prefix)+"/")
}

// notShipped reports whether a path is of a project that an author keeps beside
// a reflex: none of it ships (manual, "Publishing").
func notShipped(collection bool) func(path string) bool {
	return func(path string) bool {
		if _, inside, below := strings.Cut(path, "/"); collection && below {
			path = inside
		}
		first, _, _ := strings.Cut(path, "/")
		return tree.IsOwned(first)
	}
}
