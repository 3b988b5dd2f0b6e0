package remote

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// A login is what git's credential helpers hold for one address. It is never
// shown and never kept longer than its remote.
type login struct {
	username, password string
	said               string // git's whole answer, which approve and reject take
}

const maxCredential = 64 << 10

// askCredential asks git's credential helpers, never the person.
func askCredential(ctx context.Context, git program, r route) (*login, bool) {
	if !git.found() {
		return nil, false
	}
	out, err := git.run(ctx, credentialCall("fill", describe(r)))
	if err != nil {
		return nil, false
	}
	l := &login{said: string(out)}
	for one := range strings.Lines(l.said) {
		key, value, _ := strings.Cut(strings.TrimSuffix(one, "\n"), "=")
		switch key {
		case "username":
			l.username = value
		case "password":
			l.password = value
		}
	}
	return l, l.password != ""
}

// describe is an address in the lines git credential reads. No part of it
// holds a line feed: routeOf has seen to that.
func describe(r route) string {
	said := "protocol=https\nhost=" + r.url.Host + "\npath=" + strings.TrimPrefix(r.url.Path, "/") + "\n"
	if r.user != nil && r.user.Username() != "" {
		said += "username=" + r.user.Username() + "\n"
	}
	return said + "\n"
}

// report tells the helpers whether the login was good, so that one may keep or
// forget it; what they answer changes nothing.
func (l *login) report(ctx context.Context, git program, good bool) {
	verb := "reject"
	if good {
		verb = "approve"
	}
	_, _ = git.run(ctx, credentialCall(verb, strings.TrimRight(l.said, "\n")+"\n\n"))
}

func credentialCall(verb, stdin string) call {
	return call{args: []string{"-c", "credential.interactive=false", "credential", verb}, stdin: stdin, max: maxCredential}
}

// hasNetrc reports whether the file that only git's own transport reads is
// there.
func hasNetrc() bool {
	home, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(home, ".netrc"))
	return err == nil
}
