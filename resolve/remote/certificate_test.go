//go:build unix

package remote_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sinew/resolve/remote"
)

// person is a certificate that a person shows to a server, and its key, in
// files.
func (w *world) person() (cert *x509.Certificate, certFile, keyFile string) {
	w.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	w.must(err)
	shape := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "ana"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, shape, shape, &key.PublicKey, key)
	w.must(err)
	cert, err = x509.ParseCertificate(der)
	w.must(err)
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	w.must(err)
	dir := w.t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	w.must(os.WriteFile(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	w.must(os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600))
	return cert, certFile, keyFile
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// A server that wants to see a certificate is spoken to by the git program,
// which alone can show the person's.
func TestAClientCertificateIsShownToAServerThatWantsOne(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	ana, certFile, keyFile := w.person()
	behind, err := url.Parse(w.server.URL)
	w.must(err)
	relay := httputil.NewSingleHostReverseProxy(behind)
	relay.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: w.server.Pool}}
	front := httptest.NewUnstartedServer(relay)
	front.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: x509.NewCertPool()}
	front.TLS.ClientCAs.AddCert(ana)
	front.Config.ErrorLog = log.New(io.Discard, "", 0)
	front.StartTLS()
	defer front.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	w.must(os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw}), 0o600))
	w.home.Set("GIT_SSL_CAINFO", ca)
	w.rewrite(front.URL + "/radhi/home")
	w.wantRefusal("v1.0.0", remote.Unreachable, "certificate")

	w.configure("[http \"" + front.URL + "/\"]\n\tsslCert = " + certFile + "\n\tsslKey = " + keyFile + "\n")
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("by configuration: got %s", show(files))
	}
	w.rewrite(front.URL + "/radhi/home")
	w.home.Set("GIT_SSL_CERT", certFile)
	w.home.Set("GIT_SSL_KEY", keyFile)
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("by the environment: got %s", show(files))
	}
}
