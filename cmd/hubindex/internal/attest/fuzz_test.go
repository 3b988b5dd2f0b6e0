package attest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	protocommon "github.com/sigstore/protobuf-specs/gen/pb-go/common/v1"
	protorekor "github.com/sigstore/protobuf-specs/gen/pb-go/rekor/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"sinew/cmd/hubindex/internal/attest/attesttest"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

var fuzzed = Release{
	Repo: "github.com/radhi/home", Commit: strings.Repeat("c", 40),
	Reflexes: map[string]tree.Digest{"": tree.Digest("h1:" + strings.Repeat("1", 64)), "lights": tree.Digest("h1:" + strings.Repeat("2", 64))},
}

// write makes the bundles of testdata anew.
var write = flag.Bool("write", false, "write testdata/trusted_root.json, certificate.json and keyed.json")

// TestTheBundlesOfTestdataVerify is of bundles that were made long ago: nothing
// in them is compared with the time of now. Their keys are gone.
func TestTheBundlesOfTestdataVerify(t *testing.T) {
	if *write {
		if err := writeTestdata(); err != nil {
			t.Fatal(err)
		}
	}
	z := newFuzzing(t)
	for _, b := range [][]byte{z.cert, z.keyed} {
		if got, err := z.verifier.verify(b, fuzzed); err != nil || len(got.Covers) != 2 {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

func writeTestdata() error {
	sigstore, err1 := attesttest.New()
	key, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	statement := attesttest.Statement(map[string]tree.Digest{".": fuzzed.Reflexes[""], "lights": fuzzed.Reflexes["lights"]})
	trusted, err1 := sigstore.TrustedRoot()
	cert, err2 := sigstore.Sign(attesttest.Of("radhi/home", fuzzed.Commit), statement, attesttest.How{})
	signed, err3 := attesttest.Keyed(key, statement)
	der, err4 := x509.MarshalPKIXPublicKey(key.Public())
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	keyed, err := attesttest.Beside(signed, string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})))
	return errors.Join(err, os.WriteFile("testdata/trusted_root.json", trusted, 0o644),
		os.WriteFile("testdata/certificate.json", cert, 0o644), os.WriteFile("testdata/keyed.json", keyed, 0o644))
}

// A fuzzing is a verifier, and bundles that it takes: the same in each process.
type fuzzing struct {
	verifier    *Verifier
	cert, keyed []byte
	names       map[string]bool // the identities of both
}

func newFuzzing(t testing.TB) fuzzing {
	t.Helper()
	trusted, err1 := os.ReadFile("testdata/trusted_root.json")
	cert, err2 := os.ReadFile("testdata/certificate.json")
	keyed, err3 := os.ReadFile("testdata/keyed.json")
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	verifier, err := New(trusted)
	if err != nil {
		t.Fatal(err)
	}
	z := fuzzing{verifier, cert, keyed, map[string]bool{}}
	for _, b := range [][]byte{cert, keyed} {
		got, err := verifier.verify(b, fuzzed)
		if err != nil {
			t.Fatal(err)
		}
		z.names[got.Identity] = true
	}
	return z
}

// check holds whatever was read to what Verify promises. It calls what does not
// recover.
func (z fuzzing) check(t *testing.T, content []byte) {
	got, err := z.verifier.verify(content, fuzzed)
	if err != nil {
		wrong, ok := errors.AsType[*Error](err)
		if !ok || wrong.Why == "" || text.Escape(wrong.Why) != wrong.Why || strings.Contains(wrong.Why, "\n") {
			t.Fatalf("%T %q", err, err)
		}
		return
	}
	r := hublog.Record{Kind: hublog.KindSigner, Name: fuzzed.Repo, Version: ref.Version{Major: 1}, Identity: got.Identity}
	if err := r.Check(); err != nil || !z.names[got.Identity] || len(got.Covers) == 0 {
		t.Fatalf("%+v was signed by nobody: %v", got, err)
	}
}

// FuzzBundle reads any bytes.
func FuzzBundle(f *testing.F) {
	z := newFuzzing(f)
	for _, seed := range [][]byte{z.cert, z.keyed, nil, []byte("{}"), []byte(`{"publicKeyPem":"x"}`), []byte("null")} {
		f.Add(seed)
	}
	f.Fuzz(z.check)
}

// FuzzBundleParts puts any bytes where a bundle has others' formats: the
// certificate, the log's entry and its proofs, the timestamp, the payload.
func FuzzBundleParts(f *testing.F) {
	z := newFuzzing(f)
	p := new(protobundle.Bundle)
	if err := protojson.Unmarshal(z.cert, p); err != nil {
		f.Fatal(err)
	}
	entry := p.VerificationMaterial.TlogEntries[0]
	f.Add(p.VerificationMaterial.GetCertificate().RawBytes, entry.CanonicalizedBody, entry.InclusionPromise.SignedEntryTimestamp,
		entry.InclusionProof.Checkpoint.Envelope, p.VerificationMaterial.TimestampVerificationData.Rfc3161Timestamps[0].SignedTimestamp,
		p.GetDsseEnvelope().Payload, p.GetDsseEnvelope().Signatures[0].Sig)
	f.Fuzz(func(t *testing.T, cert, body, promise []byte, checkpoint string, stamp, payload, sig []byte) {
		if !strings.Contains(checkpoint, "\n") {
			checkpoint = entry.InclusionProof.Checkpoint.Envelope
		}
		z.check(t, assembled(t, p, cert, body, promise, strings.ToValidUTF8(checkpoint, "?"), stamp, payload, sig))
	})
}

// assembled is a bundle with other parts.
func assembled(t *testing.T, p *protobundle.Bundle, cert, body, promise []byte, checkpoint string, stamp, payload, sig []byte) []byte {
	t.Helper()
	text, err := protojson.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	own := new(protobundle.Bundle)
	if err := protojson.Unmarshal(text, own); err != nil {
		t.Fatal(err)
	}
	m := own.VerificationMaterial
	m.Content = &protobundle.VerificationMaterial_Certificate{Certificate: &protocommon.X509Certificate{RawBytes: cert}}
	m.TlogEntries[0].CanonicalizedBody = body
	m.TlogEntries[0].InclusionPromise = &protorekor.InclusionPromise{SignedEntryTimestamp: promise}
	m.TlogEntries[0].InclusionProof.Checkpoint.Envelope = checkpoint
	m.TimestampVerificationData.Rfc3161Timestamps[0].SignedTimestamp = stamp
	own.GetDsseEnvelope().Payload, own.GetDsseEnvelope().Signatures[0].Sig = payload, sig
	if text, err = protojson.Marshal(own); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAPanicOfAParserIsAnError(t *testing.T) {
	_, err := new(Verifier).Verify([]byte(certLike), fuzzed) // a verifier of nothing
	if wrong, ok := errors.AsType[*Error](err); !ok || !strings.HasPrefix(wrong.Why, "does not read: ") {
		t.Errorf("got %v", err)
	}
}

// certLike is a bundle whose certificate is none.
const certLike = `{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","verificationMaterial":{"certificate":{"rawBytes":"AAAA"}},` +
	`"dsseEnvelope":{"payload":"e30=","payloadType":"application/vnd.in-toto+json","signatures":[{"sig":"AAAA"}]}}`
