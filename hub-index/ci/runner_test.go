package ci_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The two forms of expression that action.yml has.
var (
	inputValue   = regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`)
	inputDiffers = regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) != '([a-z]*)' \}\}$`)
)

// fakeSinew records where, as what and with which words it is called, each
// ended by a NUL, and exits as SYNC and CHECK say.
const fakeSinew = `#!/usr/bin/env bash
printf '%s\0' "$PWD" "${0##*/}" "$*" >>"$RECORD"
case "$*" in
  --version) echo "sinew 0.0.0" ;;
  "sync --check") exit "${CHECK:-0}" ;;
  sync*) exit "${SYNC:-0}" ;;
  *) exit 99 ;;
esac
`

// A runner runs the action's steps the way a machine of GitHub Actions does: a
// script file given to bash, in the workspace, with inputs in variables, and
// with the files through which a step changes the steps that follow.
type runner struct {
	t         *testing.T
	action    string // the folder of action.yml
	workspace string
	temp      string
	tools     string // the only programs there are
	record    string
	env       []string
}

// newRunner has the fake sinew at ./bin/sinew-1.0 of a workspace whose root is
// a project.
func newRunner(t *testing.T) *runner {
	t.Helper()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{
		t: t, action: here,
		workspace: filepath.Join(root, "work space"), temp: filepath.Join(root, "temp"), tools: filepath.Join(root, "tools"),
		record: filepath.Join(root, "record"),
	}
	write(t, filepath.Join(r.workspace, "evoke.toml"), "adapter = \"local\"\n", 0o644)
	write(t, filepath.Join(r.workspace, "bin/sinew-1.0"), fakeSinew, 0o755)
	for _, dir := range []string{r.temp, r.tools} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tool := range []string{"bash", "env", "mkdir", "ln", "rm", "grep", "cat", "chmod", "touch"} {
		if err := os.Symlink(need(t, tool), filepath.Join(r.tools, tool)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// commandFiles are what a step writes to change the steps that follow.
var commandFiles = []string{"GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"}

// run is the exit code of the first step that fails, or 0, and what all of
// them printed.
func (r *runner) run(inputs map[string]string) (code int, out string) {
	r.t.Helper()
	var a action
	load(r.t, filepath.Join(r.action, "action.yml"), &a)
	value := func(name string) string {
		if given, ok := inputs[name]; ok {
			return given
		}
		return a.Inputs[name].Default
	}
	for _, name := range commandFiles {
		write(r.t, r.commandFile(name), "", 0o644)
	}
	for _, s := range a.Runs.Steps {
		if m := inputDiffers.FindStringSubmatch(s.If); m != nil && value(m[1]) == m[2] {
			continue
		} else if m == nil && s.If != "" {
			r.t.Fatalf("the condition %q", s.If)
		}
		env := []string{}
		for variable, expression := range s.Env {
			env = append(env, variable+"="+value(inputValue.FindStringSubmatch(expression)[1]))
		}
		code, printed := r.step(s.Run, env)
		out += printed
		if code != 0 {
			return code, out
		}
	}
	return 0, out
}

func (r *runner) step(script string, env []string) (code int, out string) {
	r.t.Helper()
	file := filepath.Join(r.temp, "step.sh")
	write(r.t, file, script, 0o644)
	path := r.tools
	for line := range strings.Lines(content(r.t, r.commandFile("GITHUB_PATH"))) {
		path = strings.TrimSuffix(line, "\n") + string(os.PathListSeparator) + path
	}
	cmd := exec.Command(filepath.Join(r.tools, "bash"), "--noprofile", "--norc", "-e", "-o", "pipefail", file)
	cmd.Dir = r.workspace
	cmd.Env = append([]string{
		"PATH=" + path, "HOME=" + r.temp, "RUNNER_TEMP=" + r.temp, "GITHUB_WORKSPACE=" + r.workspace,
		"GITHUB_ACTION_PATH=" + r.action, "GITHUB_ACTIONS=true", "RECORD=" + r.record,
	}, append(env, r.env...)...)
	for _, name := range commandFiles {
		cmd.Env = append(cmd.Env, name+"="+r.commandFile(name))
	}
	printed, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(printed)
}

func (r *runner) commandFile(name string) string { return filepath.Join(r.temp, "commands", name) }

// A call is one start of the fake sinew.
type call struct{ dir, as, words string }

// calls are the starts so far, without those that ask for the version.
func (r *runner) calls() []call {
	r.t.Helper()
	recorded, err := os.ReadFile(r.record)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		r.t.Fatal(err)
	}
	fields := strings.Split(string(recorded), "\x00")
	var all []call
	for ; len(fields) >= 3; fields = fields[3:] {
		if fields[2] != "--version" {
			all = append(all, call{fields[0], fields[1], fields[2]})
		}
	}
	return all
}

func words(all []call) string {
	var said []string
	for _, c := range all {
		said = append(said, c.words)
	}
	return strings.Join(said, ", ")
}
