package systemone

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"sinew/pkg/text"
)

// Host is the name of the machine that is asked.
func (s Service) Host() string {
	at, err := url.Parse(s.address)
	if err != nil {
		return s.Name
	}
	return at.Hostname()
}

// reason is why a connection failed, in few words: never an address, which may
// hold a proxy's password, and never the whole of what a remote wrote.
func reason(err error) string {
	var name *net.DNSError
	var errno syscall.Errno
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "no such host"
	case errors.As(err, &name):
		return "its name could not be looked up"
	case errors.As(err, &errno):
		return errno.Error()
	case isCertificate(err):
		return certificateFault(err)
	case errors.As(err, new(tls.RecordHeaderError)):
		return "it does not speak TLS"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection closed early"
	case isTimeout(err):
		return "it took too long"
	}
	return innermost(err)
}

func isTimeout(err error) bool {
	var timed net.Error
	return errors.As(err, &timed) && timed.Timeout()
}

func isCertificate(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError))
}

func certificateFault(err error) string {
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, new(x509.HostnameError)):
		return "its certificate is for another name"
	case errors.As(err, new(x509.UnknownAuthorityError)):
		return "its certificate is signed by nobody trusted"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate is not valid today"
	}
	return "its certificate is not valid"
}

// innermost is the last cause's own words, cut short.
func innermost(err error) string {
	for next := err; next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return text.Escape(short(strings.TrimPrefix(err.Error(), "net/http: ")))
}
