// Package diag is what is wrong, where, and what puts it right, as data.
//
// A Problem is something a person mends: a message, the reflex it is about, a
// position in a file a person owns, and a Fix of a closed set. How a problem
// is printed, and how a fix is spelled as a command, is the renderer's.
//
// The set of fixes is the manual's page "Diagnostics"; the shape of a problem
// is the one the format's vectors use.
package diag

import "strings"

// A FileKind names one of the files a position can be in.
type FileKind string

// The files of a project and of a reflex.
const (
	ProjectFile  FileKind = "project"  // evoke.toml
	LockFile     FileKind = "lock"     // evoke.lock
	ManifestFile FileKind = "manifest" // a reflex's reflex.toml, by local name
	OverlayFile  FileKind = "overlay"  // overlays/<name>.toml
	VocabFile    FileKind = "vocab"    // vocab/<name>.toml
)

// A File is one of those files. Name is the reflex's or vocabulary's name, and
// empty for the project file and the lock.
type File struct {
	Kind FileKind `json:"type"`
	Name string   `json:"name,omitempty"`
}

// A Position is a place in a file: line and column count from 1.
type Position struct {
	File   File `json:"file"`
	Line   int  `json:"line"`
	Column int  `json:"column"`
}

// A Problem is one thing a person has to mend. At is nil when the problem is
// in no file. Message has no capital, no full stop and no advice.
type Problem struct {
	Reflex  string    `json:"reflex,omitempty"`
	At      *Position `json:"at,omitempty"`
	Message string    `json:"message"`
	Fix     Fix       `json:"fix"`
}

// Error is the problem without its fix, for logs and tests.
func (p Problem) Error() string {
	if p.Reflex == "" {
		return p.Message
	}
	return p.Reflex + ": " + p.Message
}

// Problems is every problem found in one place, in file order. It is an error
// when it is not empty; Err says so.
type Problems []Problem

// Err is p as an error, or nil when p holds no problem.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// Error is the problems' messages, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// One is a list of a single problem, as an error.
func One(reflex, message string, fix Fix) Problems {
	return Problems{{Reflex: reflex, Message: message, Fix: fix}}
}

// At is a problem in a file, whose fix is to edit that line.
func At(reflex, message string, at Position) Problem {
	return Problem{Reflex: reflex, At: &at, Message: message, Fix: EditLine(at)}
}

// A Failure is the machine, the network or another program failing: what was
// being done, and why it could not be. It is no problem of the person's files:
// the way out is to try again once the cause is gone, or Fix when it is set.
type Failure struct {
	What string // what was being done: `fetching radhi/home 1.2.0`
	Why  error  // may be nil
	Fix  Fix    // the zero Fix means: the command that was run
}

// Error is `<what>: <why>`, or what alone.
func (f *Failure) Error() string {
	if f.Why == nil {
		return f.What
	}
	return f.What + ": " + f.Why.Error()
}

// Unwrap is the cause.
func (f *Failure) Unwrap() error { return f.Why }
