package hubtiles

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const (
	requestTime  = 30 * time.Second // of one request, with its answer
	dialTime     = 10 * time.Second
	maxRedirects = 3
)

// A source is a log that can be asked for files. Nothing it gives is trusted.
// It may be asked by several goroutines.
type source interface {
	// get is the file of the name, of at most so many bytes. The error is an
	// *UnreachableError, which wraps errNotFound where the file is not there; a
	// *RefusedError for a longer file or a redirect elsewhere; or that of ctx.
	get(ctx context.Context, name string, most int64) ([]byte, error)
	close()
}

func (s Setting) source(o Options) source {
	if s.url == nil {
		return directory(s.At)
	}
	w := &web{base: s.url, time: o.RequestTime}
	if w.time == 0 {
		w.time = requestTime
	}
	transport := o.Transport
	if transport == nil {
		own := newTransport()
		transport, w.idle = own, own.CloseIdleConnections
	}
	w.client = &http.Client{Transport: transport, CheckRedirect: w.checkRedirect}
	return w
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTime}).DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    atOnce,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// A web is a log at an https address.
type web struct {
	base   *url.URL
	client *http.Client // without a cookie jar
	time   time.Duration
	idle   func() // nil where the transport is the caller's
}

func (w *web) close() {
	if w.idle != nil {
		w.idle()
	}
}

// checkRedirect's errors are marked, since the client wraps them.
func (w *web) checkRedirect(to *http.Request, via []*http.Request) error {
	switch {
	case to.URL.Scheme != w.base.Scheme || to.URL.Host != w.base.Host:
		return refuse(BadTile, "the log at %s redirects to another host: %s", w.base.Host, to.URL.Host)
	case len(via) > maxRedirects:
		return refuse(BadTile, "the log at %s redirects more than %d times", w.base.Host, maxRedirects)
	}
	return nil
}

func (w *web) get(ctx context.Context, name string, most int64) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, w.time)
	defer cancel()
	data, err := w.ask(limited, name, most)
	var refused *RefusedError
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &refused):
		return nil, refused
	case ctx.Err() == nil && limited.Err() != nil:
		err = fmt.Errorf("no whole answer within %s", w.time)
	}
	return nil, unreachable(ctx, w.base.JoinPath(name).String(), err)
}

// ask is one exchange. The request is the same for everybody: no login, no
// cookie, no version of this program.
func (w *web) ask(ctx context.Context, name string, most int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base.JoinPath(name).String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "hub-log-client")
	res, err := w.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusOK:
		return readCapped(res.Body, name, most)
	case http.StatusNotFound, http.StatusGone:
		return nil, errNotFound
	}
	return nil, fmt.Errorf("the server answers %d", res.StatusCode)
}

func readCapped(from io.Reader, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, refuse(BadTile, "the log's %s is over %d bytes", name, most)
	}
	return data, err
}

// A directory is a log on a disk. No link leads out of it.
type directory string

func (directory) close() {}

func (d directory) get(ctx context.Context, name string, most int64) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	data, err := d.read(name, most)
	var refused *RefusedError
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &refused):
		return nil, err
	case errors.Is(err, fs.ErrNotExist):
		err = errNotFound
	}
	return nil, unreachable(ctx, filepath.Join(string(d), name), err)
}

func (d directory) read(name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := checkRegular(file); err != nil {
		return nil, err
	}
	return readCapped(file, name, most)
}

func checkRegular(file *os.File) error {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is no regular file")
	}
	return err
}
