package attest

import (
	"testing"

	"github.com/sigstore/sigstore-go/pkg/bundle"
)

// TestThePinnedRootProvesWhatSigstoreSigned is of a bundle that a workflow on
// GitHub really made. It is of an older version than parse takes, and else as
// those of now.
func TestThePinnedRootProvesWhatSigstoreSigned(t *testing.T) {
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bundle.LoadJSONFromPath("testdata/sigstore-js-2.0.0.json")
	if err != nil {
		t.Fatal(err)
	}
	of := Release{Repo: "github.com/sigstore/sigstore-js", Commit: "f0b49a04e5a62250e0f60fb128004a73110fe311"}
	identity, statement, err := v.byCertificate(parsed{Bundle: b}, of)
	want := "sigstore:https://token.actions.githubusercontent.com,repo=495574555,workflow=sigstore/sigstore-js/.github/workflows/release.yml"
	if err != nil || identity != want || len(statement.GetSubject()) != 1 || statement.GetSubject()[0].GetName() != "pkg:npm/sigstore@2.0.0" {
		t.Errorf("got %s, %v, %v", identity, statement, err)
	}
}
