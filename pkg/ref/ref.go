// Package ref holds where a reflex comes from: refs, the versions tags name,
// and pins. It parses and prints them; nothing here touches a remote.
//
// The grammar is the manual's page "Installing reflexes" and behaviour.md 1.
package ref

// A Repo is a git repository: on GitHub, by owner and name, or by URL.
type Repo struct {
	Owner, Name string // GitHub; empty for a URL
	URL         string // https:// or ssh://, as written; empty for GitHub
}

// A Reference is a directory of a repository. Dir is "" for the root, and
// otherwise a plain relative path.
type Reference struct {
	Repo Repo
	Dir  string
}

// A Location is where one reflex comes from, as evoke.toml says it: a local
// directory, or a reference with an optional pin.
type Location struct {
	Local     string // `./dir`, `../dir` or `.`, relative to evoke.toml; "" when remote
	Reference Reference
	Pin       *Version // nil when unpinned
}

// IsLocal reports whether the location is a directory on this machine.
func (l Location) IsLocal() bool { return l.Local != "" }
