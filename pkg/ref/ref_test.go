package ref_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

func version(t *testing.T, s string) *ref.Version {
	t.Helper()
	if s == "" {
		return nil
	}
	v, ok := ref.ParseVersion(s)
	if !ok {
		t.Fatalf("%q is no version", s)
	}
	return &v
}

func TestARefReadsIntoItsParts(t *testing.T) {
	home := ref.Repo{Owner: "radhi", Name: "home"}
	for _, c := range []struct {
		in, local string
		repo      ref.Repo
		dir, pin  string
		out, last string // "" for out means: as it was read
	}{
		{in: "radhi/home", repo: home, last: "home"},
		{in: "radhi/home/lights", repo: home, dir: "lights", last: "lights"},
		{in: "radhi/home/a/b.c/_d", repo: home, dir: "a/b.c/_d", last: "_d"},
		{in: "radhi/home/lights@v1.2.0", repo: home, dir: "lights", pin: "1.2.0", out: "radhi/home/lights@1.2.0", last: "lights"},
		{in: "radhi/home@18446744073709551615.0.0", repo: home, pin: "18446744073709551615.0.0", last: "home"},
		{in: "R-1/.dots", repo: ref.Repo{Owner: "R-1", Name: ".dots"}, last: ".dots"},
		{in: "https://example.com/r.git#lights@1.2.0", repo: ref.Repo{URL: "https://example.com/r.git"}, dir: "lights", pin: "1.2.0", last: "lights"},
		{in: "https://example.com/r.git", repo: ref.Repo{URL: "https://example.com/r.git"}, last: "r"},
		{in: "https://example.com/a/r/", repo: ref.Repo{URL: "https://example.com/a/r/"}, last: "r"},
		{in: "https://example.com:8443/~ana/r%20x", repo: ref.Repo{URL: "https://example.com:8443/~ana/r%20x"}, last: "r%20x"},
		{in: "https://[2001:db8::1]:8443/r", repo: ref.Repo{URL: "https://[2001:db8::1]:8443/r"}, last: "r"},
		{in: "ssh://git@github.com/radhi/home#a/b@1.2.0", repo: ref.Repo{URL: "ssh://git@github.com/radhi/home"}, dir: "a/b", pin: "1.2.0", last: "b"},
		{in: "ssh://git@github.com/radhi/home", repo: ref.Repo{URL: "ssh://git@github.com/radhi/home"}, last: "home"},
		{in: "ssh://my_alias/r", repo: ref.Repo{URL: "ssh://my_alias/r"}, last: "r"},
		{in: "std:", repo: ref.Repo{Std: true}, last: "std"},
		{in: "std:disk@0.1.0", repo: ref.Repo{Std: true}, dir: "disk", pin: "0.1.0", last: "disk"},
		{in: ".", local: "."},
		{in: "..", local: ".."},
		{in: "../..", local: "../.."},
		{in: "./hello", local: "./hello", last: "hello"},
		{in: "./a/my reflex/", local: "./a/my reflex/", last: "my reflex"},
		{in: "../x@1.0.0", local: "../x@1.0.0", last: "x@1.0.0"},
	} {
		got, err := ref.Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		if got.Local != c.local || got.Reference != (ref.Reference{Repo: c.repo, Dir: c.dir}) || !samePin(got.Pin, version(t, c.pin)) {
			t.Errorf("Parse(%q) = %+v", c.in, got)
		}
		want := c.out
		if want == "" {
			want = c.in
		}
		if got.String() != want {
			t.Errorf("Parse(%q).String() = %q, want %q", c.in, got.String(), want)
		}
		if got.LastSegment() != c.last {
			t.Errorf("Parse(%q).LastSegment() = %q, want %q", c.in, got.LastSegment(), c.last)
		}
	}
}

func samePin(a, b *ref.Version) bool { return a == b || a != nil && b != nil && *a == *b }

func TestARefOutsideTheGrammarIsRefusedWithOneLine(t *testing.T) {
	const (
		credential = "the URL carries a credential; git's credential helper holds it, never a project file"
		segment    = " is not a ref segment: [A-Za-z0-9._][A-Za-z0-9._-]*"
		owner      = " is not a ref owner: [A-Za-z0-9][A-Za-z0-9-]*"
		form       = " is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag]"
		pin        = ": what follows @ must be a version, [v]X.Y.Z"
		path       = " is a path; a local reflex is written ./dir or ../dir, relative to evoke.toml"
		host       = " is not a host: a name of [A-Za-z0-9._-], or an address"
		part       = " is no part of a repository's URL"
		scp        = " is scp-like; write ssh://<host>/<path>"
		schemes    = "; https and ssh are allowed"
	)
	for in, want := range map[string]string{
		"":                              `""` + form,
		"radhi":                         `"radhi"` + form,
		"radhi@1.2.0":                   `"radhi@1.2.0"` + form,
		"@radhi/home":                   `"@radhi/home"` + form,
		"/tmp/lights":                   `"/tmp/lights"` + path,
		"~/lights":                      `"~/lights"` + path,
		"radhi/..":                      `".."` + segment,
		"radhi/.":                       `"."` + segment,
		"radhi/home/../..":              `".."` + segment,
		"radhi/home/.git":               `".git"` + segment,
		"radhi/home/.GIT/hooks":         `".GIT"` + segment,
		"radhi/-rf":                     `"-rf"` + segment,
		"radhi/":                        `""` + segment,
		"radhi//home":                   `""` + segment,
		"radhi/home/":                   `""` + segment,
		"radhi/ho me":                   `"ho me"` + segment,
		`radhi/a\b`:                     `"a\\b"` + segment,
		"radhi/home#lights":             `"home#lights"` + segment,
		"radhi/hömé":                    `"hömé"` + segment,
		"-o/home":                       `"-o"` + owner,
		"ra.dhi/home":                   `"ra.dhi"` + owner,
		" radhi/home":                   `" radhi"` + owner,
		"radhi/home@1.2":                `"radhi/home@1.2"` + pin,
		"radhi/home@":                   `"radhi/home@"` + pin,
		"radhi/home@latest":             `"radhi/home@latest"` + pin,
		"radhi/home@1.2.3-rc1":          `"radhi/home@1.2.3-rc1"` + pin,
		"radhi/home@1.2.3+meta":         `"radhi/home@1.2.3+meta"` + pin,
		"radhi/home@01.2.3":             `"radhi/home@01.2.3"` + pin,
		"radhi/home@1.2.0@1.2.0":        `"radhi/home@1.2.0@1.2.0"` + pin,
		"std:a@x":                       `"std:a@x"` + pin,
		"std:../x":                      `".."` + segment,
		"std:a b":                       `"a b"` + segment,
		"git://example.com/r":           `"git://example.com/r" uses scheme "git"` + schemes,
		"http://example.com/r":          `"http://example.com/r" uses scheme "http"` + schemes,
		"HTTPS://example.com/r":         `"HTTPS://example.com/r" uses scheme "HTTPS"` + schemes,
		"file:///tmp/r":                 `"file:///tmp/r" uses scheme "file"` + schemes,
		"git@github.com:radhi/home":     `"git@github.com:radhi/home"` + scp,
		"example.com:radhi/home":        `"example.com:radhi/home"` + scp,
		"ext::sh -c x":                  `"ext::sh -c x"` + scp,
		"ext::ssh://h/r":                `"ext::ssh://h/r"` + scp,
		"https://ana:s3cret@h.com/r":    credential,
		"https://ana@h.com/r":           credential,
		"https://@h.com/r":              credential,
		"https://ana:s3/cret@h.com/r":   credential,
		"https://a@b@h.com/r":           credential,
		"ssh://git:pw@h.com/r":          credential,
		"ssh://git:@h.com/r":            credential,
		"ssh://-oProxyCommand=x@h/r":    `"-oProxyCommand=x" is not an ssh user: [A-Za-z0-9_][A-Za-z0-9._-]*`,
		"ssh://@h/r":                    `"" is not an ssh user: [A-Za-z0-9_][A-Za-z0-9._-]*`,
		"ssh://-oProxyCommand=x/r":      `"-oProxyCommand=x"` + host,
		"https:///r":                    `""` + host,
		"https://ho st/r":               `"ho st"` + host,
		"https://h%0a.com/r":            `"h%0a.com"` + host,
		"https://h..com/r":              `"h..com"` + host,
		"https://[::1/r":                `"[::1"` + host,
		"https://[fe80::1%25eth0]/r":    `"[fe80::1%25eth0]"` + host,
		"https://[127.0.0.1]/r":         `"[127.0.0.1]"` + host,
		"https://[::1]x/r":              `"[::1]x"` + host,
		"https://h:0/r":                 `"0" is not a port: 1 to 65535`,
		"https://h:65536/r":             `"65536" is not a port: 1 to 65535`,
		"https://h:x/r":                 `"x" is not a port: 1 to 65535`,
		"https://h:/r":                  `"" is not a port: 1 to 65535`,
		"https://h":                     `"https://h" names no repository: <url> is https://<host>/<path> or ssh://[user@]<host>/<path>`,
		"https://h/":                    `"https://h/" names no repository: <url> is https://<host>/<path> or ssh://[user@]<host>/<path>`,
		"https://h#lights":              `"https://h#lights" names no repository: <url> is https://<host>/<path> or ssh://[user@]<host>/<path>`,
		"https://h/r?x=1":               `"https://h/r?x=1" has a query; a repository's URL has none`,
		"https://h/r?x#lights":          `"https://h/r?x#lights" has a query; a repository's URL has none`,
		"https://h/a b":                 `"a b"` + part,
		"https://h/../r":                `".."` + part,
		"https://h/%2e%2E/r":            `"%2e%2E"` + part,
		"https://h/a%2fb":               `"a%2fb"` + part,
		"https://h/a%00b":               `"a%00b"` + part,
		"https://h/a%0ab":               `"a%0ab"` + part,
		"https://h/a%zz":                `"a%zz"` + part,
		"https://h/a%40b":               `"a%40b"` + part,
		"https://h//r":                  `""` + part,
		`https://h/a\b`:                 `"a\\b"` + part,
		"https://h/r\u00a0x":            `"r\u00a0x"` + part,
		"https://h/r#":                  `""` + segment,
		"https://h/r#../x":              `".."` + segment,
		"https://h/r#a b":               `"a b"` + segment,
		"https://h/r#%2e%2e":            `"%2e%2e"` + segment,
		"https://h/r#/x":                `""` + segment,
		"https://h/r@1.2.0#lights":      `"https://h/r@1.2.0#lights"` + pin,
		"https://h/r@1.2":               `"https://h/r@1.2"` + pin,
		"./a\nb":                        `"./a\nb" contains a line feed (U+000A); a ref is one clean line`,
		"radhi/ho\x1b[31mme":            `"radhi/ho\x1b[31mme" contains a control character (U+001B); a ref is one clean line`,
		"radhi/\u202ehome":              `"radhi/\u202ehome" contains a bidi control (U+202E); a ref is one clean line`,
		"radhi/\xffhome":                `"radhi/\xffhome" contains bytes that are no UTF-8; a ref is one clean line`,
		"./x\x00y":                      `"./x\x00y" contains a control character (U+0000); a ref is one clean line`,
		"./" + strings.Repeat("x", 5e3): "a ref of 5002 bytes is no ref: 2048 is the most",
	} {
		got, err := ref.Parse(in)
		problems, ok := err.(diag.Problems)
		if !ok || len(problems) != 1 {
			t.Errorf("Parse(%q) = %v, %v", in, got, err)
			continue
		}
		if problems[0].Message != want {
			t.Errorf("Parse(%q):\n got %s\nwant %s", in, problems[0].Message, want)
		}
		if problems[0].Fix.Kind != diag.FixRerun {
			t.Errorf("Parse(%q): the fix is %v", in, problems[0].Fix)
		}
	}
}

func TestARefusalNeverShowsAPassword(t *testing.T) {
	for _, in := range []string{
		"https://ana:s3cret@example.com/r", "https://ana:s3/cret@example.com/r#x@1", "ssh://git:s3cret@h/r", "https://s3cret@h/r",
	} {
		if _, err := ref.Parse(in); err == nil || strings.Contains(err.Error(), "s3") {
			t.Errorf("Parse(%q): %v", in, err)
		}
	}
}

func TestAnAddressIsWhatGitIsGiven(t *testing.T) {
	for in, want := range map[string]string{
		"radhi/home/lights@1.0.0":         "https://github.com/radhi/home",
		"https://example.com/r.git#x":     "https://example.com/r.git",
		"ssh://git@github.com/o/r@v1.0.0": "ssh://git@github.com/o/r",
		"std:disk":                        "std:",
	} {
		got, err := ref.Parse(in)
		if err != nil || got.Reference.Address() != want {
			t.Errorf("Parse(%q).Address() = %q, %v", in, got.Reference.Address(), err)
		}
	}
}

// location draws a location by its parts.
func location(t *rapid.T) ref.Location {
	segment := rapid.StringMatching(`[A-Za-z0-9_][A-Za-z0-9._-]{0,8}`)
	dir := func(min int) string { return strings.Join(rapid.SliceOfN(segment, min, 3).Draw(t, "dir"), "/") }
	loc := ref.Location{}
	switch rapid.IntRange(0, 3).Draw(t, "form") {
	case 0:
		return ref.Location{Local: rapid.SampledFrom([]string{"./", "../"}).Draw(t, "from") + dir(0)}
	case 1:
		loc.Reference = ref.Reference{Dir: dir(0), Repo: ref.Repo{Owner: rapid.StringMatching(`[A-Za-z0-9][A-Za-z0-9-]{0,8}`).Draw(t, "owner"), Name: segment.Draw(t, "repo")}}
	case 2:
		scheme := rapid.SampledFrom([]string{"https://", "ssh://", "ssh://git@"}).Draw(t, "scheme")
		loc.Reference = ref.Reference{Dir: dir(0), Repo: ref.Repo{URL: scheme + rapid.StringMatching(`[a-z0-9]{1,9}(\.[a-z]{1,3})?(:[1-9][0-9]{0,3})?`).Draw(t, "host") + "/" + dir(1)}}
	case 3:
		loc.Reference = ref.Reference{Dir: dir(0), Repo: ref.Repo{Std: true}}
	}
	if rapid.Bool().Draw(t, "pinned") {
		part := rapid.Uint64()
		loc.Pin = &ref.Version{Major: part.Draw(t, "major"), Minor: part.Draw(t, "minor"), Patch: part.Draw(t, "patch")}
	}
	return loc
}

func TestWhatIsPrintedReadsBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := location(t)
		got, err := ref.Parse(want.String())
		if err != nil {
			t.Fatal(err)
		}
		if got.Local != want.Local || got.Reference != want.Reference || !samePin(got.Pin, want.Pin) {
			t.Fatalf("%+v printed as %q reads as %+v", want, want.String(), got)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"radhi/home/lights@v1.2.0", "https://h/r.git#lights@1.2.0", "ssh://git@h:22/r", "https://a:b@h/r", "./x", "..", "std:disk@0.1.0",
		"git@h:r", "https://[::1]:1/r", "https://h/%2e%2e", "radhi/..", "-x/y", "a/b@@", "\xff", "https://h/r?x", "ext::sh -c x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		loc, err := ref.Parse(s)
		if err != nil {
			if _, ok := err.(diag.Problems); !ok {
				t.Fatalf("Parse(%q): the error is a %T", s, err)
			}
			return
		}
		again, err := ref.Parse(loc.String())
		if err != nil || again.String() != loc.String() || again.Reference != loc.Reference {
			t.Fatalf("Parse(%q) prints as %q, which reads as %+v, %v", s, loc.String(), again, err)
		}
		if loc.IsLocal() {
			return
		}
		if strings.HasPrefix(loc.Reference.Address(), "-") {
			t.Fatalf("Parse(%q): the address opens an option", s)
		}
		for part := range strings.SplitSeq(loc.Reference.Dir, "/") {
			if part == ".." || part == "." || strings.EqualFold(part, ".git") {
				t.Fatalf("Parse(%q): the directory %q walks", s, loc.Reference.Dir)
			}
		}
	})
}

func ExampleParse() {
	loc, err := ref.Parse("radhi/home/lights@v1.2.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(loc, loc.Reference, loc.Reference.Address(), loc.LastSegment())
	// Output: radhi/home/lights@1.2.0 radhi/home/lights https://github.com/radhi/home lights
}
