package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Files are static files below an https address that is no git remote, as a
// mirror is. They are reached as git would reach that address: http.proxy,
// http.extraHeader, http.sslCAInfo, http.sslVerify and http.followRedirects of
// its configuration count, and the same variables of the environment; not
// insteadOf, and no credential helper. Several goroutines may use it.
type Files struct {
	limits Limits
	base   *url.URL // without its user
	user   *url.Userinfo
	client *http.Client
}

// Files are those below an https address, which may hold a user and a password
// but no query. Nothing is asked of the server yet. The error is an *Error, or
// ctx's own.
func (c *Client) Files(ctx context.Context, address string) (*Files, error) {
	limited, cancel := c.limits.limited(ctx)
	defer cancel()
	f, err := c.files(limited, address)
	if err != nil {
		return nil, c.limits.settle(limited, err)
	}
	return f, nil
}

func (c *Client) files(ctx context.Context, address string) (*Files, error) {
	scheme, _ := wordBefore(address, "://")
	where, err := route{}.https(address)
	if scheme != "https" || err != nil {
		return nil, fail(Refused, "it is no https address") // which may hold a password, and is not shown
	}
	s, err := c.configuration(ctx)
	if err != nil {
		return nil, err
	}
	h, err := readHTTP(ctx, c.git, s, where.url.String())
	if err != nil {
		return nil, err
	}
	if !h.proxySet {
		mustStayHome(where.host)
	}
	base, err := c.transport(h)
	if err != nil {
		return nil, err
	}
	own := &headed{base: base, origin: where.url, header: h.header}
	client := &http.Client{Transport: own, CheckRedirect: redirectsWithin(where.url, h.noRedirects)}
	return &Files{limits: c.limits, base: where.url, user: where.user, client: client}, nil
}

// headed sends the person's header to one origin alone.
type headed struct {
	base   http.RoundTripper
	origin *url.URL
	header string // `Name: value`, or ""
}

// RoundTrip does one exchange.
func (h *headed) RoundTrip(req *http.Request) (*http.Response, error) {
	return h.base.RoundTrip(withHeader(req, h.origin, h.header))
}

func redirectsWithin(origin *url.URL, none bool) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		if none {
			return errNoRedirects
		}
		to := *req.URL
		to.RawQuery, to.User = "", nil
		return checkHop(origin, req.URL, len(via), line(to.String()))
	}
}

// Get is one file, by its path below the address, in at most a minute. The
// error is an *Error, of the kind NotFound when the server says that the file
// is not there (404 or 410), and of Refused when it is over most bytes; or
// ctx's own.
func (f *Files) Get(ctx context.Context, path string, most int64) ([]byte, error) {
	limited, cancel := f.limits.limited(ctx)
	defer cancel()
	data, err := f.get(limited, path, most)
	if err != nil {
		return nil, f.limits.settle(limited, err)
	}
	return data, nil
}

func (f *Files) get(ctx context.Context, path string, most int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base.JoinPath(path).String(), nil)
	if err != nil {
		return nil, fail(Refused, "%s is no path", line(path))
	}
	if f.user != nil {
		password, _ := f.user.Password()
		req.SetBasicAuth(f.user.Username(), password)
	}
	res, err := f.client.Do(req)
	if err != nil {
		return nil, explainFile(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fail(kindOfStatus(res.StatusCode), "the server answers %s", status(res.StatusCode))
	}
	over := func() error { return fail(Refused, "the file is over %d bytes", most) }
	data, err := readAll(&limitedBody{ReadCloser: res.Body, left: most, over: over}, most)
	if err != nil {
		return nil, explainFile(err)
	}
	return data, nil
}

func kindOfStatus(code int) Kind {
	switch {
	case code == http.StatusNotFound, code == http.StatusGone:
		return NotFound
	case code >= 500, code == http.StatusTooManyRequests:
		return Unreachable
	}
	return Refused
}

// explainFile is an exchange that failed, as an *Error.
func explainFile(err error) error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Kind: Unreachable, Why: "the connection ended inside the file", Err: err}
	}
	return &Error{Kind: Unreachable, Why: strings.TrimPrefix(netWords(err), "net/http: "), Err: err}
}
