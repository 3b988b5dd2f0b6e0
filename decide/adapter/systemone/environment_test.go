package systemone

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/project"
)

func TestTheServicesAreTheManuals(t *testing.T) {
	fits, whole := 0.3, 0.3
	jev := &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Fits: &fits, Whole: &whole}
	for name, want := range map[string]struct {
		id   string
		bars *catalog.Bars
		time time.Duration
		part int
	}{
		"jev":        {"jev-1.13.0", jev, 1500 * time.Millisecond, 0},
		"openjev":    {"jev-1.13.0", jev, 3 * time.Second, 0},
		"clef":       {"clef-2026-10-03", nil, 6 * time.Second, 64},
		"clef_flash": {"clef-flash-2026-10-03", nil, 3 * time.Second, 64},
	} {
		s, ok := Find(name)
		if !ok || s.ID != want.id || !reflect.DeepEqual(s.Bars, want.bars) || s.Time != want.time || s.Part != want.part || s.Options != 255 {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if _, ok := Find("local"); ok {
		t.Error("local is on the network")
	}
}

func TestEveryAdapterAProjectMayNameIsThereOrNeedsNoNetwork(t *testing.T) {
	for _, name := range project.Adapters {
		if _, ok := Find(name); !ok && name != project.DefaultAdapter && name != "replay" {
			t.Errorf("%s is nowhere", name)
		}
	}
}

func holds(pairs ...string) func(string) string {
	return func(name string) string {
		if at := slices.Index(pairs, name); at >= 0 {
			return pairs[at+1]
		}
		return ""
	}
}

const anAccount = "0123456789abcdef0123456789abcdef"

func TestWhatTheEnvironmentLacksIsNamedWithItsExport(t *testing.T) {
	const jev, token, account = "TYPESAFE_API_KEY", "CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"
	noToken := token + ": clef needs CLOUDFLARE_API_TOKEN, a key from dash.cloudflare.com"
	noID := account + ": CLOUDFLARE_ACCOUNT_ID is not an account id: 32 hex digits, in lowercase"
	noKey := jev + ": TYPESAFE_API_KEY holds a space or a character that no key has"
	for _, c := range []struct {
		service string
		getenv  func(string) string
		want    []string
	}{
		{"jev", holds(), []string{jev + ": jev needs TYPESAFE_API_KEY, a key from typesafe.ai"}},
		{"jev", holds(jev, "k"), nil},
		{"jev", holds(jev, "k 1"), []string{noKey}},
		{"jev", holds(jev, "k\r\nX-Other: 1"), []string{noKey}},
		{"jev", holds(jev, "clé"), []string{noKey}},
		{"openjev", holds(jev, "k"), []string{"OPENJEV_API_KEY: openjev needs OPENJEV_API_KEY, a key from openjev.sh"}},
		{"clef", holds(), []string{noToken, account + ": clef needs CLOUDFLARE_ACCOUNT_ID, an account id from dash.cloudflare.com"}},
		{"clef", holds(account, anAccount), []string{noToken}},
		{"clef", holds(token, "k", account, anAccount), nil},
		{"clef", holds(token, "k", account, anAccount+"0"), []string{noID}},
		{"clef", holds(token, "k", account, strings.ToUpper(anAccount)), []string{noID}},
		{"clef", holds(token, "k", account, "../../../../0123456789abcdef0123"), []string{noID}},
		{"jev", holds(jev, "k", "HTTPS_PROXY", "socks5://h"), []string{"HTTPS_PROXY: HTTPS_PROXY is not an http or https address"}},
	} {
		service, _ := Find(c.service)
		_, err := NewClient(c.getenv).Open(service)
		var got []string
		var problems diag.Problems
		if err != nil && !errors.As(err, &problems) {
			t.Errorf("%v is no problem", err)
		}
		for _, p := range problems {
			if p.Fix.Kind != diag.FixExport {
				t.Errorf("%s has the fix %v", p.Message, p.Fix)
			}
			got = append(got, p.Fix.Var+": "+p.Message)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.service, got)
		}
	}
}

func TestAKeyPrintsAsNothingOfItself(t *testing.T) {
	service, _ := Find("clef")
	credentials, err := service.Credentials(environment(nil))
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewClient(environment(nil)).Open(service)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if got := fmt.Sprintf(form+form+form, credentials, *a, a.key); strings.Contains(got, testKey) {
			t.Errorf("%s: %s", form, got)
		}
	}
}

func TestWhichProxyIsTaken(t *testing.T) {
	for _, c := range []struct {
		getenv func(string) string
		want   string // the proxy, "" for none, or a refusal
	}{
		{holds(), ""},
		{holds("HTTPS_PROXY", "http://a:3128"), "http://a:3128"},
		{holds("HTTPS_PROXY", "https://u:p@a:3128"), "https://u:p@a:3128"},
		{holds("HTTPS_PROXY", "a:3128"), "http://a:3128"},
		{holds("HTTPS_PROXY", "http://a", "https_proxy", "http://b"), "http://b"},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", "typesafe.ai"), ""},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", ".typesafe.ai"), ""},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", "example.com, api.typesafe.ai:443"), ""},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", "*"), ""},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", "example.com"), "http://a"},
		{holds("HTTPS_PROXY", "http://a", "NO_PROXY", "*", "no_proxy", "example.com"), "http://a"},
		{holds("HTTPS_PROXY", "http://a", "HTTP_PROXY", "http://b", "ALL_PROXY", "http://c"), "http://a"},
		{holds("HTTP_PROXY", "http://b", "ALL_PROXY", "http://c"), ""},
		{holds("HTTPS_PROXY", "socks5://u:secret@a:1"), "HTTPS_PROXY is not an http or https address"},
		{holds("https_proxy", "ftp://a"), "https_proxy is not an http or https address"},
		{holds("HTTPS_PROXY", "http://"), "HTTPS_PROXY is not an http or https address"},
		{holds("HTTPS_PROXY", "http://a:port"), "HTTPS_PROXY is not an http or https address"},
		{holds("HTTPS_PROXY", "\x1b[31m"), "HTTPS_PROXY is not an http or https address"},
		{holds("HTTPS_PROXY", " "), "HTTPS_PROXY is not an http or https address"},
		{holds("HTTPS_PROXY", "socks5://a", "NO_PROXY", "typesafe.ai"), ""},
	} {
		proxy, name, err := proxyFor(&url.URL{Scheme: "https", Host: "api.typesafe.ai"}, c.getenv)
		got := ""
		if proxy != nil {
			got = proxy.String()
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want || (proxy == nil) != (name == "") {
			t.Errorf("got %q by %q, want %q", got, name, c.want)
		}
	}
}

// through is a bench whose client goes through a proxy, which serve is.
func through(t *testing.T, b *bench, serve func(conn net.Conn, r *http.Request)) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accept(t, listener, func(_ int, conn net.Conn) {
		if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			serve(conn, r)
		}
	})
	b.client.getenv = environment(map[string]string{"HTTPS_PROXY": "http://user:" + testKey + "@proxy.example.com:3128"})
	b.client.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != "proxy.example.com:3128" {
			return nil, errors.New("dialed past the proxy")
		}
		return to(listener.Addr().String())(ctx)
	}
}

func TestAProxyCarriesWhatItCannotRead(t *testing.T) {
	b := serve(t, "jev", says(good))
	direct := b.client.dial
	asked := make(chan *http.Request, 1)
	through(t, b, func(conn net.Conn, r *http.Request) {
		asked <- r
		behind, err := direct(t.Context(), "tcp", "")
		if err != nil {
			return
		}
		defer behind.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 200 Connected\r\n\r\n")
		go func() { _, _ = io.Copy(behind, conn) }()
		_, _ = io.Copy(conn, behind)
	})
	checkGood(t, b)
	if r := <-asked; r.Method != "CONNECT" || r.Host != "api.typesafe.ai:443" || r.Header.Get("Authorization") != "" {
		t.Errorf("%s %s %v", r.Method, r.Host, r.Header)
	}
	b.client.transport().CloseIdleConnections()
}

func TestAProxyThatRefusesIsNamedWithoutItsAddress(t *testing.T) {
	b := newBench(t, "jev", nil)
	through(t, b, func(conn net.Conn, _ *http.Request) {
		_, _ = io.WriteString(conn, "HTTP/1.1 407 Proxy \x1b[31mAuthentication Required\r\n\r\n")
	})
	_, err := b.answer(t, route)
	fault, is := errors.AsType[*question.Fault](err)
	if !is || fault.Kind != question.Transport || !strings.HasPrefix(fault.Message, strings.Replace(cannot, ":", " through HTTPS_PROXY:", 1)) {
		t.Fatalf("%v", err)
	}
	checkSafe(t, fault.Message)
}

func TestTheAuthoritiesAreMozillasAlone(t *testing.T) {
	pool := NewClient(environment(nil)).transport().TLSClientConfig.RootCAs
	if pool == nil || !pool.Equal(mozilla()) {
		t.Fatal("the machine's authorities are trusted")
	}
	n := 0
	for root := range bundle.Roots() {
		if _, err := x509.ParseCertificate(root.Certificate); err != nil {
			t.Errorf("an authority is left out: %v", err)
		}
		n++
	}
	if n < 100 {
		t.Errorf("%d authorities", n)
	}
}

func TestAnAuthorityThatTheMachineTrustsIsNotBelieved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "authority.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: trusted().cert.Raw})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", file)
	b := serve(t, "jev", says(good))
	b.client.roots = NewClient(nil).roots
	if _, err := b.answer(t, route); err == nil || err.Error() != cannot+"its certificate is signed by nobody trusted" {
		t.Error(err)
	}
	if b.asked.Load() != 0 {
		t.Error("it was asked")
	}
}

func TestAWaitIsReadAsItIsWritten(t *testing.T) {
	now := time.Date(2026, 5, 1, 10, 0, 0, 500e6, time.UTC)
	for said, want := range map[string]time.Duration{
		"3": 3 * time.Second, "1e3": 1000 * time.Second, "+Inf": 24 * time.Hour, "1e300": 24 * time.Hour,
		"Fri, 01 May 2026 10:00:01 GMT": 500 * time.Millisecond, "Fri, 01 May 2026 10:00:00 GMT": 0,
		"Friday, 01-May-26 10:00:02 GMT": 1500 * time.Millisecond,
	} {
		if got, ok := waitOf(said, now); !ok || got != want {
			t.Errorf("%s: %v, %v", said, got, ok)
		}
	}
	for _, said := range []string{"", " ", "-1", "-Inf", "NaN", "soon", "Thu, 30 Apr 2026 10:00:00 GMT"} {
		if got, ok := waitOf(said, now); ok {
			t.Errorf("%q: %v", said, got)
		}
	}
}
