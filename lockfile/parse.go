package lockfile

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/ref"
	"sinew/pkg/tomldoc"
	"sinew/pkg/tree"
)

var (
	topKeys     = []string{"lock", "evoke", "adapter", "reflexes"}
	adapterKeys = []string{"name", "id"}
	entryKeys   = []string{"ref", "tag", "commit", "h1", "effect", "needs"}
)

// Parse reads the bytes of a lock. The error is a diag.Problems with every
// problem of the file, each at its line, and the Lock is nil then. A key the
// format does not have is a problem here: a lock that says more than this
// package writes would lose it.
//
// A file with a merge conflict, that is no TOML, or that a newer format wrote
// gives that problem alone. An empty file is no lock: a caller for whom a
// missing file means an empty lock must not read one.
func Parse(src []byte) (*Lock, error) {
	if conflicts := conflicts(src); conflicts != nil {
		return nil, conflicts
	}
	doc, err := tomldoc.Parse(src)
	if err != nil {
		return nil, syntaxProblem(err)
	}
	r := &reader{}
	if r.version(doc) {
		r.document(doc)
	}
	if len(r.problems) == 0 {
		return &r.lock, nil
	}
	slices.SortStableFunc(r.problems, func(a, b diag.Problem) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return nil, r.problems
}

// conflicts is a problem for each place where a merge stopped.
func conflicts(src []byte) diag.Problems {
	const marker = "<<<<<<< "
	if !bytes.Contains(src, []byte(marker)) {
		return nil
	}
	var found diag.Problems
	line := 0
	for text := range bytes.Lines(src) {
		if line++; bytes.HasPrefix(text, []byte(marker)) {
			found = append(found, diag.At("", "a merge conflict stands here, both sides of it", position(line, 1)))
		}
	}
	return found
}

func syntaxProblem(err error) error {
	at := position(1, 1)
	if syntax, ok := err.(*tomldoc.SyntaxError); ok {
		at = position(syntax.Line, syntax.Column)
	}
	return diag.Problems{diag.At("", err.Error(), at)}
}

func position(line, column int) diag.Position {
	return diag.Position{File: diag.File{Kind: diag.LockFile}, Line: max(line, 1), Column: max(column, 1)}
}

// version reports whether the rest of the file can mean what it says.
func (r *reader) version(doc *tomldoc.Value) bool {
	v := doc.Get("lock")
	switch {
	case v == nil:
		r.refuse(doc, "lock = %d is required", Version)
		return true
	case v.Kind == tomldoc.Integer && v.Int > Version:
		r.refuse(v, "lock = %d is a newer format; this program reads lock = %d", v.Int, Version)
		return false
	case v.Kind != tomldoc.Integer || v.Int != Version:
		r.refuse(v, "lock = %d is required", Version)
	}
	return true
}

func (r *reader) document(doc *tomldoc.Value) {
	r.known(doc, "", topKeys)
	r.lock.Evoke = r.line(doc, "", "evoke")
	if adapter := r.table(doc, "", "adapter"); adapter != nil {
		r.known(adapter, "adapter", adapterKeys)
		r.lock.Adapter = Adapter{Name: r.line(adapter, "adapter", "name"), ID: r.line(adapter, "adapter", "id")}
	}
	if doc.Get("reflexes") == nil {
		return
	}
	reflexes := r.table(doc, "", "reflexes")
	if reflexes == nil {
		return
	}
	for _, e := range reflexes.Entries {
		path := tomldoc.JoinPath([]string{"reflexes", e.Key})
		if err := name.Check(e.Key, name.Local); err != nil {
			r.refuse(e.Value, "%s: %s", path, err)
		}
		if !e.Value.IsTable() {
			r.refuse(e.Value, "%s must be a table", path)
			continue
		}
		r.lock.Reflexes = append(r.lock.Reflexes, r.entry(e.Key, path, e.Value))
	}
}

func (r *reader) entry(name, path string, v *tomldoc.Value) Entry {
	r.known(v, path, entryKeys)
	e := Entry{Name: name}
	r.value(v, path, "ref", func(s string) (err error) { e.Reference, err = reference(s); return })
	r.value(v, path, "tag", func(s string) (err error) { e.Tag, err = tag(s); return })
	r.value(v, path, "commit", func(s string) (err error) { e.Commit, err = commit(s); return })
	r.value(v, path, "h1", func(s string) (err error) { e.H1, err = tree.ParseDigest(s); return })
	if word := r.line(v, path, "effect"); word != "" {
		effect, ok := manifest.ParseEffect(word)
		if !ok {
			r.refuse(v.Get("effect"), "%s.effect must be read, write or destructive", path)
		}
		e.Effect = effect
	}
	if v.Get("needs") != nil {
		e.Needs = r.needs(r.table(v, path, "needs"), path+".needs")
	}
	return e
}

func reference(s string) (ref.Reference, error) {
	loc, err := ref.Parse(s)
	switch {
	case err != nil:
		return ref.Reference{}, err
	case loc.IsLocal():
		return ref.Reference{}, fmt.Errorf("%q is a local directory, which is never locked", s)
	case loc.Pin != nil:
		return ref.Reference{}, fmt.Errorf("%q has a pin; the tag below says the version", s)
	}
	return loc.Reference, nil
}

func tag(s string) (ref.Version, error) {
	v, ok := ref.ParseVersion(s)
	if !ok {
		return v, fmt.Errorf("%q is not a version: X.Y.Z", s)
	}
	return v, nil
}

func commit(s string) (string, error) {
	if len(s) != 40 && len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return "", fmt.Errorf("%q is not a commit: 40 or 64 lower-case hex digits", s)
	}
	return s, nil
}

func (r *reader) needs(v *tomldoc.Value, path string) manifest.Needs {
	var needs manifest.Needs
	if v == nil {
		return needs
	}
	r.known(v, path, manifest.NeedKeys)
	for _, key := range manifest.NeedKeys {
		if list := v.Get(key); list != nil {
			*needs.List(key) = r.needEntries(list, path+"."+key)
		}
	}
	return needs
}

func (r *reader) needEntries(list *tomldoc.Value, path string) []string {
	if list.Kind != tomldoc.Array {
		r.refuse(list, "%s must be an array", path)
		return nil
	}
	var entries []string
	met := make(map[string]bool, len(list.Items))
	for i, item := range list.Items {
		s, ok := r.clean(item, fmt.Sprintf("%s.%d", path, i))
		if ok && met[s] {
			r.refuse(item, "%s repeats %q", path, s)
		}
		met[s] = true
		entries = append(entries, s)
	}
	return entries
}
