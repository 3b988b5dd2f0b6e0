package remote

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"sync"

	"sinew/pkg/ref"
)

// Options are what a Client may be told. The zero Options are right outside of
// tests.
type Options struct {
	Limits Limits
	// RootCAs are the certificates trusted over https, instead of those that
	// git's configuration, GIT_SSL_CAINFO, SSL_CERT_FILE or the system name.
	RootCAs *x509.CertPool
	// Attestations lets remotes list what lies below refs/attestations/ too.
	Attestations bool
}

// A Client opens remotes. It reads git's configuration and the environment
// when it first needs them and keeps them; it keeps connections too, until
// Close. Its methods may be called by several goroutines at once.
type Client struct {
	limits   Limits
	roots    *x509.CertPool
	prefixes []string // of the refs that are listed
	git      program

	read     sync.Once
	settings settings
	readErr  error

	mu         sync.Mutex
	transports map[httpSettings]*http.Transport
}

// New is a client that has not yet called anything.
func New(o Options) *Client {
	c := &Client{
		limits: o.Limits.WithDefaults(), roots: o.RootCAs, prefixes: []string{tagPrefix}, git: findGit(),
		transports: make(map[httpSettings]*http.Transport),
	}
	if o.Attestations {
		c.prefixes = append(c.prefixes, attestationPrefix)
	}
	return c
}

// Limits are the client's, with their defaults.
func (c *Client) Limits() Limits { return c.limits }

// Close ends the connections nobody uses. Remotes still open stay usable.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.transports {
		t.CloseIdleConnections()
	}
}

// A source is one way to read a remote: a listing, then packs. Its errors are
// an *Error, errUnserved, or a context's.
type source interface {
	list(ctx context.Context) ([]listed, error)
	fetch(ctx context.Context, want listed, most int64) ([]byte, error)
}

// Open lists the tags of a repository, in at most a minute. The error is an
// *Error, or ctx's own. The caller closes the Remote.
func (c *Client) Open(ctx context.Context, repo ref.Repo) (*Remote, error) {
	if repo.Std {
		return nil, fail(Refused, "%s is no git remote", repo.Address())
	}
	limited, cancel := c.limits.limited(ctx)
	defer cancel()
	r, err := c.open(limited, repo.Address())
	if err != nil {
		return nil, c.limits.settle(limited, err)
	}
	return r, nil
}

func (c *Client) open(ctx context.Context, address string) (*Remote, error) {
	s, err := c.configuration(ctx)
	if err != nil {
		return nil, err
	}
	where, err := routeOf(address, s)
	if err != nil {
		return nil, err
	}
	if where.protocol == "https" {
		return c.openHTTPS(ctx, where, s)
	}
	if where.host != "" {
		mustStayHome(where.host)
	}
	return c.openGit(ctx, where, s)
}

// configuration is read once, under no caller's context: a caller that gives
// up must not leave its error to the others.
func (c *Client) configuration(ctx context.Context) (settings, error) {
	c.read.Do(func() {
		own, cancel := c.limits.limited(context.WithoutCancel(ctx))
		defer cancel()
		c.settings, c.readErr = readSettings(own, c.git)
		c.readErr = c.limits.settle(own, c.readErr)
	})
	return c.settings, c.readErr
}

func (c *Client) openHTTPS(ctx context.Context, where route, s settings) (*Remote, error) {
	h, err := readHTTP(ctx, c.git, s, where.url.String())
	if err != nil {
		return nil, err
	}
	if !h.proxySet {
		mustStayHome(where.host)
	}
	if h.useGit && c.git.found() {
		return c.openGit(ctx, where, s)
	}
	base, err := c.transport(h)
	if err != nil {
		return nil, err
	}
	src, err := newHTTPS(where, h, base, c.git, c.limits, c.prefixes)
	if err != nil {
		return nil, &Error{Kind: Refused, Why: line(err.Error()), Err: err}
	}
	refs, err := src.list(ctx)
	var failed *Error
	switch {
	case err == nil:
		r := newRemote(c.limits, src, refs)
		r.redirect = src.wire.moved
		if instead, err := newGitSource(where, s, c.git, c.limits, c.prefixes); err == nil {
			r.instead = instead
		}
		return r, nil
	case errors.Is(err, errUnserved):
		return c.openGit(ctx, where, s)
	case errors.As(err, &failed) && failed.Kind == NotFound && c.git.found() && hasNetrc():
		return c.openGit(ctx, where, s)
	}
	return nil, err
}

// transport is shared by all remotes of the same settings.
func (c *Client) transport(h httpSettings) (*http.Transport, error) {
	h.header, h.noRedirects, h.useGit = "", false, false // these are the remote's own
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.transports[h]; ok {
		return t, nil
	}
	t, err := newTransport(h, c.roots)
	if err == nil {
		c.transports[h] = t
	}
	return t, err
}

func (c *Client) openGit(ctx context.Context, where route, s settings) (*Remote, error) {
	src, err := newGitSource(where, s, c.git, c.limits, c.prefixes)
	if err != nil {
		return nil, err
	}
	refs, err := src.list(ctx)
	if err != nil {
		return nil, err
	}
	return newRemote(c.limits, src, refs), nil
}
