package systemone

import (
	"crypto/x509"
	"sync"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// mozilla are the authorities Mozilla trusts, as they are compiled in. The
// machine's own are not asked (manual, "Security"). They are parsed when a
// service is first asked, so that no other command pays for it.
var mozilla = sync.OnceValue(func() *x509.CertPool {
	pool := x509.NewCertPool()
	for root := range bundle.Roots() {
		certificate, err := x509.ParseCertificate(root.Certificate)
		switch {
		case err != nil: // one this Go does not read vouches for nobody
		case root.Constraint != nil:
			pool.AddCertWithConstraint(certificate, root.Constraint)
		default:
			pool.AddCert(certificate)
		}
	}
	return pool
})
