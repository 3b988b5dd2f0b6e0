package remote

import (
	"net/url"
	"path/filepath"
	"strings"

	"sinew/pkg/text"
)

// A rewrite is one url.<base>.insteadOf = <prefix>.
type rewrite struct{ base, prefix string }

// rewritten is address as git reads it: the longest prefix wins, the first of
// equally long ones, and it happens once.
func rewritten(address string, rules []rewrite) string {
	var best rewrite
	for _, r := range rules {
		if strings.HasPrefix(address, r.prefix) && len(r.prefix) > len(best.prefix) {
			best = r
		}
	}
	return best.base + strings.TrimPrefix(address, best.prefix)
}

// A route is where an address leads once the person's configuration has
// rewritten it.
type route struct {
	asked    string   // the address before it was rewritten: git rewrites it again
	protocol string   // https, ssh or file, in git's words
	url      *url.URL // of https, without its user
	user     *url.Userinfo
	host     string // "" for a file
}

// routeOf reads address as git does after rewriting it, and checks only then
// which protocol it would speak.
func routeOf(address string, s settings) (route, error) {
	target := rewritten(address, s.rewrites)
	if _, bad := text.FirstUnclean(target); bad || strings.HasPrefix(target, "-") {
		return route{}, fail(Refused, "%s is no address", line(target))
	}
	r := route{asked: address}
	if helper, ok := wordBefore(target, "::"); ok {
		return route{}, badProtocol(helper)
	}
	scheme, ok := wordBefore(target, "://")
	if !ok {
		return r.withoutScheme(target, s)
	}
	switch scheme {
	case "https":
		return r.https(target)
	case "ssh", "git+ssh", "ssh+git":
		return r.ssh(target)
	case "file":
		return r.file(strings.TrimPrefix(target, "file://"), s)
	}
	return route{}, badProtocol(scheme)
}

// wordBefore is the name of a protocol that target opens with, before mark.
func wordBefore(target, mark string) (string, bool) {
	word, _, ok := strings.Cut(target, mark)
	return word, ok && word != "" && strings.Trim(word, protocolLetters) == ""
}

const protocolLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"

func badProtocol(name string) error {
	return fail(Refused, "protocol %s is not used: https and ssh are", line(name))
}

// withoutScheme is a path on this machine, or `[user@]host:path` of ssh, which
// has its colon before any slash.
func (r route) withoutScheme(target string, s settings) (route, error) {
	host, _, isSSH := strings.Cut(target, ":")
	if !isSSH || strings.Contains(host, "/") {
		return r.file(target, s)
	}
	_, name, hasUser := strings.Cut(host, "@")
	if !hasUser {
		name = host
	}
	if name == "" || strings.HasPrefix(name, "-") {
		return route{}, fail(Refused, "%s is no ssh address", line(target))
	}
	r.protocol, r.host = "ssh", name
	return r, nil
}

func (r route) file(path string, s settings) (route, error) {
	if !s.fileAllowed {
		return route{}, fail(Refused, "protocol file is not used unless git's configuration says protocol.file.allow=always")
	}
	if !filepath.IsAbs(path) {
		return route{}, fail(Refused, "%s is no absolute path", line(path))
	}
	r.protocol = "file"
	return r, nil
}

func (r route) ssh(target string) (route, error) {
	u, err := url.Parse(target)
	if err != nil || u.Hostname() == "" {
		return route{}, fail(Refused, "%s is no ssh address", line(target))
	}
	r.protocol, r.host = "ssh", u.Hostname()
	return r, nil
}

// https keeps user and password apart, so that no message can show them.
func (r route) https(target string) (route, error) {
	u, err := url.Parse(target)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		return route{}, fail(Refused, "%s is no https address", line(target))
	}
	if _, bad := text.FirstUnclean(u.Path); bad { // a credential helper reads lines
		return route{}, fail(Refused, "%s is no https address", line(target))
	}
	r.user, u.User = u.User, nil
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	r.protocol, r.url, r.host = "https", u, u.Hostname()
	return r, nil
}
