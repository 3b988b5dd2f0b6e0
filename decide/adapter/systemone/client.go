package systemone

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"maps"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/question"
)

// A Client is the connections to services, kept for the process: a service that
// is asked again is asked over the connection it answered on. It may be used by
// several goroutines at once.
type Client struct {
	getenv func(string) string
	limits limits
	once   sync.Once
	wire   *http.Transport // made when a service is first asked

	// These are set by tests alone.
	roots func() *x509.CertPool
	dial  func(ctx context.Context, network, address string) (net.Conn, error)
	pause func(ctx context.Context, wait time.Duration) error
	now   func() time.Time
}

// limits are what a request may take.
type limits struct {
	connect  time.Duration // to connect, names and certificates included
	request  time.Duration // once connected, instead of the service's own; 0 for that
	answer   time.Duration // for one Answer, retries and waits included
	reply    int64         // bytes, once decompressed
	waits    int           // how often a service may say how long to wait
	together int           // parts that are asked side by side
}

// NewClient is a client that has not called anything. getenv is asked for keys
// and proxies whenever a service is opened.
func NewClient(getenv func(string) string) *Client {
	return &Client{
		getenv: getenv,
		limits: limits{connect: 10 * time.Second, answer: 30 * time.Second, reply: 8 << 20, waits: 3, together: 4},
		roots:  mozilla, dial: new(net.Dialer).DialContext, pause: pause, now: time.Now,
	}
}

// An Adapter is one service with a person's credentials.
type Adapter struct {
	client  *Client
	service Service
	address string
	key     secret
	proxy   string // the variable that names one, "" for none
}

var (
	_ adapter.Adapter = (*Adapter)(nil)
	_ adapter.Limited = (*Adapter)(nil)
)

// Open is the service with the credentials and through the proxy that the
// environment names. Nothing is sent yet. The error is a diag.Problems with
// every variable that is missing or cannot be right.
func (c *Client) Open(s Service) (*Adapter, error) {
	credentials, err := s.Credentials(c.getenv)
	if err != nil {
		return nil, err
	}
	address, err := s.Address(credentials.account)
	if err != nil {
		return nil, err
	}
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	_, proxy, err := proxyFor(at, c.getenv)
	if err != nil {
		return nil, err
	}
	return &Adapter{client: c, service: s, address: address, key: credentials.key, proxy: proxy}, nil
}

// transport is made once. Redirects are not its matter: nothing here follows
// one. It asks for gzip and undoes it.
func (c *Client) transport() *http.Transport {
	c.once.Do(func() {
		c.wire = &http.Transport{
			Proxy:                  c.through,
			DialContext:            c.connect,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: c.roots()},
			TLSHandshakeTimeout:    c.limits.connect,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    c.limits.together,
			IdleConnTimeout:        5 * time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
			// A connection that died in a sleep or behind a router is found out
			// before it is asked over.
			HTTP2: &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 5 * time.Second},
		}
	})
	return c.wire
}

func (c *Client) through(r *http.Request) (*url.URL, error) {
	proxy, _, err := proxyFor(r.URL, c.getenv)
	return proxy, err
}

func (c *Client) connect(ctx context.Context, network, address string) (net.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, c.limits.connect)
	defer cancel()
	return c.dial(limited, network, address)
}

// ID is the service's.
func (a *Adapter) ID() string { return a.service.ID }

// Bars are the service's; nil when it ships none.
func (a *Adapter) Bars() *catalog.Bars { return a.service.Bars }

// Options are the service's.
func (a *Adapter) Options() int { return a.service.Options }

// Answer asks the service, in as many requests as it takes, a few side by side:
// they share one connection where the service speaks HTTP/2. One part that
// fails fails the round, and no further part is sent; where several do, the
// first of them in the order asked is told.
func (a *Adapter) Answer(ctx context.Context, said string, asked []question.Question) (question.Answers, error) {
	limited, cancel := context.WithTimeout(ctx, a.client.limits.answer)
	defer cancel()
	parts := a.service.Parts(asked)
	r := round{answers: make([]question.Answers, len(parts)), failures: make([]error, len(parts))}
	slots := make(chan struct{}, a.client.limits.together)
	for i, part := range parts {
		slots <- struct{}{}
		if r.failed.Load() {
			break
		}
		r.running.Go(func() {
			defer func() { <-slots }()
			answers, err := a.part(limited, said, part)
			r.put(i, answers, err)
		})
	}
	return r.joined(ctx)
}

// A round is the parts of one Answer, in the order asked.
type round struct {
	answers  []question.Answers
	failures []error
	failed   atomic.Bool
	running  sync.WaitGroup
}

func (r *round) put(i int, answers question.Answers, err error) {
	r.answers[i], r.failures[i] = answers, err
	if err != nil {
		r.failed.Store(true)
	}
}

// joined waits for the parts and gives their answers as one, or the first
// failure. A context that ended is told before what ended with it.
func (r *round) joined(ctx context.Context) (question.Answers, error) {
	r.running.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all := question.Answers{}
	for i, part := range r.answers {
		if r.failures[i] != nil {
			return nil, r.failures[i]
		}
		maps.Copy(all, part)
	}
	return all, nil
}

// part is one request and its answers.
func (a *Adapter) part(ctx context.Context, said string, asked []question.Question) (question.Answers, error) {
	body, err := a.service.Encode(said, asked)
	if err != nil {
		return nil, err
	}
	got, err := a.exchange(ctx, body)
	if err != nil {
		return nil, err
	}
	if got.wrong != "" {
		return nil, whole(asked, got.wrong)
	}
	return a.service.Decode(got.body, asked)
}
