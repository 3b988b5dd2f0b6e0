// Package resolve chooses: a version among a repository's tags, and the reflex
// directories a ref takes from a tree.
//
// A version tag is `[v]X.Y.Z`; every other tag is ignored. The newest is the
// highest by its three numbers. `1.2.0` and `v1.2.0` on one commit are one
// version, fetched as `1.2.0`; on two commits that version cannot be chosen,
// and nothing older is chosen in its stead. The rules are behaviour.md 1.2 and
// 2.2 and the design's, section 2.
//
// Listings and trees come in as values: nothing here asks a remote.
package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/ref"
	"sinew/pkg/text"
)

// A Tag is one tag of a listing, without refs/tags/. Commit is what it peels
// to. Both are the remote's own words.
type Tag struct{ Name, Commit string }

// A Choice is a version to fetch, under the name its tag has.
type Choice struct {
	Version ref.Version
	TagName string
	Commit  string
}

// Choose is the pinned version, or the newest when pin is nil. The error is a
// *NoVersionError, a *NoTagError or a *TwoTagsError; each one's text follows
// the ref in a line.
func Choose(tags []Tag, pin *ref.Version) (Choice, error) {
	return Versions(tags).Choose(pin)
}

// A List is the versions of one repository.
type List struct {
	choices []Choice // from the oldest; of one version, the tags by name
	near    []string // tags that hold a number and are no version
}

// Versions sorts a listing of tags, which may be in any order.
func Versions(tags []Tag) List {
	var list List
	for _, t := range tags {
		if v, ok := ref.ParseVersion(t.Name); ok {
			list.choices = append(list.choices, Choice{Version: v, TagName: t.Name, Commit: t.Commit})
		} else if strings.ContainsAny(t.Name, "0123456789") {
			list.near = append(list.near, t.Name)
		}
	}
	slices.SortFunc(list.choices, func(a, b Choice) int {
		return cmp.Or(a.Version.Compare(b.Version), cmp.Compare(a.TagName, b.TagName), cmp.Compare(a.Commit, b.Commit))
	})
	slices.Sort(list.near)
	return list
}

// Choose is the pinned version, or the newest when pin is nil.
func (l List) Choose(pin *ref.Version) (Choice, error) {
	if pin != nil {
		return l.At(*pin)
	}
	return l.Newest()
}

// All are the versions, from the oldest, each once.
func (l List) All() []ref.Version {
	var all []ref.Version
	for _, c := range l.choices {
		all = append(all, c.Version)
	}
	return slices.Compact(all)
}

// Newest is the highest version.
func (l List) Newest() (Choice, error) {
	if len(l.choices) == 0 {
		return Choice{}, &NoVersionError{Near: l.near}
	}
	return l.At(l.choices[len(l.choices)-1].Version)
}

// At is the choice of one version.
func (l List) At(v ref.Version) (Choice, error) {
	start, found := slices.BinarySearchFunc(l.choices, v, func(c Choice, v ref.Version) int { return c.Version.Compare(v) })
	if !found {
		return Choice{}, &NoTagError{Version: v}
	}
	chosen := l.choices[start]
	for _, other := range l.choices[start+1:] {
		if other.Version != v {
			break
		}
		if other.Commit != chosen.Commit {
			return Choice{}, &TwoTagsError{Version: v, One: tagOf(chosen), Other: tagOf(other)}
		}
	}
	return chosen, nil
}

func tagOf(c Choice) Tag { return Tag{Name: c.TagName, Commit: c.Commit} }

// A NoVersionError is a repository whose tags name no version. Near are the
// tags that hold a number all the same, in byte order.
type NoVersionError struct{ Near []string }

// Error follows the ref in a line (behaviour.md 2.3).
func (e *NoVersionError) Error() string {
	why := ""
	if len(e.Near) > 0 {
		shown := e.Near[:min(3, len(e.Near))]
		verb := "are"
		if len(e.Near) == 1 {
			verb = "is"
		}
		why = fmt.Sprintf(" (%s %s not [v]X.Y.Z)", text.Escape(strings.Join(shown, ", "))+more(len(e.Near)-len(shown)), verb)
	}
	return "has no version tag" + why + "; its author publishes one with git push --tags"
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// A NoTagError is a pinned version that no tag names.
type NoTagError struct{ Version ref.Version }

// Error follows the ref in a line (behaviour.md 2.3).
func (e *NoTagError) Error() string { return "has no tag " + e.Version.String() }

// A TwoTagsError is a version that two tags name, on different commits.
type TwoTagsError struct {
	Version    ref.Version
	One, Other Tag
}

// Error follows the ref in a line.
func (e *TwoTagsError) Error() string {
	return fmt.Sprintf("names %s twice, on different commits: %s on %s, %s on %s",
		e.Version, e.One.Name, short(e.One.Commit), e.Other.Name, short(e.Other.Commit))
}

func short(commit string) string { return text.Escape(commit[:min(12, len(commit))]) }
