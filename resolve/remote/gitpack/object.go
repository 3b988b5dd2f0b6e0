package gitpack

import (
	"bytes"
	"fmt"
	"strings"
)

// get is the object of an id, which must be of that type. what names it in the
// refusal.
func (o *Objects) get(id ID, want kind, what string) ([]byte, error) {
	got, ok, err := o.find(id)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, o.missing(what, id)
	}
	if got.kind != want {
		return nil, refuse("%s %s is a %s, not a %s", what, id, got.kind, want)
	}
	return got.content, nil
}

// find is the object of an id, from the pack or from where objects are loaded.
func (o *Objects) find(id ID) (got object, found bool, err error) {
	if o.load != nil {
		return o.load(id)
	}
	got, found = o.byID[id]
	return got, found, nil
}

// missing is an object that is not where it should be.
func (o *Objects) missing(what string, id ID) error {
	if o.load != nil {
		return refuse("%s %s is not in the repository", what, id)
	}
	return &Refusal{Why: fmt.Sprintf("%s %s is not in the pack", what, id), Damaged: true}
}

// Commit is the commit that id names: id itself, or what a tag object, or a
// tag of a tag, stands for. The error is a *Refusal.
func (o *Objects) Commit(id ID) (ID, error) {
	for range maxTagDepth + 1 {
		got, ok, err := o.find(id)
		switch {
		case err != nil:
			return "", err
		case !ok:
			return "", o.missing("the object", id)
		case got.kind == kindCommit:
			return id, nil
		case got.kind != kindTag:
			return "", refuse("the tag names a %s, not a commit", got.kind)
		}
		target, of, err := parseTag(got.content, o.format)
		if err != nil {
			return "", err
		}
		if next, ok, _ := o.find(target); ok && next.kind != of {
			return "", refuse("the tag object %s calls a %s a %s", id, next.kind, of)
		}
		id = target
	}
	return "", refuse("the tag is over %d tags away from a commit", maxTagDepth)
}

// parseTag reads a tag object: `object <id>`, `type <type>`, `tag <name>`, and
// what this package has no use for.
func parseTag(content []byte, format Format) (target ID, of kind, err error) {
	bad := refuse("a tag object is malformed")
	line, rest := cutLine(content)
	target, ok := idAfter(line, "object ", format)
	if !ok {
		return "", 0, bad
	}
	line, rest = cutLine(rest)
	of = kindNamed(strings.TrimPrefix(line, "type "))
	if of == 0 || !strings.HasPrefix(line, "type ") {
		return "", 0, bad
	}
	if line, _ = cutLine(rest); len(line) <= len("tag ") || !strings.HasPrefix(line, "tag ") {
		return "", 0, bad
	}
	return target, of, nil
}

// parseCommit reads a commit's tree: `tree <id>`, then `parent <id>` for each
// parent, then `author …` and `committer …`.
func parseCommit(content []byte, format Format) (tree ID, err error) {
	bad := refuse("a commit is malformed")
	line, rest := cutLine(content)
	tree, ok := idAfter(line, "tree ", format)
	if !ok {
		return "", bad
	}
	line, rest = cutLine(rest)
	for strings.HasPrefix(line, "parent ") {
		if _, ok := idAfter(line, "parent ", format); !ok {
			return "", bad
		}
		line, rest = cutLine(rest)
	}
	if !strings.HasPrefix(line, "author ") {
		return "", bad
	}
	if line, _ = cutLine(rest); !strings.HasPrefix(line, "committer ") {
		return "", bad
	}
	return tree, nil
}

// cutLine is the first line, without its line feed, and what follows. What is
// not ended by a line feed is no line.
func cutLine(content []byte) (line string, rest []byte) {
	before, after, ok := bytes.Cut(content, []byte{'\n'})
	if !ok {
		return "", nil
	}
	return string(before), after
}

func idAfter(line, prefix string, format Format) (ID, bool) {
	digits, ok := strings.CutPrefix(line, prefix)
	if !ok || len(digits) != 2*format.size() {
		return "", false
	}
	return ParseID(digits)
}

func kindNamed(s string) kind {
	for k := kindCommit; k <= kindTag; k++ {
		if s == k.String() {
			return k
		}
	}
	return 0
}

// A treeEntry is one name of a tree object.
type treeEntry struct {
	mode string // octal digits as they stand
	name string
	id   ID
}

// isDir reports whether the entry is a tree.
func (e treeEntry) isDir() bool { return e.mode == modeDir }

// The modes that git writes.
const (
	modeFile       = "100644"
	modeGroupFile  = "100664" // by old versions
	modeExecutable = "100755"
	modeDir        = "40000"
	modeSymlink    = "120000"
	modeSubmodule  = "160000"
)

// parseTree reads a tree object: for each entry its mode, a space, its name, a
// zero byte and its id. Names are not empty, hold no slash and stand in git's
// order, in which a directory's name ends in a slash.
func parseTree(content []byte, format Format) ([]treeEntry, error) {
	bad := refuse("a tree is malformed")
	var entries []treeEntry
	last := ""
	for len(content) > 0 {
		head, rest, ok := bytes.Cut(content, []byte{0})
		if !ok || len(rest) < format.size() {
			return nil, bad
		}
		mode, name, ok := strings.Cut(string(head), " ")
		if !ok || !isMode(mode) || name == "" || strings.Contains(name, "/") {
			return nil, bad
		}
		e := treeEntry{mode: mode, name: name, id: ID(rest[:format.size()])}
		content = rest[format.size():]
		key := name
		if e.isDir() {
			key += "/"
		}
		if key <= last {
			return nil, refuse("a tree is malformed: its entries are out of order")
		}
		last = key
		entries = append(entries, e)
	}
	return entries, nil
}

// isMode reports whether s is up to six octal digits.
func isMode(s string) bool {
	return s != "" && len(s) <= 6 && strings.Trim(s, "01234567") == ""
}
