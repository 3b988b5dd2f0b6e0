package ref

import (
	"fmt"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// MaxLen is the longest ref, in bytes.
const MaxLen = 2048

// stdPrefix opens a ref of the collection built into the program.
const stdPrefix = "std:"

// Parse reads a ref. The error is a diag.Problems of one problem, whose fix is
// the command that was run. A local directory is taken as written: whether it
// is there is not asked here.
func Parse(s string) (Location, error) {
	loc, why := parse(s)
	if why != "" {
		return Location{}, diag.One("", why, diag.Rerun())
	}
	return loc, nil
}

// parse is Parse with what is wrong as a text, "" when nothing is.
func parse(s string) (Location, string) {
	if len(s) > MaxLen {
		return Location{}, fmt.Sprintf("a ref of %d bytes is no ref: %d is the most", len(s), MaxLen)
	}
	if r, bad := text.FirstUnclean(s); bad {
		return Location{}, fmt.Sprintf("%q contains %s; a ref is one clean line", s, text.Describe(r))
	}
	switch {
	case IsLocal(s):
		return Location{Local: s}, ""
	case strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~"):
		return Location{}, fmt.Sprintf("%q is a path; a local reflex is written ./dir or ../dir, relative to evoke.toml", s)
	case strings.HasPrefix(s, stdPrefix):
		return parseStd(s)
	}
	if scheme, rest, ok := cutScheme(s); ok {
		return parseURL(s, scheme, rest)
	}
	if first, _, _ := strings.Cut(s, "/"); strings.Contains(first, ":") {
		return Location{}, fmt.Sprintf("%q is scp-like; write ssh://<host>/<path>", s)
	}
	return parseGitHub(s)
}

// IsLocal reports whether s is written as a directory on this machine: `.`,
// `..`, or below one of them.
func IsLocal(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

func parseGitHub(s string) (Location, string) {
	base, pin, why := cutPin(s, s)
	if why != "" {
		return Location{}, why
	}
	owner, rest, ok := strings.Cut(base, "/")
	if !ok {
		return Location{}, notARef(s)
	}
	if !isOwner(owner) {
		return Location{}, fmt.Sprintf("%q is not a ref owner: [A-Za-z0-9][A-Za-z0-9-]*", owner)
	}
	if why := checkSegments(rest); why != "" {
		return Location{}, why
	}
	name, dir, _ := strings.Cut(rest, "/")
	return Location{Reference: Reference{Repo: Repo{Owner: owner, Name: name}, Dir: dir}, Pin: pin}, ""
}

func parseStd(s string) (Location, string) {
	dir, pin, why := cutPin(strings.TrimPrefix(s, stdPrefix), s)
	if why != "" {
		return Location{}, why
	}
	if dir != "" {
		why = checkSegments(dir)
	}
	return Location{Reference: Reference{Repo: Repo{Std: true}, Dir: dir}, Pin: pin}, why
}

// cutPin is what stands before the first @ of part, and the version after it.
// whole is the ref as written, for the message.
func cutPin(part, whole string) (base string, pin *Version, why string) {
	base, tag, ok := strings.Cut(part, "@")
	if !ok {
		return part, nil, ""
	}
	if base == "" && part == whole {
		return "", nil, notARef(whole)
	}
	v, ok := ParseVersion(tag)
	if !ok {
		return "", nil, fmt.Sprintf("%q: what follows @ must be a version, [v]X.Y.Z", whole)
	}
	return base, &v, ""
}

func notARef(s string) string {
	return fmt.Sprintf("%q is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag]", s)
}

func isOwner(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && (s[i] != '-' || i == 0) {
			return false
		}
	}
	return s != ""
}

// checkSegments says which part of a path between slashes is none.
func checkSegments(path string) string {
	for segment := range strings.SplitSeq(path, "/") {
		if !isSegment(segment) {
			return fmt.Sprintf("%q is not a ref segment: [A-Za-z0-9._][A-Za-z0-9._-]*", segment)
		}
	}
	return ""
}

// isSegment also leaves out the names that walk out of a repository or into
// git's own files: the pattern of the message holds them.
func isSegment(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlnum(c) && c != '.' && c != '_' && (c != '-' || i == 0) {
			return false
		}
	}
	return s != "" && s != "." && s != ".." && !strings.EqualFold(s, ".git")
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
