package mirror

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/ref"
	"sinew/resolve"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// A held tag is one line of a list of tags.
type held struct {
	name   string
	id     gitpack.ID // of the tag object, or of the commit itself
	commit gitpack.ID
}

// parseTags reads a repository's list of tags, which must be the one of that
// address and no longer than so many lines. What it takes, formatTags gives
// back byte for byte. The error is a *remote.Error.
func parseTags(data []byte, address string, most int) ([]held, error) {
	var tags []held
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line, whole := strings.CutSuffix(line, "\n")
		switch {
		case !whole:
			return nil, refuse("its list of tags ends inside line %d", number)
		case number == 1 && line != "# "+address:
			return nil, refuse("its list of tags is not the one of this repository")
		case number == 1:
			continue
		case len(tags) == most:
			return nil, refuse("its list of tags is over %d tags", most)
		}
		tag, ok := parseTag(line)
		if !ok || len(tags) > 0 && tags[len(tags)-1].name >= tag.name {
			return nil, refuse("its list of tags is malformed at line %d", number)
		}
		tags = append(tags, tag)
	}
	if number == 0 {
		return nil, refuse("its list of tags is empty")
	}
	return tags, nil
}

// parseTag reads `<commit> <tag>` or `<commit> <tag> <id>`.
func parseTag(line string) (held, bool) {
	commit, rest, _ := strings.Cut(line, " ")
	name, object, annotated := strings.Cut(rest, " ")
	t := held{name: name}
	var ok bool
	if t.commit, ok = gitpack.ParseID(commit); !ok {
		return held{}, false
	}
	t.id = t.commit
	if annotated {
		if t.id, ok = gitpack.ParseID(object); !ok || t.id == t.commit || len(t.id) != len(t.commit) {
			return held{}, false
		}
	}
	_, ok = ref.ParseVersion(name)
	return t, ok
}

// formatTags is a list of tags, which stand in byte order, each once.
func formatTags(address string, tags []held) []byte {
	out := fmt.Appendf(nil, "# %s\n", address)
	for _, t := range tags {
		out = fmt.Appendf(out, "%s %s", t.commit, t.name)
		if t.id != t.commit {
			out = fmt.Appendf(out, " %s", t.id)
		}
		out = append(out, '\n')
	}
	return out
}

// with is tags and those of the packs; of one name, the pack's.
func with(tags []held, packs []remote.Pack) []held {
	byName := map[string]held{}
	for _, t := range tags {
		byName[t.name] = t
	}
	for _, p := range packs {
		byName[p.Tag] = held{name: p.Tag, id: p.ID, commit: p.Commit}
	}
	all := make([]held, 0, len(byName))
	for _, t := range byName {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b held) int { return strings.Compare(a.name, b.name) })
	return all
}

// listing is tags as a remote lists them.
func listing(tags []held) []resolve.Tag {
	all := make([]resolve.Tag, len(tags))
	for i, t := range tags {
		all[i] = resolve.Tag{Name: t.name, Commit: t.commit.String()}
	}
	return all
}
