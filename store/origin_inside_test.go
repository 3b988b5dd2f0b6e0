package store

import (
	"slices"
	"strings"
	"testing"

	"sinew/pkg/tree"
)

func FuzzOriginsReadBackOrAreNone(f *testing.F) {
	hex := strings.Repeat("0a", 32)
	for _, seed := range []string{"", hex + " o/r 1.0.0 c\n", hex + " o/r 1.0.0 c", hex + "  \n", "x o/r 1.0.0 c\n", hex + " \x1b 1.0.0 c\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		all := parseOrigins(text)
		var again strings.Builder
		for _, o := range all {
			if _, err := tree.ParseDigest(string(o.H1)); err != nil || strings.ContainsAny(o.Ref+o.Tag+o.Commit, " \n\x1b") {
				t.Errorf("%q gives %+v", text, o)
			}
			again.WriteString(o.line())
		}
		if back := parseOrigins([]byte(again.String())); !slices.Equal(back, all) {
			t.Errorf("%+v reads back as %+v", all, back)
		}
	})
}
