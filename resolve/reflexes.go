package resolve

import (
	"path"
	"slices"
	"strings"

	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

const manifestName = "reflex.toml"

// All are the directories of the tree that hold a reflex.toml, in byte order:
// every reflex of the repository. "" is the root.
func All(t tree.Tree) []string {
	var dirs []string
	for _, f := range t.Files() {
		if path.Base(f.Path) == manifestName {
			dirs = append(dirs, strings.TrimSuffix(strings.TrimSuffix(f.Path, manifestName), "/"))
		}
	}
	slices.Sort(dirs)
	return dirs
}

// Reflexes are the directories a ref takes from its repository's tree: its own
// when that is a reflex, and otherwise its direct children that are, in byte
// order. "" is the root. The error is a *NoReflexError.
func Reflexes(t tree.Tree, r ref.Reference) ([]string, error) {
	if _, ok := t.Get(path.Join(r.Dir, manifestName)); ok {
		return []string{r.Dir}, nil
	}
	var children []string
	for _, dir := range All(t) {
		if parent(dir) == r.Dir {
			children = append(children, dir)
		}
	}
	if children == nil {
		return nil, &NoReflexError{Reference: r}
	}
	return children, nil
}

func parent(dir string) string {
	if i := strings.LastIndexByte(dir, '/'); i >= 0 {
		return dir[:i]
	}
	return ""
}

// A NoReflexError is a ref whose directory holds no reflex, nor do its direct
// children.
type NoReflexError struct{ Reference ref.Reference }

// Error opens the line of behaviour.md 2.3; the version follows it there.
func (e *NoReflexError) Error() string { return "no reflex.toml at " + e.Reference.String() }
