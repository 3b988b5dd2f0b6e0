package attest

import (
	"crypto"
	"encoding/json"

	in_toto "github.com/in-toto/attestation/go/v1"
	protobundle "github.com/sigstore/protobuf-specs/gen/pb-go/bundle/v1"
	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

// MaxBundle is the most bytes that a bundle may have.
const MaxBundle = 1 << 20

const (
	oldest    = "v0.3"
	keyMember = "publicKeyPem"
)

// A parsed bundle holds a DSSE envelope, and proves nothing yet. key is the one
// beside it; nil when a certificate is in it.
type parsed struct {
	*bundle.Bundle
	key crypto.PublicKey
}

func parse(content []byte) (parsed, error) {
	if len(content) > MaxBundle {
		return parsed{}, wrong("is over %d bytes", MaxBundle)
	}
	rest, pem, err := cutKey(content)
	if err != nil {
		return parsed{}, err
	}
	p := parsed{Bundle: new(bundle.Bundle)}
	if err := p.UnmarshalJSON(rest); err != nil {
		return parsed{}, wrong("is no Sigstore bundle: %v", err)
	}
	switch {
	case !p.MinVersion(oldest):
		return parsed{}, wrong("is a bundle of a version before %s", oldest)
	case p.GetDsseEnvelope() == nil:
		return parsed{}, wrong("holds no DSSE envelope")
	}
	return p, p.take(pem)
}

// cutKey parts the bundle from the key beside it; "" for none.
func cutKey(content []byte) (rest []byte, pem string, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(content, &members); err != nil {
		return nil, "", wrong("is no JSON object: %v", err)
	}
	own, ok := members[keyMember]
	if !ok {
		return content, "", nil
	}
	delete(members, keyMember)
	if err := json.Unmarshal(own, &pem); err != nil || pem == "" {
		return nil, "", wrong("has a %s that is no string", keyMember)
	}
	if rest, err = json.Marshal(members); err != nil {
		return nil, "", wrong("is no JSON object: %v", err)
	}
	return rest, pem, nil
}

// take reads the key that the verification material calls for.
func (p *parsed) take(pem string) (err error) {
	_, keyed := p.GetVerificationMaterial().GetContent().(*protobundle.VerificationMaterial_PublicKey)
	switch {
	case keyed && pem == "":
		return wrong("is signed with a key, and has no %s", keyMember)
	case !keyed && pem != "":
		return wrong("has a %s, and is not signed with a key", keyMember)
	case keyed:
		p.key, err = readKey(pem)
	}
	return err
}

// proven is what a verifier says of the bundle, once all but the identity and
// the subjects was verified.
func (p parsed) proven(by *verify.Verifier, more ...verify.PolicyOption) (*verify.VerificationResult, error) {
	policy := verify.NewPolicy(verify.WithoutArtifactUnsafe(), more...) // covered compares the subjects
	result, err := by.Verify(p.Bundle, policy)
	if err != nil {
		return nil, wrong("does not verify: %v", err)
	}
	if result.Statement == nil || result.Signature == nil {
		return nil, wrong("holds no statement")
	}
	return result, nil
}

// byCertificate is the identity of who asked for the certificate.
func (v *Verifier) byCertificate(p parsed, of Release) (string, *in_toto.Statement, error) {
	result, err := p.proven(v.certified, verify.WithoutIdentitiesUnsafe()) // identityOf compares it
	if err != nil {
		return "", nil, err
	}
	if result.Signature.Certificate == nil {
		return "", nil, wrong("has no certificate")
	}
	identity, err := identityOf(result.Signature.Certificate.Extensions, of)
	return identity, result.Statement, err
}
