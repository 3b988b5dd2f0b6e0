package remote

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// A wire is the http side of one remote, below go-git's client: it holds every
// response to its limit, sends the person's header to the remote's own host
// alone, and keeps why an exchange was ended, since go-git passes on only the
// words of an error.
type wire struct {
	base   http.RoundTripper
	limits Limits
	list   func() *listing // a new one, for an advertisement
	most   int64           // bytes of the pack that is asked for
	origin *url.URL        // the remote's address
	header string          // `Name: value`, or ""

	ended  error  // the first reason that go-git's error may have lost
	status int    // of the last response
	toward string // where the last response redirects
	moved  string // where a redirect of the listing led, "" when none did
}

const (
	infoRefs     = "/info/refs"
	listingType  = "application/x-git-upload-pack-advertisement"
	maxRedirects = 5
	// spare is what a response holds beside its pack: the protocol's own
	// lines and, at most, what a remote says of its progress.
	spare = 1 << 20
)

// RoundTrip does one exchange.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := w.base.RoundTrip(withHeader(req, w.origin, w.header))
	if err != nil {
		return nil, err
	}
	w.status, w.toward = res.StatusCode, line(res.Header.Get("Location"))
	switch {
	case res.StatusCode != http.StatusOK:
		res.Body = &limitedBody{ReadCloser: res.Body, left: spare}
	case req.Method == http.MethodGet:
		return w.listing(res)
	default:
		most := w.most + w.most/1024 + spare
		res.Body = &limitedBody{ReadCloser: res.Body, left: most, over: w.keep(overPack(w.most))}
	}
	return res, nil
}

// withHeader is req with the person's header, `Name: value`, when it goes to
// origin; req itself is left alone.
func withHeader(req *http.Request, origin *url.URL, header string) *http.Request {
	name, value, ok := strings.Cut(header, ":")
	if !ok || !sameOrigin(origin, req.URL) {
		return req
	}
	req = req.Clone(req.Context())
	req.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	return req
}

// listing replaces an advertisement by what sift keeps of it.
func (w *wire) listing(res *http.Response) (*http.Response, error) {
	body := res.Body
	defer body.Close()
	if res.Header.Get("Content-Type") != listingType {
		return nil, w.keep(fail(NotFound, "what answers there is no git server"))()
	}
	over := fail(Refused, "the listing of refs is over %d bytes", w.limits.ListingBytes)
	kept, err := sift(&limitedBody{ReadCloser: body, left: w.limits.ListingBytes, over: w.keep(over)}, w.list())
	if err != nil {
		w.end(err)
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(kept))
	res.ContentLength = int64(len(kept))
	return res, nil
}

// overPack is a pack that is refused for its size.
func overPack(most int64) *Error { return fail(Refused, "the pack is over %d bytes", most) }

// reset forgets how an earlier call ended.
func (w *wire) reset() { w.ended, w.status, w.toward = nil, 0, "" }

func (w *wire) end(err error) {
	if w.ended == nil {
		w.ended = err
	}
}

func (w *wire) keep(err error) func() error {
	return func() error { w.end(err); return err }
}

// checkRedirect follows a redirect within the host alone, and only a few.
func (w *wire) checkRedirect(req *http.Request, via []*http.Request) error {
	to := *req.URL
	to.RawQuery = ""
	to.User = nil
	where := line(strings.TrimSuffix(to.String(), infoRefs))
	if err := checkHop(w.origin, req.URL, len(via), where); err != nil {
		return w.keep(err)()
	}
	if !strings.HasSuffix(req.URL.Path, infoRefs) {
		return w.keep(fail(Refused, "it redirects to what is no repository: %s", where))()
	}
	w.moved = where
	return nil
}

// checkHop refuses a redirect to another host, and the one after the last that
// is followed. where is shown.
func checkHop(origin, to *url.URL, hops int, where string) error {
	if !sameOrigin(origin, to) {
		return fail(Refused, "it redirects to another host: %s", where)
	}
	if hops > maxRedirects {
		return fail(Refused, "it redirects more than %d times", maxRedirects)
	}
	return nil
}

var errNoRedirects = fail(Refused, "it redirects, and git's configuration says http.followRedirects=false")

// refuseRedirect is for http.followRedirects=false.
func (w *wire) refuseRedirect(*http.Request, []*http.Request) error {
	return w.keep(errNoRedirects)()
}

// sameOrigin reports whether two addresses are of one protocol, host and port.
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" || u.Scheme != "https" {
		return p
	}
	return "443"
}

// A limitedBody fails once more than its bytes are read; without over it just
// ends there.
type limitedBody struct {
	io.ReadCloser
	left int64
	over func() error
}

// Read reads.
func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.fail()
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, b.fail()
	}
	return n, err
}

func (b *limitedBody) fail() error {
	if b.over == nil {
		return io.EOF
	}
	return b.over()
}

// netWords are the words of a network error, without the address that
// net/http puts before them.
func netWords(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		return line(u.Err.Error())
	}
	return line(err.Error())
}
