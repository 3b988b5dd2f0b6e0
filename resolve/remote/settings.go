package remote

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// settings are the parts of the person's git configuration that count, read
// once for all remotes of a Client.
type settings struct {
	rewrites    []rewrite
	fileAllowed bool // protocol.file.allow=always
	sshCommand  bool // core.sshCommand is set
	http        bool // any http.* is set
	headers     int  // how many http.*.extraHeader are set
}

// wanted are the keys that make settings.
const wanted = `^(url\..*\.insteadof|protocol\.file\.allow|core\.sshcommand|http\..*)$`

// readSettings asks git, which follows every include; without a git program
// there is no configuration.
func readSettings(ctx context.Context, git program) (settings, error) {
	if !git.found() {
		return settings{}, nil
	}
	out, err := git.run(ctx, call{args: []string{"config", "-z", "--get-regexp", wanted}, max: maxConfig})
	if code := new(exec.ExitError); errors.As(err, &code) && code.ExitCode() == 1 {
		return settings{}, nil // git's way to say that no key matched
	}
	if err != nil {
		return settings{}, err
	}
	var s settings
	for _, v := range parseConfig(out) {
		s.add(v)
	}
	return s, nil
}

func (s *settings) add(v variable) {
	switch {
	case strings.HasPrefix(v.key, "url."):
		base := strings.TrimSuffix(strings.TrimPrefix(v.key, "url."), ".insteadof")
		s.rewrite(rewrite{base, v.value})
	case v.key == "protocol.file.allow":
		s.fileAllowed = strings.EqualFold(v.value, "always")
	case v.key == "core.sshcommand":
		s.sshCommand = true
	default:
		s.http = true
		if strings.HasSuffix(v.key, ".extraheader") {
			s.headers++
		}
	}
}

// rewrite keeps git's order: rules stand by the first appearance of their base.
func (s *settings) rewrite(r rewrite) {
	if r.prefix == "" {
		return
	}
	at := len(s.rewrites)
	for i, other := range s.rewrites {
		if other.base == r.base {
			at = i + 1
		}
	}
	s.rewrites = slices.Insert(s.rewrites, at, r)
}

// maxConfig is the most bytes of configuration that are read.
const maxConfig = 4 << 20

// A variable is one line of git's configuration. The key's first and last part
// are in lower case; none is true when it has no value at all.
type variable struct {
	key, value string
	none       bool
}

// parseConfig reads what git config -z prints: key, line feed, value, zero
// byte; without a value the line feed is missing too.
func parseConfig(out []byte) []variable {
	var all []variable
	for one := range strings.SplitSeq(string(out), "\x00") {
		key, value, ok := strings.Cut(one, "\n")
		if key != "" {
			all = append(all, variable{key, value, !ok})
		}
	}
	return all
}

// isTrue reads a value as git reads a boolean.
func (v variable) isTrue() bool {
	if v.none {
		return true
	}
	return !slices.Contains([]string{"", "false", "no", "off", "0"}, strings.ToLower(v.value))
}

// httpSettings is what counts for one https address. It is comparable, so that
// remotes with equal settings share a transport.
type httpSettings struct {
	proxy       string // as in http.proxy
	proxySet    bool   // an empty proxy means none, whatever the environment says
	header      string // `Name: value`, sent to the address alone
	caInfo      string // a file of certificates, instead of the system's
	noVerify    bool
	noRedirects bool
	useGit      bool // a setting that only the git program knows
}

// readHTTP is the settings for address, from git's configuration and then the
// environment, which git lets win.
func readHTTP(ctx context.Context, git program, s settings, address string) (httpSettings, error) {
	h := httpSettings{useGit: s.headers > 1} // git joins several, which no command prints
	if s.http {
		out, err := git.run(ctx, call{args: []string{"config", "-z", "--get-urlmatch", "http", address}, max: maxConfig})
		if code := new(exec.ExitError); err != nil && (!errors.As(err, &code) || code.ExitCode() != 1) {
			return h, err
		}
		for _, v := range parseConfig(out) {
			h.add(v)
		}
	}
	h.fromEnvironment()
	return h, nil
}

// harmless are http.* settings that change nothing about what is fetched.
var harmless = []string{
	"http.postbuffer", "http.lowspeedlimit", "http.lowspeedtime", "http.maxrequests", "http.minsessions",
	"http.version", "http.noepsv", "http.useragent", "http.sslbackend", "http.ssltry", "http.keepaliveidle",
	"http.keepaliveinterval", "http.keepalivecount", "http.schannelcheckrevoke", "http.schannelusesslcainfo",
}

func (h *httpSettings) add(v variable) {
	switch v.key {
	case "http.proxy":
		h.proxy, h.proxySet = v.value, true
	case "http.extraheader":
		h.header = v.value
	case "http.sslcainfo":
		h.setCAInfo(v.value)
	case "http.sslverify":
		h.noVerify = !v.isTrue()
	case "http.followredirects":
		h.noRedirects = v.value != "initial" && !v.isTrue()
	default:
		h.useGit = h.useGit || !slices.Contains(harmless, v.key)
	}
}

// setCAInfo expands `~/` as git does; other expansions are git's own.
func (h *httpSettings) setCAInfo(path string) {
	rest, home := strings.CutPrefix(path, "~/")
	switch {
	case home:
		dir, err := os.UserHomeDir()
		h.useGit = h.useGit || err != nil
		h.caInfo = filepath.Join(dir, rest)
	case strings.HasPrefix(path, "~"), strings.HasPrefix(path, "%("):
		h.useGit = true
	default:
		h.caInfo = path
	}
}

func (h *httpSettings) fromEnvironment() {
	if path := os.Getenv("GIT_SSL_CAINFO"); path != "" {
		h.caInfo = path
	}
	if _, set := os.LookupEnv("GIT_SSL_NO_VERIFY"); set {
		h.noVerify = true
	}
	for _, name := range []string{"GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_PROXY_SSL_CERT", "GIT_PROXY_SSL_CAINFO", "GIT_HTTP_PROXY_AUTHMETHOD"} {
		if os.Getenv(name) != "" {
			h.useGit = true
		}
	}
}
