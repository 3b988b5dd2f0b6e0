package ci_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const given = "bin/sinew-1.0" // the fake sinew, in the workspace

func TestTheProjectIsSyncedAndThenChecked(t *testing.T) {
	r := newRunner(t)
	code, out := r.run(map[string]string{"sinew": given})
	if code != 0 || words(r.calls()) != "sync, sync --check" {
		t.Errorf("exit %d, calls %v\n%s", code, r.calls(), out)
	}
	for _, c := range r.calls() {
		if c.dir != r.workspace || c.as != "sinew" {
			t.Errorf("called as %s in %s", c.as, c.dir)
		}
	}
}

func TestTheInputsChooseWhatRuns(t *testing.T) {
	for _, c := range []struct {
		inputs map[string]string
		code   int
		calls  string
	}{
		{map[string]string{"check": "false"}, 0, "sync"},
		{map[string]string{"check": "true"}, 0, "sync, sync --check"},
		{map[string]string{"check": ""}, 0, "sync, sync --check"},
		{map[string]string{"offline": "true"}, 0, "sync --offline, sync --check"},
		{map[string]string{"offline": "true", "check": "false"}, 0, "sync --offline"},
		{map[string]string{"sync": "false"}, 0, ""},
		{map[string]string{"sync": "no"}, 0, "sync, sync --check"},
		{map[string]string{"working-directory": ""}, 0, "sync, sync --check"},
		{map[string]string{"check": "False"}, 3, ""},
		{map[string]string{"check": "true; sinew sync"}, 3, ""},
		{map[string]string{"offline": "yes"}, 3, ""},
		{map[string]string{"offline": "false\ntrue"}, 3, ""},
		{map[string]string{"working-directory": "nowhere"}, 3, ""},
		{map[string]string{"working-directory": "bin"}, 3, ""},
		{map[string]string{"working-directory": "evoke.toml"}, 3, ""},
	} {
		r := newRunner(t)
		c.inputs["sinew"] = given
		if code, out := r.run(c.inputs); code != c.code || words(r.calls()) != c.calls {
			t.Errorf("%v: exit %d, calls %q; want %d, %q\n%s", c.inputs, code, words(r.calls()), c.code, c.calls, out)
		}
	}
}

func TestTheStepExitsAsSinewDoes(t *testing.T) {
	for _, c := range []struct {
		sync, check string
		code        int
		calls       string
	}{
		{"0", "0", 0, "sync, sync --check"},
		{"0", "3", 3, "sync, sync --check"},
		{"0", "1", 1, "sync, sync --check"},
		{"3", "3", 3, "sync, sync --check"},
		{"3", "0", 3, "sync, sync --check"},
		{"1", "0", 1, "sync"},
		{"4", "0", 4, "sync"},
		{"130", "3", 130, "sync"},
	} {
		r := newRunner(t)
		r.env = []string{"SYNC=" + c.sync, "CHECK=" + c.check}
		if code, out := r.run(map[string]string{"sinew": given}); code != c.code || words(r.calls()) != c.calls {
			t.Errorf("sync %s, check %s: exit %d, calls %q\n%s", c.sync, c.check, code, words(r.calls()), out)
		}
	}
}

// hostile are names a folder can have and a shell could take for more.
var hostile = []string{
	"two words", "$(touch pwned)", "`touch pwned`", "; touch pwned;", "\" && touch pwned && \"", "' ; touch pwned ; '",
	"-", "--", "-P", "--help", "~", "*", "$HOME", "a\n::add-path::evil", "a\r::warning::evil", "##[add-mask]evil", "${{ github.token }}", "=", "\\",
}

func TestAHostileWorkingDirectoryIsOnlyAFolder(t *testing.T) {
	for _, name := range hostile {
		r := newRunner(t)
		write(t, filepath.Join(r.workspace, name, "evoke.toml"), "adapter = \"local\"\n", 0o644)
		code, out := r.run(map[string]string{"sinew": given, "working-directory": name})
		if code != 0 || words(r.calls()) != "sync, sync --check" || r.calls()[0].dir != filepath.Join(r.workspace, name) {
			t.Errorf("%q: exit %d, calls %q\n%s", name, code, r.calls(), out)
		}
		r.checkUntouched(name, out)
	}
}

func TestAHostileValueThatNamesNothingIsRefusedAndNotPrinted(t *testing.T) {
	for _, name := range hostile {
		for _, input := range []string{"working-directory", "sinew", "check", "offline"} {
			r := newRunner(t)
			inputs := map[string]string{"sinew": given}
			inputs[input] = name
			code, out := r.run(inputs)
			if code != 3 || len(r.calls()) > 0 || strings.Count(out, "::error::") != 1 {
				t.Errorf("%s %q: exit %d, calls %q\n%s", input, name, code, r.calls(), out)
			}
			r.checkUntouched(name, out)
		}
	}
}

func TestAHostilePathOfABinaryIsOnlyAPath(t *testing.T) {
	for _, name := range hostile {
		r := newRunner(t)
		write(t, filepath.Join(r.workspace, name), fakeSinew, 0o755)
		code, out := r.run(map[string]string{"sinew": name})
		if code != 0 || words(r.calls()) != "sync, sync --check" || r.calls()[0].as != "sinew" {
			t.Errorf("%q: exit %d, calls %q\n%s", name, code, r.calls(), out)
		}
		r.checkUntouched(name, out)
	}
}

// checkUntouched holds a run against what an input could have reached: a
// command, a line the runner obeys, a variable, an entry of the PATH.
func (r *runner) checkUntouched(input, out string) {
	r.t.Helper()
	err := filepath.WalkDir(filepath.Dir(r.workspace), func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.Name() == "pwned" {
			r.t.Errorf("%q ran a command", input)
		}
		return err
	})
	if err != nil {
		r.t.Error(err)
	}
	if strings.Contains(out, "evil") || strings.Contains(out, "pwned") {
		r.t.Errorf("%q is printed: %s", input, out)
	}
	for _, name := range commandFiles {
		want := ""
		if name == "GITHUB_PATH" {
			want = filepath.Join(r.temp, "sinew/bin") + "\n"
		}
		if got := content(r.t, r.commandFile(name)); got != want && got != "" {
			r.t.Errorf("%q: %s holds %q", input, name, got)
		}
	}
}

func TestAnAbsoluteWorkingDirectoryIsTaken(t *testing.T) {
	r := newRunner(t)
	elsewhere := filepath.Join(r.temp, "else where")
	write(t, filepath.Join(elsewhere, "evoke.toml"), "adapter = \"local\"\n", 0o644)
	code, out := r.run(map[string]string{"sinew": filepath.Join(r.workspace, given), "working-directory": elsewhere})
	if code != 0 || len(r.calls()) != 2 || r.calls()[1].dir != elsewhere {
		t.Errorf("exit %d, calls %q\n%s", code, r.calls(), out)
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	r := newRunner(t)
	write(t, filepath.Join(r.workspace, "text"), "text", 0o644)
	for _, path := range []string{"text", "bin", ".", "/", "bin/none"} {
		if code, out := r.run(map[string]string{"sinew": path}); code != 3 || len(r.calls()) > 0 {
			t.Errorf("%s: exit %d\n%s", path, code, out)
		}
	}
}

func TestABinaryThatDoesNotStartFailsTheInstall(t *testing.T) {
	r := newRunner(t)
	write(t, filepath.Join(r.workspace, "broken"), "#!/usr/bin/env bash\nexit 7\n", 0o755)
	code, out := r.run(map[string]string{"sinew": "broken"})
	if code != 7 || content(t, r.commandFile("GITHUB_PATH")) != "" {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestTheActionTwiceInAJobTakesTheLaterBinary(t *testing.T) {
	r := newRunner(t)
	write(t, filepath.Join(r.workspace, "old"), "#!/usr/bin/env bash\necho old\n", 0o755)
	if code, out := r.run(map[string]string{"sinew": "old", "sync": "false"}); code != 0 || out != "old\n" {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if code, out := r.run(map[string]string{"sinew": given}); code != 0 || len(r.calls()) != 2 {
		t.Errorf("exit %d, calls %q\n%s", code, r.calls(), out)
	}
}

// fakeGo writes the fake sinew where it is told to build.
const fakeGo = `#!/usr/bin/env bash
printf '%s\n' "$PWD" "GOWORK=$GOWORK CGO_ENABLED=$CGO_ENABLED" "$*" >"$RECORD.go"
if [ -n "${GO_FAILS:-}" ]; then exit 2; fi
while [ "$1" != -o ]; do shift; done
cat "$FAKE" >"$2"
chmod 755 "$2"
`

// checkout lays the action into a checkout of sinew of its own.
func (r *runner) checkout(module string) string {
	r.t.Helper()
	root := filepath.Join(filepath.Dir(r.workspace), "check out")
	write(r.t, filepath.Join(root, "go.mod"), "module "+module+"\n", 0o644)
	for _, file := range []string{"action.yml", "install.sh", "sync.sh"} {
		write(r.t, filepath.Join(root, "hub-index/ci", file), content(r.t, file), 0o644)
	}
	r.action = filepath.Join(root, "hub-index/ci")
	return root
}

func TestWithoutABinaryTheCheckoutTheActionLiesInIsBuilt(t *testing.T) {
	r := newRunner(t)
	root := r.checkout("sinew")
	write(t, filepath.Join(r.tools, "go"), fakeGo, 0o755)
	r.env = []string{"FAKE=" + filepath.Join(r.workspace, given)}
	code, out := r.run(nil)
	if code != 0 || words(r.calls()) != "sync, sync --check" {
		t.Fatalf("exit %d, calls %q\n%s", code, r.calls(), out)
	}
	want := root + "\nGOWORK=off CGO_ENABLED=0\nbuild -trimpath -buildvcs=false -o " + r.temp + "/sinew/bin/sinew ./cmd/sinew\n"
	if got := content(t, r.record+".go"); got != want {
		t.Errorf("go was called so:\n%swant:\n%s", got, want)
	}
}

func TestABuildNeverWritesThroughTheLinkToAGivenBinary(t *testing.T) {
	r := newRunner(t)
	r.checkout("sinew")
	write(t, filepath.Join(r.tools, "go"), fakeGo, 0o755)
	r.env = []string{"FAKE=" + filepath.Join(r.workspace, given)}
	write(t, filepath.Join(r.workspace, "mine"), "#!/usr/bin/env bash\n", 0o755)
	for _, inputs := range []map[string]string{{"sinew": "mine", "sync": "false"}, nil} {
		if code, out := r.run(inputs); code != 0 {
			t.Fatalf("exit %d\n%s", code, out)
		}
	}
	if got := content(t, filepath.Join(r.workspace, "mine")); got != "#!/usr/bin/env bash\n" {
		t.Errorf("the given binary is now %q", got)
	}
}

func TestWhereNothingCanBeBuiltTheInstallSaysWhy(t *testing.T) {
	for _, c := range []struct {
		module string
		hasGo  bool
		env    []string
		code   int
		says   string
	}{
		{"example.com/other", true, nil, 3, "lies in no checkout of sinew"},
		{"sinew/more", true, nil, 3, "lies in no checkout of sinew"},
		{"sinew", false, nil, 3, "needs Go"},
		{"sinew", true, []string{"GO_FAILS=yes"}, 2, ""},
	} {
		r := newRunner(t)
		r.checkout(c.module)
		if c.hasGo {
			write(t, filepath.Join(r.tools, "go"), fakeGo, 0o755)
		}
		r.env = c.env
		code, out := r.run(nil)
		if code != c.code || !strings.Contains(out, c.says) || len(r.calls()) > 0 {
			t.Errorf("%+v: exit %d, calls %q\n%s", c, code, r.calls(), out)
		}
	}
}

func TestTheScriptsCanBeRunByThemselves(t *testing.T) {
	for _, script := range []string{"install.sh", "sync.sh"} {
		info, err := os.Stat(script)
		if err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("%s: %v, %v", script, info.Mode(), err)
		}
	}
}
