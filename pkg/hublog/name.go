package hublog

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// A Name is what the log calls a directory of a public repository:
// `host/path[#dir]`, which is its https URL without the scheme.
//
// The host is lower-case, without a final dot and without the port 443; an
// address is in its canonical form. A path keeps its spelling, without a
// slash at its end. On github.com, which ignores case, it is owner/repo in
// lower case, without percent signs and without `.git`. A dir keeps its
// spelling, and the rules of pkg/ref and pkg/tree. A name holds no white space.
type Name string

// github is the one host whose paths are known to ignore case.
const github = "github.com"

// NameOf is the name of a reference as ref.Parse gives it. ok is false where no
// log can look: the built-in collection, an ssh URL, and a path that github.com
// has no repository for.
func NameOf(r ref.Reference) (name Name, ok bool) {
	address, public := strings.CutPrefix(r.Address(), "https://")
	if !public || r.Dir != "" && tree.CheckPath(r.Dir) != nil {
		return "", false
	}
	host, path, _ := strings.Cut(address, "/")
	host, path = plainHost(host), strings.TrimSuffix(path, "/")
	if host == github {
		path = githubPath(path)
	}
	if host == "" || path == "" {
		return "", false
	}
	return join(host+"/"+path, r.Dir), true
}

func join(repo, dir string) Name {
	if dir == "" {
		return Name(repo)
	}
	return Name(repo + "#" + dir)
}

// plainHost is a host in the one spelling that names have.
func plainHost(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ":443")
	inner, isAddress := strings.CutPrefix(host, "[")
	if !isAddress {
		name, port, hasPort := strings.Cut(host, ":")
		return joinPort(strings.TrimSuffix(name, "."), port, hasPort)
	}
	inner, port, _ := strings.Cut(inner, "]")
	addr, err := netip.ParseAddr(inner)
	if err != nil {
		return ""
	}
	return "[" + addr.String() + "]" + port
}

func joinPort(host, port string, hasPort bool) string {
	if host == "" || !hasPort {
		return host
	}
	return host + ":" + port
}

// githubPath is owner/repo as the log writes it, or "" for a path that is none.
func githubPath(path string) string {
	plain, err := url.PathUnescape(path)
	if err != nil {
		return ""
	}
	plain = lowerASCII(plain)
	for strings.HasSuffix(plain, ".git") {
		plain = strings.TrimSuffix(plain, ".git")
	}
	loc, err := ref.Parse(plain)
	if err != nil || loc.IsLocal() || loc.Pin != nil || loc.Reference.Repo.Name == "" || loc.Reference.Dir != "" {
		return ""
	}
	return plain
}

// lowerASCII leaves every other letter alone: GitHub has none.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + ('a' - 'A')
		}
		return r
	}, s)
}

// ParseName is s as a name. The error says in one line why it is none, or how
// it is written.
func ParseName(s string) (Name, error) {
	loc, err := ref.Parse("https://" + s)
	if err != nil || loc.Pin != nil {
		return "", fmt.Errorf("%s is no name: host/path or host/path#dir of a public https address", shown(s))
	}
	name, ok := NameOf(loc.Reference)
	if !ok {
		return "", fmt.Errorf("%s is no name: no public repository is there", shown(s))
	}
	if string(name) != s {
		return "", fmt.Errorf("%s is written %s in the log", shown(s), shown(string(name)))
	}
	return name, nil
}

// Repo is the name of the repository, without a dir.
func (n Name) Repo() Name {
	repo, _, _ := strings.Cut(string(n), "#")
	return Name(repo)
}

// Dir is the directory in the repository, "" for its root.
func (n Name) Dir() string {
	_, dir, _ := strings.Cut(string(n), "#")
	return dir
}
