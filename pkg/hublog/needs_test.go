package hublog_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
)

func TestTheNeedsDigestIsOfOneLine(t *testing.T) {
	for want, n := range map[string]manifest.Needs{
		"needs reads=[] writes=[] hosts=[] runs=[]\n": {},
		"needs reads=[\"a\",\"b\"] writes=[] hosts=[\"*.x\"] runs=[\"git\"]\n": {
			Reads: []string{"b", "a", "b"}, Writes: []string{}, Hosts: []string{"*.x"}, Runs: []string{"git"}},
		"needs reads=[\"\\\"<&>ü\\\\\\n\\u0001\u2028\"] writes=[] hosts=[] runs=[]\n": {Reads: []string{"\"<&>ü\\\n\x01\u2028"}},
	} {
		if got := hublog.NeedsDigest(n); got != fmt.Sprintf("h1:%x", sha256.Sum256([]byte(want))) {
			t.Errorf("NeedsDigest(%q) is not that of %q", n, want)
		}
	}
}

func TestTheNeedsDigestIsOfSets(t *testing.T) {
	entry := rapid.SampledFrom([]string{"a", "b", `"`, `","`, `a","b`, "\\", "~/x", "] writes=["})
	lists := func(t *rapid.T) (n manifest.Needs) {
		for _, key := range manifest.NeedKeys {
			*n.List(key) = rapid.SliceOfN(entry, 0, 4).Draw(t, key)
		}
		return n
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := lists(t), lists(t)
		same := true
		for _, key := range manifest.NeedKeys {
			same = same && slices.Equal(setOf(*a.List(key)), setOf(*b.List(key)))
		}
		if (hublog.NeedsDigest(a) == hublog.NeedsDigest(b)) != same {
			t.Fatalf("%q and %q: the same sets: %v", a, b, same)
		}
	})
}

func TestTheNeedsDigestLeavesTheManifestAlone(t *testing.T) {
	n := manifest.Needs{Reads: []string{"b", "a", "b"}}
	hublog.NeedsDigest(n)
	if !slices.Equal(n.Reads, []string{"b", "a", "b"}) {
		t.Errorf("the manifest's reads are %q now", n.Reads)
	}
}

func setOf(s []string) []string { return slices.Compact(slices.Sorted(slices.Values(s))) }
