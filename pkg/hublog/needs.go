package hublog

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/manifest"
)

// NeedsDigest is the digest of a declaration, as the package comment defines
// it: `h1:` and 64 lower-case hex digits.
func NeedsDigest(n manifest.Needs) string {
	return fmt.Sprintf("h1:%x", sha256.Sum256([]byte(needsLine(n))))
}

// needsLine is the declaration in its one canonical line.
func needsLine(n manifest.Needs) string {
	return fmt.Sprintf("needs reads=%s writes=%s hosts=%s runs=%s\n",
		jsonSet(n.Reads), jsonSet(n.Writes), jsonSet(n.Hosts), jsonSet(n.Runs))
}

func jsonSet(entries []string) string {
	set := slices.Compact(slices.Sorted(slices.Values(entries)))
	for i, entry := range set {
		set[i] = quote(entry)
	}
	return "[" + strings.Join(set, ",") + "]"
}
