package ref_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/Masterminds/semver/v3"
	"pgregory.net/rapid"

	"sinew/pkg/ref"
)

func TestAVersionIsThreePlainNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"1.2.0":                    "1.2.0",
		"v1.2.0":                   "1.2.0",
		"0.0.0":                    "0.0.0",
		"v10.20.30":                "10.20.30",
		"18446744073709551615.0.1": "18446744073709551615.0.1",
		"":                         "",
		"v":                        "",
		"1":                        "",
		"1.2":                      "",
		"v1.2":                     "",
		"1.2.3.4":                  "",
		"1.2.":                     "",
		".1.2":                     "",
		"01.2.3":                   "",
		"1.02.3":                   "",
		"1.2.00":                   "",
		"18446744073709551616.0.0": "",
		"1.2.99999999999999999999": "",
		"1.2.3-rc1":                "",
		"1.2.3-0":                  "",
		"1.2.3+meta":               "",
		"1.2.3-":                   "",
		"V1.2.3":                   "",
		"vv1.2.3":                  "",
		"-1.2.3":                   "",
		"+1.2.3":                   "",
		"1.2.x":                    "",
		" 1.2.3":                   "",
		"1.2.3\n":                  "",
		"1. 2.3":                   "",
		"lights/v1.2.0":            "",
		"١.٢.٣":                    "",
		"0x1.0.0":                  "",
	} {
		v, ok := ref.ParseVersion(in)
		if ok != (want != "") || ok && v.String() != want {
			t.Errorf("ParseVersion(%q) = %v, %v; want %q", in, v, ok, want)
		}
	}
}

func TestVersionsOrderByTheirNumbers(t *testing.T) {
	sorted := []string{"0.0.9", "0.0.10", "0.9.0", "0.10.0", "9.0.0", "10.0.0", "18446744073709551615.0.0"}
	for i := range sorted {
		for j := range sorted {
			a, b := version(t, sorted[i]), version(t, sorted[j])
			if got := a.Compare(*b); got != cmp.Compare(i, j) {
				t.Errorf("%v against %v = %d", a, b, got)
			}
		}
	}
}

func TestAVersionReadsBackAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Uint64()
		want := ref.Version{Major: part.Draw(t, "major"), Minor: part.Draw(t, "minor"), Patch: part.Draw(t, "patch")}
		if got, ok := ref.ParseVersion("v" + want.String()); !ok || got != want {
			t.Fatalf("%v reads back as %v, %v", want, got, ok)
		}
	})
}

func FuzzParseVersion(f *testing.F) {
	for _, s := range []string{"1.2.3", "v0.0.0", "1.2.3-x", "01.1.1", "1.1.18446744073709551616"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := ref.ParseVersion(s); ok && v.String() != s && "v"+v.String() != s {
			t.Fatalf("ParseVersion(%q) = %v", s, v)
		}
	})
}

func TestAVersionIsReadAsTheSemverLibraryReadsIt(t *testing.T) {
	number := rapid.OneOf(rapid.StringMatching(`[0-9]{0,21}`), rapid.StringMatching(`[-+.v0-9a-zé ]{0,3}`), rapid.SampledFrom([]string{"0", "1", "10"}))
	rapid.Check(t, func(t *rapid.T) {
		tag := rapid.SampledFrom([]string{"", "v", "V"}).Draw(t, "v") + strings.Join(rapid.SliceOfN(number, 1, 4).Draw(t, "numbers"), ".")
		want, err := semver.StrictNewVersion(strings.TrimPrefix(tag, "v"))
		plain := err == nil && want.Prerelease() == "" && want.Metadata() == ""
		got, ok := ref.ParseVersion(tag)
		if ok != plain || plain && got != (ref.Version{Major: want.Major(), Minor: want.Minor(), Patch: want.Patch()}) {
			t.Fatalf("ParseVersion(%q) = %v, %v; the library reads %v, %v", tag, got, ok, want, err)
		}
	})
}
