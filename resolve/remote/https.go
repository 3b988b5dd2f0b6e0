package remote

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
)

// newTransport is the connections of all remotes that share settings.
func newTransport(h httpSettings, roots *x509.CertPool) (*http.Transport, error) {
	t := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, InsecureSkipVerify: h.noVerify},
		MaxIdleConnsPerHost:    8,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
	if h.proxySet {
		proxy, err := proxyURL(h.proxy)
		if err != nil {
			return nil, err
		}
		t.Proxy = http.ProxyURL(proxy)
	}
	if h.caInfo == "" || roots != nil {
		return t, nil
	}
	pem, err := os.ReadFile(h.caInfo)
	if err != nil {
		return nil, &Error{Kind: Unreachable, Why: "the certificates that git is told to trust: " + line(err.Error()), Err: err}
	}
	t.TLSClientConfig.RootCAs = x509.NewCertPool()
	t.TLSClientConfig.RootCAs.AppendCertsFromPEM(pem)
	return t, nil
}

// proxyURL is http.proxy, whose scheme may be missing; nil means no proxy.
func proxyURL(s string) (*url.URL, error) {
	if s == "" {
		return nil, nil
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return nil, fail(Unreachable, "git's http.proxy is no address")
	}
	return u, nil
}

// An httpsSource is one go-git session over https.
type httpsSource struct {
	route    route
	limits   Limits
	prefixes []string
	settings httpSettings
	git      program
	wire     *wire
	session  transport.UploadPackSession
	server   *capability.List // what the server can do, once listed
	login    *login           // from a credential helper, once asked
}

func newHTTPS(r route, h httpSettings, base http.RoundTripper, git program, limits Limits, prefixes []string) (*httpsSource, error) {
	s := &httpsSource{route: r, limits: limits, prefixes: prefixes, settings: h, git: git}
	s.wire = &wire{base: base, limits: limits, list: s.newListing, most: limits.PackBytes, origin: r.url, header: h.header}
	var auth *githttp.BasicAuth
	if r.user != nil {
		password, _ := r.user.Password()
		auth = &githttp.BasicAuth{Username: r.user.Username(), Password: password}
	}
	return s, s.connect(auth)
}

// connect starts a session; nothing is sent yet.
func (s *httpsSource) connect(auth *githttp.BasicAuth) error {
	check := s.wire.checkRedirect
	if s.settings.noRedirects {
		check = s.wire.refuseRedirect
	}
	client := githttp.NewClientWithOptions(
		&http.Client{Transport: s.wire, CheckRedirect: check},
		&githttp.ClientOptions{RedirectPolicy: githttp.FollowInitialRedirects})
	var method transport.AuthMethod
	if auth != nil {
		method = auth
	}
	session, err := client.NewUploadPackSession(endpoint(s.route.url), method)
	s.session = session
	return err
}

// endpoint is an address in go-git's words. It never holds a user: go-git puts
// one into its errors.
func endpoint(u *url.URL) *transport.Endpoint {
	host := u.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	number, _ := strconv.Atoi(u.Port()) // url.Parse has checked the digits; none is 0
	return &transport.Endpoint{Protocol: u.Scheme, Host: host, Port: number, Path: u.EscapedPath()}
}

// list reads the advertisement, and after a 401 once more with what git's
// credential helpers hold.
func (s *httpsSource) list(ctx context.Context) ([]listed, error) {
	s.wire.reset()
	refs, err := s.session.AdvertisedReferencesContext(ctx)
	if s.needsLogin(err) && s.askHelpers(ctx) {
		refs, err = s.session.AdvertisedReferencesContext(ctx)
		s.login.report(ctx, s.git, err == nil)
	}
	if errors.Is(err, transport.ErrEmptyRemoteRepository) {
		return nil, nil
	}
	if err != nil {
		return nil, s.explain(err)
	}
	s.server = refs.Capabilities
	if !s.server.Supports(capability.Shallow) {
		return nil, errUnserved
	}
	return refsOf(refs, s.newListing())
}

func (s *httpsSource) newListing() *listing { return newListing(s.limits, s.prefixes) }

func refsOf(refs *packp.AdvRefs, list *listing) ([]listed, error) {
	for ref, id := range refs.References {
		if _, err := list.add(id.String(), ref); err != nil {
			return nil, err
		}
		if commit, ok := refs.Peeled[ref]; ok {
			if _, err := list.add(commit.String(), ref+peeledMark); err != nil {
				return nil, err
			}
		}
	}
	return list.all(), nil
}

// fetch asks for one advertised id at depth 1 and for nothing else: no tags
// that follow, no delta against what a client may have.
func (s *httpsSource) fetch(ctx context.Context, want listed, most int64) ([]byte, error) {
	s.wire.reset()
	s.wire.most = most
	pack, err := s.upload(ctx, want)
	if s.needsLogin(err) && s.askHelpers(ctx) {
		pack, err = s.upload(ctx, want)
		s.login.report(ctx, s.git, err == nil)
	}
	if err != nil {
		return nil, s.explain(err)
	}
	return pack, nil
}

func (s *httpsSource) upload(ctx context.Context, want listed) ([]byte, error) {
	req := packp.NewUploadPackRequestFromCapabilities(s.server)
	req.Wants = []plumbing.Hash{plumbing.Hash([]byte(want.id))}
	req.Depth = packp.DepthCommits(1)
	for _, c := range []capability.Capability{capability.Shallow, capability.NoProgress} {
		if s.server.Supports(c) {
			if err := req.Capabilities.Set(c); err != nil {
				return nil, err
			}
		}
	}
	res, err := s.session.UploadPack(ctx, req)
	if errors.Is(err, transport.ErrEmptyUploadPackRequest) {
		return nil, errUnserved // the answer of servers that insist on what go-git left out of the request
	}
	if err != nil {
		return nil, err
	}
	defer res.Close()
	var pack io.Reader = res
	switch {
	case req.Capabilities.Supports(capability.Sideband64k):
		pack = sideband.NewDemuxer(sideband.Sideband64k, res)
	case req.Capabilities.Supports(capability.Sideband):
		pack = sideband.NewDemuxer(sideband.Sideband, res)
	}
	return readAll(pack, s.wire.most)
}

// readAll reads at most so many bytes, in parts that a refusal drops: a buffer
// that doubles would hold three times as much.
func readAll(r io.Reader, most int64) ([]byte, error) {
	const size = 256 << 10
	var parts [][]byte
	for total := int64(0); ; {
		part := make([]byte, size)
		n, err := fill(r, part)
		parts = append(parts, part[:n])
		if total += int64(n); total > most {
			return nil, overPack(most)
		}
		if err == io.EOF {
			return bytes.Join(parts, nil), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// fill is io.ReadFull that leaves an error as it is.
func fill(r io.Reader, part []byte) (n int, err error) {
	for n < len(part) && err == nil {
		var more int
		more, err = r.Read(part[n:])
		n += more
	}
	return n, err
}

// explain makes an *Error of what go-git, net/http or this package's own wire
// says. errUnserved stays as it is.
func (s *httpsSource) explain(err error) error {
	var known *Error
	var remote *pktline.ErrorLine
	ended := s.wire.ended
	switch {
	case errors.As(ended, &known), errors.As(err, &known):
		return known
	case errors.Is(ended, errUnserved), errors.Is(err, errUnserved):
		return errUnserved
	case errors.As(ended, &remote), errors.As(err, &remote):
		return &Error{Kind: Refused, Why: "the remote says: " + line(remote.Text), Err: err}
	case errors.Is(err, transport.ErrAuthenticationRequired):
		return &Error{Kind: NotFound, Why: "no such repository, or it needs a login that git does not hold", Err: err}
	case errors.Is(err, transport.ErrAuthorizationFailed):
		return &Error{Kind: NotFound, Why: "the server forbids reading this repository", Err: err}
	case errors.Is(err, transport.ErrRepositoryNotFound):
		return &Error{Kind: NotFound, Why: "no such repository", Err: err}
	case s.wire.status >= 400:
		return &Error{Kind: Unreachable, Why: "the server answers " + status(s.wire.status), Err: err}
	case s.wire.status >= 300: // one that go-git has refused
		return &Error{Kind: Refused, Why: "it redirects to " + s.wire.toward, Err: err}
	}
	return explainRest(err)
}

// What go-git puts before a remote's own words where it keeps no type of
// error: in the sideband, and in the first lines of an answer, where the words
// may be its own too.
const (
	sidebandPrefix = "unexpected error: "
	answerPrefix   = "error decoding upload-pack response: "
)

// explainRest tells what a remote sent from a connection that failed.
func explainRest(err error) error {
	var hidden *plumbing.UnexpectedError
	if errors.As(err, &hidden) { // it does not unwrap by itself
		err = hidden.Err
	}
	if said, ok := strings.CutPrefix(err.Error(), sidebandPrefix); ok {
		return &Error{Kind: Refused, Why: "the remote says: " + line(said), Err: err}
	}
	if said, ok := strings.CutPrefix(err.Error(), answerPrefix); ok {
		return &Error{Kind: Refused, Why: "the remote answers: " + line(said), Err: err}
	}
	var u *url.Error
	if errors.As(err, &u) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Kind: Unreachable, Why: netWords(err), Err: err}
	}
	return &Error{Kind: Refused, Why: "the answer of the remote is malformed: " + line(err.Error()), Err: err}
}

func status(code int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
}

func (s *httpsSource) needsLogin(err error) bool {
	return errors.Is(err, transport.ErrAuthenticationRequired) && s.login == nil
}

// askHelpers starts the session anew with what git's credential helpers hold,
// if they hold anything.
func (s *httpsSource) askHelpers(ctx context.Context) bool {
	got, ok := askCredential(ctx, s.git, s.route)
	if !ok {
		return false
	}
	s.login = got
	return s.connect(&githttp.BasicAuth{Username: got.username, Password: got.password}) == nil
}
