package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// Parse reads the bytes of a reflex.toml. reflex is the local name its problems
// carry. The error is a diag.Problems: one problem, at its line, for a text
// that is no TOML, and otherwise as Read.
func Parse(reflex string, src []byte) (*Manifest, error) {
	doc, err := tomldoc.Parse(src)
	if err != nil {
		return nil, syntaxProblem(reflex, manifestFile(reflex), err)
	}
	return Read(reflex, doc)
}

func syntaxProblem(reflex string, file diag.File, err error) error {
	r := &reader{reflex: reflex, file: file, placed: true}
	at := &tomldoc.Value{Line: 1, Column: 1}
	if syntax, ok := errors.AsType[*tomldoc.SyntaxError](err); ok {
		at.Line, at.Column = syntax.Line, syntax.Column
	}
	r.refuse(at, "%s", err)
	return r.problems.Err()
}

// Read reads a document as a manifest. The error is a diag.Problems with every
// problem of the document, in file order, ties as they were found; the Manifest
// is nil then. A key the format does not have is no problem: see
// Manifest.Unknown. Past maxReport bytes of messages the rest is left out.
//
// A document with no position (Line 0) came from code: its problems are in no
// file, their fix is check, and it needs no run, since its body is the
// application's own.
//
// The messages are behaviour.md 9.3's, the positions 9.2's.
func Read(reflex string, doc *tomldoc.Value) (*Manifest, error) {
	r := &reader{reflex: reflex, file: manifestFile(reflex), named: map[string]*named{}, settings: map[string]bool{}}
	if doc != nil {
		r.placed = doc.Line > 0
	}
	if doc.IsTable() {
		r.document(doc)
	} else {
		r.refuse(doc, "the document must be a table")
	}
	if len(r.problems) > 0 {
		r.sort()
		return nil, r.problems
	}
	return &r.m, nil
}

// maxReport keeps a hostile file from a report many times its own size: each
// message can quote a text as long as the file.
const maxReport = 1 << 20

// A reader reads one document. It goes on past every problem, so that all are
// found in one pass.
type reader struct {
	reflex   string
	file     diag.File
	placed   bool // the document's positions mean something
	m        Manifest
	effectOK bool // m.Effect is what the file means, not a stand-in
	named    map[string]*named
	lost     bool // args is no table: no telling which arguments there are
	formers  []former
	settings map[string]bool
	overlay  *Overlay // what is read is a person's overlay; nil for a manifest
	problems diag.Problems
	reported int // bytes of messages
}

func (r *reader) document(doc *tomldoc.Value) {
	r.version(doc.Get("reflex"))
	r.description(doc.Get("description"))
	r.m.NotFor = r.lines(doc.Get("not_for"), "not_for")
	r.m.Tags = r.tags(doc.Get("tags"))
	r.effect(doc.Get("effect"))
	r.m.Platforms = r.platforms(doc.Get("platforms"))
	r.m.Returns, _ = r.optionalName(doc.Get("returns"), "returns", name.Field)
	r.m.Config = r.config(doc.Get("config"))
	r.arguments(doc.Get("args"))
	r.m.Yields = r.yields(doc.Get("yields"))
	r.confirm(doc.Get("confirm"))
	r.body(doc)
	r.taken(doc)
	r.needs(doc)
	r.records(doc)
	r.m.Unknown = unknown(doc, format, nil)
}

// refuse records a problem at a value, or at the first line when there is no
// value: something required is missing.
func (r *reader) refuse(at *tomldoc.Value, message string, args ...any) {
	if r.full() {
		return
	}
	message = fmt.Sprintf(message, args...)
	r.reported += len(message)
	if !r.placed {
		r.problems = append(r.problems, diag.Problem{Reflex: r.reflex, Message: message, Fix: diag.Of(diag.FixCheck)})
		return
	}
	position := diag.Position{File: r.file, Line: 1, Column: 1}
	if at != nil && at.Line > 0 {
		position.Line, position.Column = at.Line, at.Column
	}
	r.problems = append(r.problems, diag.At(r.reflex, message, position))
}

func (r *reader) full() bool { return r.reported > maxReport }

func manifestFile(reflex string) diag.File {
	return diag.File{Kind: diag.ManifestFile, Name: reflex}
}

func (r *reader) sort() {
	if !r.placed {
		return
	}
	slices.SortStableFunc(r.problems, func(a, b diag.Problem) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
}

// sound runs read and reports whether it found no problem.
func (r *reader) sound(read func()) bool {
	before := len(r.problems)
	read()
	return len(r.problems) == before
}

// entries are the entries of the table at path; there are none when v is
// absent.
func (r *reader) entries(v *tomldoc.Value, path string) []tomldoc.Entry {
	if v != nil && v.Kind != tomldoc.Table {
		r.refuse(v, "%s must be a table", path)
		return nil
	}
	if v == nil {
		return nil
	}
	return v.Entries
}

// items are the elements of the array at path; there are none when v is
// absent.
func (r *reader) items(v *tomldoc.Value, path string) []*tomldoc.Value {
	if v != nil && v.Kind != tomldoc.Array {
		r.refuse(v, "%s must be an array", path)
		return nil
	}
	if v == nil {
		return nil
	}
	return v.Items
}

// strings calls each with every string of the array at path.
func (r *reader) strings(v *tomldoc.Value, path string, each func(item *tomldoc.Value, s string)) {
	for i, item := range r.items(v, path) {
		if s, ok := r.text(item, fmt.Sprintf("%s.%d", path, i)); ok {
			each(item, s)
		}
	}
}

// text is the string v holds.
func (r *reader) text(v *tomldoc.Value, path string) (string, bool) {
	if v.Kind != tomldoc.String {
		r.refuse(v, "%s must be a string", path)
		return "", false
	}
	return v.Text, true
}

// line is the one clean line v holds.
func (r *reader) line(v *tomldoc.Value, path string) (string, bool) {
	s, ok := r.text(v, path)
	if !ok {
		return "", false
	}
	if why := unclean(s); why != "" {
		r.refuse(v, "%s %s", path, why)
		return "", false
	}
	return s, true
}

// lines are the clean lines of the array at path.
func (r *reader) lines(v *tomldoc.Value, path string) []string {
	var lines []string
	for i, item := range r.items(v, path) {
		if s, ok := r.line(item, fmt.Sprintf("%s.%d", path, i)); ok {
			lines = append(lines, s)
		}
	}
	return lines
}

// boolean is the bool v holds, false when v is absent.
func (r *reader) boolean(v *tomldoc.Value, path string) bool {
	if v == nil {
		return false
	}
	if v.Kind != tomldoc.Bool {
		r.refuse(v, "%s must be true or false", path)
		return false
	}
	return v.Bool
}

// optionalName is the name v holds, if it is there.
func (r *reader) optionalName(v *tomldoc.Value, path string, kind name.Kind) (string, bool) {
	if v == nil {
		return "", false
	}
	s, ok := r.text(v, path)
	return s, ok && r.checkName(v, path, s, kind)
}

// checkName refuses at v a name that is none of its kind.
func (r *reader) checkName(v *tomldoc.Value, path, s string, kind name.Kind) bool {
	err := name.Check(s, kind)
	if err != nil {
		r.refuse(v, "%s: %s", path, err)
	}
	return err == nil
}

// unclean says why s is no clean line, or "".
func unclean(s string) string {
	why := text.Why(s)
	if r, bad := text.FirstUnclean(s); bad && r == '\r' {
		why += "; save the file with LF line endings"
	}
	return why
}

// keyPath is a path of keys as messages print it.
func keyPath(keys ...string) string { return tomldoc.JoinPath(keys) }

// quote is a text of the file as messages name it.
func quote(s string) string { return `"` + s + `"` }

// list is words as a sentence lists them: `a, b and c`.
func list(words []string) string { return listWith(words, "and") }

func listWith(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + " " + last + " " + words[end]
}

// count is a small number in words.
func count(n int) string {
	if small := []string{"no", "one", "two", "three", "four"}; n < len(small) {
		return small[n]
	}
	return fmt.Sprint(n)
}
