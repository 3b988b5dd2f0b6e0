package check

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/contractdiff"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// A release is one tag as it was read.
type release struct {
	version  ref.Version
	commit   string
	files    tree.Tree
	reflexes []*reflex // by directory
	none     error     // why there are none
}

// A reflex is one directory of a release, as add would take it.
type reflex struct {
	dir      string
	files    tree.Tree
	h1       string
	manifest *manifest.Manifest // nil when it does not read
	bad      diag.Problems      // why
}

// called is what add would call the reflex.
func (s *source) called(r *reflex) string {
	return ref.Reference{Repo: s.Ref.Repo, Dir: r.dir}.LastSegment()
}

func (s *source) newRelease(v ref.Version, commit string, files tree.Tree) *release {
	r := &release{version: v, commit: commit, files: files}
	dirs, err := s.Reflexes(files)
	r.none = err
	for _, dir := range dirs {
		one := &reflex{dir: dir, files: files.Reflex(dir)}
		one.h1 = string(one.files.H1())
		text, _ := one.files.Get(manifestName)
		one.manifest, err = manifest.Parse(s.called(one), text)
		if err != nil && !errors.As(err, &one.bad) {
			one.bad = diag.One("", err.Error(), diag.Rerun())
		}
		r.reflexes = append(r.reflexes, one)
	}
	return r
}

const manifestName = "reflex.toml"

// at is the reflex of a directory, nil where there is none.
func (r *release) at(dir string) *reflex {
	i, found := slices.BinarySearchFunc(r.reflexes, dir, func(one *reflex, dir string) int { return strings.Compare(one.dir, dir) })
	if !found {
		return nil
	}
	return r.reflexes[i]
}

// judge looks at one release, and holds it against the one before it, which may
// be nil.
func (s *source) judge(before, r *release) {
	s.againstLog(r)
	if s.isNewest(r) {
		s.addable(r)
	}
	for _, one := range r.reflexes {
		s.unread(r, one)
		s.fetches(r, one)
	}
	if before != nil && !s.isLogged(r.version) {
		s.contract(before, r)
	}
	s.newNames(before, r)
}

// addable is what stops an add of the newest tag, and the license.
func (s *source) addable(r *release) {
	if r.none != nil {
		s.find(Refuse, NoReflex, "correct the ref, or publish a tag that holds a reflex there", "%v %s", r.none, r.version)
		return
	}
	if !licensed(r.files, s.Ref.Dir) {
		s.find(Refuse, License, "publish a tag with a LICENSE there", "%s %s has no LICENSE at its root", s.Ref, r.version)
	}
	for _, one := range r.reflexes {
		if err := name.Check(s.called(one), name.Local); err != nil {
			s.find(Refuse, Name, "rename the directory, or the repository", "%s %s: %v", s.Ref, r.version, err)
		}
		s.runs(r, one)
		s.lint(one)
	}
}

// licenses are what a LICENSE may be called.
var licenses = []string{"LICENSE", "LICENSE.md", "LICENSE.txt"}

func licensed(files tree.Tree, dir string) bool {
	return slices.ContainsFunc(licenses, func(called string) bool {
		text, found := files.Get(path.Join(dir, called))
		return found && len(strings.TrimSpace(string(text))) > 0
	})
}

// unread says why a manifest does not read. Nobody can add a tag below the
// newest that does not, so there it is only named.
func (s *source) unread(r *release, one *reflex) {
	words := report.Words{Program: "sinew", File: func(diag.File) string { return path.Join(one.dir, manifestName) }}
	for _, problem := range one.bad {
		why := Reason{Type: Manifest, Verdict: s.past(r.version, Auto), Listing: s.Path, Fix: "publish a tag in which it reads"}
		why.Message = s.Ref.String() + " " + r.version.String() + ": " + problem.Message
		if problem.At != nil {
			why.At = words.Fix(diag.EditLine(*problem.At))
		}
		s.add(why)
		if !s.isNewest(r) {
			return
		}
	}
}

// runs refuses a body that is not there.
func (s *source) runs(r *release, one *reflex) {
	if one.manifest == nil || one.manifest.Run.File == "" {
		return
	}
	if _, found := one.files.Get(one.manifest.Run.File); !found {
		s.find(Refuse, Body, "publish a tag that holds it", "%s %s runs %s, which does not exist", s.at(one), r.version, one.manifest.Run.File)
	}
}

// at is a reflex as a ref.
func (s *source) at(one *reflex) string {
	return ref.Reference{Repo: s.Ref.Repo, Dir: one.dir}.String()
}

// lint says what an author should weigh. A text that speaks to a model is for a
// person to read.
func (s *source) lint(one *reflex) {
	if one.manifest == nil {
		return
	}
	for _, f := range one.manifest.Lint() {
		switch f.Rule {
		case unpinned: // said by fetches, of every tag
		case "addresses_model":
			s.find(Human, SpeaksToModel, "say it to a person", "%s: %s", s.at(one), f.Message)
		default:
			s.find(Auto, Lint, "", "%s: %s", s.at(one), f.Message)
		}
	}
	for _, key := range one.manifest.Unknown {
		s.find(Auto, Lint, "", "%s: %s is not a key this version reads", s.at(one), strings.Join(key, "."))
	}
}

const unpinned = "unpinned"

// fetches names what a body fetches when it runs, once for all tags.
func (s *source) fetches(r *release, one *reflex) {
	if one.manifest == nil {
		return
	}
	say := func(at, message string) {
		if s.once(one.dir, message) {
			s.add(Reason{Type: FetchesCode, Verdict: Human, Listing: s.Path, At: at,
				Message: s.at(one) + " " + r.version.String() + ": " + message, Fix: "put what it runs into the repository"})
		}
	}
	for _, f := range one.manifest.Lint() {
		if f.Rule == unpinned {
			say("", f.Message)
		}
	}
	file := one.manifest.Run.File
	source, _ := one.files.Get(file)
	for _, f := range manifest.LintBody(file, string(source)) {
		say(fmt.Sprintf("%s:%d", path.Join(one.dir, file), f.Line), f.Message)
	}
}

// newNames holds the names of reflexes that were not there before against the
// built-in collection's.
func (s *source) newNames(before, r *release) {
	for _, one := range r.reflexes {
		isNew := before == nil || before.at(one.dir) == nil
		if isNew && one.dir != "" && !s.isLogged(r.version) && s.once("std name", one.dir) {
			s.nearStd(s.Listing, path.Base(one.dir), s.at(one))
		}
	}
}

// againstLog holds a release against what was logged of its version.
func (s *source) againstLog(r *release) {
	for _, line := range s.logged[r.version] {
		one := r.at(line.Name.Dir())
		switch {
		case line.Commit != r.commit:
			s.find(Refuse, DiffersFromLog, movedTag, "%s %s is commit %s, and %s in the log", s.Ref, r.version, r.commit, line.Commit)
			return
		case one != nil && one.h1 != line.H1:
			s.find(Refuse, DiffersFromLog, movedTag, "%s %s is %s, and %s in the log", s.at(one), r.version, one.h1, line.H1)
		}
	}
}

const movedTag = "put the tag back where it was, and publish a new one"

// contract holds a release's contracts against those of the one before it.
func (s *source) contract(before, r *release) {
	level := contractdiff.Same
	for _, one := range r.reflexes {
		level = max(level, s.against(before, r, one))
	}
	for _, was := range before.reflexes {
		if r.at(was.dir) == nil {
			level = contractdiff.Major
		}
	}
	asked := contractdiff.Next(before.version, level)
	if r.version.Compare(asked) < 0 {
		s.find(s.past(r.version, Human), Contract, "publish "+contractdiff.Next(s.newest, level).String(),
			"%s %s is too low: since %s the contract changed, %s, and asks for %s", s.Ref, r.version, before.version, level, asked)
	}
}

// against compares one reflex with what it was, and says what a person who
// consented to the one before would be asked again.
func (s *source) against(before, r *release, one *reflex) contractdiff.Level {
	was := before.at(one.dir)
	if was == nil {
		return contractdiff.Minor
	}
	if was.manifest == nil || one.manifest == nil {
		return contractdiff.Same
	}
	diff := contractdiff.Compare(was.manifest, one.manifest)
	for _, p := range diff.Problems(s.called(one)) {
		s.find(s.past(r.version, Human), Was, "publish a tag that keeps it", "%s %s: %s", s.at(one), r.version, p.Message)
	}
	s.consent(r, one, contractdiff.Weigh(contractdiff.Asked(was.manifest), contractdiff.Asked(one.manifest)))
	return diff.Level
}

func (s *source) consent(r *release, one *reflex, o contractdiff.Outcome) {
	if o.Effect == contractdiff.Waiting {
		s.find(Human, EffectLoosened, "a maintainer agrees", "%s %s: the effect was %s and is %s", s.at(one), r.version, o.Locked.Effect, o.Upstream.Effect)
	}
	if o.Needs == contractdiff.Waiting {
		s.find(Human, NeedsWidened, "a maintainer agrees", "%s %s: needs more: %s", s.at(one), r.version, o.Upstream.Needs.Without(o.Locked.Needs))
	}
}
