package listing

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"sinew/pkg/ref"
	"sinew/pkg/text"
)

// All are the listings of an index in byte order of their names, and what is
// wrong with the others, in order of their paths. index is the directory of the
// listings itself, what Dir names. A listing that is wrong hides no other one;
// of two listings of one repository, the second in order of paths is wrong. The
// errors are *Error values, or what reading a file ended in.
//
// A name that opens with a dot is no listing and is passed over.
func All(index fs.FS) ([]Listing, []error) { return read(index, true) }

// Every is All, but for the listings of one repository: none of them is wrong
// here.
func Every(index fs.FS) ([]Listing, []error) { return read(index, false) }

func read(index fs.FS, once bool) ([]Listing, []error) {
	a := &reading{index: index, isOnce: once, seen: map[string]string{}}
	if err := fs.WalkDir(index, ".", a.visit); err != nil {
		a.wrong = append(a.wrong, err)
	}
	slices.SortStableFunc(a.all, func(x, y Listing) int { return strings.Compare(string(x.Name), string(y.Name)) })
	return a.all, a.wrong
}

type reading struct {
	index  fs.FS
	isOnce bool
	seen   map[string]string // the path by the repository
	all    []Listing
	wrong  []error
}

func (a *reading) visit(at string, d fs.DirEntry, err error) error {
	if err != nil {
		a.wrong = append(a.wrong, err)
		if d != nil && d.IsDir() && at != "." {
			return fs.SkipDir
		}
		return nil
	}
	if at != "." && strings.HasPrefix(d.Name(), ".") {
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if !d.IsDir() {
		a.read(at, d)
	}
	return nil
}

func (a *reading) read(at string, d fs.DirEntry) {
	where := path.Join(Dir, at)
	if !d.Type().IsRegular() {
		a.wrong = append(a.wrong, NoPlainFile(where))
		return
	}
	content, err := a.content(at)
	if err != nil {
		a.wrong = append(a.wrong, err)
		return
	}
	l, err := Parse(where, content)
	if err == nil && a.isOnce {
		err = a.once(l)
	}
	if err != nil {
		a.wrong = append(a.wrong, err)
		return
	}
	a.all = append(a.all, l)
}

// content reads no more than shows that a listing is too long.
func (a *reading) content(at string) (string, error) {
	file, err := a.index.Open(at)
	if err != nil {
		return "", err
	}
	got, err := io.ReadAll(io.LimitReader(file, ref.MaxLen+2))
	return string(got), errors.Join(err, file.Close())
}

// once refuses a second listing of a repository.
func (a *reading) once(l Listing) error {
	if other, listed := a.seen[l.repository()]; listed {
		return Twice(l, other)
	}
	a.seen[l.repository()] = l.Path
	return nil
}

// Twice is the error of a listing whose repository another file lists.
func Twice(l Listing, other string) *Error {
	return &Error{Path: l.Path, Why: l.Ref.String() + " is listed already, in " + shown(other), Fix: "change that listing"}
}

// NoPlainFile is the error of a listing's path at which something else lies.
func NoPlainFile(path string) *Error {
	return &Error{Path: path, Why: "it is no plain file", Fix: "put a plain file there"}
}

// shown is what came from outside, cut and fit for a line.
func shown(s string) string {
	const most = 200
	if len(s) > most {
		s = s[:most] + "…"
	}
	return text.Escape(s)
}
