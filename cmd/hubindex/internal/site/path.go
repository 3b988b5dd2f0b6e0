package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"sinew/pkg/hublog"
)

const (
	maxSegment = 200 // bytes of a file's name; disks take 255
	maxPath    = 900 // bytes of a path in the site
)

// pathOf is where a name's page lies below r/ or c/, without a slash at either
// end: the segments of the repository, `-`, and those of the dir.
func pathOf(name hublog.Name) string {
	path := segments(string(name.Repo()))
	if dir := name.Dir(); dir != "" {
		path += "/-/" + segments(dir)
	}
	if len(path) > maxPath {
		return "-/" + digestOf(string(name))
	}
	return path
}

func segments(path string) string {
	all := strings.Split(path, "/")
	for i, one := range all {
		all[i] = segment(one)
	}
	return strings.Join(all, "/")
}

// segment is a segment as a file's name. No two are the same, and none is one
// of the site's own names.
func segment(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if c := s[i]; isPlain(c) && (c != '.' || !hides(s, i)) {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "~%02x", c)
		}
	}
	switch written := out.String(); {
	case written == "-":
		return "~2d"
	case len(written) > maxSegment:
		return "~~" + digestOf(s)
	default:
		return written
	}
}

func isPlain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-'
}

// hides reports whether the dot at i would hide the file, be lost at its end on
// some disks, or make it one of the site's own.
func hides(s string, i int) bool {
	rest := s[i:]
	return i == 0 || rest == "." || rest == ".html" || rest == ".xml"
}

func digestOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// authorOf is who publishes a name: the host and the first part of the path, or
// the host alone where the path has one part.
func authorOf(name hublog.Name) string {
	host, path, _ := strings.Cut(string(name.Repo()), "/")
	owner, _, deep := strings.Cut(path, "/")
	if !deep {
		return host
	}
	return host + "/" + owner
}

func reflexDir(name hublog.Name) string      { return "r/" + pathOf(name) }
func reflexPage(name hublog.Name) string     { return reflexDir(name) + "/index.html" }
func versionsPage(name hublog.Name) string   { return reflexDir(name) + "/versions.html" }
func collectionPage(name hublog.Name) string { return "c/" + pathOf(name.Repo()) + "/index.html" }

// feedOf is the author's feed. A host's own is below `-`, which no owner is.
func feedOf(author string) string {
	path := segments(author)
	if !strings.Contains(author, "/") {
		path += "/-"
	}
	return "a/" + path + "/feed.xml"
}

// rootOf is the way from a file of the site to its root: `../../`, or "".
func rootOf(file string) string { return strings.Repeat("../", strings.Count(file, "/")) }
