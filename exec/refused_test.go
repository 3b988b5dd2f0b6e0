package exec

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// refusals runs a body that tries each of tries, and compares what the run ended
// in: a message of ours, or "" for the body's own failure.
func (s scene) refusals(t *testing.T, tries map[string]string, with func(try string) *manifest.Manifest) {
	t.Helper()
	for try, want := range tries {
		m := with(try)
		m.Needs = s.body.Needs
		s.body.Manifest = m
		_, err := s.run(t.Context())
		refused, is := errors.AsType[*Refused](err)
		switch {
		case err == nil:
			t.Errorf("%s was let through", try)
		case !is && want != "":
			t.Errorf("%s: %v, want %s", try, err, want)
		case is && refused.Error() != want:
			t.Errorf("%s: %s, want %q", try, refused.Error(), want)
		}
	}
}

// reached is a home with a file, a folder and a program that nothing declares.
func reached(t *testing.T) scene {
	t.Helper()
	if Contained().Type != policy.Full {
		t.Skip("needs the kernel's hold")
	}
	s := newScene(t, argv("sh"))
	s.write(t, s.machine.Home+"/secret.txt", "")
	s.write(t, s.machine.Home+"/read.txt", "")
	s.body.Needs = manifest.Needs{Reads: []string{"~/read.txt"}, Runs: []string{"cat", "ls", "touch", "mkdir", "rm"}}
	if err := os.Mkdir(s.machine.Home+"/a folder", 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAProgramsRefusedReachIsNamedWithItsKey(t *testing.T) {
	s := reached(t)
	s.refusals(t, map[string]string{
		`cat ~/secret.txt`:                 "~/secret.txt is not in [needs] reads",
		`ls "$HOME/a folder"`:              "~/a folder is not in [needs] reads",
		`touch ~/new`:                      "~/new is not in [needs] writes",
		`echo x > ~/new`:                   "~/new is not in [needs] writes",
		`echo x >> ~/read.txt`:             "~/read.txt is not in [needs] writes",
		`mkdir "$HOME/a folder/new"`:       "~/a folder/new is not in [needs] writes",
		`rm ~/secret.txt`:                  "~/secret.txt is not in [needs] writes",
		`exec env`:                         "env is not in [needs] runs",
		`cat ~/none.txt`:                   "", // nobody can say: it is not there
		`cat /etc/none`:                    "",
		`echo "no: permission denied" >&2`: "",
		`true`:                             "",
	}, func(try string) *manifest.Manifest { return argv("sh", "-c", try+"; exit 3") })
}

// A program's words are not the only sign: what it names has to be outside the
// declaration, and within the person's own rights.
func TestAProgramThatLiesNamesNothing(t *testing.T) {
	s := reached(t)
	s.refusals(t, map[string]string{
		`echo "cat: $HOME/read.txt: Permission denied" >&2`:    "~/read.txt is not in [needs] writes",
		`echo "cat: $TMPDIR: Permission denied" >&2`:           "",
		`echo "cat: /none/at/all: Permission denied" >&2`:      "",
		`echo "sh: no-such-program: Permission denied" >&2`:    "",
		`printf "cat: $HOME/\033[2J: Permission denied\n" >&2`: `~/\u{1b}[2J is not in [needs] writes`,
	}, func(try string) *manifest.Manifest { return argv("sh", "-c", try+"; exit 3") })
}

func TestAJavaScriptBodysRefusedReachIsNamedWithItsKey(t *testing.T) {
	s := reached(t)
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node")
	}
	s.machine.Node = node
	s.refusals(t, map[string]string{
		`await fs.promises.readFile(home + "/secret.txt")`: "~/secret.txt is not in [needs] reads",
		`fs.readdirSync(home)`:                             s.machine.Home + " is not in [needs] reads",
		`fs.writeFileSync(home + "/new", "")`:              "~/new is not in [needs] writes",
		`fs.appendFileSync(home + "/read.txt", "")`:        "~/read.txt is not in [needs] writes",
		`fs.writeFileSync(process.env.TMPDIR + "/a", ""); fs.renameSync(process.env.TMPDIR + "/a", home + "/new")`: "~/new is not in [needs] writes",
		`await fetch("http://127.0.0.1:9998/")`:                                                                 "127.0.0.1:9998 is not in [needs] hosts",
		`await fetch("https://example.com/")`:                                                                   "example.com is not in [needs] hosts",
		`await new Promise((d, f) => net.connect(1, "127.0.0.1").on("error", f))`:                               "127.0.0.1:1 is not in [needs] hosts",
		`setTimeout(() => fs.readFileSync(home + "/secret.txt")); await new Promise(() => {})`:                  "~/secret.txt is not in [needs] reads",
		`throw new Error("it broke", { cause: reach })`:                                                         "~/secret.txt is not in [needs] reads",
		`throw new AggregateError([reach], "it broke")`:                                                         "~/secret.txt is not in [needs] reads",
		`throw Object.assign(new Error("mine"), { code: "EACCES", syscall: "open", path: home + "/read.txt" })`: "~/read.txt is not in [needs] writes",
		`throw Object.assign(new Error("mine"), { code: "EACCES", syscall: "open", path: process.env.TMPDIR })`: "",
		`throw Object.assign(new Error("mine"), { get code() { throw 1 } })`:                                    "",
		`throw new Error("ENOENT")`:                                                                             "",
		`new (await import("node:worker_threads")).Worker("1", { eval: true })`:                                 "",
		`throw null`: "",
	}, func(try string) *manifest.Manifest {
		s.write(t, filepath.Join(s.body.Dir, "it.mjs"), `import fs from "node:fs"; import net from "node:net"
export default async () => {
  const home = process.env.HOME
  let reach; try { fs.readFileSync(home + "/secret.txt") } catch (e) { reach = e }
  `+try+`
}`)
		return &manifest.Manifest{Run: manifest.Run{File: "it.mjs"}}
	})
}

// The author's own declaration, wider than what the person consented to, makes
// an acceptance the fix; a local reflex's line is.
func TestAReachTheAuthorDeclaresWaitsForConsent(t *testing.T) {
	s := reached(t)
	m := argv("sh", "-c", "cat ~/secret.txt")
	m.Needs = s.body.Needs
	m.Needs.Reads = []string{"~/read.txt", "~/secret.txt"}
	s.body.Manifest = m
	fix := func() diag.Fix {
		_, err := s.run(t.Context())
		failed, ok := errors.AsType[*diag.Failure](err)
		if !ok || !strings.HasPrefix(failed.Error(), "running it: ~/secret.txt is not in") {
			t.Fatalf("%v", err)
		}
		return failed.Fix
	}
	if got := fix(); got.Kind != diag.FixAccept || got.Reflex != "it" {
		t.Errorf("fix %+v", got)
	}
	m.Needs = s.body.Needs
	if got := fix(); got.Kind != diag.FixRemove {
		t.Errorf("fix %+v", got)
	}
	at := diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "it"}, Line: 3, Column: 1}
	s.body.Origin.At = &at
	if got := fix(); got.Kind != diag.FixEditLine || *got.At != at {
		t.Errorf("fix %+v", got)
	}
}

// To run a text again that does not load is no fix: of the person's own, check
// says where it is wrong.
func TestATextThatDoesNotLoadIsToBeChecked(t *testing.T) {
	s := reached(t)
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node")
	}
	s.machine.Node, s.body.Manifest = node, &manifest.Manifest{Run: manifest.Run{File: "it.mts"}}
	s.write(t, filepath.Join(s.body.Dir, "it.mts"), "enum A { B }")
	at := diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "it"}, Line: 1, Column: 1}
	for origin, want := range map[policy.Origin]diag.FixKind{{}: "", {At: &at}: diag.FixCheck} {
		s.body.Origin = origin
		_, err := s.run(t.Context())
		failed, ok := errors.AsType[*diag.Failure](err)
		if !ok || failed.Fix.Kind != want || !strings.HasPrefix(failed.Error(), "running it: it.mts:1:1: an enum is not erased") {
			t.Errorf("%v, fix %+v", err, failed)
		}
	}
	s.env["TMPDIR"] = "/none/at/all"
	if _, err := s.run(t.Context()); err == nil || err.Error() != "running it: TMPDIR: /none: no such file or directory" {
		t.Errorf("%v", err)
	}
}
