// Package ci_test holds what continuous integration is given: the action, run
// step by step as a runner would, and the Renovate preset, played on files.
package ci_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// An action is what action.yml says, as far as it is used here.
type action struct {
	Name        string
	Description string
	Inputs      map[string]struct{ Description, Default string }
	Runs        struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name             string
	Uses             string
	If               string
	Shell            string
	Env              map[string]string
	With             map[string]string
	WorkingDirectory string `yaml:"working-directory"`
	Run              string
}

type workflow struct {
	Name        string
	On          yaml.Node
	Permissions map[string]string
	Concurrency map[string]string
	Jobs        map[string]struct {
		RunsOn  string `yaml:"runs-on"`
		Timeout int    `yaml:"timeout-minutes"`
		Steps   []step
	}
}

// load reads a YAML file strictly: a key that is not known here is an error.
func load(t *testing.T, file string, into any) {
	t.Helper()
	decoder := yaml.NewDecoder(strings.NewReader(content(t, file)))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// need is where a program lies.
func need(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip("needs " + program)
	}
	return path
}

// samples are the steps of the workflows to copy, by file.
func samples(t *testing.T) map[string][]step {
	t.Helper()
	files, err := filepath.Glob("workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("the workflows: %v, %v", files, err)
	}
	steps := map[string][]step{}
	for _, file := range files {
		var w workflow
		load(t, file, &w)
		for name, job := range w.Jobs {
			if job.RunsOn == "" || job.Timeout == 0 {
				t.Errorf("%s: the job %s has no machine or no time limit", file, name)
			}
			steps[file] = append(steps[file], job.Steps...)
		}
		if len(w.Permissions) == 0 {
			t.Errorf("%s: a workflow without permissions has all of them", file)
		}
	}
	return steps
}

func TestNoScriptHoldsAnExpression(t *testing.T) {
	var a action
	load(t, "action.yml", &a)
	all := samples(t)
	all["action.yml"] = a.Runs.Steps
	for file, steps := range all {
		for _, s := range steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an expression is text of a script: %s", file, s.Run)
			}
			if s.Run != "" && s.Shell != "bash" {
				t.Errorf("%s: %q runs in the shell %q", file, s.Run, s.Shell)
			}
		}
	}
	for _, script := range []string{"install.sh", "sync.sh"} {
		if strings.Contains(content(t, script), "${{") {
			t.Errorf("%s holds an expression", script)
		}
	}
}

func TestTheActionUsesNoOtherAction(t *testing.T) {
	var a action
	load(t, "action.yml", &a)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) != 2 || a.Name == "" || a.Description == "" {
		t.Errorf("%+v", a)
	}
	for _, s := range a.Runs.Steps {
		if s.Uses != "" || s.Run == "" {
			t.Errorf("the step %q uses %q and runs %q", s.Name, s.Uses, s.Run)
		}
	}
}

func TestEveryInputReachesAScriptOnlyAsItsOwnVariable(t *testing.T) {
	var a action
	load(t, "action.yml", &a)
	used := map[string]bool{}
	for _, s := range a.Runs.Steps {
		for variable, value := range s.Env {
			m := inputValue.FindStringSubmatch(value)
			if m == nil {
				t.Errorf("%s is %q, more than an input", variable, value)
				continue
			}
			if want := "INPUT_" + strings.ToUpper(strings.ReplaceAll(m[1], "-", "_")); variable != want {
				t.Errorf("the input %s is in %s, not %s", m[1], variable, want)
			}
			used[m[1]] = true
		}
		if m := inputDiffers.FindStringSubmatch(s.If); m != nil {
			used[m[1]] = true
		}
	}
	for input, said := range a.Inputs {
		if !used[input] || said.Description == "" {
			t.Errorf("the input %s is used: %v, described: %q", input, used[input], said.Description)
		}
		delete(used, input)
	}
	if len(used) > 0 {
		t.Errorf("not declared: %v", used)
	}
}

var fullCommit = regexp.MustCompile(`^[A-Za-z0-9._/-]+@(FULL_COMMIT|[0-9a-f]{40})$`)

func TestTheWorkflowsTakeOtherActionsAtAFullCommit(t *testing.T) {
	for file, steps := range samples(t) {
		for _, s := range steps {
			if s.Uses != "" && !fullCommit.MatchString(s.Uses) {
				t.Errorf("%s uses %s", file, s.Uses)
			}
		}
	}
}

func TestTheWorkflowsGiveTheActionInputsItHas(t *testing.T) {
	var a action
	load(t, "action.yml", &a)
	given := 0
	for file, steps := range samples(t) {
		for _, s := range steps {
			if !strings.Contains(s.Uses, "hub-index/ci@") {
				continue
			}
			given++
			for input := range s.With {
				if _, ok := a.Inputs[input]; !ok {
					t.Errorf("%s gives the input %s", file, input)
				}
			}
		}
	}
	if given != 2 {
		t.Errorf("%d steps use the action", given)
	}
}

func TestTheCacheIsTheStoreUnderAKeyFromTheLock(t *testing.T) {
	steps := samples(t)["workflows/check.yml"]
	at := slices.IndexFunc(steps, func(s step) bool { return strings.HasPrefix(s.Uses, "actions/cache@") })
	if at < 0 {
		t.Fatal("check.yml caches nothing")
	}
	with := steps[at].With
	if with["path"] != "~/.cache/sinew/store" || !strings.HasSuffix(with["key"], "-${{ hashFiles('**/evoke.lock') }}") {
		t.Errorf("%v", with)
	}
	if !strings.HasPrefix(with["key"], with["restore-keys"]) {
		t.Errorf("%q is no beginning of %q", with["restore-keys"], with["key"])
	}
}

func TestTheReadmeNamesEveryInputAndEveryFile(t *testing.T) {
	readme := content(t, "README.md")
	var a action
	load(t, "action.yml", &a)
	for input := range a.Inputs {
		if !strings.Contains(readme, "| `"+input+"` |") {
			t.Errorf("the README does not name the input %s", input)
		}
	}
	for _, m := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(readme, -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("the README points at %s: %v", m[1], err)
		}
	}
}

func TestTheScriptsAreSoundShell(t *testing.T) {
	bash := need(t, "bash")
	scripts := []string{"install.sh", "sync.sh"}
	for _, s := range samples(t)["workflows/relock.yml"] {
		if s.Run == "" {
			continue
		}
		file := filepath.Join(t.TempDir(), "step.sh")
		write(t, file, "#!/usr/bin/env bash\n"+s.Run, 0o755)
		scripts = append(scripts, file)
	}
	checks := [][]string{{bash, "-n"}}
	if shellcheck, err := exec.LookPath("shellcheck"); err == nil {
		checks = append(checks, []string{shellcheck, "--severity=warning"})
	}
	for _, check := range checks {
		for _, script := range scripts {
			if out, err := exec.Command(check[0], append(check[1:], script)...).CombinedOutput(); err != nil {
				t.Errorf("%v %s: %v\n%s", check, script, err, out)
			}
		}
	}
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
