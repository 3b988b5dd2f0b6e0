package ref

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Version is the three numbers of a version tag.
type Version struct{ Major, Minor, Patch uint64 }

// ParseVersion is `[v]X.Y.Z` as a version. Anything else is none: a
// pre-release, build metadata, a missing number, a leading zero, a number past
// 64 bits (design, section 2).
//
// It reads what semver.StrictNewVersion reads, which the tests hold it to: that
// library compiles its grammar at every start, and this is all of it a tag
// needs.
func ParseVersion(s string) (Version, bool) {
	parts := strings.Split(strings.TrimPrefix(s, "v"), ".")
	if len(parts) != 3 {
		return Version{}, false
	}
	var numbers [3]uint64
	for i, part := range parts {
		n, ok := parseNumber(part)
		if !ok {
			return Version{}, false
		}
		numbers[i] = n
	}
	return Version{numbers[0], numbers[1], numbers[2]}, true
}

func parseNumber(s string) (uint64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil
}

// String is `X.Y.Z`, without a v.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Compare orders versions by their numbers.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}
