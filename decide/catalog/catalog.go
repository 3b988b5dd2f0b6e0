// Package catalog is the installed set compiled for asking: which reflexes are
// in play, what their arguments offer, and a digest that changes whenever an
// answer about them could.
//
// A Set is what a project has active: effective manifests, the effects and the
// reach consented to, vocabularies, and the adapter that answers. Within checks
// that its questions fit what an adapter takes. A Catalog is never changed and
// may be read from several goroutines.
//
// The peer calls this a plan; here a plan is the steps of a sentence (design,
// section 1).
package catalog

import (
	"slices"
	"sync"

	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// A Reflex is one active reflex.
type Reflex struct {
	Name     string
	Manifest *manifest.Manifest // the effective one: shipped, with the person's wording
	Effect   manifest.Effect    // consented to
	Needs    manifest.Needs     // consented to
	Settings []Held             // how each setting is held, never its value
}

// Held is how one setting is held.
type Held struct {
	Key string
	Var string // the variable it is read from; "" for a plain value
}

// An Adapter is who answers: its name in evoke.toml, its id, and its bars.
type Adapter struct {
	Name, ID string
	Bars     *Bars
}

// A Set is everything active in a project.
type Set struct {
	Reflexes []Reflex // in the project's order
	Vocabs   map[string]project.Vocabulary
	Adapter  Adapter
}

// A Catalog is a set, compiled.
type Catalog struct {
	set    Set
	listed map[[2]string][]question.Option // by reflex and argument
	said   func() map[string]bool          // every word a reflex says of itself, folded
	digest string
}

// New compiles a set.
func New(set Set) *Catalog {
	c := &Catalog{set: set, listed: map[[2]string][]question.Option{}, digest: digest(set)}
	c.said = sync.OnceValue(c.hear) // few sentences need it
	for _, r := range set.Reflexes {
		for _, a := range r.Manifest.Args {
			if list := c.list(r, a); list != nil {
				c.listed[[2]string{r.Name, a.Name}] = list
			}
		}
	}
	return c
}

// Digest is the set's digest, `h1:` and 64 hex digits.
func (c *Catalog) Digest() string { return c.digest }

// Reflexes are the active reflexes, in the project's order.
func (c *Catalog) Reflexes() []Reflex { return c.set.Reflexes }

// Bars are the adapter's; nil when it ships none.
func (c *Catalog) Bars() *Bars { return c.set.Adapter.Bars }

// AdapterName is who answers, as evoke.toml names it.
func (c *Catalog) AdapterName() string { return c.set.Adapter.Name }

// AdapterID is who answers, with the version of it.
func (c *Catalog) AdapterID() string { return c.set.Adapter.ID }

// Reflex is the active reflex called name, or nil.
func (c *Catalog) Reflex(name string) *Reflex {
	for i := range c.set.Reflexes {
		if c.set.Reflexes[i].Name == name {
			return &c.set.Reflexes[i]
		}
	}
	return nil
}

// Tagged are the reflexes that carry one of the tags, or all of them for none.
func (c *Catalog) Tagged(tags []string) []Reflex {
	if len(tags) == 0 {
		return c.set.Reflexes
	}
	var kept []Reflex
	for _, r := range c.set.Reflexes {
		if slices.ContainsFunc(r.Manifest.Tags, func(t string) bool { return slices.Contains(tags, t) }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Listed are the keys an argument offers, with what they mean: an author's
// options or a person's words. It is nil for an argument of another source and
// for an empty vocabulary.
func (c *Catalog) Listed(reflex, arg string) []question.Option {
	return c.listed[[2]string{reflex, arg}]
}

// Words are the words of a vocabulary.
func (c *Catalog) Words(vocab string) []project.Word { return c.set.Vocabs[vocab].Words }

// Bound is the value a vocabulary sets for a word; nil when it sets none.
func (c *Catalog) Bound(vocab, word string) *string {
	v := c.set.Vocabs[vocab]
	if w := v.Word(word); w != nil {
		return w.Value
	}
	return nil
}

// list is an argument's keys, each with the examples that assert it. Those of a
// person's word stand in an overlay.
func (c *Catalog) list(r Reflex, a manifest.Argument) []question.Option {
	var list []question.Option
	add := func(key, what string) {
		list = append(list, question.Option{Key: key, Text: question.Text{What: what, Examples: asserting(r.Manifest, a.Name, key)}})
	}
	switch a.Source {
	case manifest.Options:
		for _, o := range a.Options {
			add(o.Key, o.Meaning)
		}
	case manifest.Vocab:
		for _, w := range c.set.Vocabs[a.Vocab].Words {
			add(w.Word, w.What)
		}
	}
	return list
}

func asserting(m *manifest.Manifest, arg, key string) []string {
	var examples []string
	for _, r := range m.Examples {
		if asserts(r, arg, key) {
			examples = append(examples, r.Utterance)
		}
	}
	return examples
}

func asserts(r manifest.Record, arg, key string) bool {
	return slices.ContainsFunc(r.Asserts, func(as manifest.Assertion) bool {
		return as.Arg == arg && as.Value == key && !as.Raised && !as.Unstated
	})
}
