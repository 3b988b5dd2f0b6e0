package attest

import _ "embed" // the trusted root

// TrustedRoot is the trusted root of Sigstore's public instance, as its TUF
// repository serves it: the pinned one. docs/attest.md says how it is replaced.
//
//go:embed trusted_root.json
var TrustedRoot []byte
