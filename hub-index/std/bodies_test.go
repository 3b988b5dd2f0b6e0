package std_test

import (
	"os"
	osexec "os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sinew/decide/gate"
	"sinew/exec"
	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// age makes a file as old as so many hours.
func age(t *testing.T, path string, hours int) {
	t.Helper()
	at := time.Date(2026, 1, 1, 12-hours, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestEveryReflexDoesItsJob(t *testing.T) {
	all := manifests(t)
	home := t.TempDir()
	for _, j := range jobs(t, home) {
		t.Run(j.name, func(t *testing.T) {
			m := all[j.reflex]
			if len(m.Platforms) > 0 && !slices.Contains(m.Platforms, runtime.GOOS) {
				t.Skip("runs on " + strings.Join(m.Platforms, " and "))
			}
			furnish(t, home)
			if j.fake != "" {
				pretend(t, home, j.fake)
			}
			got, err := run(t, j, m, j.reflex, home)
			switch {
			case j.fails != "" && (err == nil || !regexp.MustCompile(j.fails).MatchString(err.Error())):
				t.Errorf("got %q, %v; want an error like %s", got, err, j.fails)
			case j.fails == "" && err != nil:
				t.Error(err)
			case j.fails == "" && !regexp.MustCompile(j.want).MatchString(got):
				t.Errorf("got %q, want %s", got, j.want)
			case j.after != nil:
				j.after(t, home)
			}
		})
	}
}

func TestEveryReflexHasAJob(t *testing.T) {
	tried := map[string]bool{"timer": true} // its tests are its own
	for _, j := range jobs(t, t.TempDir()) {
		tried[j.reflex] = true
	}
	for reflex := range manifests(t) {
		if !tried[reflex] {
			t.Errorf("%s is never run", reflex)
		}
	}
}

// run runs the body in dir as the program would: a call by name, held to what
// its manifest declares, with home for its home. A person's yes stands for the
// one a destructive reflex waits for.
func run(t *testing.T, j job, m *manifest.Manifest, dir, home string) (string, error) {
	t.Helper()
	program := "node"
	if len(m.Run.Argv) > 0 {
		program = m.Run.Argv[0]
	}
	for _, name := range append([]string{program}, m.Needs.Runs...) {
		needs(t, name)
	}
	permit, held, _ := gate.ByName(call.Call{Reflex: j.reflex, Args: j.args}, m.Effect, m)
	if held != nil {
		permit = held.Yes()
	}
	settings := map[string]policy.Setting{}
	for key, value := range j.config {
		settings[key] = policy.Setting{Value: value}
	}
	env := map[string]string{"PATH": os.Getenv("PATH"), "HOME": home, "TMPDIR": t.TempDir(), "LANG": "C.UTF-8", "TERM": "dumb"}
	result, err := exec.Run(t.Context(), permit,
		exec.Body{Manifest: m, Needs: m.Needs, Dir: dir, Settings: settings},
		exec.Machine{Home: home, Stderr: t.Output(), LookupEnv: func(name string) (string, bool) { v, set := env[name]; return v, set }})
	return result.Text, err
}

// needs skips the test on a machine without the program.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := osexec.LookPath(program); err != nil {
		t.Skip("needs " + program)
	}
}
