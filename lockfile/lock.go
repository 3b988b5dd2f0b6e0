// Package lockfile is evoke.lock: what is installed, pinned by content.
//
// For each remote reflex the lock holds the ref without its pin, the tag, the
// commit, the content hash of the reflex's directory, and the effect and the
// declaration a person consented to; and once, the adapter the project decides
// with. Local reflexes are not locked. Parse reads the bytes of a lock, Format
// gives them; entries keep the order they were first locked in, and an updated
// entry keeps its place, so that a lock's diff shows what moved.
//
// Nothing here touches a file. The format is behaviour.md 4 and the manual's
// page "Reference", section evoke.lock.
package lockfile

import (
	"slices"
	"strings"

	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tomldoc"
	"sinew/pkg/tree"
)

// Format numbers and versions of the files this package writes.
const (
	Version       = 1        // the lock's own `lock =`
	FormatVersion = "0.21.0" // `evoke =`: the manual whose files these are
)

// A Lock is one evoke.lock.
type Lock struct {
	Evoke    string // the version of the format's manual that wrote it
	Adapter  Adapter
	Reflexes []Entry // in the order they were first locked
}

// An Adapter is what the project decides with.
type Adapter struct{ Name, ID string }

// An Entry is one locked reflex, by its local name.
type Entry struct {
	Name      string
	Reference ref.Reference
	Tag       ref.Version
	Commit    string // 40 or 64 lower-case hex digits
	H1        tree.Digest
	Effect    manifest.Effect // consented to
	Needs     manifest.Needs  // consented to
}

// Equal reports whether two entries are written alike.
func (e Entry) Equal(other Entry) bool {
	var one, two strings.Builder
	formatEntry(&one, &e)
	formatEntry(&two, &other)
	return one.String() == two.String()
}

// Entry is the entry under name, or nil. It points into the lock.
func (l *Lock) Entry(name string) *Entry {
	if i := l.index(name); i >= 0 {
		return &l.Reflexes[i]
	}
	return nil
}

// Set puts e in the place of the entry of its name, or at the end.
func (l *Lock) Set(e Entry) {
	if i := l.index(e.Name); i >= 0 {
		l.Reflexes[i] = e
		return
	}
	l.Reflexes = append(l.Reflexes, e)
}

// Remove drops the entry under name, and reports whether it was there.
func (l *Lock) Remove(name string) bool {
	i := l.index(name)
	if i < 0 {
		return false
	}
	l.Reflexes = slices.Delete(l.Reflexes, i, i+1)
	return true
}

func (l *Lock) index(name string) int {
	return slices.IndexFunc(l.Reflexes, func(e Entry) bool { return e.Name == name })
}

// Format is the lock's bytes. Equal locks have equal bytes.
func Format(l *Lock) []byte {
	var out strings.Builder
	out.WriteString("# Written by evoke; evoke sync realises it on another machine and never changes it.\n")
	out.WriteString("lock  = 1\n")
	out.WriteString("evoke = " + tomldoc.QuoteString(l.Evoke) + "\n")
	out.WriteString("\n[adapter]\n")
	out.WriteString("name = " + tomldoc.QuoteString(l.Adapter.Name) + "\n")
	out.WriteString("id   = " + tomldoc.QuoteString(l.Adapter.ID) + "\n")
	for i := range l.Reflexes {
		formatEntry(&out, &l.Reflexes[i])
	}
	return []byte(out.String())
}

func formatEntry(out *strings.Builder, e *Entry) {
	out.WriteString("\n[reflexes." + tomldoc.QuoteKey(e.Name) + "]\n")
	for _, line := range [][2]string{
		{"ref    = ", e.Reference.String()},
		{"tag    = ", e.Tag.String()},
		{"commit = ", e.Commit},
		{"h1     = ", string(e.H1)},
		{"effect = ", e.Effect.String()},
	} {
		out.WriteString(line[0] + tomldoc.QuoteString(line[1]) + "\n")
	}
	if !e.Needs.Empty() {
		out.WriteString("needs  = { " + formatNeeds(e.Needs) + " }\n")
	}
}

func formatNeeds(needs manifest.Needs) string {
	var keys []string
	for _, key := range manifest.NeedKeys {
		var quoted []string
		for _, entry := range *needs.List(key) {
			quoted = append(quoted, tomldoc.QuoteString(entry))
		}
		if quoted != nil {
			keys = append(keys, key+" = ["+strings.Join(quoted, ", ")+"]")
		}
	}
	return strings.Join(keys, ", ")
}
