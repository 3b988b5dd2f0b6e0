package main

import (
	"context"
	"maps"
	"path"
	"slices"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/hub-index/std"
	"sinew/internal/turn"
	"sinew/internal/vectorcache"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// room is for the vectors of more texts than std and its records have.
const room = 20_000

// A class is what lessons are given to: all of std over a person's words. It
// never changes, a lesson makes another set. It may be used from several
// goroutines.
type class struct {
	by      local.Engine
	vocabs  map[string]project.Vocabulary
	shipped map[string]*manifest.Manifest
}

// newClass installs the newest std that the program carries.
func newClass(vocabularies []*project.Vocabulary) (*class, error) {
	c := &class{
		by:     local.With(vectorcache.Open("", room)),
		vocabs: map[string]project.Vocabulary{}, shipped: map[string]*manifest.Manifest{},
	}
	for _, v := range vocabularies {
		c.vocabs[v.Name] = *v
	}
	tags := std.Tags()
	_, files, err := std.Tree(tags[len(tags)-1].Name)
	if err != nil {
		return nil, err
	}
	for _, f := range files.Files() {
		dir, file := path.Split(f.Path)
		if file != "reflex.toml" {
			continue
		}
		name := path.Base(dir)
		if c.shipped[name], err = manifest.Parse(name, f.Bytes); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// installed is all of std, one reflex of it taught to be m; nil for none.
func (c *class) installed(taught string, m *manifest.Manifest) *catalog.Catalog {
	set := catalog.Set{
		Vocabs:  c.vocabs,
		Adapter: catalog.Adapter{Name: "local", ID: c.by.ID(), Bars: c.by.Bars()},
	}
	for _, name := range slices.Sorted(maps.Keys(c.shipped)) {
		now := c.shipped[name]
		if name == taught {
			now = m
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: now, Effect: now.Effect, Needs: now.Needs})
	}
	return catalog.New(set)
}

// words are those of a vocabulary.
func (c *class) words(vocab string) []project.Word { return c.vocabs[vocab].Words }

// decide decides a text over a set.
func (c *class) decide(ctx context.Context, set *catalog.Catalog, text string) (gate.Decision, error) {
	t, err := turn.Consider(ctx, set, c.by, text)
	return t.Decision, err
}

// judged are the verdicts over records of a set.
func (c *class) judged(ctx context.Context, set *catalog.Catalog, records []judge.Case) ([]judge.Verdict, error) {
	verdicts := make([]judge.Verdict, len(records))
	for i, r := range records {
		d, err := c.decide(ctx, set, r.Utterance)
		if err != nil {
			return nil, err
		}
		verdicts[i] = judge.Judge(r, judge.Of(d))
	}
	return verdicts, nil
}

// teach is all of std once a person has taught a sentence, by the edits that
// `sinew teach` makes of an overlay.
func (c *class) teach(s sentence) (*catalog.Catalog, error) {
	shipped := c.shipped[s.reflex]
	record, err := call.Lesson(s.call(), s.text, shipped, c.words)
	if err != nil {
		return nil, err
	}
	var src []byte
	for _, e := range project.Teach(s.reflex, nil, record) {
		if src, err = project.Apply(src, e); err != nil {
			return nil, err
		}
	}
	overlay, err := manifest.ReadOverlay(s.reflex, src, shipped)
	if err != nil {
		return nil, err
	}
	return c.installed(s.reflex, overlay.Over(shipped).Manifest), nil
}

// call is what a person writes of the call a sentence states: what it leaves
// out is not said.
func (s sentence) call() call.Written {
	w := call.Written{Reflex: s.reflex}
	for _, a := range s.asserts {
		switch {
		case a.Raised:
			w.Args = append(w.Args, call.WrittenArg{Name: a.Arg})
		case !a.Unstated:
			w.Args = append(w.Args, call.WrittenArg{Name: a.Arg, Value: &a.Value})
		}
	}
	return w
}
