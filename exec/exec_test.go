package exec

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/exec/body"
	"sinew/exec/internal/probe"
	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

func TestMain(m *testing.M) {
	code := m.Run()
	probe.Remove()
	os.Exit(code)
}

// A scene is a reflex and a machine of its own.
type scene struct {
	body     Body
	machine  Machine
	messages *bytes.Buffer
	tmp      string // where private folders are made
	env      map[string]string
}

func newScene(t *testing.T, m *manifest.Manifest) scene {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := scene{messages: &bytes.Buffer{}, tmp: filepath.Join(root, "tmp")}
	home, dir := filepath.Join(root, "home"), filepath.Join(root, "body")
	for _, path := range []string{s.tmp, home, dir} {
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.env = map[string]string{"PATH": os.Getenv("PATH"), "HOME": home, "TMPDIR": s.tmp, "NODE_OPTIONS": "--require=/evil", "LD_PRELOAD": "/evil.so"}
	s.body = Body{Manifest: m, Needs: m.Needs, Dir: dir}
	s.machine = Machine{Home: home, Stderr: s.messages, LookupEnv: func(name string) (string, bool) { v, set := s.env[name]; return v, set }}
	return s
}

func (s scene) write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (s scene) run(ctx context.Context, args ...call.Arg) (Result, error) {
	permit, _, _ := gate.ByName(call.Call{Reflex: "it", Args: args}, manifest.ReadOnly, s.body.Manifest)
	return Run(ctx, permit, s.body, s.machine)
}

// left is what is left of private folders.
func (s scene) left(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(s.tmp, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func quoted(s string) call.Value {
	return call.Value{Kind: call.Pick, Span: text.Whole(s), Read: pick.Value{Kind: pick.Quoted, Text: s}}
}

func argument(name string) manifest.Argument {
	return manifest.Argument{Name: name, Source: manifest.Pick, Pick: "quoted", Optional: true}
}

func argv(elements ...string) *manifest.Manifest {
	return &manifest.Manifest{Run: manifest.Run{Argv: elements}, Args: []manifest.Argument{argument("one"), argument("two")}}
}

func TestNothingRunsWithoutAPermit(t *testing.T) {
	s := newScene(t, argv("true"))
	if _, err := Run(t.Context(), gate.Permit{}, s.body, s.machine); !errors.Is(err, ErrNoPermit) {
		t.Errorf("%v", err)
	}
	_, held, _ := gate.ByName(call.Call{Reflex: "it"}, manifest.Destructive, s.body.Manifest)
	if held == nil {
		t.Fatal("a destructive call was not held")
	}
	if _, err := Run(t.Context(), held.Yes(), s.body, s.machine); err != nil {
		t.Errorf("after a yes: %v", err)
	}
}

func TestAnArgvRunsWithItsValuesItsSettingsAndTheInput(t *testing.T) {
	m := argv(probe.Build(t), "say a", "{one}", "{two}", "env", "cwd")
	m.Config = []manifest.Setting{{Key: "file"}, {Key: "token", Secret: true}, {Key: "unset"}}
	s := newScene(t, m)
	s.body.Input = "say it"
	s.body.Settings = map[string]policy.Setting{"file": {Value: "~/f"}, "token": {Value: "~/t", Env: true}}
	got, err := s.run(t.Context(), call.Arg{Name: "two", Value: quoted("say b c")})
	if err != nil {
		t.Fatal(err)
	}
	lines := probe.Answers(got.Text)
	if len(lines) != 4 || lines[0] != "a" || lines[1] != "b c" || lines[3] != s.body.Dir {
		t.Fatalf("%q", lines)
	}
	tmp := ""
	for _, entry := range strings.Split(lines[2], " ") {
		if value, ok := strings.CutPrefix(entry, "TMPDIR="); ok {
			tmp = value
		}
	}
	want := "PATH=" + s.env["PATH"] + " HOME=" + s.machine.Home + " TMPDIR=" + tmp +
		" EVOKE_CONFIG_FILE=" + s.machine.Home + "/f EVOKE_CONFIG_TOKEN=~/t EVOKE_INPUT=say it"
	if lines[2] != want || filepath.Dir(tmp) != s.tmp {
		t.Errorf("environment\n%s, want\n%s", lines[2], want)
	}
	if got.Contained != Contained() {
		t.Errorf("contained %+v", got.Contained)
	}
	if left := s.left(t); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestADeclaredPathIsReachedAndNothingBesideIt(t *testing.T) {
	if Contained().Type == policy.None {
		t.Skip("needs Landlock")
	}
	m := argv(probe.Build(t), "{one}")
	m.Args = append(m.Args, argument("file"))
	m.Needs = manifest.Needs{Reads: []string{"{file}"}, Writes: []string{"~/out"}}
	s := newScene(t, m)
	home := s.machine.Home
	if err := os.Mkdir(home+"/out", 0o700); err != nil {
		t.Fatal(err)
	}
	s.write(t, home+"/note", "")
	s.write(t, home+"/secret", "")
	// A declared path may be reached by a link.
	if err := os.Symlink(home+"/note", home+"/link"); err != nil {
		t.Fatal(err)
	}
	for act, refused := range map[string]bool{
		"read " + home + "/note": false, "read " + home + "/link": false, "write " + home + "/out/new": false,
		"read " + home + "/secret": true, "write " + home + "/note": true, "list " + home: true,
	} {
		got, err := s.run(t.Context(), call.Arg{Name: "one", Value: quoted(act)}, call.Arg{Name: "file", Value: quoted(home + "/link")})
		if err != nil || strings.HasPrefix(got.Text, "refused: ") != refused {
			t.Errorf("%s: %q, %v", act, got.Text, err)
		}
	}
}

func TestWhatStopsARunBeforeItStartsCarriesItsFix(t *testing.T) {
	line := &diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "it"}, Line: 7, Column: 1}
	for name, c := range map[string]struct {
		needs manifest.Needs
		argv  []string
		one   string
		want  string
		fix   diag.Fix
	}{
		"a folder that is not there":  {manifest.Needs{Writes: []string{"~/outbox"}}, []string{"true"}, "", "running it: [needs] writes names ~/outbox, which is not there", diag.Fix{Kind: diag.FixMakeDir, Path: "HOME/outbox"}},
		"a path that is not there":    {manifest.Needs{Reads: []string{"~/nowhere"}}, []string{"true"}, "", "running it: [needs] reads names ~/nowhere, which is not there", diag.EditLine(*line)},
		"a path of a process":         {manifest.Needs{Reads: []string{"/proc/self/status"}}, []string{"true"}, "", "running it: [needs] reads names /proc/self/status, which belongs to a process", diag.EditLine(*line)},
		"a program that is not there": {manifest.Needs{Runs: []string{"no-such-program"}}, []string{"true"}, "", "running it: [needs] runs names no-such-program, which is not on PATH", diag.EditLine(*line)},
		"an argv's own program":       {manifest.Needs{}, []string{"no-such-program"}, "", "running it: [needs] runs names no-such-program, which is not on PATH", diag.EditLine(*line)},
		"a value that is no path":     {manifest.Needs{Reads: []string{"{one}"}}, []string{"true"}, "x", `running it: [needs] reads names {one}, whose value "x" is not a path`, diag.Rerun()},
		"a value like an option":      {manifest.Needs{}, []string{"true", "{one}"}, "-n", `running it: one is "-n", which starts with -; an argv cannot carry it`, diag.Rerun()},
		"a program that fails":        {manifest.Needs{}, []string{"false"}, "", "running it: exited 1", diag.Fix{}},
	} {
		m := argv(c.argv...)
		m.Needs = c.needs
		s := newScene(t, m)
		s.body.Origin = policy.Origin{At: line}
		var args []call.Arg
		if c.one != "" {
			args = []call.Arg{{Name: "one", Value: quoted(c.one)}}
		}
		_, err := s.run(t.Context(), args...)
		var failure *diag.Failure
		if !errors.As(err, &failure) || err.Error() != c.want {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c.fix.Path = strings.Replace(c.fix.Path, "HOME", s.machine.Home, 1)
		if !reflect.DeepEqual(failure.Fix, c.fix) {
			t.Errorf("%s: %+v", name, failure.Fix)
		}
		if left := s.left(t); len(left) != 0 {
			t.Errorf("%s: left behind: %q", name, left)
		}
	}
}

func TestAnInterruptedRunIsToldFromAFailedOne(t *testing.T) {
	s := newScene(t, argv(probe.Build(t), "write {one}"))
	s.body.Manifest.Run.Argv = []string{probe.Build(t), "hang"}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("ctrl-c")
	cancel(why)
	_, err := s.run(ctx)
	var interrupted *body.Interrupted
	if !errors.As(err, &interrupted) || !errors.Is(err, why) || err.Error() != "running it: interrupted" {
		t.Errorf("%v", err)
	}
	if left := s.left(t); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestAFileBodyGetsItsCallAndRunsUnderItsDeclaration(t *testing.T) {
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node 20 or newer")
	}
	m := &manifest.Manifest{Run: manifest.Run{File: "it.mts"}, Args: []manifest.Argument{argument("one"), {Name: "loud", Source: manifest.Flag}}}
	m.Needs = manifest.Needs{Writes: []string{"{file}"}}
	m.Config = []manifest.Setting{{Key: "file"}}
	s := newScene(t, m)
	s.machine.Node = node
	s.body.Input, s.body.Settings = "note it", map[string]policy.Setting{"file": {Value: "~/notes.txt"}}
	s.write(t, s.machine.Home+"/notes.txt", "first\n")
	s.write(t, s.body.Dir+"/it.mts", `
import { appendFileSync } from "node:fs"
export default ({ one, loud }: { one: string, loud?: true }, { input, config }: { input: string, config: Record<string, string> }) => {
  appendFileSync(config.file, one + "\n")
  return { text: `+"`noted ${one}`"+`, data: { loud, input } }
}`)
	got, err := s.run(t.Context(), call.Arg{Name: "one", Value: quoted("buy milk")}, call.Arg{Name: "loud", Value: call.Value{Kind: call.Flag}})
	if err != nil || got.Text != "noted buy milk" || string(got.Data) != `{"loud":true,"input":"note it"}` {
		t.Errorf("%+v, %v\n%s", got, err, s.messages)
	}
	if data, err := os.ReadFile(s.machine.Home + "/notes.txt"); err != nil || string(data) != "first\nbuy milk\n" {
		t.Errorf("%q, %v", data, err)
	}
	s.machine.Node.Path = s.machine.Home + "/gone"
	if _, err := s.run(t.Context()); err == nil || err.Error() != "starting "+s.machine.Node.Path+": it is gone" {
		t.Errorf("%v", err)
	}
	s.machine.Node = body.Node{}
	s.env["PATH"] = s.tmp
	var problems diag.Problem
	if _, err := s.run(t.Context()); !errors.As(err, &problems) || problems.Fix.Kind != diag.FixSync {
		t.Errorf("%v", err)
	}
}

// Programs that reflexes are made of do their work under a hold.
func TestCommonProgramsWorkUnderAHold(t *testing.T) {
	for _, c := range []struct {
		argv  []string
		needs manifest.Needs
	}{
		{[]string{"date", "+%Y"}, manifest.Needs{}},
		{[]string{"awk", "BEGIN { print 6 * 7 }"}, manifest.Needs{}},
		{[]string{"sh", "-c", "echo $((6 * 7)) | sort"}, manifest.Needs{Runs: []string{"sort"}}},
		{[]string{"df", "-h", "/"}, manifest.Needs{Reads: []string{"/"}}},
		{[]string{"cat", "/proc/loadavg", "/proc/uptime"}, manifest.Needs{Reads: []string{"/proc/loadavg", "/proc/uptime"}}},
		{[]string{"grep", "-c", "root", "/etc/passwd"}, manifest.Needs{}},
		{[]string{"du", "-sh", "/usr/share/misc"}, manifest.Needs{}},
		{[]string{"uname", "-a"}, manifest.Needs{}},
	} {
		t.Run(c.argv[0], func(t *testing.T) {
			if _, err := exec.LookPath(c.argv[0]); err != nil {
				t.Skip("needs " + c.argv[0])
			}
			m := argv(c.argv...)
			m.Needs = c.needs
			s := newScene(t, m)
			if got, err := s.run(t.Context()); err != nil || got.Text == "" {
				t.Errorf("%q, %v\n%s", got.Text, err, s.messages)
			}
		})
	}
}
