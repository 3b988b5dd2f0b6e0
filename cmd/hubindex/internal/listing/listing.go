// Package listing reads the listings of an index (hub-index/README.md): one
// file for each repository, which holds one line, the ref.
//
//	listings/<owner>/<repo>   <owner>/<repo>[/dir]                a repository on GitHub
//	listings/<host>/<path…>   https://<host>/<path…>[.git][#dir]  one on another host
//
// The line ends in one line feed and holds no version: a listing stands for
// all tags. The path and the ref name one repository. GitHub ignores case, and
// so does the comparison there; a host stands in the path as the log writes it,
// in lower case, and a path on it as the ref does, without a final `.git`. A
// host has a dot or a port, which no owner on GitHub has, so that the two kinds
// of paths never meet.
//
// A name that opens with a dot belongs to no listing.
//
// A ref without a directory lists every reflex of the repository, one with a
// directory what `add` takes there: that reflex, or its direct children.
package listing

import (
	"fmt"
	"path"
	"strings"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// Dir is the directory that listings lie in, below the index's root.
const Dir = "listings"

// A Listing is one repository that an index lists.
type Listing struct {
	Path string        // of its file, from the index's root: listings/<owner>/<repo>
	Ref  ref.Reference // what its line says
	Name hublog.Name   // the repository's name in the log, without a dir
}

// An Error is a listing that is refused. Its text is one clean line.
type Error struct {
	Path string // of the file, from the index's root
	Why  string // what is wrong, without the path
	Fix  string // what puts it right
}

// Error is the path and what is wrong.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", shown(e.Path), e.Why) }

// Parse reads a listing: the path of its file from the index's root, between
// slashes, and its content. The error is an *Error. A Listing is a value, and
// Parse is for any goroutine.
func Parse(path, content string) (Listing, error) {
	l, wrong := parse(path, content)
	if wrong != nil {
		wrong.Path = path
		return Listing{}, wrong
	}
	return l, nil
}

func parse(path, content string) (Listing, *Error) {
	line, why := oneLine(content)
	if why != "" {
		return Listing{}, &Error{Why: why, Fix: "write the ref, and one line feed"}
	}
	location, err := ref.Parse(line)
	if err != nil {
		return Listing{}, &Error{Why: err.Error(), Fix: "write owner/repo[/dir], or an https URL"}
	}
	if wrong := checkRef(location, line); wrong != nil {
		return Listing{}, wrong
	}
	name, ok := hublog.NameOf(ref.Reference{Repo: location.Reference.Repo})
	if !ok {
		return Listing{}, &Error{Why: "no public repository is at " + location.String(), Fix: "write owner/repo[/dir], or an https URL"}
	}
	l := Listing{Path: path, Ref: location.Reference, Name: name}
	return l, l.checkPlace()
}

// oneLine is what the content holds before its line feed.
func oneLine(content string) (line, why string) {
	line, ended := strings.CutSuffix(content, "\n")
	switch {
	case len(line) > ref.MaxLen:
		return "", fmt.Sprintf("its line is over %d bytes", ref.MaxLen)
	case line == "":
		return "", "it is empty"
	case strings.Contains(line, "\n"):
		return "", "it has more than one line"
	case !ended:
		return "", "its line does not end in a line feed"
	}
	return line, ""
}

// checkRef says why a ref may not be listed, wherever its file lies.
func checkRef(l ref.Location, line string) *Error {
	repo := l.Reference.Repo
	switch {
	case l.IsLocal() || repo.Std || strings.HasPrefix(repo.URL, "ssh:"):
		return &Error{Why: shown(line) + " has no public https address", Fix: "write owner/repo[/dir], or an https URL"}
	case l.Pin != nil:
		return &Error{Why: "it holds a version, and a listing stands for all tags", Fix: "write " + l.Reference.String()}
	case l.String() != line:
		return &Error{Why: "this ref is written " + l.String(), Fix: "write " + l.String()}
	case l.Reference.Dir != "" && tree.CheckPath(l.Reference.Dir) != nil:
		return &Error{Why: "its directory may be in no tree", Fix: "name another directory"}
	}
	return nil
}

// checkPlace says why the listing may not lie where it does.
func (l Listing) checkPlace() *Error {
	host, rest, _ := strings.Cut(string(l.Name), "/")
	if host == github {
		return l.checkGitHub(rest)
	}
	want := Dir + "/" + strings.TrimSuffix(string(l.Name), ".git")
	switch {
	case !isHost(host):
		return &Error{Why: "its host has no dot: it is of one network alone", Fix: "list a repository that everybody reaches"}
	case tree.CheckPath(want) != nil || !IsPath(want):
		return &Error{Why: "no file can be named as its repository", Fix: "give the repository a plain name"}
	case l.Path != want:
		return l.misplaced(want)
	}
	return nil
}

const github = "github.com"

// checkGitHub holds the path against the repository's name in the log, which
// is in lower case.
func (l Listing) checkGitHub(name string) *Error {
	repo := l.Ref.Repo
	if repo.URL != "" {
		return &Error{Why: "a repository on GitHub is written owner/repo", Fix: "write " + name}
	}
	if strings.HasSuffix(strings.ToLower(repo.Name), ".git") {
		return &Error{Why: "the repository is written without .git", Fix: "write " + name}
	}
	want := Dir + "/" + name
	if !IsPath(want) {
		return &Error{Why: "a name that opens with a dot names no listing", Fix: "give the repository another name"}
	}
	// Of one length, no letter beyond ASCII can pass for one within.
	if len(l.Path) != len(want) || !strings.EqualFold(l.Path, want) || !strings.HasPrefix(l.Path, Dir+"/") {
		return l.misplaced(path.Join(Dir, repo.Owner, repo.Name))
	}
	return nil
}

func (l Listing) misplaced(want string) *Error {
	return &Error{Why: "the listing of " + l.Ref.String() + " is " + shown(want), Fix: "move the file there"}
}

// IsPath reports whether a file at path, from the index's root, is taken for a
// listing: it lies below Dir, and no name on its way opens with a dot.
func IsPath(path string) bool {
	inside, ok := strings.CutPrefix(path, Dir+"/")
	return ok && !strings.HasPrefix(inside, ".") && !strings.Contains(inside, "/.")
}

// Owner is the owner on GitHub, in lower case, whose repository a listing at
// path is of; ok is false for a path of another host.
func Owner(path string) (owner string, ok bool) {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, Dir+"/"), "/")
	if isHost(first) {
		return "", false
	}
	return strings.ToLower(first), true
}

// isHost reports whether the first name of a path below Dir is a host.
func isHost(first string) bool { return strings.ContainsAny(first, ".:") }

// Same reports whether two listings are of one repository, with `.git` or
// without.
func (l Listing) Same(other Listing) bool { return l.repository() == other.repository() }

func (l Listing) repository() string { return strings.TrimSuffix(string(l.Name), ".git") }

// Reflexes are the directories of the repository's tree that the listing
// stands for, in byte order; "" is the root. The error is a
// *resolve.NoReflexError.
func (l Listing) Reflexes(files tree.Tree) ([]string, error) {
	if l.Ref.Dir != "" {
		return resolve.Reflexes(files, l.Ref)
	}
	if all := resolve.All(files); len(all) > 0 {
		return all, nil
	}
	return nil, &resolve.NoReflexError{Reference: l.Ref}
}

// Covers reports whether the reflex in a directory of the repository is one
// that the listing may stand for, by the rule of Reflexes. Whether it does is
// the tree's to say: a reflex in the listed directory hides those below.
func (l Listing) Covers(dir string) bool {
	return l.Ref.Dir == "" || dir == l.Ref.Dir || dir != "" && path.Dir(dir) == l.Ref.Dir
}
