package attesttest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"net/url"
	"time"

	ct "github.com/google/certificate-transparency-go"
	"github.com/google/certificate-transparency-go/tls"
	ctx509 "github.com/google/certificate-transparency-go/x509"
	"github.com/google/certificate-transparency-go/x509util"
	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"
)

// Claims are the extensions of a certificate. An empty one is left out.
type Claims struct {
	Issuer       string
	Repository   string // the source repository's address
	Commit       string
	RepositoryID string
	Workflow     string // the build config's address, with its ref
}

// Of are the claims of a workflow of a repository on GitHub.
func Of(repository, commit string) Claims {
	address := "https://github.com/" + repository
	return Claims{
		Issuer: "https://token.actions.githubusercontent.com", Repository: address, Commit: commit,
		RepositoryID: "495574555", Workflow: address + "/.github/workflows/attest.yml@refs/tags/v1.0.0",
	}
}

func (c Claims) extensions() ([]pkix.Extension, error) {
	var all []pkix.Extension
	for _, e := range []struct {
		id    asn1.ObjectIdentifier
		value string
	}{
		{certificate.OIDIssuerV2, c.Issuer}, {certificate.OIDSourceRepositoryURI, c.Repository},
		{certificate.OIDSourceRepositoryDigest, c.Commit}, {certificate.OIDSourceRepositoryIdentifier, c.RepositoryID},
		{certificate.OIDBuildConfigURI, c.Workflow},
	} {
		if e.value == "" {
			continue
		}
		der, err := asn1.MarshalWithParams(e.value, "utf8")
		if err != nil {
			return nil, err
		}
		all = append(all, pkix.Extension{Id: e.id, Value: der})
	}
	return all, nil
}

// leaf is a certificate of the claims, valid for ten minutes, in the
// certificate log where that is asked for.
func (s *Sigstore) leaf(c Claims, key *ecdsa.PrivateKey, logged bool) (*x509.Certificate, error) {
	extensions, err := c.extensions()
	if err != nil {
		return nil, err
	}
	start := time.Now().Add(-time.Minute)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: start, NotAfter: start.Add(10 * time.Minute),
		URIs:     []*url.URL{{Scheme: "https", Host: "github.com", Path: "/of/the/test"}},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning},
		ExtraExtensions: extensions,
	}
	cert, err := s.issue(template, key.Public())
	if err != nil || !logged {
		return cert, err
	}
	promise, err := s.promise(cert)
	if err != nil {
		return nil, err
	}
	template.ExtraExtensions = append(extensions, promise)
	return s.issue(template, key.Public())
}

func (s *Sigstore) issue(template *x509.Certificate, public crypto.PublicKey) (*x509.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, template, s.intermediate, public, s.key)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// promise is the certificate log's, as the extension that joins a certificate
// which is otherwise the given one (RFC 6962, sections 3.2 and 3.3).
func (s *Sigstore) promise(cert *x509.Certificate) (pkix.Extension, error) {
	id, err := s.ctID()
	if err != nil {
		return pkix.Extension{}, err
	}
	sct := ct.SignedCertificateTimestamp{SCTVersion: ct.V1, LogID: ct.LogID{KeyID: id}, Timestamp: uint64(time.Now().UnixMilli())}
	leaf := ct.MerkleTreeLeaf{TimestampedEntry: &ct.TimestampedEntry{EntryType: ct.PrecertLogEntryType, PrecertEntry: &ct.PreCert{
		IssuerKeyHash: sha256.Sum256(s.intermediate.RawSubjectPublicKeyInfo), TBSCertificate: cert.RawTBSCertificate,
	}}}
	input, err := ct.SerializeSCTSignatureInput(sct, ct.LogEntry{Leaf: leaf})
	if err != nil {
		return pkix.Extension{}, err
	}
	signed, err := tls.CreateSignature(*s.ctKey, tls.SHA256, input)
	if err != nil {
		return pkix.Extension{}, err
	}
	sct.Signature = ct.DigitallySigned(signed)
	return joined(sct)
}

// joined is the extension of one promise.
func joined(sct ct.SignedCertificateTimestamp) (pkix.Extension, error) {
	list, err := x509util.MarshalSCTsIntoSCTList([]*ct.SignedCertificateTimestamp{&sct})
	if err != nil {
		return pkix.Extension{}, err
	}
	bytes, err := tls.Marshal(*list)
	if err != nil {
		return pkix.Extension{}, err
	}
	der, err := asn1.Marshal(bytes)
	return pkix.Extension{Id: asn1.ObjectIdentifier(ctx509.OIDExtensionCTSCT), Value: der}, err
}
