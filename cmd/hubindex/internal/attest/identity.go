package attest

import (
	"net/url"
	"strings"

	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// issuers are those that speak for the repositories of a host. A host that is
// not among them speaks for itself alone: an authority serves issuers that take
// their customers' word for where a source is.
var issuers = map[string]string{
	"github.com": "https://token.actions.githubusercontent.com",
	"gitlab.com": "https://gitlab.com",
}

// identityOf is the signer's identity, once the certificate is of the release.
func identityOf(c certificate.Extensions, of Release) (string, error) {
	if err := checkIssuer(c.Issuer, of.Repo); err != nil {
		return "", err
	}
	if name, ok := repositoryOf(c.SourceRepositoryURI); !ok || name != of.Repo {
		return "", wrong("is of another repository: its certificate names %q", c.SourceRepositoryURI)
	}
	if c.SourceRepositoryDigest != of.Commit {
		return "", wrong("is of another commit: its certificate names %q, and the tag is on %s", c.SourceRepositoryDigest, of.Commit)
	}
	return tokenOf(c, hostOf(of.Repo))
}

func hostOf(repo hublog.Name) string {
	host, _, _ := strings.Cut(string(repo), "/")
	return host
}

// tokenOf is the identity as a record has it.
func tokenOf(c certificate.Extensions, host string) (string, error) {
	workflow, ok := workflowOf(c.BuildConfigURI, host)
	if !ok {
		return "", wrong("names no workflow: its certificate has the build config %q", c.BuildConfigURI)
	}
	if !isToken(c.Issuer, ",") || !isToken(c.SourceRepositoryIdentifier, ",") || !isToken(workflow, "") {
		return "", wrong("names its signer in characters that no record holds: %q %q %q", c.Issuer, c.SourceRepositoryIdentifier, workflow)
	}
	identity := "sigstore:" + c.Issuer + ",repo=" + c.SourceRepositoryIdentifier + ",workflow=" + workflow
	if len(identity) > hublog.MaxIdentity {
		return "", wrong("names its signer in over %d characters", hublog.MaxIdentity)
	}
	return identity, nil
}

// checkIssuer refuses an issuer that does not speak for the repository's host.
// GitHub gives an enterprise an issuer below its own.
func checkIssuer(issuer string, repo hublog.Name) error {
	host := hostOf(repo)
	want, known := issuers[host]
	switch {
	case known && issuer == want, host == "github.com" && strings.HasPrefix(issuer, want+"/"):
		return nil
	case !known && isAt(issuer, host):
		return nil
	}
	return wrong("is of an issuer that does not speak for %s: %q", host, issuer)
}

// isAt reports whether an address is on a host, or on one below it.
func isAt(address, host string) bool {
	at, err := url.Parse(address)
	return err == nil && at.Scheme == "https" && at.User == nil && (at.Host == host || strings.HasSuffix(at.Host, "."+host))
}

// repositoryOf is what the log calls the repository at an address.
func repositoryOf(address string) (hublog.Name, bool) {
	if !strings.HasPrefix(address, "https://") {
		return "", false
	}
	location, err := ref.Parse(address)
	if err != nil || location.Pin != nil || location.Reference.Dir != "" {
		return "", false
	}
	return hublog.NameOf(location.Reference)
}

// workflowOf is the path of a build config on its repository's host, without its
// ref: https://<host>/<path>@refs/….
func workflowOf(address, host string) (string, bool) {
	rest, ok := strings.CutPrefix(address, "https://")
	on, rest, found := strings.Cut(rest, "/")
	path, _, at := strings.Cut(rest, "@refs/")
	return path, ok && found && at && path != "" && strings.EqualFold(on, host)
}

// isToken reports whether s is printable ASCII without a space, and without
// what parts an identity.
func isToken(s, parts string) bool {
	return s != "" && !strings.ContainsAny(s, parts) && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}
