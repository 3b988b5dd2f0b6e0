package ref

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

const credential = "the URL carries a credential; git's credential helper holds it, never a project file"

// cutScheme is what stands before and after `://`, when a URL could open so.
func cutScheme(s string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(s, "://")
	if !ok || scheme == "" {
		return "", "", false
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isAlnum(c) && c != '+' && c != '.' && c != '-' {
			return "", "", false
		}
	}
	return scheme, rest, true
}

// parseURL reads `<url>[#dir][@tag]`. rest is what follows the scheme. A
// message about the host never shows what may be a password.
func parseURL(s, scheme, rest string) (Location, string) {
	if scheme != "https" && scheme != "ssh" {
		return Location{}, fmt.Sprintf("%q uses scheme %q; https and ssh are allowed", s, scheme)
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	if why := checkAuthority(scheme, rest[:end], rest[end:]); why != "" {
		return Location{}, why
	}
	body, pin, why := cutPin(rest[end:], s)
	if why != "" {
		return Location{}, why
	}
	path, dir, hasDir := strings.Cut(body, "#")
	if why := checkURLPath(s, path); why != "" {
		return Location{}, why
	}
	if hasDir {
		why = checkSegments(dir)
	}
	return Location{Reference: Reference{Repo: Repo{URL: scheme + "://" + rest[:end] + path}, Dir: dir}, Pin: pin}, why
}

// checkAuthority checks `[user@]host[:port]`. An https URL has no user; an ssh
// one has no password. after is what follows in the ref.
func checkAuthority(scheme, authority, after string) string {
	user, host, hasUser := cutLast(authority, "@")
	if !hasUser {
		user, host = "", authority
	}
	if hasUser && (scheme == "https" || strings.Contains(user, ":")) {
		return credential
	}
	if hasUser && (!isSegment(user) || user[0] == '.') {
		return fmt.Sprintf("%q is not an ssh user: [A-Za-z0-9_][A-Za-z0-9._-]*", user)
	}
	name, port, hasPort := cutPort(host)
	if hasPort && !isPort(port) {
		if strings.Contains(after, "@") {
			return credential // a password with a slash in it reads as a port
		}
		return fmt.Sprintf("%q is not a port: 1 to 65535", port)
	}
	if !isHost(name) {
		return fmt.Sprintf("%q is not a host: a name of [A-Za-z0-9._-], or an address", name)
	}
	return ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// cutPort leaves the colons of a bracketed address alone.
func cutPort(host string) (name, port string, found bool) {
	if !strings.HasPrefix(host, "[") {
		return strings.Cut(host, ":")
	}
	end := strings.LastIndexByte(host, ']')
	if port, found = strings.CutPrefix(host[end+1:], ":"); end > 0 && found {
		return host[:end+1], port, true
	}
	return host, "", false
}

func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0 && s[0] != '0'
}

// isHost also allows what only a person's ssh configuration names. A host that
// opens with - could pass for an option.
func isHost(s string) bool {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		return ok && err == nil && addr.Is6() && addr.Zone() == ""
	}
	for i := range len(s) {
		c := s[i]
		if isAlnum(c) || c == '_' || i > 0 && (c == '-' || c == '.' && s[i-1] != '.') {
			continue
		}
		return false
	}
	return s != ""
}

// checkURLPath checks the part of a URL that names the repository. Parts that
// a server or git would decode into a walk, a separator or a control character
// are refused, so that one repository has few spellings.
func checkURLPath(s, path string) string {
	if strings.Contains(path, "?") {
		return fmt.Sprintf("%q has a query; a repository's URL has none", s)
	}
	plain := strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if plain == "" {
		return fmt.Sprintf("%q names no repository: <url> is https://<host>/<path> or ssh://[user@]<host>/<path>", s)
	}
	for segment := range strings.SplitSeq(plain, "/") {
		decoded, err := url.PathUnescape(segment)
		if err != nil || !isURLSegment(segment) || !isDecodedSegment(decoded) {
			return fmt.Sprintf("%q is no part of a repository's URL", segment)
		}
	}
	return ""
}

func isURLSegment(s string) bool {
	for _, c := range s {
		if c > unicode.MaxASCII && unicode.IsPrint(c) {
			continue
		}
		if c > unicode.MaxASCII || !isAlnum(byte(c)) && !strings.ContainsRune("-._~%!$&'()*+,;=:", c) {
			return false
		}
	}
	return s != ""
}

func isDecodedSegment(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, `/\@#?`) &&
		!strings.ContainsFunc(s, unicode.IsControl)
}
