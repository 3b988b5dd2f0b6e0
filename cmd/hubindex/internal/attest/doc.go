// Package attest tells who signed a release: it verifies the bundle that an
// author pushed as refs/attestations/<tag> (docs/attest.md). It asks nobody.
//
// A bundle is a Sigstore bundle as JSON, version 0.3, that holds a DSSE envelope
// with an in-toto statement. The statement's subjects are the reflexes of the
// release: name is the reflex's directory, "." for the root, and digest sha256
// is the hex of its h1, which is the SHA-256 of its listing (pkg/tree). Each
// subject of a reflex must have that reflex's h1. Subjects that are no reflex of
// the release do not count, and a reflex without a subject is not signed.
//
// # Signed with a certificate
//
// What sigstore-go recommends for verification offline must hold: one signed
// certificate timestamp, one entry of a transparency log, and one time, of the
// log or of a timestamp authority, at which the certificate was valid. All of
// them are proven by the trusted root. Then the certificate must say that it is
// of the release: the source repository is the listed one, the source digest the
// tag's commit, the issuer one that speaks for the repository's host, and the
// build config on that host. What started the build, and on whose machine, does
// not count: the subjects are compared with what the tag holds. The identity is
//
//	sigstore:<issuer>,repo=<repository id>,workflow=<path of the build config, without its ref>
//
// # Signed with a key
//
// The bundle's verification material is a public key, and the key itself stands
// beside it as PEM, in one more member of the same object, publicKeyPem. Its
// entries of logs and timestamps do not count. The identity is
//
//	key:sha256:<hex of SHA-256 of the key's PKIX DER>
//
// Nobody vouches for such a key: it says that two releases were signed by the
// same one, and nothing of whose it is.
package attest
