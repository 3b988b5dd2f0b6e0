//go:build unix

package remote_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// attesting is a client that lists attestations, and its limits.
func (w *world) attesting(limits remote.Limits) {
	w.home.Apply(w.t)
	w.client = remote.New(remote.Options{Limits: limits, Attestations: true})
	w.t.Cleanup(w.client.Close)
}

// attest has refs/attestations/<tag> name what a revision does.
func (w *world) attest(repo gittest.Repo, tag, revision string) string {
	w.t.Helper()
	id, err := repo.Run("", "rev-parse", revision)
	if err != nil {
		w.t.Fatal(err)
	}
	id = strings.TrimSpace(id)
	if _, err := repo.Run("", "update-ref", "refs/attestations/"+tag, id); err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) blob(repo gittest.Repo, content string) string {
	w.t.Helper()
	id, err := repo.Blob(content)
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.TrimSpace(id)
}

// ways do a test over https, and through the git program.
func (w *world) ways(repo gittest.Repo, limits remote.Limits, do func(way string)) {
	w.attesting(limits)
	do("https")
	w.rewrite(repo.Dir)
	w.configure("[protocol \"file\"]\n\tallow = always\n")
	w.attesting(limits)
	do("the git program")
}

func TestAnAttestationIsListedAndFetchedBothWays(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	text := `{"a":"` + strings.Repeat("b", 1000) + `"}`
	first := w.attest(repo, "v1.0.0", w.blob(repo, text))
	same := w.attest(repo, "deep/er", first)
	w.ways(repo, remote.Limits{}, func(way string) {
		r := w.open()
		want := []remote.Attestation{{Tag: "deep/er", ID: same}, {Tag: "v1.0.0", ID: first}}
		if got := r.Attestations(); !slices.Equal(got, want) {
			t.Errorf("%s: got %v", way, got)
		}
		content, err := r.Attestation(context.Background(), "v1.0.0")
		if err != nil || string(content) != text {
			t.Errorf("%s: got %d bytes, %v", way, len(content), err)
		}
		if _, files, err := r.Tree(context.Background(), "v1.0.0"); err != nil || len(files.Files()) == 0 {
			t.Errorf("%s: the tag itself: %v", way, err)
		}
		_, err = r.Attestation(context.Background(), "v9\x1b")
		wantKind(t, way, err, remote.NoTag, `there is no attestation of v9\u{1b}`)
	})
}

func TestNoAttestationIsListedUnlessAskedFor(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	w.attest(repo, "v1.0.0", w.blob(repo, "x"))
	for _, tag := range w.open().Tags() {
		if strings.Contains(tag.Name, "attest") {
			t.Errorf("got %v", tag)
		}
	}
	r := w.open()
	_, err := r.Attestation(context.Background(), "v1.0.0")
	if wantKind(t, "unasked", err, remote.NoTag, "there is no attestation of v1.0.0"); len(r.Attestations()) != 0 {
		t.Errorf("got %v", r.Attestations())
	}
}

func wantKind(t *testing.T, what string, err error, kind remote.Kind, words string) {
	t.Helper()
	refused, ok := errors.AsType[*remote.Error](err)
	if !ok || refused.Kind != kind || !strings.Contains(refused.Why, words) {
		t.Errorf("%s: got %v, want %q", what, err, words)
	}
}

func TestWhatIsNoBlobOrTooLargeIsRefusedBothWays(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	if _, err := repo.Run("", "tag", "-a", "-m", "x", "noted", "v1.0.0"); err != nil {
		t.Fatal(err)
	}
	zeros := strings.Repeat("0", remote.MaxAttestation)
	words := map[string]string{"commit": "is a commit, not a blob", "tree": "is a tree, not a blob", "tag": "is a tag, not a blob", "large": "an object of 1048577 bytes is over 1048576"}
	w.attest(repo, "commit", "v1.0.0")
	w.attest(repo, "tree", "v1.0.0^{tree}")
	w.attest(repo, "tag", "noted")
	w.attest(repo, "large", w.blob(repo, zeros+"0"))
	w.attest(repo, "full", w.blob(repo, zeros))
	w.ways(repo, remote.Limits{}, func(way string) {
		r := w.open()
		for tag, why := range words {
			_, err := r.Attestation(context.Background(), tag)
			wantKind(t, way+", "+tag, err, remote.Refused, why)
		}
		if content, err := r.Attestation(context.Background(), "full"); err != nil || string(content) != zeros {
			t.Errorf("%s: got %d bytes, %v", way, len(content), err)
		}
	})
	w.attesting(remote.Limits{Limits: gitpack.Limits{ObjectBytes: 1 << 10}})
	_, err := w.open().Attestation(context.Background(), "full")
	wantKind(t, "a lower limit", err, remote.Refused, "is over 1024")
}

func TestAMadeUpAttestationIsProvenByItsID(t *testing.T) {
	w := newWorld(t)
	w.attesting(remote.Limits{})
	p := new(parcel)
	mine, yours := p.blob("mine"), gittest.ObjectID("blob", []byte("yours"))
	f := w.lie(&gittest.Fake{
		Refs: []gittest.Ref{{Name: "refs/attestations/v1.0.0", ID: yours}, {Name: "refs/attestations/v2.0.0", ID: mine}}, Pack: gittest.Pack(p.entries...),
	})
	_, err := w.open().Attestation(context.Background(), "v1.0.0")
	wantKind(t, "another blob", err, remote.Refused, fmt.Sprintf("the file %s is not in the pack", yours))
	content, err := w.open().Attestation(context.Background(), "v2.0.0")
	if err != nil || string(content) != "mine" {
		t.Errorf("got %q, %v", content, err)
	}
	if wants := f.Wants(); !slices.Equal(wants, []string{yours, mine}) {
		t.Errorf("%q was asked for, not the advertised ids alone", wants)
	}
	w.lie(&gittest.Fake{Refs: f.Refs, Pack: make([]byte, 2<<20)})
	_, err = w.open().Attestation(context.Background(), "v2.0.0")
	wantKind(t, "a long pack", err, remote.Refused, "the pack is over 1114112 bytes")
}
