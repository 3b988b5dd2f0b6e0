package attest

import (
	"fmt"
	"strings"

	in_toto "github.com/in-toto/attestation/go/v1"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"

	"sinew/pkg/hublog"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// A Release is what a bundle is held to.
type Release struct {
	Repo     hublog.Name            // the repository, without a dir
	Commit   string                 // the tag's, in hex
	Reflexes map[string]tree.Digest // by directory, "" for the root
}

// Signed is who signed which of a release's reflexes.
type Signed struct {
	Identity string          // as a signer record has it
	Covers   map[string]bool // by directory, as in Release; at least one
}

// An Error is a bundle that signs nothing of its release. Its text is one clean
// line, which follows the words "the attestation".
type Error struct{ Why string }

// Error is why.
func (e *Error) Error() string { return e.Why }

// maxWhy is the most characters of an Error: a library may quote what it read.
const maxWhy = 300

func wrong(format string, args ...any) *Error {
	why := []rune(strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
	if len(why) > maxWhy {
		why = append(why[:maxWhy], '…')
	}
	return &Error{text.Escape(string(why))}
}

// A Verifier holds a trusted root. Several goroutines may use it at once.
type Verifier struct{ certified *verify.Verifier }

// New is a verifier that trusts what a trusted root names, in the JSON of
// Sigstore's TrustedRoot; nil means TrustedRoot.
func New(trusted []byte) (*Verifier, error) {
	if trusted == nil {
		trusted = TrustedRoot
	}
	material, err := root.NewTrustedRootFromJSON(trusted)
	if err != nil {
		return nil, wrong("the trusted root does not read: %v", err)
	}
	v, err := verify.NewVerifier(material, verify.WithSignedCertificateTimestamps(1), verify.WithTransparencyLog(1),
		verify.WithObserverTimestamps(1), verify.WithoutStatementPredicate())
	return &Verifier{v}, err
}

// Verify tells who signed a release, by the bytes of its attestation. The error
// is an *Error.
func (v *Verifier) Verify(content []byte, of Release) (signed Signed, err error) {
	defer func() {
		if broke := recover(); broke != nil { // in a parser of what anybody may push: one release must not end a crawl
			signed, err = Signed{}, wrong("does not read: %v", broke)
		}
	}()
	return v.verify(content, of)
}

func (v *Verifier) verify(content []byte, of Release) (Signed, error) {
	p, err := parse(content)
	if err != nil {
		return Signed{}, err
	}
	identity, statement, err := v.signer(p, of)
	if err != nil {
		return Signed{}, err
	}
	covers, err := covered(statement, of.Reflexes)
	if err != nil {
		return Signed{}, err
	}
	return Signed{identity, covers}, nil
}

func (v *Verifier) signer(p parsed, of Release) (identity string, statement *in_toto.Statement, err error) {
	if p.key != nil {
		return p.keyed()
	}
	return v.byCertificate(p, of)
}

// The types of statements, whose subjects have one form.
const (
	statementV1  = "https://in-toto.io/Statement/v1"
	statementV01 = "https://in-toto.io/Statement/v0.1"
)

// covered are the reflexes that a statement is of.
func covered(s *in_toto.Statement, reflexes map[string]tree.Digest) (map[string]bool, error) {
	if s.GetType() != statementV1 && s.GetType() != statementV01 {
		return nil, wrong("holds no in-toto statement, but %q", s.GetType())
	}
	covers := map[string]bool{}
	for _, subject := range s.GetSubject() {
		dir := dirOf(subject.GetName())
		h1, is := reflexes[dir]
		if got := subject.GetDigest()["sha256"]; is && got != h1.Hex() {
			return nil, wrong("is of other content: %s has sha256 %q, and the h1 of the tag's is %s", subject.GetName(), got, h1)
		}
		if is {
			covers[dir] = true
		}
	}
	if len(covers) == 0 {
		return nil, wrong("has no subject that is a reflex of the version")
	}
	return covers, nil
}

// dirOf is the directory that a subject names, as Release has it.
func dirOf(subject string) string {
	switch subject {
	case ".":
		return ""
	case "":
		return "." // no reflex has that directory
	}
	return subject
}
