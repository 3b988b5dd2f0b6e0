package tree

import (
	"fmt"
	"strings"
	"unicode/utf8"

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

// plainSegment leaves out git's own directory in every spelling that some file
// system takes for it: another case, trailing dots and spaces, a stream's
// name after a colon, characters that are ignored.
func plainSegment(s string) bool {
	s, _, _ = strings.Cut(s, ":")
	switch fold(strings.TrimRight(s, ". ")) {
	case "", ".git", "git~1":
		return false
	}
	return true
}

// fold is a segment as a file system sees it that ignores case, Unicode form
// and the characters that print as nothing. ASCII has one form, and none of
// those.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return foldUnicode(s)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func foldUnicode(s string) string {
	s = strings.Map(dropIgnored, s)
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(s)))
}

func dropIgnored(r rune) rune {
	if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
		return -1
	}
	return r
}

// CheckPaths checks every path, and that no two of them, or of their parent
// directories, are one name to a file system that ignores case or Unicode
// form, or are both a file and a directory. Its time is linear in the bytes
// of the paths.
func CheckPaths(paths []string) error {
	root := &entry{}
	for _, path := range paths {
		if err := CheckPath(path); err != nil {
			return err
		}
		if err := root.place(path); err != nil {
			return err
		}
	}
	return nil
}

// An entry is a name of the tree that CheckPaths has met.
type entry struct {
	path   string // as first written
	isFile bool
	below  map[string]*entry // by folded segment; nil for a file
}

// place walks down to path's entry, making what is missing.
func (e *entry) place(path string) error {
	for start := 0; start < len(path); {
		end := len(path)
		if slash := strings.IndexByte(path[start:], '/'); slash >= 0 {
			end = start + slash
		}
		next, err := e.enter(path[:end], fold(path[start:end]), end == len(path))
		if err != nil {
			return err
		}
		e, start = next, end+1
	}
	return nil
}

// enter is the entry below e at path, whose last segment folds to name.
func (e *entry) enter(path, name string, isFile bool) (*entry, error) {
	next, met := e.below[name]
	switch {
	case !met:
		if e.below == nil {
			e.below = map[string]*entry{}
		}
		next = &entry{path: path, isFile: isFile}
		e.below[name] = next
	case next.path != path:
		return nil, &PathError{path, fmt.Sprintf("and %s are one name where case or Unicode form is ignored", text.Escape(next.path))}
	case next.isFile && isFile:
		return nil, &PathError{path, "is there twice"}
	case next.isFile || isFile:
		return nil, &PathError{path, "is both a file and a directory"}
	}
	return next, nil
}
