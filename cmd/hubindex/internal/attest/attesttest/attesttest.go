// Package attesttest is a Sigstore for tests, which signs what a test claims:
// the certificates that package attest has to hold to a release.
package attesttest

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	protocommon "github.com/sigstore/protobuf-specs/gen/pb-go/common/v1"
	protodsse "github.com/sigstore/protobuf-specs/gen/pb-go/dsse"
	protorekor "github.com/sigstore/protobuf-specs/gen/pb-go/rekor/v1"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/testing/ca"
	"github.com/sigstore/sigstore-go/pkg/tlog"
	"github.com/sigstore/sigstore/pkg/signature"
	sigdsse "github.com/sigstore/sigstore/pkg/signature/dsse"
	"google.golang.org/protobuf/encoding/protojson"

	"sinew/pkg/tree"
)

// The types of a bundle and its payload.
const (
	mediaType   = "application/vnd.dev.sigstore.bundle.v0.3+json"
	payloadType = "application/vnd.in-toto+json"
)

// A Sigstore is sigstore-go's own for tests, with an authority for certificates
// beside it that writes the extensions of a repository.
type Sigstore struct {
	virtual      *ca.VirtualSigstore
	rootCert     *x509.Certificate
	intermediate *x509.Certificate
	key          *ecdsa.PrivateKey // of the intermediate
	ctKey        *ecdsa.PrivateKey
}

// New is a Sigstore whose keys nobody else has. It lives for an hour.
func New() (*Sigstore, error) {
	virtual, err := ca.NewVirtualSigstore()
	if err != nil {
		return nil, err
	}
	rootCert, rootKey, err := ca.GenerateRootCa()
	if err != nil {
		return nil, err
	}
	intermediate, key, err := ca.GenerateFulcioIntermediate(rootCert, rootKey)
	if err != nil {
		return nil, err
	}
	ctKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	return &Sigstore{virtual, rootCert, intermediate, key, ctKey}, err
}

// TrustedRoot is what trusts the Sigstore, as JSON.
func (s *Sigstore) TrustedRoot() ([]byte, error) {
	authority := &root.FulcioCertificateAuthority{
		Root: s.rootCert, Intermediates: []*x509.Certificate{s.intermediate}, URI: "https://fulcio.localhost",
		ValidityPeriodStart: time.Now().Add(-time.Hour), ValidityPeriodEnd: time.Now().Add(time.Hour),
	}
	rekor := map[string]*root.TransparencyLog{}
	for id, log := range s.virtual.RekorLogs() {
		raw, err := hex.DecodeString(id)
		if err != nil {
			return nil, err
		}
		log.ID = raw
		rekor[id] = log
	}
	id, log, err := s.ctLog()
	if err != nil {
		return nil, err
	}
	trusted, err := root.NewTrustedRoot(root.TrustedRootMediaType01, []root.CertificateAuthority{authority},
		map[string]*root.TransparencyLog{id: log}, s.virtual.TimestampingAuthorities(), rekor)
	if err != nil {
		return nil, err
	}
	return trusted.MarshalJSON()
}

// ctID is the certificate log's, the hash of its key.
func (s *Sigstore) ctID() ([sha256.Size]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(s.ctKey.Public())
	return sha256.Sum256(der), err
}

func (s *Sigstore) ctLog() (string, *root.TransparencyLog, error) {
	id, err := s.ctID()
	return hex.EncodeToString(id[:]), &root.TransparencyLog{
		BaseURL: "https://ct.localhost", ID: id[:], PublicKey: s.ctKey.Public(),
		ValidityPeriodStart: time.Now().Add(-time.Hour), ValidityPeriodEnd: time.Now().Add(time.Hour),
		HashFunc: crypto.SHA256, SignatureHashFunc: crypto.SHA256,
	}, err
}

// Statement is an in-toto statement whose subjects are reflexes, by directory,
// "." for the root.
func Statement(subjects map[string]tree.Digest) []byte {
	type subject struct {
		Name   string            `json:"name"`
		Digest map[string]string `json:"digest"`
	}
	var all []subject
	for name, h1 := range subjects {
		all = append(all, subject{name, map[string]string{"sha256": h1.Hex()}})
	}
	text, err := json.Marshal(map[string]any{
		"_type": "https://in-toto.io/Statement/v1", "predicateType": "https://slsa.dev/provenance/v1",
		"subject": all, "predicate": map[string]any{},
	})
	if err != nil {
		panic(err) // strings alone
	}
	return text
}

// How a bundle is made wrong.
type How struct {
	Late        bool // the log's entry is of a time after the certificate's
	NoTimestamp bool // no time is in the bundle
	NoEntry     bool // no entry of the log is
	NoSCT       bool // the certificate is in no certificate log
	OtherText   []byte
}

// Sign is a bundle that says a statement, signed with a certificate of the
// claims.
func (s *Sigstore) Sign(c Claims, statement []byte, how How) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	leaf, err := s.leaf(c, key, !how.NoSCT)
	if err != nil {
		return nil, err
	}
	envelope, sig, err := seal(key, statement)
	if err != nil {
		return nil, err
	}
	material := &protobundle.VerificationMaterial{
		Content: &protobundle.VerificationMaterial_Certificate{Certificate: &protocommon.X509Certificate{RawBytes: leaf.Raw}},
	}
	if err := s.witness(material, leaf, envelope, sig, how); err != nil {
		return nil, err
	}
	if how.OtherText != nil {
		envelope.Payload = base64.StdEncoding.EncodeToString(how.OtherText)
	}
	return encode(material, envelope, sig)
}

// witness adds the log's entry and the time.
func (s *Sigstore) witness(m *protobundle.VerificationMaterial, leaf *x509.Certificate, e *dsse.Envelope, sig []byte, how How) error {
	at := leaf.NotBefore.Add(2 * time.Minute)
	if how.Late {
		at = leaf.NotAfter.Add(2 * time.Minute)
	}
	logged, err := s.logged(leaf, e, sig, at)
	if err != nil {
		return err
	}
	if how.NoTimestamp {
		logged.InclusionPromise = nil
	}
	if !how.NoEntry {
		m.TlogEntries = []*protorekor.TransparencyLogEntry{logged}
	}
	if how.NoTimestamp || how.Late {
		return nil
	}
	stamp, err := s.virtual.TimestampResponse(sig)
	m.TimestampVerificationData = &protobundle.TimestampVerificationData{
		Rfc3161Timestamps: []*protocommon.RFC3161SignedTimestamp{{SignedTimestamp: stamp}},
	}
	return err
}

// logged is the log's entry, with its proof and its promise.
func (s *Sigstore) logged(leaf *x509.Certificate, e *dsse.Envelope, sig []byte, at time.Time) (*protorekor.TransparencyLogEntry, error) {
	entry, err := s.virtual.GenerateTlogEntry(leaf, e, sig, at.Unix(), true)
	if err != nil {
		return nil, err
	}
	logged := entry.TransparencyLogEntry()
	logged.KindVersion = &protorekor.KindVersion{Kind: "dsse", Version: "0.0.1"}
	promise, err := s.virtual.RekorSignPayload(tlog.RekorPayload{
		Body: base64.StdEncoding.EncodeToString(logged.CanonicalizedBody), IntegratedTime: at.Unix(),
		LogIndex: logged.LogIndex, LogID: hex.EncodeToString(logged.LogId.KeyId),
	})
	logged.InclusionPromise = &protorekor.InclusionPromise{SignedEntryTimestamp: promise}
	return logged, err
}

// Keyed is a bundle that a key signed, without the key.
func Keyed(key crypto.PrivateKey, statement []byte) ([]byte, error) {
	envelope, sig, err := seal(key, statement)
	if err != nil {
		return nil, err
	}
	return encode(&protobundle.VerificationMaterial{
		Content: &protobundle.VerificationMaterial_PublicKey{PublicKey: &protocommon.PublicKeyIdentifier{Hint: "mine"}},
	}, envelope, sig)
}

// Beside is a bundle with a key beside it, given as PEM.
func Beside(bundle []byte, pem string) ([]byte, error) {
	var members map[string]any
	if err := json.Unmarshal(bundle, &members); err != nil {
		return nil, err
	}
	members["publicKeyPem"] = pem
	return json.Marshal(members)
}

func seal(key crypto.PrivateKey, statement []byte) (*dsse.Envelope, []byte, error) {
	signer, err := signature.LoadDefaultSigner(key)
	if err != nil {
		return nil, nil, err
	}
	public, err := signer.PublicKey()
	if err != nil {
		return nil, nil, err
	}
	sealer, err := dsse.NewEnvelopeSigner(&sigdsse.SignerAdapter{SignatureSigner: signer, Pub: public})
	if err != nil {
		return nil, nil, err
	}
	envelope, err := sealer.SignPayload(context.Background(), payloadType, statement)
	if err != nil {
		return nil, nil, err
	}
	sig, err := base64.StdEncoding.DecodeString(envelope.Signatures[0].Sig)
	return envelope, sig, err
}

func encode(m *protobundle.VerificationMaterial, e *dsse.Envelope, sig []byte) ([]byte, error) {
	payload, err := base64.StdEncoding.DecodeString(e.Payload)
	if err != nil {
		return nil, err
	}
	return protojson.Marshal(&protobundle.Bundle{
		MediaType: mediaType, VerificationMaterial: m,
		Content: &protobundle.Bundle_DsseEnvelope{DsseEnvelope: &protodsse.Envelope{
			Payload: payload, PayloadType: e.PayloadType, Signatures: []*protodsse.Signature{{Sig: sig}},
		}},
	})
}
