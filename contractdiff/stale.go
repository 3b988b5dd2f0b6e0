package contractdiff

import (
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// stale is the paths at which the person says something and upstream's own text
// changed, there or not before or after included: the rows "stale" of the
// manual's table. Renames are followed.
func (u Update) stale() [][]string {
	if u.After == nil {
		return nil
	}
	s := staleness{Update: u, renames: renames(u.Previous, u.Next)}
	s.top()
	s.wordings()
	s.records()
	slices.SortFunc(s.paths, slices.Compare[[]string])
	return s.paths
}

type staleness struct {
	Update
	renames renaming
	paths   [][]string
}

// mark notes a path when the person has words there and upstream's changed.
func (s *staleness) mark(yours, changed bool, path ...string) {
	if yours && changed {
		s.paths = append(s.paths, path)
	}
}

func (s *staleness) top() {
	was, is, yours := s.Previous, s.Next, s.After
	s.mark(yours.Description != "", was.Description != is.Description, "description")
	s.mark(yours.NotFor != nil, !slices.Equal(was.NotFor, is.NotFor), "not_for")
	s.mark(yours.Tags != nil, !slices.Equal(was.Tags, is.Tags), "tags")
	s.mark(yours.Effect != nil, was.Effect != is.Effect, "effect")
	s.mark(yours.Confirm != "", s.renamed(was.Confirm) != is.Confirm, "confirm")
}

// renamed is a previous confirm under the arguments' current names.
func (s *staleness) renamed(confirm string) string {
	template, err := manifest.ParseTemplate(confirm)
	if err != nil {
		return confirm
	}
	return template.Fill(func(x string) string { return "{" + s.renames.current(x) + "}" })
}

// wordings leaves out an argument the reflex does not have: it is orphaned.
func (s *staleness) wordings() {
	before, now := s.formers(), map[string]manifest.Argument{}
	for _, a := range s.Next.Args {
		now[a.Name] = a
	}
	for _, w := range s.After.Args {
		if is, ok := now[w.Arg]; ok {
			s.wording(w, before[w.Arg], is)
		}
	}
}

func (s *staleness) wording(w manifest.Wording, was, is manifest.Argument) {
	s.mark(w.Ask != "", was.Ask != is.Ask, "args", w.Arg, "ask")
	before, now := meanings(was), meanings(is)
	for _, o := range w.Options {
		s.mark(true, before[o.Key] != now[o.Key], "args", w.Arg, "options", o.Key)
	}
}

// formers are the previous arguments by their current names: the one that had
// the name already, or the first that was renamed to it.
func (s *staleness) formers() map[string]manifest.Argument {
	all := map[string]manifest.Argument{}
	for _, a := range s.Previous.Args {
		now := s.renames.current(a.Name)
		if _, there := all[now]; !there || now == a.Name {
			all[now] = a
		}
	}
	return all
}

func meanings(a manifest.Argument) map[string]string {
	all := map[string]string{}
	for _, o := range a.Options {
		all[o.Key] = o.Meaning
	}
	return all
}

// A shippedForm is how upstream has an utterance: in which table, and what it
// asserts, in any order. The zero one is an utterance upstream does not have.
type shippedForm struct {
	table   string
	never   bool
	asserts map[string]manifest.Assertion
}

func (f shippedForm) same(other shippedForm) bool {
	if f.table != other.table || f.never != other.never || len(f.asserts) != len(other.asserts) {
		return false
	}
	for arg, a := range f.asserts {
		if other.asserts[arg] != a {
			return false
		}
	}
	return true
}

func (s *staleness) records() {
	if len(s.After.Examples)+len(s.After.Tests) == 0 {
		return
	}
	before := shipped(s.Previous, s.renames)
	now := shipped(s.Next, nil)
	for _, of := range []struct {
		table   string
		records []manifest.Record
	}{{"examples", s.After.Examples}, {"tests", s.After.Tests}} {
		for _, r := range of.records {
			id := text.Identity(r.Utterance)
			s.mark(true, !before[id].same(now[id]), of.table, r.Utterance)
		}
	}
}

// shipped is every record of a manifest by the identity of its utterance, under
// the arguments' current names.
func shipped(m *manifest.Manifest, renames renaming) map[string]shippedForm {
	all := map[string]shippedForm{}
	for _, of := range []struct {
		table   string
		records []manifest.Record
	}{{"examples", m.Examples}, {"tests", m.Tests}} {
		for _, r := range of.records {
			form := shippedForm{of.table, r.Never, map[string]manifest.Assertion{}}
			for _, a := range r.Asserts {
				a.Arg = renames.current(a.Arg)
				form.asserts[a.Arg] = a
			}
			all[text.Identity(r.Utterance)] = form
		}
	}
	return all
}
