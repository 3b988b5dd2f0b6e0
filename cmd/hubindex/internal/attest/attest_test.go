package attest_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"sinew/cmd/hubindex/internal/attest"
	"sinew/cmd/hubindex/internal/attest/attesttest"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

var (
	commit  = strings.Repeat("c", 40)
	atRoot  = tree.Digest("h1:" + strings.Repeat("1", 64))
	lights  = tree.Digest("h1:" + strings.Repeat("2", 64))
	other   = tree.Digest("h1:" + strings.Repeat("3", 64))
	release = attest.Release{Repo: "github.com/radhi/home", Commit: commit, Reflexes: map[string]tree.Digest{"": atRoot, "lights": lights}}
	whole   = map[string]tree.Digest{".": atRoot, "lights": lights}
)

const who = "sigstore:https://token.actions.githubusercontent.com,repo=495574555,workflow=Radhi/home/.github/workflows/attest.yml"

// A trust is a Sigstore of the tests, and what trusts it.
type trust struct {
	sigstore *attesttest.Sigstore
	verifier *attest.Verifier
}

var theTrust = sync.OnceValues(newTrust)

func newTrust() (trust, error) {
	sigstore, err := attesttest.New()
	if err != nil {
		return trust{}, err
	}
	trusted, err := sigstore.TrustedRoot()
	if err != nil {
		return trust{}, err
	}
	verifier, err := attest.New(trusted)
	return trust{sigstore, verifier}, err
}

func trusting(t testing.TB) trust {
	t.Helper()
	made, err := theTrust()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (tr trust) sign(t testing.TB, c attesttest.Claims, subjects map[string]tree.Digest, how attesttest.How) []byte {
	t.Helper()
	made, err := tr.sigstore.Sign(c, attesttest.Statement(subjects), how)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func claims() attesttest.Claims { return attesttest.Of("Radhi/home", commit) }

// wantWrong holds an error to its words, and to what an event may hold.
func wantWrong(t *testing.T, what string, err error, words string) {
	t.Helper()
	wrong, ok := errors.AsType[*attest.Error](err)
	if !ok || !strings.Contains(wrong.Why, words) || text.Escape(wrong.Why) != wrong.Why || len(wrong.Why) > 1000 {
		t.Errorf("%s: got %v, want %q", what, err, words)
	}
}

func TestASignedReleaseSaysWhoSignedIt(t *testing.T) {
	tr := trusting(t)
	for what, c := range map[string]struct {
		subjects map[string]tree.Digest
		covers   []string
	}{
		"all":         {whole, []string{"", "lights"}},
		"and another": {map[string]tree.Digest{".": atRoot, "lights": lights, "README": other}, []string{"", "lights"}},
		"one":         {map[string]tree.Digest{"lights": lights}, []string{"lights"}},
	} {
		got, err := tr.verifier.Verify(tr.sign(t, claims(), c.subjects, attesttest.How{}), release)
		if err != nil || got.Identity != who || !slices.Equal(slices.Sorted(maps.Keys(got.Covers)), c.covers) {
			t.Errorf("%s: got %+v, %v", what, got, err)
		}
	}
}

func TestACertificateThatIsNotOfTheReleaseSignsNothing(t *testing.T) {
	tr := trusting(t)
	for words, change := range map[string]func(*attesttest.Claims){
		"another commit":                       func(c *attesttest.Claims) { c.Commit = strings.Repeat("d", 40) },
		`commit: its certificate names ""`:     func(c *attesttest.Claims) { c.Commit = "" },
		"another repository":                   func(c *attesttest.Claims) { c.Repository = "https://github.com/eve/home" },
		`repository: its certificate names ""`: func(c *attesttest.Claims) { c.Repository = "" },
		"names \"http://github":                func(c *attesttest.Claims) { c.Repository = "http://github.com/radhi/home" },
		"home/lights":                          func(c *attesttest.Claims) { c.Repository += "/lights" },
		"does not speak for":                   func(c *attesttest.Claims) { c.Issuer = "https://oidc.eve.example" },
		"githubusercontent.com.":               func(c *attesttest.Claims) { c.Issuer += ".eve.example" },
		"names no workflow":                    func(c *attesttest.Claims) { c.Workflow = "https://github.com/radhi/home" },
		`build config "https://eve.example/`:   func(c *attesttest.Claims) { c.Workflow = "https://eve.example/radhi/home/x.yml@refs/x" },
		`build config ""`:                      func(c *attesttest.Claims) { c.Workflow = "" },
		"that no record holds":                 func(c *attesttest.Claims) { c.Workflow = "https://github.com/radhi/home/a b.yml@refs/x" },
		`"4,repo=5"`:                           func(c *attesttest.Claims) { c.RepositoryID = "4,repo=5" },
		`githubusercontent.com" ""`:            func(c *attesttest.Claims) { c.RepositoryID = "" },
		"over 512 characters":                  func(c *attesttest.Claims) { c.Workflow = "https://github.com/" + strings.Repeat("a", 600) + "@refs/x" },
	} {
		c := claims()
		change(&c)
		_, err := tr.verifier.Verify(tr.sign(t, c, whole, attesttest.How{}), release)
		wantWrong(t, words, err, words)
	}
}

func TestAnIdentityOfAnotherHostNeedsNoKnownIssuer(t *testing.T) {
	tr := trusting(t)
	c := attesttest.Claims{
		Issuer: "https://ci.git.example", Repository: "https://git.example/Radhi/home", Commit: commit, RepositoryID: "7",
		Workflow: "https://git.example/Radhi/home/ci.yml@refs/heads/x@refs/heads/y",
	}
	of := release
	of.Repo = "git.example/Radhi/home"
	got, err := tr.verifier.Verify(tr.sign(t, c, whole, attesttest.How{}), of)
	if err != nil || got.Identity != "sigstore:https://ci.git.example,repo=7,workflow=Radhi/home/ci.yml" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAHostThatIsNotKnownSpeaksForItselfAlone(t *testing.T) {
	for issuer, speaks := range map[string]bool{
		"https://git.example": true, "https://git.example/gitlab": true, "https://token.git.example/x": true,
		"https://oidc.codefresh.io": false, "https://token.actions.githubusercontent.com": false, "https://gitlab.com": false,
		"http://git.example": false, "https://eve.git.example.net": false, "https://evegit.example": false, "https://git.example@eve.example": false,
		"https://git.example:8443": false, "https://eve.example/git.example": false, "git.example": false, "": false, "https://%zz": false,
	} {
		if err := attest.CheckIssuer(issuer, "git.example/radhi/home"); (err == nil) != speaks {
			t.Errorf("%q: %v", issuer, err)
		}
	}
	for issuer, speaks := range map[string]bool{
		"https://token.actions.githubusercontent.com/acme": true, "https://token.actions.githubusercontent.computer": false, "https://x.github.com": false,
	} {
		if err := attest.CheckIssuer(issuer, "github.com/radhi/home"); (err == nil) != speaks {
			t.Errorf("%q: %v", issuer, err)
		}
	}
	if err := attest.CheckIssuer("https://eve.gitlab.com", "gitlab.com/radhi/home"); err == nil {
		t.Error("a host below gitlab.com speaks for it")
	}
}

func TestSubjectsMustHaveTheContentOfTheTag(t *testing.T) {
	tr := trusting(t)
	for words, subjects := range map[string]map[string]tree.Digest{
		"is of other content: lights": {".": atRoot, "lights": other},
		"is of other content: . has":  {".": other},
		"no subject that is a reflex": {"": atRoot, "README": lights, "./lights": lights, "lights/": lights},
	} {
		_, err := tr.verifier.Verify(tr.sign(t, claims(), subjects, attesttest.How{}), release)
		wantWrong(t, words, err, words)
	}
	twice := `{"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"lights","digest":{"sha256":"` + lights.Hex() +
		`"}},{"name":"lights","digest":{"sha512":"00"}}],"predicateType":"x"}`
	for statement, words := range map[string]string{
		twice: "is of other content", `{"_type":"other","subject":[]}`: `no in-toto statement, but "other"`, `[]`: "in-toto statement",
	} {
		made, err := tr.sigstore.Sign(claims(), []byte(statement), attesttest.How{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tr.verifier.Verify(made, release)
		wantWrong(t, statement, err, words)
	}
}

func TestABundleThatIsNotProvenSignsNothing(t *testing.T) {
	tr := trusting(t)
	for what, how := range map[string]struct {
		attesttest.How
		words string
	}{
		"another text":       {attesttest.How{OtherText: attesttest.Statement(map[string]tree.Digest{".": other})}, "does not verify"},
		"an expired one":     {attesttest.How{Late: true}, "integrated time outside certificate validity"},
		"no time":            {attesttest.How{NoTimestamp: true}, "threshold not met for verified signed & log entry integrated timestamps"},
		"no entry":           {attesttest.How{NoEntry: true}, "log"},
		"no certificate log": {attesttest.How{NoSCT: true}, "SCT"},
	} {
		_, err := tr.verifier.Verify(tr.sign(t, claims(), whole, how.How), release)
		wantWrong(t, what, err, how.words)
	}
	apart, err := newTrust()
	if err != nil {
		t.Fatal(err)
	}
	_, err = tr.verifier.Verify(apart.sign(t, claims(), whole, attesttest.How{}), release)
	wantWrong(t, "another root", err, "does not verify")
	pinned, err := attest.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = pinned.Verify(tr.sign(t, claims(), whole, attesttest.How{}), release)
	wantWrong(t, "the pinned root", err, "does not verify")
}

func TestWhatIsNoBundleSignsNothing(t *testing.T) {
	tr := trusting(t)
	good := string(tr.sign(t, claims(), whole, attesttest.How{}))
	for what, c := range map[string][2]string{
		"nothing":         {"", "is no JSON object"},
		"garbage":         {"\x00\xff\x1b[31m", "is no JSON object"},
		"an array":        {"[]", "is no JSON object"},
		"null":            {"null", "is no Sigstore bundle"},
		"an empty object": {"{}", "is no Sigstore bundle"},
		"half":            {good[:len(good)/2], "is no JSON object"},
		"more":            {good + "{}", "is no JSON object"},
		"another member":  {strings.Replace(good, "{", `{"x\u202e":1,`, 1), "is no Sigstore bundle"},
		"too long":        {good + strings.Repeat(" ", attest.MaxBundle), "is over 1048576 bytes"},
		"an old version":  {strings.Replace(good, "bundle.v0.3+json", "bundle+json;version=0.2", 1), "before v0.3"},
		"a later version": {strings.Replace(good, "bundle.v0.3", "bundle.v0.9", 1), "not yet supported"},
		"deep":            {strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000), "is no JSON object"},
		"a key beside":    {strings.Replace(good, "{", `{"publicKeyPem":"x",`, 1), "is not signed with a key"},
	} {
		_, err := tr.verifier.Verify([]byte(c[0]), release)
		wantWrong(t, what, err, c[1])
	}
	_, err := attest.New([]byte("{"))
	wantWrong(t, "a trusted root", err, "the trusted root does not read")
}

func pemOf(t testing.TB, key any) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// keyed is a bundle that a key signed, with a key beside it.
func keyed(t testing.TB, key any, beside string, subjects map[string]tree.Digest) []byte {
	t.Helper()
	made, err := attesttest.Keyed(key, attesttest.Statement(subjects))
	if err == nil && beside != "" {
		made, err = attesttest.Beside(made, beside)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestAKeyIsNamedByItsHash(t *testing.T) {
	tr := trusting(t)
	curve, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	_, edwards, err2 := ed25519.GenerateKey(rand.Reader)
	big, err3 := rsa.GenerateKey(rand.Reader, 2048)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string][2]any{"P-256": {curve, curve.Public()}, "Ed25519": {edwards, edwards.Public()}, "RSA": {big, big.Public()}} {
		der, err := x509.MarshalPKIXPublicKey(c[1])
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(der)
		got, err := tr.verifier.Verify(keyed(t, c[0], pemOf(t, c[1]), whole), release)
		if err != nil || got.Identity != "key:sha256:"+hex.EncodeToString(sum[:]) || len(got.Covers) != 2 {
			t.Errorf("%s: got %+v, %v", what, got, err)
		}
	}
}

func TestAKeyThatDidNotSignIsRefused(t *testing.T) {
	tr := trusting(t)
	mine, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	yours, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	small, err3 := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		beside string
		of     map[string]tree.Digest
		words  string
	}{
		"another key":   {pemOf(t, yours.Public()), whole, "does not verify"},
		"no key":        {"", whole, "has no publicKeyPem"},
		"no PEM":        {"x", whole, "is not taken"},
		"a small curve": {pemOf(t, small.Public()), whole, "is not taken"},
		"a long one":    {strings.Repeat("x", 10000), whole, "over 8192 bytes"},
		"other content": {pemOf(t, mine.Public()), map[string]tree.Digest{".": other}, "is of other content"},
	} {
		_, err := tr.verifier.Verify(keyed(t, mine, c.beside, c.of), release)
		wantWrong(t, what, err, c.words)
	}
	var members map[string]any
	if err := json.Unmarshal(keyed(t, mine, pemOf(t, mine.Public()), whole), &members); err != nil {
		t.Fatal(err)
	}
	members["publicKeyPem"] = 7
	number, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	_, err = tr.verifier.Verify(number, release)
	wantWrong(t, "a number", err, "that is no string")
}

// TestOneVerifierServesManyAtOnce is for the race detector.
func TestOneVerifierServesManyAtOnce(t *testing.T) {
	tr := trusting(t)
	bundle := tr.sign(t, claims(), whole, attesttest.How{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got, err := tr.verifier.Verify(bundle, release); err != nil || got.Identity != who {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	group.Wait()
}

func BenchmarkVerify(b *testing.B) {
	tr := trusting(b)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	for name, bundle := range map[string][]byte{
		"certificate": tr.sign(b, claims(), whole, attesttest.How{}), "key": keyed(b, key, pemOf(b, key.Public()), whole),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tr.verifier.Verify(bundle, release); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
