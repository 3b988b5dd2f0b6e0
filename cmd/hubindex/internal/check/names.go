package check

import (
	"path"
	"slices"
	"strings"
	"sync"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/hub-index/std"
	"sinew/pkg/ref"
	"sinew/resolve"
)

// names holds a listing's name against every other listed one and the built-in
// collection's.
func (c *checking) names(l listing.Listing, isNew bool) {
	for _, other := range c.listed {
		if other.Path == l.Path {
			continue
		}
		if l.Same(other) {
			twice := listing.Twice(l, other.Path)
			c.add(Reason{Type: ListedTwice, Verdict: Refuse, Listing: l.Path, Message: twice.Why, Fix: twice.Fix})
		} else if isNew {
			c.near(l, other)
		}
	}
	if isNew {
		c.nearStd(l, l.Ref.Repo.Owner, "")
		c.nearStd(l, repoName(l.Ref.Repo), "")
	}
}

// near looks at two names of two owners: one owner may call his own as he
// likes.
func (c *checking) near(l, other listing.Listing) {
	owner, name := parts(l)
	otherOwner, otherName := parts(other)
	if owner == otherOwner {
		return
	}
	mine, theirs := owner+"/"+name, otherOwner+"/"+otherName
	why := Reason{Verdict: Human, Listing: l.Path, Fix: "a maintainer asks both owners"}
	switch {
	case skeleton(owner)+"/"+skeleton(name) == skeleton(otherOwner)+"/"+skeleton(otherName):
		why.Type, why.Message = LookAlike, l.Ref.String()+" looks like "+other.Ref.String()
	case near(mine, theirs):
		why.Type, why.Message = NearName, l.Ref.String()+" is a slip away from "+other.Ref.String()
	default:
		return
	}
	c.add(why)
}

// nearStd holds one name against the built-in collection's. dir is the reflex's
// directory, for the message.
func (c *checking) nearStd(l listing.Listing, called, dir string) {
	for _, word := range stdNames() {
		if called == "" || !nearWord(called, word) {
			continue
		}
		message := called + " is, or is near, the built-in " + word
		if dir != "" {
			message = dir + ": " + message
		}
		c.add(Reason{Type: StdName, Verdict: Human, Listing: l.Path, Message: message, Fix: "choose another name, or a maintainer agrees"})
		return
	}
}

// nearWord is stricter than near: words of a few letters are near each other
// without anybody's meaning it, so one that is a slip away has to begin with
// the same letter. `std` itself may be a slip away anywhere.
func nearWord(called, word string) bool {
	called = folded(called)
	if skeleton(called) == skeleton(word) {
		return true
	}
	return near(called, word) && (word == stdWord || strings.HasPrefix(called, word[:1]))
}

const stdWord = "std"

// stdNames are the word std and the reflexes of the newest built-in collection.
var stdNames = sync.OnceValue(func() []string {
	names := []string{stdWord}
	newest, err := resolve.Choose(std.Tags(), nil)
	if err != nil {
		return names
	}
	_, files, err := std.Tree(newest.TagName)
	if err != nil {
		return names
	}
	for _, dir := range resolve.All(files) {
		names = append(names, path.Base(dir))
	}
	return slices.Compact(names)
})

// repoName is a repository's own name, without a URL's `.git`.
func repoName(r ref.Repo) string { return ref.Reference{Repo: r}.LastSegment() }

// parts are a repository's owner and name, folded; on another host the owner is
// the host and what stands before the name.
func parts(l listing.Listing) (owner, name string) {
	owner, name = path.Split(strings.TrimPrefix(folded(string(l.Name)), "github.com/"))
	return strings.TrimSuffix(owner, "/"), name
}
