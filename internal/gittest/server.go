package gittest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Host is a name that no name server knows and a Server's certificate is good
// for, for a test of proxies: they are not used for this machine's own address.
const Host = "git.gittest.invalid"

// A Server serves the repositories below a directory over smart https on this
// machine, with git's own http-backend.
type Server struct {
	URL  string         // https://127.0.0.1:<port>
	CA   []byte         // the certificate that its own is signed by, in PEM
	Pool *x509.CertPool // CA

	http *httptest.Server

	mu          sync.Mutex
	handler     http.Handler
	mounted     map[string]http.Handler
	requests    []string
	connections int
}

// Serve starts a server. Its repositories are at /<path below root>. The
// caller closes it.
func Serve(root string) (*Server, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, err
	}
	backend := &cgi.Handler{
		Path: git, Args: []string{"http-backend"}, Dir: root,
		Env:    append(pinned(start), "GIT_PROJECT_ROOT="+root, "GIT_HTTP_EXPORT_ALL=1"),
		Stderr: io.Discard, Logger: quiet(),
	}
	s := &Server{handler: backend, mounted: make(map[string]http.Handler)}
	certificate, err := s.certify()
	if err != nil {
		return nil, err
	}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.http.Config.ErrorLog = quiet()
	s.http.Config.ConnState = s.count
	s.http.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	s.http.StartTLS()
	s.URL = s.http.URL
	return s, nil
}

// Close ends the server.
func (s *Server) Close() { s.http.Close() }

// Use puts a wrapper around all that is served from now on.
func (s *Server) Use(wrap func(http.Handler) http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handler = wrap(s.handler)
}

// Mount serves everything below a path, which starts with a slash, by another
// handler, such as a *Fake.
func (s *Server) Mount(path string, h http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mounted[path] = h
}

// MountFiles serves the files of a directory below a path, as a plain web
// server does.
func (s *Server) MountFiles(path, dir string) {
	s.Mount(path, http.StripPrefix(path, http.FileServer(http.Dir(dir))))
}

// Requests are the requests so far, in order: `GET /radhi/home/info/refs`.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Connections is how many were made so far.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.connections
}

func (s *Server) count(_ net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.mu.Lock()
		s.connections++
		s.mu.Unlock()
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	h := s.handler
	for path, mounted := range s.mounted {
		if strings.HasPrefix(r.URL.Path, path+"/") {
			h = mounted
		}
	}
	s.mu.Unlock()
	h.ServeHTTP(w, r)
}

// Login asks for a user and a password.
func Login(user, password string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if u, p, ok := r.BasicAuth(); !ok || u != user || p != password {
				w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
				http.Error(w, "a login is needed", http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Redirect sends every request below the path from to the same below to, which
// is a path or a whole address.
func Redirect(from, to string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rest, ok := strings.CutPrefix(r.URL.Path, from+"/")
			if !ok {
				next.ServeHTTP(w, r)
				return
			}
			target := to + "/" + rest
			if r.URL.RawQuery != "" {
				target += "?" + r.URL.RawQuery
			}
			http.Redirect(w, r, target, http.StatusMovedPermanently)
		})
	}
}

// certify makes an authority and a certificate of it for this machine.
func (s *Server) certify() (tls.Certificate, error) {
	caKey, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	key, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := errors.Join(err1, err2); err != nil {
		return tls.Certificate{}, err
	}
	ca := template("gittest authority", 1)
	ca.IsCA, ca.BasicConstraintsValid, ca.KeyUsage = true, true, x509.KeyUsageCertSign
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, &caKey.PublicKey, caKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf := template("gittest", 2)
	leaf.IPAddresses, leaf.DNSNames = []net.IP{net.IPv4(127, 0, 0, 1)}, []string{"localhost", Host}
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, caKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	s.CA = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDER})
	s.Pool = x509.NewCertPool()
	s.Pool.AppendCertsFromPEM(s.CA)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}

func template(name string, serial int64) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
}

// WriteCA writes the authority's certificate to a file.
func (s *Server) WriteCA(path string) error { return os.WriteFile(path, s.CA, 0o644) }
