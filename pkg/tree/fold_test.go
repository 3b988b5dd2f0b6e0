package tree

import (
	"testing"

	"pgregory.net/rapid"
)

func TestASCIIFoldsAsAllOfUnicodeDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.ByteMax(0x7f)).Draw(t, "s"))
		if got, want := fold(s), foldUnicode(s); got != want {
			t.Errorf("%q folds to %q, and as Unicode to %q", s, got, want)
		}
	})
	for c := range rune(0x80) {
		if s := string(c); fold(s) != foldUnicode(s) {
			t.Errorf("%q folds to %q, and as Unicode to %q", s, fold(s), foldUnicode(s))
		}
	}
}
