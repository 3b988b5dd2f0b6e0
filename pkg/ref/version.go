package ref

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// A Version is the three numbers of a version tag.
type Version struct{ Major, Minor, Patch uint64 }

// ParseVersion is `[v]X.Y.Z` as a version. Anything else is none: a
// pre-release, build metadata, a missing number, a leading zero, a number past
// 64 bits (design, section 2).
func ParseVersion(s string) (Version, bool) {
	v, err := semver.StrictNewVersion(strings.TrimPrefix(s, "v"))
	if err != nil || v.Prerelease() != "" || v.Metadata() != "" {
		return Version{}, false
	}
	return Version{v.Major(), v.Minor(), v.Patch()}, true
}

// String is `X.Y.Z`, without a v.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Compare orders versions by their numbers.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}
