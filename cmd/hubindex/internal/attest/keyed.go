package attest

import (
	"crypto"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"time"

	in_toto "github.com/in-toto/attestation/go/v1"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
	"github.com/sigstore/sigstore/pkg/cryptoutils"
	"github.com/sigstore/sigstore/pkg/cryptoutils/goodkey"
	"github.com/sigstore/sigstore/pkg/signature"
)

// maxKey is the most bytes of a key's PEM.
const maxKey = 8 << 10

// readKey reads a public key that is fit to sign.
func readKey(pem string) (crypto.PublicKey, error) {
	if len(pem) > maxKey {
		return nil, wrong("has a %s over %d bytes", keyMember, maxKey)
	}
	key, err := cryptoutils.UnmarshalPEMToPublicKey([]byte(pem))
	if err == nil {
		err = goodkey.ValidatePubKey(key)
	}
	if err != nil {
		return nil, wrong("has a %s that is not taken: %v", keyMember, err)
	}
	return key, nil
}

// keyed is the identity of the key, which has signed the bundle.
func (p parsed) keyed() (string, *in_toto.Statement, error) {
	own, err := keyVerifier(p.key)
	if err != nil {
		return "", nil, err
	}
	result, err := p.proven(own, verify.WithoutIdentitiesUnsafe(), verify.WithKey())
	if err != nil {
		return "", nil, err
	}
	der, err := x509.MarshalPKIXPublicKey(p.key)
	if err != nil {
		return "", nil, wrong("has a %s that is not taken: %v", keyMember, err)
	}
	sum := sha256.Sum256(der)
	return "key:sha256:" + hex.EncodeToString(sum[:]), result.Statement, nil
}

// keyVerifier trusts one key, at all times and whatever the bundle calls it.
func keyVerifier(key crypto.PublicKey) (*verify.Verifier, error) {
	one, err := signature.LoadDefaultVerifier(key)
	if err != nil {
		return nil, wrong("has a %s that is not taken: %v", keyMember, err)
	}
	always := root.NewExpiringKey(one, time.Time{}, time.Time{})
	material := root.NewTrustedPublicKeyMaterial(func(string) (root.TimeConstrainedVerifier, error) { return always, nil })
	return verify.NewVerifier(material, verify.WithNoObserverTimestamps(), verify.WithoutStatementPredicate())
}
