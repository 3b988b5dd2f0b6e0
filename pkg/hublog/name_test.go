package hublog_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

func reference(t testing.TB, s string) ref.Reference {
	t.Helper()
	loc, err := ref.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return loc.Reference
}

func TestOneRepositoryHasOneName(t *testing.T) {
	for s, want := range map[string]hublog.Name{
		"radhi/home":                             "github.com/radhi/home",
		"Radhi/Home/Lights":                      "github.com/radhi/home#Lights",
		"radhi/home.git":                         "github.com/radhi/home",
		"https://github.com/Radhi/HOME":          "github.com/radhi/home",
		"https://GitHub.com/radhi/home.git":      "github.com/radhi/home",
		"https://github.com:443/radhi/home/":     "github.com/radhi/home",
		"https://github.com./radhi/home.GIT.git": "github.com/radhi/home",
		"https://github.com/r%61dhi/hom%45#a/B":  "github.com/radhi/home#a/B",
		"https://github.com:8443/Radhi/home":     "github.com:8443/Radhi/home",
		"https://Code.Example/Team/Sub/Repo.git": "code.example/Team/Sub/Repo.git",
		"https://code.example./Team/r/":          "code.example/Team/r",
		"https://code.example.:8443/r":           "code.example:8443/r",
		"https://gitlab.com/A/b#Dir":             "gitlab.com/A/b#Dir",
		"https://[2001:DB8:0::1]:443/r":          "[2001:db8::1]/r",
		"https://[2001:db8::443]/r":              "[2001:db8::443]/r",
		"https://[2001:db8::1]:8443/r":           "[2001:db8::1]:8443/r",
		"https://code.example/%7Eme/r":           "code.example/%7Eme/r",
	} {
		got, ok := hublog.NameOf(reference(t, s))
		if !ok || got != want {
			t.Errorf("NameOf(%s) = %q, %v; want %q", s, got, ok, want)
		}
		if again, err := hublog.ParseName(string(got)); err != nil || again != got {
			t.Errorf("ParseName(%q) = %q, %v", got, again, err)
		}
	}
}

func TestNoLogLooksBehindSSHOrStd(t *testing.T) {
	for _, s := range []string{
		"std:", "std:disk", "ssh://git@github.com/radhi/home", "ssh://h/r#dir", "https://github.com/radhi",
		"https://github.com/radhi/home/tree", "https://github.com/radhi/.git.git", "https://github.com/-x/y",
		"https://github.com/a/b~c",
	} {
		if got, ok := hublog.NameOf(reference(t, s)); ok || got != "" {
			t.Errorf("NameOf(%s) = %q, %v", s, got, ok)
		}
	}
	if got, ok := hublog.NameOf(ref.Reference{Repo: ref.Repo{Owner: "a", Name: "b"}, Dir: "../c"}); ok {
		t.Errorf("a dir that leaves its repository has the name %q", got)
	}
}

func TestParseNameTakesOneSpelling(t *testing.T) {
	for s, want := range map[string]string{
		"":                          "is no name",
		"h":                         "is no name",
		"h/":                        "is no name",
		"/r":                        "is no name",
		"H.example/r":               `is written "h.example/r"`,
		"h.example./r":              `is written "h.example/r"`,
		"h:443/r":                   `is written "h/r"`,
		"h:0/r":                     "is no name",
		"h:08/r":                    "is no name",
		"h/r/":                      `is written "h/r"`,
		"h//r":                      "is no name",
		"h/../r":                    "is no name",
		"h/%2e%2e/r":                "is no name",
		"h/r?x":                     "is no name",
		"h/r@1.0.0":                 "is no name",
		"h/r#":                      "is no name",
		"h/r#/a":                    "is no name",
		"h/r#a/":                    "is no name",
		"h/r#a//b":                  "is no name",
		"h/r#../b":                  "is no name",
		"h/r#.git/b":                "is no name",
		"h/r#.git.":                 "no public repository",
		"h/r#a b":                   "is no name",
		"h/r#a#b":                   "is no name",
		"h/r#é":                     "is no name",
		"h/r#-x":                    "is no name",
		"h/r#a\\b":                  "is no name",
		"user@h/r":                  "is no name",
		"user:secret@h/r":           "is no name",
		"https://h/r":               "is no name",
		"hö/r":                      "is no name",
		"[::1/r":                    "is no name",
		"[0::1]/r":                  `is written "[::1]/r"`,
		"github.com/Radhi/home":     `is written "github.com/radhi/home"`,
		"github.com/radhi/home.git": `is written "github.com/radhi/home"`,
		"github.com/radhi":          "no public repository",
		"github.com/radhi/home/x":   "no public repository",
	} {
		if got, err := hublog.ParseName(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseName(%q) = %q, %v; want an error with %q", s, got, err, want)
		}
	}
}

func TestANameHasARepoAndADir(t *testing.T) {
	n := hublog.Name("github.com/radhi/home#deep/lights")
	if n.Repo() != "github.com/radhi/home" || n.Dir() != "deep/lights" || n.Repo().Repo() != n.Repo() || n.Repo().Dir() != "" {
		t.Errorf("%q has the repo %q and the dir %q", n, n.Repo(), n.Dir())
	}
}

// Whatever way a ref is written, its name is one that ParseName takes and that
// names itself.
func TestEveryNameNamesItself(t *testing.T) {
	hosts := rapid.SampledFrom([]string{"github.com", "GITHUB.com.", "github.com:443", "H.example", "h:443", "h.:80", "[::A]:443", "[0:0::1]"})
	part := rapid.StringMatching(`[A-Za-z0-9._][A-Za-z0-9._-]{0,4}(\.git){0,2}|[%ü~a]{1,3}|%41`)
	rapid.Check(t, func(t *rapid.T) {
		s := "https://" + hosts.Draw(t, "host") + "/" + strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "path"), "/")
		s += rapid.SampledFrom([]string{"", "/", "#dir", "#A/b.git"}).Draw(t, "end")
		loc, err := ref.Parse(s)
		if err != nil {
			return
		}
		name, ok := hublog.NameOf(loc.Reference)
		if !ok {
			return
		}
		if got, err := hublog.ParseName(string(name)); err != nil || got != name {
			t.Fatalf("%s has the name %q, which reads as %q: %v", s, name, got, err)
		}
	})
}
