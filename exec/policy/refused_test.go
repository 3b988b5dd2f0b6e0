package policy

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/diag"
)

func TestARefusedReachNamesItsKey(t *testing.T) {
	p := Policy{Reads: []Place{{Path: "/home/me/notes"}}, Writes: []Place{{Path: "/home/me/out"}}, Runs: []string{"sh", "/opt/tool"}}
	for what, c := range map[Refused]string{
		{"FileSystemRead", "/home/me/secret.txt"}:    "~/secret.txt is not in [needs] reads",
		{"FileSystemWrite", "/home/me/notes/a"}:      "~/notes/a is not in [needs] writes",
		{"open", "/home/me/notes/a"}:                 "~/notes/a is not in [needs] writes",
		{"open", "/home/me/notesbeside"}:             "~/notesbeside is not in [needs] reads",
		{"scandir", "/srv"}:                          "/srv is not in [needs] reads",
		{"mkdir", "/srv/new"}:                        "/srv/new is not in [needs] writes",
		{"unlink", "/home/me/secret.txt"}:            "~/secret.txt is not in [needs] writes",
		{"spawn env", "env"}:                         "env is not in [needs] runs",
		{"ChildProcess", "/usr/bin/env"}:             "/usr/bin/env is not in [needs] runs",
		{"connect", "127.0.0.1:1"}:                   "127.0.0.1:1 is not in [needs] hosts",
		{"bind", "0.0.0.0"}:                          "0.0.0.0 is not in [needs] hosts",
		{"resolve", "exa\u202emple.com"}:             `exa\u{202e}mple.com is not in [needs] hosts`,
		{"connect", ""}:                              "[needs] hosts names no host",
		{"connect", "/run/x.sock"}:                   "",
		{"FileSystemRead", "/home/me/out/a"}:         "",
		{"FileSystemWrite", "/home/me/out"}:          "",
		{"FileSystemWrite", ""}:                      "",
		{"spawn sh", "sh"}:                           "",
		{"ChildProcess", "/bin/sh"}:                  "",
		{"spawn /opt/tool", "/opt/tool"}:             "",
		{"ChildProcess", ""}:                         "",
		{"WorkerThreads", ""}:                        "",
		{"", "/home/me/secret.txt"}:                  "",
		{"open", "not a path"}:                       "",
		{"a word of the body's own", "and\na value"}: "",
	} {
		problem, named := p.Refusal(what, Policy{}, "note", Origin{}, home)
		if problem.Message != c || named != (c != "") {
			t.Errorf("%+v: %q, want %q", what, problem.Message, c)
		}
	}
}

func TestTheFixOfARefusedReachIsWhereItsDeclarationStands(t *testing.T) {
	line := &diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "note"}, Line: 9, Column: 1}
	reach, wider := Refused{"FileSystemWrite", "/home/me/out/a"}, Policy{Writes: []Place{{Path: "/home/me/out"}}}
	for _, c := range []struct {
		upstream Policy
		origin   Origin
		want     diag.Fix
	}{
		{Policy{}, Origin{}, diag.OfReflex(diag.FixRemove, "note")},
		{wider, Origin{}, diag.OfReflex(diag.FixAccept, "note")},
		{wider, Origin{At: line}, diag.EditLine(*line)},
	} {
		if problem, _ := (Policy{}).Refusal(reach, c.upstream, "note", c.origin, home); !reflect.DeepEqual(problem.Fix, c.want) {
			t.Errorf("%+v, want %+v", problem.Fix, c.want)
		}
	}
}

func TestAProgramsLastWordsAreHintsOfWhatWasRefused(t *testing.T) {
	for line, want := range map[string]Refused{
		"cat: /srv/key: Permission denied":                                 {"open", "/srv/key"},
		"/usr/bin/cat: /srv/a key: Permission denied":                      {"open", "/srv/a key"},
		"ls: cannot open directory '/srv': Permission denied":              {"open", "/srv"},
		"ls: cannot access '/srv/it is': Permission denied":                {"open", "/srv/it is"},
		"fatal: could not open '/srv/x' for reading: Permission denied":    {"open", "/srv/x"},
		"PermissionError: [Errno 13] Permission denied: '/srv/key'":        {"open", "/srv/key"},
		"Error: EACCES: permission denied, open '/srv/key'":                {"open", "/srv/key"},
		"open /srv/key: permission denied":                                 {"open", "/srv/key"},
		"bash: line 1: /usr/bin/curl: Permission denied":                   {"open", "/usr/bin/curl"},
		"sh: 1: cannot create /srv/new: Permission denied":                 {"FileSystemWrite", "/srv/new"},
		"touch: cannot touch '/srv/new': Permission denied":                {"FileSystemWrite", "/srv/new"},
		"mkdir: cannot create directory ‘/srv/new’: Permission denied":     {"FileSystemWrite", "/srv/new"},
		"rm: cannot remove '/srv/old': Operation not permitted":            {"FileSystemWrite", "/srv/old"},
		"sh: 1: curl: Permission denied":                                   {"spawn curl", "curl"},
		"env: ‘curl’: Permission denied":                                   {"spawn curl", "curl"},
		"curl: (6) Could not resolve host: example.com":                    {"resolve", "example.com"},
		"wget: unable to resolve host address ‘example.com’":               {"resolve", "example.com"},
		"ssh: Could not resolve hostname example.com: Name or service":     {"resolve", "example.com"},
		"nc: connect to 127.0.0.1 port 80 (tcp) failed: Permission denied": {"resolve", "127.0.0.1"},
		"fatal: cannot exec 'ssh': Permission denied":                      {"spawn ssh", "ssh"},
		"error: cannot run ssh: Permission denied":                         {"spawn ssh", "ssh"},
		"psql: permission denied for table foo":                            {},
		"could not resolve host requirement in config":                     {},
		"cannot connect to database: permission denied for user bob":       {},
		"tests failed":              {},
		"socket: Permission denied": {"socket", ""},
		"socket.gaierror: [Errno -3] Temporary failure in name resolution":  {"resolve", ""},
		"nc: connect to 127.0.0.1 port 80 (tcp) failed: Connection refused": {},
		"cat: /srv/key: No such file or directory":                          {},
		"Permission denied": {},
		"permission denied: the door is shut and nobody said which door":     {},
		"chown: changing ownership of 'own': Operation not permitted":        {},
		"the permission denied page of example.com says connect to nothing.": {},
	} {
		got := Said([]string{"an earlier line", line, ""})
		if want == (Refused{}) && len(got) != 0 || want != (Refused{}) && !reflect.DeepEqual(got, []Refused{want}) {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}

// A program goes on after what it could do without: only what it said last is
// what it ended in.
func TestTheLastWordsAloneCount(t *testing.T) {
	for last, want := range map[string]string{
		"cat: /b: Permission denied": "/b", "fatal: unable to fork": "/a", "": "/a", "tests failed": "",
	} {
		got := Said([]string{"cat: /a: Permission denied", last, " "})
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || got[0].Path != want) {
			t.Errorf("%s: %+v", last, got)
		}
	}
}

// Property: a refusal never names what the policy allows, and any words at all
// are read without harm.
func TestNoRefusalNamesWhatIsDeclared(t *testing.T) {
	path := rapid.SampledFrom([]string{"", "/", "/home/me", "/home/me/out", "/home/me/out/a", "/home/me/outer", "sh", "/bin/sh", "a"})
	what := rapid.SampledFrom([]string{"", "open", "FileSystemRead", "FileSystemWrite", "rename", "ChildProcess", "spawn sh", "Net", "connect"})
	places := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Place { return Place{Path: path.Draw(t, "place")} }), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		p := Policy{Reads: places.Draw(t, "reads"), Writes: places.Draw(t, "writes"), Hosts: rapid.Bool().Draw(t, "hosts")}
		r := Refused{what.Draw(t, "what"), path.Draw(t, "path")}
		problem, named := p.Refusal(r, p, "note", Origin{}, home)
		if named && (problem.Fix.Kind == diag.FixAccept || p.Hosts && strings.HasSuffix(problem.Message, "hosts")) {
			t.Fatalf("%+v under %+v: %+v", r, p, problem)
		}
		Said([]string{rapid.String().Draw(t, "line"), rapid.StringMatching(`[ -~]{0,30}: ?[Pp]ermission denied.{0,20}`).Draw(t, "denied")})
	})
}
