package crawl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/attest"
	"sinew/cmd/hubindex/internal/attest/attesttest"
	"sinew/cmd/hubindex/internal/listing"
	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/tree"
	"sinew/resolve/remote"
)

// A notary is a Sigstore of the tests, and what trusts it.
type notary struct {
	sigstore *attesttest.Sigstore
	verifier *attest.Verifier
}

var theNotary = sync.OnceValues(func() (notary, error) {
	sigstore, err := attesttest.New()
	if err != nil {
		return notary{}, err
	}
	trusted, err := sigstore.TrustedRoot()
	if err != nil {
		return notary{}, err
	}
	verifier, err := attest.New(trusted)
	return notary{sigstore, verifier}, err
})

// A studio is a scene with one repository, whose releases are signed.
type studio struct {
	*scene
	notary
	repo gittest.Repo
}

const twoReflexes = "commit a\ntag v1.0.0\ncommit b\ntag v1.1.0\n-- a/reflex.toml --\n%[1]s\n-- a/lights/reflex.toml --\n%[2]s\n" +
	"-- b/reflex.toml --\n%[2]s\n-- b/lights/reflex.toml --\n%[1]s\n"

func newStudio(t *testing.T) *studio {
	t.Helper()
	s := newScene(t)
	notary, err := theNotary()
	s.must(err)
	s.config.Signers = notary.verifier
	return &studio{s, notary, s.build("radhi/home", fmt.Sprintf(twoReflexes, gittest.Saying("one"), gittest.Saying("two")))}
}

// release is a tag's commit, and its reflexes as a statement has them.
func (s *studio) release(tag string) (commit string, subjects map[string]tree.Digest) {
	s.Helper()
	commit, err := s.repo.Commit(tag)
	s.must(err)
	client := remote.New(remote.Options{})
	defer client.Close()
	l, wrong := s.only()
	s.must(wrong)
	opened, err := client.Open(context.Background(), l.Ref.Repo)
	s.must(err)
	_, files, err := opened.Tree(context.Background(), tag)
	s.must(err)
	return commit, map[string]tree.Digest{".": files.Reflex("").H1(), "lights": files.Reflex("lights").H1()}
}

// point has refs/attestations/<tag> name an object.
func (s *studio) point(tag, id string) {
	s.Helper()
	_, err := s.repo.Run("", "update-ref", "refs/attestations/"+tag, strings.TrimSpace(id))
	s.must(err)
}

func (s *studio) push(tag string, content []byte) {
	s.Helper()
	id, err := s.repo.Blob(string(content))
	s.must(err)
	s.point(tag, id)
}

// signed is a bundle of the tag's release by a workflow.
func (s *studio) signed(tag, workflow string) []byte {
	s.Helper()
	commit, subjects := s.release(tag)
	claims := attesttest.Of("radhi/home", commit)
	claims.Workflow = "https://github.com/radhi/home/" + workflow + "@refs/tags/" + tag
	content, err := s.sigstore.Sign(claims, attesttest.Statement(subjects), attesttest.How{})
	s.must(err)
	return content
}

// signers are the records of kind signer: `<name> <version> <workflow>`, sorted.
func (s *studio) signers() string {
	s.Helper()
	var all []string
	for _, r := range s.records() {
		if r.Kind == hublog.KindSigner {
			all = append(all, fmt.Sprintf("%s %s %s", r.Name, r.Version, r.Identity[strings.LastIndexByte(r.Identity, '=')+1:]))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

const (
	byCI    = "radhi/home/ci.yml"
	byOther = "radhi/home/other.yml"
	// both reflexes of 1.0.0
	ofFirst = "github.com/radhi/home 1.0.0 " + byCI + "\ngithub.com/radhi/home#lights 1.0.0 " + byCI
)

func TestASignerIsRecordedWithItsVersion(t *testing.T) {
	s := newStudio(t)
	s.push("v1.0.0", s.signed("v1.0.0", "ci.yml"))
	asked := len(s.server.Requests())
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 6}) || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	s.want("the signers", s.signers(), ofFirst)
	s.want("the requests", s.since(asked), "GET /radhi/home/info/refs"+strings.Repeat("\nPOST /radhi/home/git-upload-pack", 3))
	ledger := hublog.NewLedger()
	for _, r := range s.records() {
		if _, verdict, err := ledger.Next(r, noon); verdict != hublog.Appended || err != nil {
			t.Errorf("the log makes %v, %v of %s", verdict, err, r)
		}
	}
	asked = len(s.server.Requests())
	if sum := s.crawl(); sum.Unchanged != 1 {
		t.Errorf("the crawl that is idle: %+v", sum)
	}
	s.want("its requests", s.since(asked), "GET /radhi/home/info/refs")
}

func TestAnAttestationMayArriveWithinItsGraceAlone(t *testing.T) {
	s := newStudio(t)
	s.crawl()
	bundle := s.signed("v1.0.0", "ci.yml")
	s.push("v1.0.0", bundle)
	s.config.Now = noon.Add(DefaultSignerGrace)
	if sum := s.crawl(); sum.Records != 4 || sum.Read != 1 || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	s.want("the signers", s.signers(), ofFirst)
	s.push("v1.1.0", s.signed("v1.1.0", "ci.yml"))
	s.config.Now = s.config.Now.Add(time.Second)
	asked := len(s.server.Requests())
	if sum := s.crawl(); sum.Records != 0 || sum.Read != 1 || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	s.want("the requests", s.since(asked), "GET /radhi/home/info/refs")
	for path, text := range filesOf(t, s.config.State) {
		if strings.Contains(text, graceWord) {
			t.Errorf("%s keeps a grace that is over:\n%s", path, text)
		}
	}
}

func TestAnotherSignerIsRecordedTooAndTold(t *testing.T) {
	s := newStudio(t)
	s.push("1.0.0", s.signed("v1.0.0", "ci.yml")) // the other name of the version will do
	s.crawl()
	s.push("1.0.0", s.signed("v1.0.0", "ci.yml")) // again, by the same
	s.config.Now = noon.Add(time.Hour)
	if s.crawl(); len(s.events) != 0 {
		t.Errorf("%+v", s.events)
	}
	s.push("1.0.0", s.signed("v1.0.0", "other.yml"))
	s.crawl()
	s.want("the events", s.said(), "other_signer listings/radhi/home 1.0.0")
	both := []string{ofFirst, strings.ReplaceAll(ofFirst, byCI, byOther)}
	lines := strings.Split(strings.Join(both, "\n"), "\n")
	slices.Sort(lines)
	s.want("the signers", s.signers(), strings.Join(lines, "\n"))
	if s.crawl(); len(s.events) != 0 {
		t.Errorf("it is said again: %+v", s.events)
	}
}

func TestNoMoreSignersAreRecordedThanAllowed(t *testing.T) {
	s := newStudio(t)
	for i := range maxSigners + 1 {
		s.push("v1.0.0", s.signed("v1.0.0", fmt.Sprintf("%d.yml", i)))
		s.crawl()
	}
	s.want("the events", s.said(), "other_signer listings/radhi/home 1.0.0")
	if n := strings.Count(s.signers(), "\n") + 1; n != 2*maxSigners || !strings.Contains(s.events[0].Reason, "is not recorded") {
		t.Errorf("%d signers, %+v", n, s.events)
	}
}

func TestAReflexWithoutASubjectIsUnsigned(t *testing.T) {
	s := newStudio(t)
	commit, subjects := s.release("v1.0.0")
	delete(subjects, ".")
	content, err := s.sigstore.Sign(attesttest.Of("radhi/home", commit), attesttest.Statement(subjects), attesttest.How{})
	s.must(err)
	s.push("v1.0.0", content)
	s.crawl()
	s.want("the signers", s.signers(), "github.com/radhi/home#lights 1.0.0 radhi/home/.github/workflows/attest.yml")
	if len(s.events) != 0 {
		t.Errorf("%+v", s.events)
	}
}

// TestAWronglySignedReleaseIsToldOnceAndUnsigned is of what is wrong with a
// bundle; package attest has more.
func TestAWronglySignedReleaseIsToldOnceAndUnsigned(t *testing.T) {
	s := newStudio(t)
	commit, subjects := s.release("v1.0.0")
	_, others := s.release("v1.1.0")
	statement := attesttest.Statement(subjects)
	stranger, err := attesttest.New()
	s.must(err)
	ours := attesttest.Of("radhi/home", commit)
	for what, c := range map[string]struct {
		by        *attesttest.Sigstore
		claims    attesttest.Claims
		statement []byte
		how       attesttest.How
		why       string
	}{
		"commit":     {s.sigstore, attesttest.Of("radhi/home", strings.Repeat("0", 40)), statement, attesttest.How{}, "of another commit"},
		"repository": {s.sigstore, attesttest.Of("eve/home", commit), statement, attesttest.How{}, "of another repository"},
		"h1":         {s.sigstore, ours, attesttest.Statement(others), attesttest.How{}, "of other content"},
		"signature":  {s.sigstore, ours, statement, attesttest.How{OtherText: attesttest.Statement(others)}, "does not verify"},
		"expired":    {s.sigstore, ours, statement, attesttest.How{NoTimestamp: true}, "does not verify"},
		"root":       {stranger, ours, statement, attesttest.How{}, "does not verify"},
	} {
		content, err := c.by.Sign(c.claims, c.statement, c.how)
		s.must(err)
		s.wrongly(what, func() { s.push("v1.0.0", content) }, c.why)
	}
}

func TestWhatIsNoBundleIsToldOnceAndUnsigned(t *testing.T) {
	s := newStudio(t)
	for what, c := range map[string][2]string{
		"garbage":                {"\x00\x1b[31m{", "is no JSON object"},
		"nothing":                {"", "is no JSON object"},
		"what a symlink holds":   {"../../etc/passwd", "is no JSON object"},
		"a MiB":                  {strings.Repeat("x", remote.MaxAttestation), "is no JSON object"},
		"more than a MiB":        {strings.Repeat("x", remote.MaxAttestation+1), "an object of 1048577 bytes is over 1048576"},
		"more than the wire may": {noise(2 << 20), "the pack is over"},
	} {
		s.wrongly(what, func() { s.push("v1.0.0", []byte(c[0])) }, c[1])
	}
	for revision, why := range map[string]string{"v1.0.0": "is a commit, not a blob", "v1.0.0^{tree}": "is a tree, not a blob", "annotated": "is a tag, not a blob"} {
		s.wrongly(revision, func() {
			if revision == "annotated" {
				_, err := s.repo.Run("", "tag", "-f", "-a", "-m", "x", revision, "v1.0.0")
				s.must(err)
			}
			id, err := s.repo.Run("", "rev-parse", revision)
			s.must(err)
			s.point("v1.0.0", id)
		}, why)
	}
}

// noise is bytes that do not deflate.
func noise(n int) string {
	out, next := make([]byte, n), uint64(1)
	for i := range out {
		next = next*6364136223846793005 + 1442695040888963407
		out[i] = byte(next >> 56)
	}
	return string(out)
}

// wrongly crawls with an attestation that signs nothing, from an empty state,
// then again, and then with a good one.
func (s *studio) wrongly(what string, push func(), why string) {
	s.Helper()
	s.config.State, s.config.Out = s.TempDir(), s.TempDir()
	push()
	sum := s.crawl()
	if s.want(what, s.said(), "wrongly_signed listings/radhi/home 1.0.0"); s.signers() != "" || sum.Records != 4 || sum.Read != 1 {
		s.Errorf("%s: %+v, %s", what, sum, s.signers())
	}
	if len(s.events) != 1 || !strings.Contains(s.events[0].Reason, why) || strings.Contains(s.events[0].Reason, "\n") {
		s.Errorf("%s: %+v, want %q", what, s.events, why)
	}
	if sum := s.crawl(); sum.Unchanged != 1 || len(s.events) != 0 {
		s.Errorf("%s is said again: %+v, %+v", what, sum, s.events)
	}
	s.push("v1.0.0", s.signed("v1.0.0", "ci.yml"))
	if s.crawl(); s.signers() != ofFirst || len(s.events) != 0 {
		s.Errorf("%s, mended: %s, %+v", what, s.signers(), s.events)
	}
}

func TestATagThatMovedIsNotSigned(t *testing.T) {
	s := newStudio(t)
	s.crawl()
	_, err := s.repo.Run("", "tag", "-f", "v1.0.0", "v1.1.0")
	s.must(err)
	s.push("v1.0.0", s.signed("v1.0.0", "ci.yml"))
	s.config.Now = noon.Add(time.Hour)
	s.crawl()
	s.want("the events", s.said(), "changed listings/radhi/home 1.0.0")
	s.want("the signers", s.signers(), "")
}

func TestAnAttestationThatCannotBeFetchedIsTriedAgain(t *testing.T) {
	for name, known := range map[string]bool{"with its version": false, "later": true} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t)
			if known {
				s.crawl()
			}
			s.push("v1.0.0", s.signed("v1.0.0", "ci.yml"))
			n := 0
			s.server.Use(answering(3, func(r *http.Request) bool {
				if !isFetch(r) {
					return false
				}
				n++
				return n > 1 // the first is of the version's tree
			}, status(http.StatusBadGateway)))
			if sum := s.crawl(); sum.Failed != 1 || s.signers() != "" {
				t.Errorf("%+v, %s", sum, s.signers())
			}
			s.want("the events", s.said(), "failed listings/radhi/home 1.0.0")
			if s.crawl(); s.signers() != ofFirst || len(s.events) != 0 {
				t.Errorf("%s, %+v", s.signers(), s.events)
			}
		})
	}
}

func TestWithoutAVerifierNoAttestationIsLookedAt(t *testing.T) {
	s := newStudio(t)
	s.push("v1.0.0", []byte("garbage"))
	s.config.Signers = nil
	asked := len(s.server.Requests())
	if sum := s.crawl(); sum.Records != 4 || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	s.want("the requests", s.since(asked), "GET /radhi/home/info/refs"+strings.Repeat("\nPOST /radhi/home/git-upload-pack", 2))
	s.config.Signers = s.verifier
	s.crawl()
	s.want("the events once it is", s.said(), "wrongly_signed listings/radhi/home 1.0.0")
}

func TestATagThatWasGoneHasNoOtherGrace(t *testing.T) {
	s := newStudio(t)
	first, another := s.signed("v1.0.0", "ci.yml"), s.signed("v1.1.0", "other.yml")
	s.push("v1.1.0", s.signed("v1.1.0", "ci.yml"))
	tags := s.tagMover("v1.0.0", "v1.1.0")
	s.crawl()
	tags(false)
	s.crawl()
	s.want("the events", s.said(), "vanished listings/radhi/home 1.0.0\nvanished listings/radhi/home 1.1.0")
	s.config.Now = noon.Add(DefaultSignerGrace)
	tags(true)
	s.push("v1.1.0", []byte("garbage"))
	s.crawl()
	s.want("within the grace", s.said(), "wrongly_signed listings/radhi/home 1.1.0")
	tags(false)
	s.crawl()
	s.crawl() // what is gone stays known
	s.config.Now = s.config.Now.Add(time.Second)
	tags(true)
	s.push("v1.0.0", first)
	s.push("v1.1.0", another)
	for _, again := range []string{"after the grace", "and once more, with none that is known"} {
		if sum := s.crawl(); sum.Read != 1 || len(s.events) != 0 {
			t.Errorf("%s: %+v, %+v", again, sum, s.events)
		}
		s.want(again, s.signers(), strings.ReplaceAll(ofFirst, "1.0.0", "1.1.0"))
		tags(false)
		s.crawl()
		tags(true)
	}
}

// tagMover removes tags, or puts them back.
func (s *studio) tagMover(tags ...string) func(back bool) {
	s.Helper()
	var gone, there strings.Builder
	for _, tag := range tags {
		commit, err := s.repo.Commit(tag)
		s.must(err)
		fmt.Fprintf(&gone, "delete refs/tags/%s\n", tag)
		fmt.Fprintf(&there, "create refs/tags/%s %s\n", tag, strings.TrimSpace(commit))
	}
	return func(back bool) {
		s.Helper()
		lines := gone.String()
		if back {
			lines = there.String()
		}
		_, err := s.repo.Run(lines, "update-ref", "--stdin")
		s.must(err)
	}
}

// attestAll has an attestation that signs nothing for each of some versions.
func (s *scene) attestAll(repo gittest.Repo, content string, versions []string) {
	s.Helper()
	id, err := repo.Blob(content)
	s.must(err)
	var lines strings.Builder
	for _, one := range versions {
		fmt.Fprintf(&lines, "update refs/attestations/%s %s\n", one, strings.TrimSpace(id))
	}
	_, err = repo.Run(lines.String(), "update-ref", "--stdin")
	s.must(err)
}

// wants reports whether a request is for an object.
func wants(r *http.Request, id string) bool {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return bytes.Contains(body, []byte("want "+id))
}

func TestAttestationsThatFailHoldUpNoVersion(t *testing.T) {
	s := newScene(t)
	notary, err := theNotary()
	s.must(err)
	s.config.Signers = notary.verifier
	const more = 4
	all := numbers(patience + more)
	repo := s.good("radhi/home", all...)
	s.attestAll(repo, "garbage", all)
	id, err := repo.Run("", "rev-parse", "refs/attestations/"+all[0])
	s.must(err)
	asked, refusing := 0, true
	s.server.Use(answering(1000, func(r *http.Request) bool {
		if !refusing || !isFetch(r) || !wants(r, strings.TrimSpace(id)) {
			return false
		}
		asked++
		return true
	}, status(http.StatusForbidden)))
	for range 2 {
		if sum := s.crawl(); sum.Failed != 1 || len(s.events) != patience || asked != patience {
			t.Errorf("%+v, %d asked for, %+v", sum, asked, s.events)
		}
		if n := len(s.records()); n != len(all) {
			t.Errorf("%d versions are recorded", n)
		}
		asked = 0
	}
	refusing = false
	if sum := s.crawl(); sum.Read != 1 || len(s.events) != len(all) {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	if sum := s.crawl(); sum.Unchanged != 1 || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

func TestAVisitLooksAtNoMoreAttestationsThanVersions(t *testing.T) {
	s := newScene(t)
	notary, err := theNotary()
	s.must(err)
	s.server.Use(func(next http.Handler) http.Handler {
		fetches := remembering(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if isFetch(r) {
				fetches.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	all := numbers(mostVersions + 3)
	repo := s.good("radhi/home", all...)
	// They are known by the second crawl.
	s.crawl()
	s.crawl()
	s.config.Signers = notary.verifier
	s.attestAll(repo, "garbage", all)
	if sum := s.crawl(); sum.Failed != 1 || strings.Count(s.said(), "wrongly_signed") != mostVersions || !strings.Contains(s.said(), "put_off") {
		t.Errorf("%+v, %d events", sum, len(s.events))
	}
	if sum := s.crawl(); sum.Read != 1 || len(s.events) != 3 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

func TestAGraceReadsBack(t *testing.T) {
	v, g := seen("h.example/a", "1", 0).Version, grace{seen: noon, looked: "abc", signers: []string{"key:a", "key:b"}}
	for _, one := range []grace{g, {seen: noon}, {seen: noon, looked: "abc"}} {
		of, got, ok := parseGrace(one.line(v))
		if !ok || of != v || !got.seen.Equal(one.seen) || got.looked != one.looked || !slices.Equal(got.signers, one.signers) {
			t.Errorf("%q reads as %v %+v", one.line(v), of, got)
		}
	}
	for _, line := range []string{"", "grace", "grace 1.0.0 2026-11-30T12:00:00Z", "grace x 2026-11-30T12:00:00Z -", "grace 1.0.0 now -", "1.0.0 abc"} {
		if _, _, ok := parseGrace(line); ok {
			t.Errorf("%q reads as a grace", line)
		}
	}
}

// only is the one listing of the scene.
func (s *studio) only() (listing.Listing, error) {
	all, wrong := listing.All(s.index)
	if len(all) != 1 || len(wrong) != 0 {
		return listing.Listing{}, fmt.Errorf("%v, %v", all, wrong)
	}
	return all[0], nil
}
