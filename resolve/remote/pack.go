package remote

import (
	"sinew/pkg/tree"
	"sinew/resolve/remote/gitpack"
)

// A Pack is what a tag was said to be, and a pack that is to bear it out.
// Nobody vouches for either, wherever they came from, until Tree has read them.
type Pack struct {
	Tag    string     // without refs/tags/
	ID     gitpack.ID // of the tag object, or of the commit itself
	Commit gitpack.ID // what ID is said to stand for
	Bytes  []byte     // of depth 1, as git sent it
}

// Tree is every file of the commit's tree, each object proven by its id from
// the commit down. A pack that holds another commit for the tag is refused.
// The error is an *Error.
func (p Pack) Tree(limits Limits) (tree.Tree, error) {
	files, err := p.unpack(limits)
	if err != nil {
		return tree.Tree{}, refused(err)
	}
	return files, nil
}

func (p Pack) unpack(limits Limits) (tree.Tree, error) {
	objects, err := gitpack.Read(p.Bytes, gitpack.FormatOf(p.ID), limits.Limits)
	if err != nil {
		return tree.Tree{}, err
	}
	commit, err := objects.Commit(p.ID)
	if err != nil {
		return tree.Tree{}, err
	}
	if commit != p.Commit {
		return tree.Tree{}, fail(Refused, "the tag was listed at commit %s and is at %s", p.Commit, commit)
	}
	return objects.Tree(commit)
}
