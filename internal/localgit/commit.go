package localgit

import (
	"path"
	"slices"
	"strings"
	"sync"

	"sinew/pkg/tree"
	"sinew/resolve/remote/gitpack"
)

// A Commit is what one commit holds. It may be read by several goroutines.
type Commit struct {
	repo *Repo
	id   gitpack.ID
	root gitpack.ID

	mu   sync.Mutex
	dirs map[string]map[string]gitpack.Entry // by path: the names of a directory
}

// At is the commit of an id in hex, as Tags and Head give it.
func (r *Repo) At(commit string) (*Commit, error) {
	id, ok := gitpack.ParseID(commit)
	if !ok {
		return nil, &gitpack.Refusal{Why: "a commit has no id"}
	}
	root, err := r.store.objects.Root(id)
	return &Commit{repo: r, id: id, root: root, dirs: map[string]map[string]gitpack.Entry{}}, err
}

// Tree is every file of the commit, by the rules of a fetch: its error is why a
// fetch of the commit would be refused.
func (c *Commit) Tree() (tree.Tree, error) { return c.repo.store.objects.Tree(c.id) }

// File is the bytes of the file at a path; found is false where there is none.
func (c *Commit) File(name string) (content []byte, found bool, err error) {
	e, found, err := c.entry(name)
	if err != nil || !found || e.Dir || !e.Plain {
		return nil, false, err
	}
	content, err = c.repo.store.objects.Blob(e.ID)
	return content, err == nil, err
}

// Holds reports whether the file at a path has just these bytes, without
// reading it.
func (c *Commit) Holds(name string, content []byte) (bool, error) {
	e, found, err := c.entry(name)
	return found && !e.Dir && e.Plain && e.ID == gitpack.BlobID(c.repo.format, content), err
}

// Dirs are the names of the directories directly below dir, sorted; "" is the
// root. A directory that is not there has none.
func (c *Commit) Dirs(dir string) ([]string, error) {
	all, err := c.list(dir)
	var names []string
	for name, e := range all {
		if e.Dir {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}

func (c *Commit) entry(name string) (gitpack.Entry, bool, error) {
	dir, base := path.Split(name)
	all, err := c.list(strings.TrimSuffix(dir, "/"))
	e, found := all[base]
	return e, found, err
}

// list are the names in one directory.
func (c *Commit) list(dir string) (map[string]gitpack.Entry, error) {
	c.mu.Lock()
	known, ok := c.dirs[dir]
	c.mu.Unlock()
	if ok {
		return known, nil
	}
	id := c.root
	if dir != "" {
		e, found, err := c.entry(dir)
		if err != nil || !found || !e.Dir {
			return nil, err
		}
		id = e.ID
	}
	entries, err := c.repo.store.objects.List(id)
	if err != nil {
		return nil, err
	}
	all := make(map[string]gitpack.Entry, len(entries))
	for _, e := range entries {
		all[e.Name] = e
	}
	c.mu.Lock()
	c.dirs[dir] = all
	c.mu.Unlock()
	return all, nil
}
