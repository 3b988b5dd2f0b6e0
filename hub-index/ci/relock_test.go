package ci_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// relockSinew writes the lock as an update would, and records its words.
const relockSinew = `#!/usr/bin/env bash
printf '%s\n' "$*" >>"$RECORD"
case "$*" in
  "update "*)
    if [ "$2" = "${STUCK:-}" ]; then exit 3; fi
    if [ -z "${KEPT:-}" ]; then printf '# %s\n' "$2" >>evoke.lock; fi ;;
  "sync --check") exit "${CHECK:-0}" ;;
esac
`

// branch could run a command, were it ever text of a script.
const branch = "renovate/$(touch${IFS}pwned)"

// A clone is a repository on a branch of Renovate's, as checkout leaves it two
// commits deep, with its project in the folder "my app".
type clone struct {
	t                     *testing.T
	dir, project, record  string
	origin, script, tools string
	env                   []string
}

// newClone has before and after as the evoke.toml of the last two commits.
func newClone(t *testing.T, before, after string) *clone {
	t.Helper()
	need(t, "git")
	root := t.TempDir()
	c := &clone{
		t: t, dir: filepath.Join(root, "clone"), record: filepath.Join(root, "record"), origin: filepath.Join(root, "origin.git"),
		script: filepath.Join(root, "step.sh"), tools: filepath.Join(root, "tools"),
	}
	c.project = filepath.Join(c.dir, "my app")
	c.env = []string{
		"PATH=" + c.tools + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + root, "GIT_CONFIG_NOSYSTEM=1", "RECORD=" + c.record,
		"GIT_CONFIG_GLOBAL=" + filepath.Join(root, "gitconfig"), "GITHUB_REF=refs/heads/" + branch, "LC_ALL=C",
	}
	write(t, filepath.Join(c.tools, "sinew"), relockSinew, 0o755)
	write(t, filepath.Join(root, "gitconfig"), "[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n", 0o644)
	write(t, c.script, relockStep(t).Run, 0o644)
	work := filepath.Join(root, "work")
	c.git(root, "init", "--quiet", "--bare", c.origin)
	c.git(root, "init", "--quiet", work)
	write(t, filepath.Join(work, "my app/evoke.lock"), "lock = 1\n", 0o644)
	c.commit(work, "base", before)
	c.commit(work, "bump", after)
	c.git(work, "push", "--quiet", c.origin, "HEAD:refs/heads/"+branch)
	c.git(root, "clone", "--quiet", "--depth=2", "--branch="+branch, "file://"+c.origin, c.dir)
	return c
}

func relockStep(t *testing.T) step {
	t.Helper()
	steps := samples(t)["workflows/relock.yml"]
	return steps[len(steps)-1]
}

func (c *clone) commit(dir, message, evokeTOML string) {
	c.t.Helper()
	write(c.t, filepath.Join(dir, "my app/evoke.toml"), evokeTOML, 0o644)
	c.git(dir, "add", ".")
	c.git(dir, "-c", "user.name=ana", "-c", "user.email=ana@example.com", "commit", "--quiet", "--message", message)
}

func (c *clone) git(dir string, args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, c.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// run runs the sample's step, and gives what sinew was asked.
func (c *clone) run(env ...string) (code int, asked []string, out string) {
	c.t.Helper()
	cmd := exec.Command(need(c.t, "bash"), "--noprofile", "--norc", "-e", "-o", "pipefail", c.script)
	cmd.Dir, cmd.Env = c.project, append(env, c.env...)
	printed, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	if recorded, err := os.ReadFile(c.record); err == nil {
		asked = strings.Split(strings.TrimSuffix(string(recorded), "\n"), "\n")
	}
	if _, err := os.Stat(filepath.Join(c.project, "pwned")); err == nil {
		c.t.Error("the name of the branch ran a command")
	}
	return cmd.ProcessState.ExitCode(), asked, string(printed)
}

// pushed are the subjects of the branch's commits at the origin, the newest
// first.
func (c *clone) pushed() []string {
	c.t.Helper()
	return strings.Split(strings.TrimSpace(c.git(c.origin, "log", "--format=%s", "refs/heads/"+branch)), "\n")
}

const oldPins = `adapter = "local"
[reflexes]
lights = "radhi/home/lights@1.2.0"
"timer" = 'radhi/timer@1.0.1' # stays
lamp_2 = "https://git.example.com/lamp.git#lamp@v1.2.0"
[config.lights]
bridge = "10.0.0.2"
`

var newPins = strings.ReplaceAll(oldPins, "1.2.0", "1.3.0")

func TestRelockUpdatesWhatMovedAndCommitsTheLockAlone(t *testing.T) {
	c := newClone(t, oldPins, newPins)
	write(t, filepath.Join(c.project, "left-by-a-build"), "x", 0o644)
	code, asked, out := c.run()
	if want := []string{"update lamp_2", "update lights", "sync", "sync --check"}; code != 0 || !slices.Equal(asked, want) {
		t.Fatalf("exit %d, asked %q\n%s", code, asked, out)
	}
	if got := c.pushed(); !slices.Equal(got, []string{"Lock the new versions", "bump", "base"}) {
		t.Errorf("pushed %q", got)
	}
	if got := c.git(c.origin, "diff", "--name-only", branch+"^", branch); got != "my app/evoke.lock\n" {
		t.Errorf("the commit holds %q", got)
	}
}

func TestRelockReadsTheOtherFormsOfTheTable(t *testing.T) {
	for _, c := range []struct {
		before string
		asked  []string
	}{
		{"reflexes = { one = \"a/b@1.2.0\", 'two'='c/d@1.0.0' }\n", []string{"update one", "update two"}},
		{"reflexes.one = \"a/b@1.2.0\"\n\"reflexes\".\"two\" = \"c/d@1.2.0\"\nreflexes.three = \"e/f@1.0.0\"\n", []string{"update one", "update two"}},
		{strings.ReplaceAll(oldPins, "\n", "\r\n"), []string{"update lamp_2", "update lights"}},
	} {
		clone := newClone(t, c.before, strings.ReplaceAll(c.before, "1.2.0", "1.3.0"))
		if code, asked, out := clone.run(); code != 0 || !slices.Equal(asked, append(c.asked, "sync", "sync --check")) {
			t.Errorf("%s\nexit %d, asked %q\n%s", c.before, code, asked, out)
		}
	}
}

func TestRelockPushesNothingThatIsNotInOrder(t *testing.T) {
	for _, c := range []struct {
		env  string
		code int
		last string
	}{
		{"STUCK=lamp_2", 3, "update lamp_2"},
		{"STUCK=lights", 3, "update lights"},
		{"CHECK=3", 3, "sync --check"},
		{"KEPT=yes", 0, "sync --check"},
	} {
		clone := newClone(t, oldPins, newPins)
		code, asked, out := clone.run(c.env)
		if code != c.code || len(asked) == 0 || asked[len(asked)-1] != c.last {
			t.Errorf("%s: exit %d, asked %q\n%s", c.env, code, asked, out)
		}
		if got := clone.pushed(); got[0] != "bump" {
			t.Errorf("%s: pushed %q", c.env, got)
		}
	}
}

func TestRelockNeverPassesMoreThanANameToSinew(t *testing.T) {
	after := strings.Replace(newPins, "[config", "a = \"--accept@1.3.0\"\n\"--accept\" = \"a/b@1.3.0\"\n\"$(touch pwned)\" = \"a/b@1.3.0\"\n[config", 1)
	c := newClone(t, oldPins, after)
	_, asked, out := c.run()
	if !slices.Contains(asked, "update a") {
		t.Errorf("asked %q\n%s", asked, out)
	}
	for _, words := range asked {
		name, isUpdate := strings.CutPrefix(words, "update ")
		if isUpdate && strings.ContainsAny(name, "-$ ()") {
			t.Errorf("asked %q\n%s", asked, out)
		}
	}
}
