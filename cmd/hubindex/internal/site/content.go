package site

import (
	"strings"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/store"
)

const (
	manifestName = "reflex.toml"
	maxCompared  = 256 << 10 // bytes of a manifest; of a larger one the contract is not compared
)

// A content is what is in a version's tree.
type content struct {
	there    bool // the tree was read
	tree     tree.Tree
	manifest *manifest.Manifest // nil where the tree is missing, or it does not read
	large    bool               // the manifest is over maxCompared
}

// contentOf reads a tree by its h1.
func contentOf(trees *store.Store, name hublog.Name, h1 string) content {
	entry, err := trees.Get(tree.Digest(h1))
	if err != nil {
		return content{} // there is no error but that it is missing
	}
	c := content{there: true, tree: entry.Tree}
	if text, ok := entry.Tree.Get(manifestName); ok {
		c.manifest, _ = manifest.Parse(titleOf(name), text)
		c.large = len(text) > maxCompared
	}
	return c
}

// read reads the trees of a reflex's releases, lowest first, and compares each
// with the one before. It keeps only the last tree.
func read(trees *store.Store, all []*release) {
	for i, l := range all {
		l.content = contentOf(trees, l.Name, l.H1)
		if i == 0 {
			continue
		}
		before := all[i-1]
		if before.there && l.there {
			l.change = compare(before.content, l.content, before.Version, l.Version)
		}
		before.tree = tree.Tree{}
	}
}

// refOf is a name as `add` takes it, in the short form where there is one.
func refOf(name hublog.Name) ref.Reference {
	if short, ok := strings.CutPrefix(strings.Replace(string(name), "#", "/", 1), "github.com/"); ok {
		if loc, err := ref.Parse(short); err == nil && loc.Pin == nil && !loc.IsLocal() {
			if back, ok := hublog.NameOf(loc.Reference); ok && back == name {
				return loc.Reference
			}
		}
	}
	loc, _ := ref.Parse("https://" + string(name)) // which is how a name is read
	return loc.Reference
}

// titleOf is what a reflex is called by itself.
func titleOf(name hublog.Name) string { return refOf(name).LastSegment() }

// addLine is the command that installs a reflex, for a shell.
func addLine(r ref.Reference) string { return "sinew add " + text.ShellWord(r.String()) }

// entryOf is what the index says of a reflex, by its highest version.
func entryOf(all []*release) hubsearch.Entry {
	l := all[len(all)-1]
	e := hubsearch.Entry{
		Name: l.Name, Ref: refOf(l.Name).String(), Version: l.Version.String(), Commit: l.Commit, H1: l.H1,
		Effect: l.Effect, FirstSeen: timeText(l.Seen), Retracted: l.retracted(), Signer: l.signer(),
	}
	if l.manifest != nil {
		addManifest(&e, l.manifest)
	}
	return e.Bounded()
}

func addManifest(e *hubsearch.Entry, m *manifest.Manifest) {
	e.Does, e.Tags, e.Needs = m.Description, m.Tags, hubsearch.Needs(m.Needs)
	for _, a := range m.Args {
		e.Args = append(e.Args, a.Name)
	}
	for _, x := range m.Examples {
		if !x.Never {
			e.Examples = append(e.Examples, x.Utterance)
		}
	}
}
