package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/text"
)

// gitHome is a home with a git configuration, in this process's environment.
func gitHome(t *testing.T) (program, string) {
	t.Helper()
	git := findGit()
	if !git.found() {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, ".config"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	return findGit(), filepath.Join(dir, ".gitconfig")
}

func TestEveryVariableThatBindsGitToARepositoryIsUnset(t *testing.T) {
	git, _ := gitHome(t)
	out, err := exec.Command(git.path, "rev-parse", "--local-env-vars").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if !slices.Contains(local, name) {
			t.Errorf("%s is left in the environment", name)
		}
	}
	env := gitEnvironment([]string{"GIT_INDEX_FILE=x", "KEEP=y", "GIT_DIR=z"})
	if slices.Contains(env, "GIT_INDEX_FILE=x") || slices.Contains(env, "GIT_DIR=z") || !slices.Contains(env, "KEEP=y") {
		t.Errorf("got %q", env)
	}
}

func TestAnAddressIsRewrittenAsGitRewritesIt(t *testing.T) {
	git, config := gitHome(t)
	part := rapid.StringMatching(`https://github\.com/(ra?(dhi)?(/(home)?)?)?|gh:|h`)
	base := rapid.SampledFrom([]string{"https://a.example/", "ssh://b.example/x/", "https://github.com/", "/srv/git/", "ext::x "})
	rapid.Check(t, func(r *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(0, 5).Draw(r, "rules") {
			text.WriteString("[url \"" + base.Draw(r, "base") + "\"]\n\tinsteadOf = " + part.Draw(r, "prefix") + "\n\tpushInsteadOf = https://github.com/radhi/home\n")
		}
		if err := os.WriteFile(config, []byte(text.String()), 0o644); err != nil {
			r.Fatal(err)
		}
		s, err := readSettings(context.Background(), git)
		if err != nil {
			r.Fatal(err)
		}
		address := "https://github.com/radhi/home"
		out, err := git.run(context.Background(), call{args: []string{"ls-remote", "--get-url", address}, max: 1000})
		if err != nil {
			r.Fatal(err)
		}
		if got, want := rewritten(address, s.rewrites), strings.TrimSuffix(string(out), "\n"); got != want {
			r.Errorf("got %s, git says %s, with\n%s", got, want, text.String())
		}
	})
}

func TestSettingsOfIncludedFilesCount(t *testing.T) {
	git, config := gitHome(t)
	included := filepath.Join(t.TempDir(), "more")
	if err := os.WriteFile(included, []byte("[protocol \"file\"]\n\tallow = Always\n[core]\n\tsshCommand = ssh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, []byte("[include]\n\tpath = "+included+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := readSettings(context.Background(), git)
	if err != nil || !s.fileAllowed || !s.sshCommand {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestAGitProgramThatPrintsTooMuchIsEnded(t *testing.T) {
	git, config := gitHome(t)
	if err := os.WriteFile(config, []byte("[url \"x\"]\n"+strings.Repeat("\tinsteadOf = y\n", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := git.run(context.Background(), call{args: []string{"config", "-z", "--list"}, max: 100})
	var e *Error
	if !errors.As(err, &e) || e.Kind != Refused {
		t.Errorf("got %v", err)
	}
}

func TestTheTellingLineOfGitIsShown(t *testing.T) {
	for stderr, want := range map[string]string{
		"": "",
		"warning: x\nfatal: repository 'y' not found\n": "fatal: repository 'y' not found",
		"git@h: Permission denied (publickey).\r\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n": "git@h: Permission denied (publickey).",
		"fatal: Could not read from remote repository.\n\n":   "fatal: Could not read from remote repository.",
		"fatal: unable to access 'https://a:b@h/': \x1b[2J\n": `fatal: unable to access 'https://h/': \u{1b}[2J`,
	} {
		if got := telling(stderr); got != want {
			t.Errorf("%q: got %q, want %q", stderr, got, want)
		}
	}
}

func TestALineNeverHoldsAControlCharacterOrACredential(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		got := line(rapid.String().Draw(r, "said") + " https://ana:s3cret@example.com/ " + rapid.String().Draw(r, "more"))
		if _, bad := text.FirstUnclean(got); bad || strings.Contains(got, "s3cret") {
			r.Errorf("got %q", got)
		}
	})
}

func TestWhereAnAddressLeads(t *testing.T) {
	allowed := settings{fileAllowed: true}
	for address, want := range map[string]string{
		"https://example.com/a/b":      "https example.com",
		"https://example.com:8443/a/":  "https example.com",
		"https://u:p@example.com/a":    "https example.com",
		"https://[::1]/a":              "https ::1",
		"ssh://u@example.com:22/a":     "ssh example.com",
		"git+ssh://example.com/a":      "ssh example.com",
		"u@example.com:a/b":            "ssh example.com",
		"example.com:a":                "ssh example.com",
		"/srv/a:b":                     "file ",
		"file:///srv/a":                "file ",
		"http://example.com/a":         "refused",
		"ext::sh -c x":                 "refused",
		"foo::https://example.com/a":   "refused",
		"./a:b":                        "refused",
		":":                            "refused",
		"u@:a":                         "refused",
		"u@-oProxyCommand=x:a":         "refused",
		"":                             "refused",
		"https://example.com/a\nhost=": "refused",
		"https://exa%0ample.com/":      "refused",
		"--upload-pack=x":              "refused",
	} {
		r, err := routeOf(address, allowed)
		got := r.protocol + " " + r.host
		if err != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%q: got %q (%v), want %q", address, got, err, want)
		}
	}
}

func FuzzRouteOf(f *testing.F) {
	for _, seed := range []string{"https://example.com/a", "ssh://u@h/x", "u@h:p", "ext::x", "/srv", "https://u:s3cret@h/%2e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		r, err := routeOf(address, settings{})
		if err != nil {
			if _, bad := text.FirstUnclean(err.Error()); bad {
				t.Errorf("%q", err)
			}
			return
		}
		if r.protocol != "https" && r.protocol != "ssh" || r.host == "" {
			t.Errorf("got %+v", r)
		}
		if r.url != nil && (r.url.User != nil || strings.ContainsAny(describe(r), "\x00\r")) {
			t.Errorf("got %+v", r)
		}
		if r.url != nil && strings.Count(describe(r), "\n") > 5 {
			t.Errorf("a helper would read %q", describe(r))
		}
	})
}

// both are the prefixes of a client that reads attestations.
var both = []string{tagPrefix, attestationPrefix}

func inOrder(a, b listed) bool {
	return a.name < b.name || a.name == b.name && a.prefix < b.prefix
}

func FuzzSift(f *testing.F) {
	id := strings.Repeat("1", 40)
	head := "001e# service=git-upload-pack\n0000"
	f.Add([]byte(head + "004c" + id + " HEAD\x00shallow side-band-64k ofs-delta\n" + "003e" + id + " refs/tags/v1.0\n" + "0000"))
	f.Add([]byte(head + "0000"))
	f.Add([]byte("0011ERR no way\n"))
	limits := Limits{Refs: 100, ListingBytes: 1 << 16}.WithDefaults()
	f.Fuzz(func(t *testing.T, data []byte) {
		kept, err := sift(bytes.NewReader(data), newListing(limits, both))
		if err != nil {
			return
		}
		again, err := sift(bytes.NewReader(kept), newListing(limits, both))
		if err != nil || !bytes.Equal(kept, again) {
			t.Errorf("what was kept does not read back: %v\n%q\n%q", err, kept, again)
		}
	})
}

func FuzzParseListing(f *testing.F) {
	id := strings.Repeat("1", 40)
	f.Add([]byte(id + "\trefs/tags/v1\n" + id + "\trefs/tags/v1^{}\n"))
	f.Add([]byte(id + "\tHEAD\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tags, err := parseListing(data, newListing(Limits{}.WithDefaults(), both))
		if err != nil {
			return
		}
		for i, tag := range tags {
			if tag.name == "" || tag.id == "" || tag.commit == "" || i > 0 && !inOrder(tags[i-1], tag) {
				t.Errorf("got %v", tags)
			}
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("url.x.insteadof\ny\x00http.sslverify\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s settings
		var h httpSettings
		for _, v := range parseConfig(data) {
			s.add(v)
			h.add(v)
		}
	})
}

func TestABodyEndsAtItsLimit(t *testing.T) {
	full := strings.Repeat("x", 100)
	for _, c := range []struct {
		left int64
		want int
		over bool
	}{{100, 100, false}, {99, 99, true}, {0, 0, true}, {200, 100, false}} {
		over := false
		b := &limitedBody{ReadCloser: io.NopCloser(strings.NewReader(full)), left: c.left, over: func() error { over = true; return errTime }}
		got, err := io.ReadAll(b)
		if len(got) != c.want || over != c.over || over != (err != nil) {
			t.Errorf("left %d: got %d bytes, over %v, %v", c.left, len(got), over, err)
		}
	}
}

func TestATagsNameCannotBeMoreThanAName(t *testing.T) {
	for name, want := range map[string]bool{
		"v1.0.0": true, "lights/v1.0.0": true, "é": true,
		"": false, "a:b": false, "a b": false, "a\nb": false, "../x": false, "a/.b": false, "a//b": false, "a.lock": false,
		"a^{}": false, "a@{1}": false, "*": false, "a?": false, "a[": false, `a\b`: false, "/a": false, "a/": false, "a.": false, "a~1": false, "\x7f": false,
	} {
		if got := isRefName(name); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}
