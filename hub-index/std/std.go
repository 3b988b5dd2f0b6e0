// Package std is the collection built into the program: reflexes for Linux and
// macOS, as the git repository they are released in.
//
// The sources are the directories beside this file. What the program carries
// is std.pack, one git pack with the objects of every version ever released,
// and std.refs, a line `<commit> refs/tags/<version>` for each, oldest first;
// each version's commit has the one before it as its parent. Both are written
// by `go generate` (see package release) and read by git itself:
//
//	git init --bare std.git && cd std.git
//	git index-pack --stdin < ../std.pack && cp ../std.refs packed-refs
//
// So a reflex of std is added, locked, stored and verified as one from any
// other repository is: by its tag, its commit and its h1.
//
// Nothing is unpacked before a tree is asked for. No file, no network and no
// process is touched.
package std

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote/gitpack"
)

//go:generate go run ./gen

var (
	//go:embed std.pack
	pack []byte
	//go:embed std.refs
	refs string
)

var objects = sync.OnceValues(func() (*gitpack.Objects, error) {
	return gitpack.Read(pack, gitpack.SHA1, gitpack.Limits{})
})

// Tags are the versions the program carries, oldest first. The slice is the
// caller's.
func Tags() []resolve.Tag { return ParseRefs(refs) }

// Tree is the whole repository at a tag, and the commit the tag names, as 40
// hex digits. Every object on the way is named by its content, from the commit
// down. It may be called from several goroutines; the files' bytes are shared
// and nobody may change them. The error is for a tag the program does not
// carry.
func Tree(tag string) (commit string, files tree.Tree, err error) {
	for _, t := range Tags() {
		if t.Name == tag {
			files, err = at(t.Commit)
			return t.Commit, files, err
		}
	}
	return "", tree.Tree{}, fmt.Errorf("std has no version %s", text.Escape(tag))
}

func at(commit string) (tree.Tree, error) {
	id, ok := gitpack.ParseID(commit)
	if !ok {
		return tree.Tree{}, fmt.Errorf("std names no commit: %s", commit)
	}
	all, err := objects()
	if err != nil {
		return tree.Tree{}, err
	}
	return all.Tree(id)
}

// ParseRefs is the tags of a file like std.refs. Lines of another form are
// none.
func ParseRefs(refs string) []resolve.Tag {
	var tags []resolve.Tag
	for line := range strings.Lines(refs) {
		commit, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " refs/tags/")
		if ok {
			tags = append(tags, resolve.Tag{Name: name, Commit: commit})
		}
	}
	return tags
}
