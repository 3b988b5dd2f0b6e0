package localgit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sinew/pkg/ref"
	"sinew/resolve"
	"sinew/resolve/remote/gitpack"
)

const tagPrefix = "refs/tags/"

// VersionTags are the names of the tags that are versions, `1.2.0` or `v1.2.0`,
// in no order.
func (r *Repo) VersionTags() ([]string, error) {
	var names []string
	loose, err := os.ReadDir(filepath.Join(r.common, "refs", "tags"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	seen := map[string]bool{}
	add := func(name string) {
		if _, ok := ref.ParseVersion(name); ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, entry := range loose {
		add(entry.Name())
	}
	packed, err := r.packedRefs()
	for name := range packed {
		if tag, ok := strings.CutPrefix(name, tagPrefix); ok {
			add(tag)
		}
	}
	return names, err
}

// Tags are the tags of those names with the commits they stand for.
func (r *Repo) Tags(names []string) ([]resolve.Tag, error) {
	var tags []resolve.Tag
	for _, name := range names {
		id, found, err := r.ref(tagPrefix+name, 0)
		if err == nil && !found {
			err = &gitpack.Refusal{Why: "the tag " + name + " cannot be read"}
		}
		if err != nil {
			return nil, err
		}
		commit, err := r.store.objects.Commit(id)
		if err != nil {
			return nil, err
		}
		tags = append(tags, resolve.Tag{Name: name, Commit: commit.String()})
	}
	return tags, nil
}

// Head is the commit that is checked out, "" before the first one.
func (r *Repo) Head() (string, error) {
	id, found, err := r.ref("HEAD", 0)
	if err != nil || !found {
		return "", err
	}
	return id.String(), nil
}

// maxHops is how many refs may name one another.
const maxHops = 5

// ref is the object a full ref name stands for. A loose ref goes before a
// packed one.
func (r *Repo) ref(name string, hops int) (gitpack.ID, bool, error) {
	if hops > maxHops || !filepath.IsLocal(name) {
		return "", false, nil
	}
	dir := r.common
	if name == "HEAD" {
		dir = r.git
	}
	text := firstLine(filepath.Join(dir, filepath.FromSlash(name)))
	if to, symbolic := strings.CutPrefix(text, "ref: "); symbolic {
		return r.ref(strings.TrimSpace(to), hops+1)
	}
	if id, ok := gitpack.ParseID(strings.TrimSpace(text)); ok {
		return id, true, nil
	}
	packed, err := r.packedRefs()
	id, ok := packed[name]
	return id, ok, err
}

// packedRefs are the refs of the file packed-refs: `<id> <name>` a line; a line
// that begins with ^ tells what the tag above it peels to, which the objects
// say too.
func (r *Repo) packedRefs() (map[string]gitpack.ID, error) {
	r.store.refsOnce.Do(func() {
		text, err := readText(filepath.Join(r.common, "packed-refs"))
		r.store.refsErr, r.store.refs = err, map[string]gitpack.ID{}
		for line := range strings.Lines(text) {
			digits, name, _ := strings.Cut(strings.TrimSpace(line), " ")
			if id, ok := gitpack.ParseID(digits); ok {
				r.store.refs[name] = id
			}
		}
	})
	return r.store.refs, r.store.refsErr
}
