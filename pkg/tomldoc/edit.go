package tomldoc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A NotTableError is an edit whose path goes through a value that is no table
// with lines of its own. An inline table counts as none, and so does an array
// of tables.
type NotTableError struct{ Path []string }

// Error is `<name> is not a table`.
func (e *NotTableError) Error() string {
	return JoinPath(e.Path[len(e.Path)-1:]) + " is not a table"
}

// A MissingError is a removal of what is not there.
type MissingError struct{ Path []string }

// Error is `<path> is not there`.
func (e *MissingError) Error() string { return JoinPath(e.Path) + " is not there" }

// An UnreadableError is an edit given up because its result did not read back
// as the old document with that one change.
type UnreadableError struct {
	Path []string
	Why  error // the result's *SyntaxError; nil when it reads as something else
}

// Error is what went wrong.
func (e *UnreadableError) Error() string {
	if e.Why != nil {
		return fmt.Sprintf("%s would not read back: %v", JoinPath(e.Path), e.Why)
	}
	return JoinPath(e.Path) + " would not read back as it was set"
}

// Unwrap is the cause.
func (e *UnreadableError) Unwrap() error { return e.Why }

var (
	errNoPath  = errors.New("an edit needs a path")
	errNoValue = errors.New("an edit needs a value")
)

// Set gives src with the value at path made or replaced; src is not changed,
// and is returned as it is when it holds that value already. Every byte that
// is not the value's own stays: a replaced value keeps its key, its alignment
// and the comment behind it (behaviour.md 5.2; keeping them is the manual's
// promise). A new key goes behind its table's last, a new table behind the
// last of its family; line ends are the file's.
//
// A table with lines of its own is replaced by removing those lines.
//
// The result is read back and compared before it is returned. Errors are a
// *SyntaxError of src, a *NotTableError, or an *UnreadableError.
func Set(src []byte, path []string, value Literal) ([]byte, error) {
	if len(path) == 0 {
		return nil, errNoPath
	}
	if value.value == nil {
		return nil, errNoValue
	}
	doc, err := open(src, MaxSize)
	if err != nil {
		return nil, err
	}
	parent, depth, err := doc.reach(path[:len(path)-1])
	if err != nil {
		return nil, err
	}
	switch old := parent.get(path[depth]); {
	case old == nil:
		return doc.verified(doc.insert(parent, depth, path, value.String()), path, value.value)
	case old.origin != written:
		cleared, err := Remove(src, path)
		if err != nil {
			return nil, err
		}
		return Set(cleared, path, value)
	case equal(old.value, value.value):
		return src, nil
	}
	return doc.verified(doc.replace(path, value.String()), path, value.value)
}

// Remove gives src without the lines of the key at path, or of the table and
// everything in it; src is not changed. Only those lines go: comments above
// stay, and an emptied table keeps its header. The result is read back and
// compared before it is returned. Errors are a *SyntaxError of src, a
// *NotTableError, a *MissingError, or an *UnreadableError.
func Remove(src []byte, path []string) ([]byte, error) {
	if len(path) == 0 {
		return nil, errNoPath
	}
	doc, err := open(src, MaxSize)
	if err != nil {
		return nil, err
	}
	parent, depth, err := doc.reach(path[:len(path)-1])
	if err != nil {
		return nil, err
	}
	if parent.get(path[depth]) == nil {
		return nil, &MissingError{path}
	}
	return doc.verified(doc.drop(path), path, nil)
}

// reach walks down path through tables with lines of their own: the last one
// that is there, and how many keys lead to it.
func (d *document) reach(path []string) (*node, int, error) {
	n := d.root
	for i, key := range path {
		next := n.get(key)
		if next == nil {
			return n, i, nil
		}
		if next.origin == written || next.origin == repeated {
			return nil, 0, &NotTableError{path[:i+1]}
		}
		n = next
	}
	return n, len(path), nil
}

func (d *document) replace(path []string, rendered string) []byte {
	i := slices.IndexFunc(d.found, func(s statement) bool {
		return s.kind == pair && slices.Equal(s.path, path)
	})
	return splice(d.src, d.found[i].value, d.found[i].end, rendered)
}

func (d *document) drop(path []string) []byte {
	var out []byte
	kept := 0
	for _, s := range d.found {
		if hasPrefix(s.path, path) {
			out = append(out, d.src[kept:d.lines[d.lineOf(s.start)]]...)
			kept = d.lineEnd(s.end)
		}
	}
	return append(out, d.src[kept:]...)
}

// insert writes a key that is new to parent, the table depth keys down path.
func (d *document) insert(parent *node, depth int, path []string, rendered string) []byte {
	table := path[:len(path)-1]
	switch {
	case len(table) == 0:
		return d.insertTop(path, rendered)
	case depth == len(table) && parent.origin == headed:
		return d.insertUnder(d.headerOf(table), path, rendered)
	case depth > 0 && parent.origin == dotted:
		return d.insertDotted(path[:depth], path, rendered)
	}
	return d.insertTable(table, path, rendered)
}

// insertTop adds a key above the first header: behind the last one there, or
// before everything when there is none.
func (d *document) insertTop(path []string, rendered string) []byte {
	if len(d.found) == 0 {
		return d.addLines(len(d.src), line(path, rendered))
	}
	if last := d.lastIn(-1); last >= 0 {
		return d.addBehind(last, path, rendered)
	}
	return d.addLines(0, line(path, rendered))
}

func (d *document) insertUnder(section int, path []string, rendered string) []byte {
	last := d.lastIn(section)
	if d.found[last].kind != pair {
		return d.addLines(d.lineEnd(d.found[last].end), line(path[len(path)-1:], rendered))
	}
	return d.addBehind(last, path, rendered)
}

// insertDotted adds a dotted key behind the last one of the table at prefix.
func (d *document) insertDotted(prefix, path []string, rendered string) []byte {
	for i := len(d.found) - 1; i >= 0; i-- {
		s := d.found[i]
		if s.kind == pair && hasPrefix(s.path, prefix) && len(s.path)-len(s.own) < len(prefix) {
			return d.addBehind(i, path, rendered)
		}
	}
	return nil
}

// insertTable adds a header and its first key: behind the last table of the
// nearest family, and otherwise behind the last line that is no comment.
func (d *document) insertTable(table, path []string, rendered string) []byte {
	at := len(d.src)
	if last := d.family(table); last >= 0 {
		at = d.lineEnd(d.found[last].end)
	}
	keys := make([]string, len(table))
	for i, key := range table {
		keys[i] = QuoteKey(key)
	}
	lines := []string{"[" + strings.Join(keys, ".") + "]", line(path[len(path)-1:], rendered)}
	if !d.blankBefore(at) {
		lines = append([]string{""}, lines...)
	}
	return d.addLines(at, lines...)
}

// blankBefore reports whether the line before offset is blank or there is
// none.
func (d *document) blankBefore(offset int) bool {
	before := bytes.TrimSuffix(d.src[:offset], []byte("\n"))
	return len(bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])) == 0
}

// family is the last statement of the last table that shares the longest way
// with table, the file's last statement when none shares any, and -1 in a file
// without one.
func (d *document) family(table []string) int {
	for n := len(table); n > 0; n-- {
		for i := len(d.found) - 1; i >= 0; i-- {
			if d.found[i].kind != pair && hasPrefix(d.found[i].path, table[:n]) {
				return d.lastIn(i)
			}
		}
	}
	return len(d.found) - 1
}

func (d *document) headerOf(table []string) int {
	return slices.IndexFunc(d.found, func(s statement) bool {
		return s.kind == header && slices.Equal(s.path, table)
	})
}

// lastIn is the last statement of a section, its header when it has no pair,
// and -1 for an empty top.
func (d *document) lastIn(section int) int {
	last := section
	for i := section + 1; i < len(d.found) && d.found[i].section == section; i++ {
		last = i
	}
	return last
}

// addBehind adds a key behind a pair, named and indented as that pair's
// section has it.
func (d *document) addBehind(i int, path []string, rendered string) []byte {
	s := d.found[i]
	indent := string(d.src[d.lines[d.lineOf(s.start)]:s.start])
	section := len(s.path) - len(s.own)
	return d.addLines(d.lineEnd(s.end), indent+line(path[section:], rendered))
}

// addLines puts whole lines at the start of a line, or at the end of the file.
func (d *document) addLines(at int, lines ...string) []byte {
	newline := d.newline()
	text := strings.Join(lines, newline) + newline
	if at > 0 && d.src[at-1] != '\n' {
		text = newline + text
	}
	return splice(d.src, at, at, text)
}

// newline is the file's own line end, by its first.
func (d *document) newline() string {
	if i := bytes.IndexByte(d.src, '\n'); i > 0 && d.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineEnd is the first byte of the line after the one that holds offset.
func (d *document) lineEnd(offset int) int {
	if i := bytes.IndexByte(d.src[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(d.src)
}

func line(keys []string, rendered string) string {
	quoted := make([]string, len(keys))
	for i, key := range keys {
		quoted[i] = QuoteKey(key)
	}
	return strings.Join(quoted, ".") + " = " + rendered
}

func splice(src []byte, from, to int, text string) []byte {
	return slices.Concat(src[:from], []byte(text), src[to:])
}

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}
