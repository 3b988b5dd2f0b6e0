// Package ref holds where a reflex comes from: refs, the versions tags name,
// and pins. It parses and prints them; nothing here touches a remote.
//
// A ref is `owner/repo[/dir][@tag]`, `<url>[#dir][@tag]` with an https or ssh
// URL, a local `./dir`, or `std:[dir][@tag]`: the collection built into the
// program. Whatever Parse accepts, String prints back, and nothing it accepts
// can be taken for an option, leave its repository, or carry a secret.
//
// The grammar is the manual's page "Installing reflexes", behaviour.md 1.1 and
// format tables, section 16; std is the design's, section 2.
package ref

import (
	"path"
	"strings"
)

// A Repo is a git repository: on GitHub, by owner and name; by URL; or the one
// built into the program. Two equal Repos are one repository.
type Repo struct {
	Owner, Name string // GitHub; empty otherwise
	URL         string // https:// or ssh://, as written; empty otherwise
	Std         bool   // the built-in collection
}

// Address is what a fetch is given: GitHub's https URL, a URL as it was
// written, or `std:` for the built-in collection, which no git knows.
func (r Repo) Address() string {
	switch {
	case r.Std:
		return stdPrefix
	case r.URL != "":
		return r.URL
	}
	return "https://github.com/" + r.Owner + "/" + r.Name
}

// A Reference is a directory of a repository. Dir is "" for the root, and
// otherwise a plain relative path.
type Reference struct {
	Repo Repo
	Dir  string
}

// Address is the fetch address of the reference's repository.
func (r Reference) Address() string { return r.Repo.Address() }

// String is the ref as a file holds it, without a pin.
func (r Reference) String() string {
	switch {
	case r.Repo.Std:
		return stdPrefix + r.Dir
	case r.Repo.URL != "" && r.Dir != "":
		return r.Repo.URL + "#" + r.Dir
	case r.Repo.URL != "":
		return r.Repo.URL
	case r.Dir != "":
		return r.Repo.Owner + "/" + r.Repo.Name + "/" + r.Dir
	}
	return r.Repo.Owner + "/" + r.Repo.Name
}

// LastSegment is what the reflex is called when nobody picks a name: the last
// segment of the directory, else of the repository, without a URL's `.git`.
// It need not have the form of a name.
func (r Reference) LastSegment() string {
	switch {
	case r.Dir != "":
		return path.Base(r.Dir)
	case r.Repo.Std:
		return strings.TrimSuffix(stdPrefix, ":")
	case r.Repo.URL != "":
		return strings.TrimSuffix(path.Base(r.Repo.URL), ".git")
	}
	return r.Repo.Name
}

// A Location is where one reflex comes from, as evoke.toml says it: a local
// directory, or a reference with an optional pin.
type Location struct {
	Local     string // `./dir`, `../dir`, `.` or `..`, relative to evoke.toml; "" when remote
	Reference Reference
	Pin       *Version // nil when unpinned
}

// IsLocal reports whether the location is a directory on this machine.
func (l Location) IsLocal() bool { return l.Local != "" }

// String is the location as evoke.toml holds it, with its pin.
func (l Location) String() string {
	switch {
	case l.IsLocal():
		return l.Local
	case l.Pin != nil:
		return l.Reference.String() + "@" + l.Pin.String()
	}
	return l.Reference.String()
}

// LastSegment is the reference's, or a local directory's own name: "" for one
// that only its place on the disk names, as `.` and `../..` are.
func (l Location) LastSegment() string {
	if !l.IsLocal() {
		return l.Reference.LastSegment()
	}
	if last := path.Base(l.Local); last != "." && last != ".." {
		return last
	}
	return ""
}
