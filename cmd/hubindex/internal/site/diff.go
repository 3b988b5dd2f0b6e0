package site

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"

	"sinew/contractdiff"
	"sinew/pkg/hubsearch"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// The bounds of what is shown of a change.
const (
	maxChangeLines = 40
	maxFileRows    = 12
	maxDiffFile    = 1 << 20 // bytes of a file whose lines are compared
	maxDiffAll     = 8 << 20 // bytes of all such files of one version
)

// A change is what became of a reflex from one version to the next.
type change struct {
	From   string
	Level  string // same, minor or major: what the contract's change asks of the version
	Effect string // "" when it is the same
	Lines  []contractdiff.Line
	More   int      // lines that are left out
	Notes  []string // what the author should not have done
	Code   codeDiff
}

// compare is the change from one release to the next. Without both manifests
// only the code is compared, and so where one is large: a comparison takes longer
// than its lists do, and it is made again at each build that touches the reflex.
func compare(before, after content, from, to ref.Version) *change {
	c := &change{From: from.String(), Code: compareTrees(before.tree, after.tree)}
	if before.manifest == nil || after.manifest == nil || before.large || after.large {
		return c
	}
	d := contractdiff.Compare(before.manifest, after.manifest)
	c.Level, c.Effect = d.Level.String(), effectChange(before.manifest.Effect, after.manifest.Effect)
	c.Lines = cleanLines(d.Lines())
	if len(c.Lines) > maxChangeLines {
		c.Lines, c.More = c.Lines[:maxChangeLines], len(c.Lines)-maxChangeLines
	}
	c.Notes = breaches(d, from, to)
	return c
}

func cleanLines(lines []contractdiff.Line) []contractdiff.Line {
	for i, l := range lines {
		lines[i] = contractdiff.Line{Key: hubsearch.Clean(l.Key, 200), Text: hubsearch.Clean(l.Text, 1000)}
	}
	return lines
}

func effectChange(before, after manifest.Effect) string {
	switch {
	case before == after:
		return ""
	case manifest.Tighter(before, after) == after:
		return "tightened from " + before.String() + " to " + after.String()
	}
	return "loosened from " + before.String() + " to " + after.String()
}

// breaches are the rules of versions that a release breaks.
func breaches(d contractdiff.Diff, from, to ref.Version) []string {
	var notes []string
	if asked := contractdiff.Next(from, d.Level); asked.Compare(to) > 0 {
		notes = append(notes, "the number is too low: this change asks for "+asked.String())
	}
	for _, p := range d.Problems("") {
		if len(notes) < maxFileRows {
			notes = append(notes, hubsearch.Clean(p.Message, 300))
		}
	}
	return notes
}

// A codeDiff counts what changed in the files of a tree.
type codeDiff struct {
	Added, Removed, Changed int
	Plus, Minus             int // lines
	Files                   []fileRow
	More                    int // files without a row
}

// Any reports whether a file changed.
func (c codeDiff) Any() bool { return c.Added+c.Removed+c.Changed > 0 }

// A fileRow is one file that changed.
type fileRow struct {
	Path, How   string
	Plus, Minus int
	Counted     bool // false: it is no text, or too large to compare
}

// compareTrees goes through both trees' files in their order.
func compareTrees(before, after tree.Tree) codeDiff {
	c := codeComparison{left: maxDiffAll}
	old, now := before.Files(), after.Files()
	for len(old) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(old) > 0 && old[0].Path < now[0].Path:
			c.removed(old[0])
			old = old[1:]
		case len(old) == 0 || now[0].Path < old[0].Path:
			c.added(now[0])
			now = now[1:]
		default:
			c.both(old[0], now[0])
			old, now = old[1:], now[1:]
		}
	}
	return c.codeDiff
}

type codeComparison struct {
	codeDiff
	left int // bytes that may still be compared
}

func (c *codeComparison) removed(old tree.File) {
	c.Removed++
	c.row(old.Path, "removed", old.Bytes, nil)
}

func (c *codeComparison) added(now tree.File) {
	c.Added++
	c.row(now.Path, "added", nil, now.Bytes)
}

func (c *codeComparison) both(old, now tree.File) {
	if !bytes.Equal(old.Bytes, now.Bytes) {
		c.Changed++
		c.row(now.Path, "changed", old.Bytes, now.Bytes)
	}
}

func (c *codeComparison) row(path, how string, old, now []byte) {
	row := fileRow{Path: hubsearch.Clean(path, 200), How: how}
	if c.left -= len(old) + len(now); c.left >= 0 && isText(old) && isText(now) {
		row.Counted = true
		row.Plus, row.Minus = countLines(old, now)
	}
	c.Plus, c.Minus = c.Plus+row.Plus, c.Minus+row.Minus
	if len(c.Files) < maxFileRows {
		c.Files = append(c.Files, row)
	} else {
		c.More++
	}
}

func isText(data []byte) bool { return len(data) <= maxDiffFile && bytes.IndexByte(data, 0) < 0 }

// countLines counts the lines that a diff adds and takes away.
func countLines(old, now []byte) (plus, minus int) {
	const head = 3 // lines that name the files
	n := 0
	for line := range bytes.Lines(diff.Diff("a", old, "b", now)) {
		if n++; n <= head {
			continue
		}
		switch line[0] {
		case '+':
			plus++
		case '-':
			minus++
		}
	}
	return plus, minus
}
