package systemone

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	"sinew/decide/question"
)

// A received is what one request came to: a reply with status 200, or an error.
type received struct {
	body  []byte
	wrong string // why the body is no reply, "" when it may be one
	err   error  // a *question.Fault
	retry bool   // the same once more may do
	wait  time.Duration
	waits bool // the service says how long to wait
}

// exchange sends a body until a reply comes or nothing more may be tried: once
// more after a connect or server error, never after another client error, and
// after a 429 when the wait it names ends before the deadline. The error is a
// *question.Fault.
func (a *Adapter) exchange(ctx context.Context, body []byte) (received, error) {
	retries, waits := Retries, a.client.limits.waits
	for {
		got := a.send(ctx, body)
		switch {
		case got.err == nil:
			return got, nil
		case got.waits && waits > 0 && fits(ctx, got.wait):
			waits--
		case got.retry && retries > 0 && ctx.Err() == nil:
			retries--
		default:
			return got, got.err
		}
		if err := a.client.pause(ctx, got.wait); err != nil {
			return got, got.err
		}
	}
}

// fits reports whether a wait ends before the deadline.
func fits(ctx context.Context, wait time.Duration) bool {
	deadline, limited := ctx.Deadline()
	return !limited || wait < time.Until(deadline)
}

// pause waits, or gives ctx's error when that ends first.
func pause(ctx context.Context, wait time.Duration) error {
	if wait <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// A watch ends a request that takes too long once it is connected.
type watch struct {
	ctx   context.Context
	end   context.CancelCauseFunc
	limit time.Duration
	timer *time.Timer
	began atomic.Bool // the first byte of an answer came
}

// errSlow is why a watch ends a request.
var errSlow = errors.New("too slow")

func newWatch(ctx context.Context, limit time.Duration) *watch {
	w := &watch{limit: limit}
	w.ctx, w.end = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(math.MaxInt64, func() { w.end(errSlow) })
	return w
}

// trace is the request's context: it starts the watch when a connection is
// there, anew for each that is tried.
func (w *watch) trace() context.Context {
	return httptrace.WithClientTrace(w.ctx, &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { w.timer.Reset(w.limit) },
		GotFirstResponseByte: func() { w.began.Store(true) },
	})
}

func (w *watch) stop() {
	w.timer.Stop()
	w.end(nil)
}

func (w *watch) slow() bool { return errors.Is(context.Cause(w.ctx), errSlow) }

// send sends a body once.
func (a *Adapter) send(ctx context.Context, body []byte) received {
	w := newWatch(ctx, a.limit())
	defer w.stop()
	request, err := a.request(w.trace(), body)
	if err != nil {
		return received{err: a.transport("a request to " + a.service.Host() + " cannot be made")}
	}
	res, err := a.client.transport().RoundTrip(request)
	if err != nil {
		return a.unsent(ctx, w, err)
	}
	defer res.Body.Close()
	if err := a.service.Judge(res.StatusCode); err != nil {
		return a.turnedDown(res, err)
	}
	return a.receive(ctx, w, res)
}

func (a *Adapter) request(ctx context.Context, body []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer " + a.key(), "Content-Type": "application/json", "Accept": "application/json", "User-Agent": "sinew",
	} {
		request.Header.Set(name, value)
	}
	return request, nil
}

func (a *Adapter) limit() time.Duration {
	if a.client.limits.request > 0 {
		return a.client.limits.request
	}
	return a.service.Time
}

// unsent is a request that no answer came to. Where no byte of one came and
// time is not the reason, the connection is: that may do better once more. A
// certificate will not.
func (a *Adapter) unsent(ctx context.Context, w *watch, err error) received {
	if fault := a.late(ctx, w); fault != nil {
		return received{err: fault}
	}
	if w.began.Load() {
		return received{err: a.transport("the answer of " + a.service.Host() + " is not HTTP: " + reason(err))}
	}
	host := a.service.Host()
	if a.proxy != "" {
		host += " through " + a.proxy
	}
	return received{err: a.transport("could not connect to " + host + ": " + reason(err)), retry: !isCertificate(err)}
}

// late is the fault of time running out, or nil when it did not.
func (a *Adapter) late(ctx context.Context, w *watch) error {
	switch {
	case w.slow():
		return a.transport(fmt.Sprintf("%s did not answer in %v seconds", a.service.Host(), a.limit().Seconds()))
	case ctx.Err() != nil:
		return a.transport(fmt.Sprintf("%s did not answer in %v seconds", a.service.Host(), a.client.limits.answer.Seconds()))
	}
	return nil
}

func (*Adapter) transport(message string) error {
	return &question.Fault{Kind: question.Transport, Message: message}
}

// turnedDown is an error status. Its body is read a little, so that the
// connection stays, and never told.
func (a *Adapter) turnedDown(res *http.Response, fault error) received {
	const most = 64 << 10
	if res.StatusCode >= http.StatusOK { // below, the body is the bare connection, which nothing ends
		_, _ = io.CopyN(io.Discard, res.Body, most)
	}
	got := received{err: fault, retry: res.StatusCode >= FirstServerError && res.StatusCode <= LastServerError}
	if res.StatusCode == http.StatusTooManyRequests {
		got.wait, got.waits = waitOf(res.Header.Get("Retry-After"), a.client.now())
	}
	return got
}

// receive reads the body of an answer.
func (a *Adapter) receive(ctx context.Context, w *watch, res *http.Response) received {
	if wrong := unreadable(res.Header); wrong != "" {
		return received{wrong: wrong}
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, a.client.limits.reply+1))
	fault := a.late(ctx, w)
	switch {
	case err != nil && fault != nil:
		return received{err: fault}
	case isCompression(err):
		return received{wrong: "the reply's compression is broken"}
	case err != nil:
		return received{err: a.transport("the answer of " + a.service.Host() + " broke off: " + reason(err))}
	case int64(len(body)) > a.client.limits.reply:
		return received{wrong: fmt.Sprintf("the reply is over %d bytes", a.client.limits.reply)}
	}
	return received{body: body}
}

// unreadable is why a body with these headers is no reply, or "". Services are
// not held to a content type: only one that says it is something else is.
func unreadable(header http.Header) string {
	if coding := header.Get("Content-Encoding"); coding != "" {
		return "the reply is compressed in a way nobody asked for"
	}
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err != nil, kind == "text/plain", kind == "application/octet-stream", strings.Contains(kind, "json"):
		return ""
	}
	return "the reply is " + short(kind) + ", not JSON"
}

func isCompression(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}
