package tree

import (
	"fmt"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"sinew/pkg/text"
)

// A PathError is a path that may not stand in a tree, and why. Its text prints
// after what was being read; Path may hold any bytes, escape it to show it.
type PathError struct {
	Path string
	Why  string // `is a symbolic link`, `is no plain relative path`, …
}

// Error is `<path> <why>` with the path escaped.
func (e *PathError) Error() string { return text.Escape(e.Path) + " " + e.Why }

// MaxPath is the longest path of a tree, in bytes.
const MaxPath = 1024

// CheckPath reports why a path may not stand in a tree, or nil: it must be
// relative, in clean UTF-8, without empty, `.`, `..` or `.git` segments (in any
// case, and as file systems that ignore case or some characters see it) and
// without a backslash.
func CheckPath(path string) error {
	if _, bad := text.FirstUnclean(path); bad {
		return &PathError{path, "holds a character that no path may hold"}
	}
	if len(path) > MaxPath {
		return &PathError{path, fmt.Sprintf("is over %d bytes long", MaxPath)}
	}
	if strings.Contains(path, `\`) {
		return &PathError{path, "holds a backslash"}
	}
	for segment := range strings.SplitSeq(path, "/") {
		if !plainSegment(segment) {
			return &PathError{path, "is no plain relative path"}
		}
	}
	return nil
}

func plainSegment(s string) bool {
	switch folded := fold(strings.TrimRight(s, ". ")); folded {
	case "", ".git", "git~1":
		return false
	}
	return true
}

// fold is a segment as a file system that ignores case and Unicode form sees
// it.
func fold(s string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(s)))
}

// CheckPaths checks every path and that no two of them, or of their parent
// directories, are one name to a file system that ignores case or Unicode
// form, or are both a file and a directory. paths are in byte order.
func CheckPaths(paths []string) error {
	seen := make(map[string]string, 2*len(paths)) // folded prefix -> prefix as first written
	files := make(map[string]bool, len(paths))
	for _, path := range paths {
		if err := CheckPath(path); err != nil {
			return err
		}
		for end := range prefixEnds(path) {
			prefix := path[:end]
			folded := fold(prefix)
			first, ok := seen[folded]
			switch {
			case !ok:
				seen[folded] = prefix
			case first != prefix:
				return &PathError{path, fmt.Sprintf("and %s are one name where case or Unicode form is ignored", text.Escape(first))}
			case files[prefix] || end == len(path):
				return &PathError{path, "is there twice, or is both a file and a directory"}
			}
		}
		files[path] = true
	}
	return nil
}

// prefixEnds yields the end of each leading part of path that ends at a slash
// or at path's end.
func prefixEnds(path string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range len(path) {
			if path[i] == '/' && !yield(i) {
				return
			}
		}
		yield(len(path))
	}
}
