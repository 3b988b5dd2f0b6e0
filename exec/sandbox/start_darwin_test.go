package sandbox

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"sinew/exec/policy"
)

// A scene is a private folder, and a file outside it.
func newScene(t *testing.T) (hold func(policy.Policy) policy.Hold, tmp, file string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tmp, file = filepath.Join(root, "tmp"), filepath.Join(root, `a "file"`)
	if err := os.Mkdir(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	facts := policy.Facts{BodyDir: tmp, Tmp: tmp, Found: map[string]policy.Found{file: {Real: file}}, Programs: map[string]policy.Program{}}
	for _, name := range []string{"/bin/cat", "/bin/cp", "/bin/ls"} {
		facts.Programs[name] = policy.Program{Path: name}
	}
	return func(p policy.Policy) policy.Hold { return p.Hold(facts) }, tmp, file
}

func run(t *testing.T, hold policy.Hold, argv ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := &exec.Cmd{Path: argv[0], Args: argv, Stdout: &out}
	if err := start(cmd, hold, policy.Kernel{System: "darwin", Seatbelt: true}); err != nil {
		t.Fatal(err)
	}
	if cmd.Path != argv[0] || !slices.Equal(cmd.Args, argv) {
		t.Errorf("the command is left as %q %q", cmd.Path, cmd.Args)
	}
	err := cmd.Wait()
	return out.String(), err
}

func needsSeatbelt(t *testing.T) {
	t.Helper()
	if !Kernel().Seatbelt {
		t.Skip("needs sandbox-exec")
	}
}

func TestABodyReachesWhatItDeclaresAndNothingElse(t *testing.T) {
	needsSeatbelt(t)
	hold, tmp, file := newScene(t)
	runs := []string{"/bin/cat", "/bin/cp"}
	closed, open := hold(policy.Policy{Runs: runs}), hold(policy.Policy{Runs: runs, Reads: []policy.Place{{Path: file}}})
	if out, err := run(t, closed, "/bin/cat", file); err == nil || out != "" {
		t.Errorf("an undeclared file: %q, %v", out, err)
	}
	if out, err := run(t, open, "/bin/cat", file); err != nil || out != "content" {
		t.Errorf("a declared file: %q, %v", out, err)
	}
	if _, err := run(t, open, "/bin/cp", file, filepath.Join(tmp, "copy")); err != nil {
		t.Errorf("into the private folder: %v", err)
	}
	if _, err := run(t, open, "/bin/cp", file, file+" 2"); err == nil {
		t.Error("a file was made beside")
	}
	if _, err := run(t, open, "/bin/ls", tmp); err == nil {
		t.Error("an undeclared program was started")
	}
}

func TestDescriptorsOfTheProgramAreClosed(t *testing.T) {
	hold, _, file := newScene(t)
	// As a shell would have left it: open across a start.
	fd, err := unix.Open(file, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	cmd := exec.Command("/usr/bin/true")
	if err := start(cmd, hold(policy.Policy{}), policy.Kernel{System: "darwin"}); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("flags %#x, %v", flags, err)
	}
}

func TestAProgramThatIsNotThereIsTheErrorOfTheStart(t *testing.T) {
	hold, tmp, _ := newScene(t)
	for _, seatbelt := range []bool{true, false} {
		kernel := policy.Kernel{System: "darwin", Seatbelt: seatbelt}
		err := start(exec.Command(filepath.Join(tmp, "absent")), hold(policy.Policy{}), kernel)
		if !os.IsNotExist(err) {
			t.Errorf("seatbelt %v: %v", seatbelt, err)
		}
	}
}

func TestAHoldThatCannotBeWrittenStartsNothing(t *testing.T) {
	hold := policy.Hold{Rules: []policy.Rule{{Path: "/${ANY_USER}", Rights: policy.ReadFile}}}
	cmd := exec.Command("/usr/bin/true")
	err := start(cmd, hold, policy.Kernel{System: "darwin", Seatbelt: true})
	if _, isHold := err.(*HoldError); !isHold || cmd.Process != nil {
		t.Errorf("%v", err)
	}
}
