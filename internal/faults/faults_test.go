// Package faults runs the built program in hostile circumstances: many at once,
// killed anywhere, on a disk that fills up, where permissions stop it; and it
// holds the program against mistakes that other tools were found to make. It
// is tests alone.
//
// What must hold after each fault: every entry of the store is absent or whole,
// evoke.toml and evoke.lock are whole and either as they were or as they were
// to become, and a plain `sync` heals.
package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/gittest"
)

// program is the built binary, and programEnv names it to a test that runs as
// another process.
var program string

const programEnv = "FAULTS_PROGRAM"

func TestMain(m *testing.M) {
	os.Exit(withProgram(m.Run))
}

func withProgram(run func() int) int {
	if program = os.Getenv(programEnv); program != "" {
		return run()
	}
	dir, err := os.MkdirTemp("", "faults-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "sinew")
	build := exec.Command("go", "build", "-o", program, "sinew/cmd/sinew")
	out, err := build.CombinedOutput()
	if err == nil {
		err = os.Chmod(dir, 0o755) // nobody runs it too
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "building cmd/sinew: %v\n%s", err, out)
		return 1
	}
	return run()
}

// A world is a server of repositories below root, and homes that reach it as
// GitHub.
type world struct {
	t      *testing.T
	server *gittest.Server
	root   string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := quickDir(t)
	server, err := gittest.Serve(root)
	must(t, err)
	t.Cleanup(server.Close)
	return &world{t, server, root}
}

// quickDir is a directory of the test's, in memory where that can be: a kill is
// no loss of power, and waiting for a disk shows nothing here.
func quickDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "faults-")
	if err != nil {
		dir = t.TempDir()
		must(t, os.Chmod(filepath.Dir(dir), 0o755)) // nobody enters it too
		return dir
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// publish makes a script of gittest the repository's history, or the next of
// it.
func (w *world) publish(repo, script string) gittest.Repo {
	w.t.Helper()
	dir := filepath.Join(w.root, filepath.FromSlash(repo))
	if _, err := os.Stat(dir); err == nil {
		r := gittest.Repo{Dir: dir}
		must(w.t, r.Append(script))
		return r
	}
	r, err := gittest.Build(dir, script)
	must(w.t, err)
	return r
}

// A person is a home directory, and who runs programs in it.
type person struct {
	t    *testing.T
	home *gittest.Home
	dir  string // the working directory
	as   func(*exec.Cmd)
}

// person is somebody with the home dir, which is made.
func (w *world) person(t *testing.T, dir string) *person {
	t.Helper()
	home, err := gittest.NewHome(dir, w.server)
	must(t, err)
	return &person{t: t, home: home, dir: dir, as: func(*exec.Cmd) {}}
}

func (w *world) somebody(t *testing.T) *person {
	t.Helper()
	return w.person(t, filepath.Join(quickDir(t), "home"))
}

// The places of a home.
func (p *person) project() string { return filepath.Join(p.home.Dir, ".config", "evoke") }
func (p *person) store() string   { return filepath.Join(p.home.Dir, ".cache", "sinew", "store") }
func (p *person) file(name string) string {
	return filepath.Join(p.project(), name)
}

// A result is what a run ended in.
type result struct {
	code int // -1 when a signal ended it
	out  string
	said string // on standard error
}

func (p *person) command(args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = p.dir, p.home.Environ()
	return cmd
}

func (p *person) run(args ...string) result {
	p.t.Helper()
	cmd := p.command(args...)
	p.as(cmd)
	return run(p.t, cmd)
}

func run(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), said.String()}
}

// exits wants a run to end with a code, and gives what it said.
func (p *person) exits(code int, args ...string) result {
	p.t.Helper()
	got := p.run(args...)
	if got.code != code {
		p.t.Errorf("sinew %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got.code, code, got.out, got.said)
	}
	return got
}

// refused wants a run to end with a code and one line that holds why.
func (p *person) refused(code int, why string, args ...string) {
	p.t.Helper()
	got := p.exits(code, args...)
	if strings.Count(got.said, "\n") != 1 || !strings.Contains(got.said, why) {
		p.t.Errorf("sinew %s: said %q, want one line with %q", strings.Join(args, " "), got.said, why)
	}
}

// version is a script of one commit of reflexes, each with another file that
// differs from version to version, and its tag.
func version(tag string, reflexes ...string) string {
	var script strings.Builder
	fmt.Fprintf(&script, "commit tree\ntag %s\n", tag)
	for _, name := range reflexes {
		fmt.Fprintf(&script, "-- tree/%[1]s/reflex.toml --\n%[2]s-- tree/%[1]s/lib/text --\n%[3]s\n", name, gittest.Saying(name), strings.Repeat(name+tag, 400))
	}
	return script.String()
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
