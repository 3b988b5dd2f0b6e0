package remote_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
)

// helper writes a credential helper that answers with a password and notes
// what it is told, and configures it.
func (w *world) helper(password string) (notes string) {
	w.t.Helper()
	dir := w.t.TempDir()
	notes = filepath.Join(dir, "notes")
	path := filepath.Join(dir, "helper")
	script := "#!/bin/sh\n{ echo \"$1\"; cat; } >>'" + notes + "'\n[ \"$1\" = get ] && printf 'username=ana\\npassword=" + password + "\\n'\nexit 0\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.configure("[credential]\n\thelper = " + path + "\n")
	w.apply()
	return notes
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

func TestALoginIsAskedOfTheHelpersAfterA401Alone(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	notes := w.helper("s3cret")
	w.tree("v1.0.0")
	if got := read(t, notes); got != "" {
		t.Errorf("the helper was asked though nothing needed it: %q", got)
	}
	w.server.Use(gittest.Login("ana", "s3cret"))
	w.tree("v1.0.0")
	got := read(t, notes)
	host := strings.TrimPrefix(w.server.URL, "https://")
	for _, want := range []string{"get\n", "protocol=https\n", "host=" + host + "\n", "store\n", "password=s3cret\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the helper was told %q, without %q", got, want)
		}
	}
}

func TestALoginThatIsWrongIsForgottenAndNeverShown(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	notes := w.helper("wr0ng")
	w.server.Use(gittest.Login("ana", "s3cret"))
	e := w.refusal("v1.0.0")
	if e.Kind != remote.NotFound || strings.Contains(e.Why, "wr0ng") {
		t.Errorf("got kind %d %q", e.Kind, e.Why)
	}
	if got := read(t, notes); !strings.Contains(got, "erase\n") {
		t.Errorf("the helper was told %q", got)
	}
}

func TestNobodyIsAskedForALogin(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.server.Use(gittest.Login("ana", "s3cret"))
	asked := filepath.Join(t.TempDir(), "asked")
	ask := filepath.Join(t.TempDir(), "ask")
	if err := os.WriteFile(ask, []byte("#!/bin/sh\ntouch '"+asked+"'\necho s3cret\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.configure("[core]\n\taskPass = " + ask + "\n")
	w.home.Set("GIT_ASKPASS", ask)
	w.home.Set("SSH_ASKPASS", ask)
	w.home.Set("DISPLAY", ":0")
	w.apply()
	w.wantRefusal("v1.0.0", remote.NotFound, "it needs a login that git does not hold")
	if _, err := os.Stat(asked); err == nil {
		t.Error("a person was asked")
	}
}

func TestALoginInTheRewrittenAddressIsUsedAndNeverShown(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.server.Use(gittest.Login("x-token", "s3cret"))
	host := strings.TrimPrefix(w.server.URL, "https://")
	w.configure("[url \"https://x-token:s3cret@" + host + "/\"]\n\tinsteadOf = https://github.com/radhi/\n\tinsteadOf = https://github.com/r\n")
	w.apply()
	if e := w.refusal("v1.0.0"); strings.Contains(e.Error(), "s3cret") {
		t.Errorf("the password is shown: %s", e)
	}
	w.configure("[url \"https://x-token:s3cret@" + host + "/radhi/home\"]\n\tinsteadOf = https://github.com/radhi/home\n")
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("got %s", show(files))
	}
	w.configure("[url \"https://x-token:s3cret@127.0.0.1:1/radhi/home\"]\n\tinsteadOf = https://github.com/radhi/home\n")
	w.server.Close()
	w.apply()
	if e := w.refusal("v1.0.0"); e.Kind != remote.Unreachable || strings.Contains(e.Error(), "s3cret") {
		t.Errorf("got kind %d %q", e.Kind, e.Why)
	}
}

func TestANetrcFileIsReadByTheGitProgram(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.server.Use(gittest.Login("ana", "s3cret"))
	if err := os.WriteFile(filepath.Join(w.home.Dir, ".netrc"), []byte("machine 127.0.0.1 login ana password s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("got %s", show(files))
	}
}

// seen wraps a server's handler to note one header of each request.
func (w *world) seen(header string) *[]string {
	var got []string
	w.server.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			got = append(got, r.Header.Get(header))
			next.ServeHTTP(rw, r)
		})
	})
	return &got
}

func TestAnExtraHeaderGoesToItsAddress(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	got := w.seen("X-Pass")
	w.configure("[http \"" + w.server.URL + "/radhi/\"]\n\textraHeader = X-Pass: one two\n")
	w.apply()
	w.tree("v1.0.0")
	if want := []string{"one two", "one two"}; !slices.Equal(*got, want) {
		t.Errorf("got %q", *got)
	}
}

func TestSeveralExtraHeadersAreLeftToTheGitProgram(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	one, two := w.seen("X-One"), w.seen("X-Two")
	w.configure("[http]\n\textraHeader = X-One: 1\n\textraHeader = X-Two: 2\n")
	w.apply()
	w.tree("v1.0.0")
	if !slices.Contains(*one, "1") || !slices.Contains(*two, "2") {
		t.Errorf("got %q and %q", *one, *two)
	}
}

func TestTheProxyOfGitsConfigurationIsUsed(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	var asked atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked.Store(r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization"))
		http.Error(rw, "no", http.StatusForbidden)
	}))
	defer proxy.Close()
	w.configure("[http]\n\tproxy = ana:s3cret@" + strings.TrimPrefix(proxy.URL, "http://") + "\n")
	w.apply()
	e := w.refusal("v1.0.0")
	want := "CONNECT " + strings.TrimPrefix(w.server.URL, "https://") + " Basic " + base64.StdEncoding.EncodeToString([]byte("ana:s3cret"))
	if got := asked.Load(); got != want {
		t.Errorf("the proxy was asked %v, want %s", got, want)
	}
	if e.Kind != remote.Unreachable || strings.Contains(e.Why, "s3cret") {
		t.Errorf("got kind %d %q", e.Kind, e.Why)
	}
}

func TestACertificateNobodyTrustsIsRefused(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	other, err := gittest.Serve(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ca := filepath.Join(t.TempDir(), "other.pem")
	if err := other.WriteCA(ca); err != nil {
		t.Fatal(err)
	}
	w.home.Set("GIT_SSL_CAINFO", ca)
	w.apply()
	w.wantRefusal("v1.0.0", remote.Unreachable, "certificate")

	w.configure("[http \"" + w.server.URL + "\"]\n\tsslVerify = false\n")
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("sslVerify=false: got %s", show(files))
	}
}

func TestTheCertificatesOfGitsConfigurationAreTrusted(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	if err := w.server.WriteCA(filepath.Join(w.home.Dir, "mine.pem")); err != nil {
		t.Fatal(err)
	}
	w.home.Set("GIT_SSL_CAINFO", "")
	w.configure("[http]\n\tsslCAInfo = ~/mine.pem\n")
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("got %s", show(files))
	}
}

func TestASettingThisClientDoesNotKnowIsLeftToTheGitProgram(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	agents := w.seen("User-Agent")
	w.configure("[http]\n\tcookieFile = /dev/null\n\tversion = HTTP/1.1\n")
	w.apply()
	w.tree("v1.1.0")
	for _, agent := range *agents {
		if !strings.HasPrefix(agent, "git/") {
			t.Errorf("asked by %q, want the git program", agent)
		}
	}
}

func TestHarmlessSettingsDoNotNeedTheGitProgram(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	agents := w.seen("User-Agent")
	w.configure("[http]\n\tpostBuffer = 1000000\n\tfollowRedirects = false\n")
	w.apply()
	w.tree("v1.1.0")
	for _, agent := range *agents {
		if strings.HasPrefix(agent, "git/") {
			t.Errorf("asked by %q", agent)
		}
	}
	w.server.Use(gittest.Redirect("/radhi/home", "/else/where"))
	w.wantRefusal("v1.1.0", remote.Refused, "http.followRedirects=false")
}

func TestABrokenConfigurationIsSaidInGitsWords(t *testing.T) {
	w := newWorld(t)
	w.configure("[broken\n")
	w.apply()
	w.wantRefusal("v1.0.0", remote.GitFailed, "git: fatal: bad config line")
}

func TestAServerThatIsNotThereIsNamed(t *testing.T) {
	w := newWorld(t)
	w.server.Close()
	w.wantRefusal("v1.0.0", remote.Unreachable, "connection refused")
}

func TestOutsideOfThisMachineATestPanics(t *testing.T) {
	w := newWorld(t)
	if err := os.WriteFile(filepath.Join(w.home.Dir, ".gitconfig"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w.apply()
	defer func() {
		if recover() == nil {
			t.Error("github.com was called")
		}
	}()
	_, _ = w.client.Open(context.Background(), home)
}
