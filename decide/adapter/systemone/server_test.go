package systemone

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sinew/decide/question"
)

// net/http tells the log of bytes that nobody asked for.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	m.Run()
}

// An authority signs the certificates of test servers.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

// trusted signs for all servers but those of tests that distrust theirs.
var trusted = sync.OnceValue(newAuthority)

func newAuthority() authority {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		panic(err)
	}
	return authority{key, cert}
}

// issue is a certificate for a host that is valid from an hour ago until then.
func (a authority) issue(t testing.TB, host string, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{host}, NotBefore: until.Add(-2 * time.Hour), NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func (a authority) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// A bench is one service with a client whose every connection goes to a local
// server.
type bench struct {
	service Service
	client  *Client
	asked   atomic.Int32 // requests the server saw
	dialed  atomic.Int32 // connections that were tried
	mu      sync.Mutex
	paused  []time.Duration
}

const testKey = "k-51e0secret"

// environment is what a client of the tests reads.
func environment(more map[string]string) func(string) string {
	return func(name string) string {
		switch name {
		case "TYPESAFE_API_KEY", "OPENJEV_API_KEY", "CLOUDFLARE_API_TOKEN":
			return testKey
		case "CLOUDFLARE_ACCOUNT_ID":
			return "0123456789abcdef0123456789abcdef"
		}
		return more[name]
	}
}

// newBench is a client of a service; dial reaches the server.
func newBench(t testing.TB, name string, dial func(ctx context.Context) (net.Conn, error)) *bench {
	t.Helper()
	service, ok := Find(name)
	if !ok {
		t.Fatalf("no service %s", name)
	}
	b := &bench{service: service, client: NewClient(environment(nil))}
	b.client.roots = trusted().pool
	b.client.dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
		b.dialed.Add(1)
		return dial(ctx)
	}
	b.client.pause = func(ctx context.Context, wait time.Duration) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.paused = append(b.paused, wait)
		return ctx.Err()
	}
	t.Cleanup(func() { b.client.transport().CloseIdleConnections() })
	return b
}

func to(address string) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, "tcp", address) }
}

// serve is a bench before an https server that speaks HTTP/2 too.
func serve(t testing.TB, name string, handler http.HandlerFunc) *bench {
	t.Helper()
	return serveAs(t, name, handler, nil)
}

// serveAs is serve with a certificate of another kind, where one is given.
func serveAs(t testing.TB, name string, handler http.HandlerFunc, certificate *tls.Certificate) *bench {
	t.Helper()
	var b *bench
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.asked.Add(1)
		handler(w, r)
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	b = newBench(t, name, func(ctx context.Context) (net.Conn, error) { return to(server.Listener.Addr().String())(ctx) })
	if certificate == nil {
		issued := trusted().issue(t, b.service.Host(), time.Now().Add(time.Hour))
		certificate = &issued
	}
	server.TLS = &tls.Config{Certificates: []tls.Certificate{*certificate}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return b
}

// serveRaw is a bench before a server that writes what it wants once a request
// over TLS has come, and then closes.
func serveRaw(t testing.TB, name string, answer func(n int, conn net.Conn)) *bench {
	t.Helper()
	service, _ := Find(name)
	issued := trusted().issue(t, service.Host(), time.Now().Add(time.Hour))
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{issued}})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, name, to(listener.Addr().String()))
	accept(t, listener, func(n int, conn net.Conn) {
		request, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, request.Body); err == nil {
			b.asked.Add(1)
			answer(n, conn)
		}
	})
	return b
}

// accept hands every connection of a listener to serve, counted from 1, and
// waits for all of them when the test ends.
func accept(t testing.TB, listener net.Listener, serve func(n int, conn net.Conn)) {
	var running sync.WaitGroup
	running.Go(func() {
		for n := 1; ; n++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer conn.Close()
				serve(n, conn)
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		running.Wait()
	})
}

// answer asks the bench's service.
func (b *bench) answer(t testing.TB, asked ...question.Question) (question.Answers, error) {
	t.Helper()
	a, err := b.client.Open(b.service)
	if err != nil {
		t.Fatal(err)
	}
	return a.Answer(t.Context(), "boil some water", asked)
}

// The questions most tests ask.
var (
	route  = question.TheRoute([]question.Option{{Key: "kettle", Text: question.Text{What: "Boil water."}}, {Key: "radio", Text: question.Text{What: "Play."}}})
	isJazz = question.IsIt(question.Subject{Reflex: "radio", Arg: "station"}, "Which station?", "jazz", "Music.")
)

// A good reply to route and isJazz.
const good = `{"model":"m","answers":{
	"route":{"type":"choice","choice":"kettle","probabilities":{"kettle":0.9,"radio":0.04,"none":0.06},"confidence":0.7},
	"weave.is_radio__station_0":{"type":"noul","noul":0.125}},"usage":{"input_tokens":10}}`

func enveloped(reply string) string {
	return fmt.Sprintf(`{"result":%s,"success":true,"errors":[],"messages":[]}`, reply)
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}
