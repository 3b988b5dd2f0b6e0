//go:build linux

package sandbox_test

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sinew/exec/body"
	"sinew/exec/internal/probe"
	"sinew/exec/policy"
	"sinew/exec/sandbox"
)

// What a sandbox of paths alone leaves open: unix sockets by an abstract name
// and by a path, a signal to a process by its number, and descriptors that were
// open when the body was started.
func TestASocketASignalAndADescriptorLeadOutOfNoHold(t *testing.T) {
	sandbox.NeedsLandlock(t)
	s := newStage(t, besideEveryScene(t))
	fd, err := unix.Open(s.File, unix.O_RDWR, 0) // as a shell would have left it
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	ways := s.fill(acts("dial unix {abstract}", "dial unix {stream}", "gram {gram} 2", "kill {other}", "kill {starter}", "kill -{group}"))
	for _, answer := range probe.Answers(s.held(t, closed, ways)) {
		if !strings.HasPrefix(answer, "refused: ") {
			t.Errorf("%q", answer)
		}
	}
	if got := s.held(t, closed, acts("descriptors")); got != "[]" {
		t.Errorf("open descriptors: %s", got)
	}
	if status := sandbox.Kernel().Status(); status.Type != policy.Full {
		t.Errorf("all of it is held, and the status is %+v", status)
	}
}

// A body of either kind gets five variables, and an argv its settings and its
// input; nothing else of what this program's environment holds.
func TestABodySeesFiveVariablesOfARealEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"LANG": "C", "TERM": "dumb", "LD_PRELOAD": "/nonexistent/evil.so", "NODE_OPTIONS": "--require=/nonexistent/evil.js",
		"NODE_EXTRA_CA_CERTS": "/nonexistent", "SINEW_TEST_SECRET": "secret",
	} {
		t.Setenv(name, value)
	}
	want := []string{"HOME", "LANG", "PATH", "TERM", "TMPDIR"}
	s := newStage(t, nil)
	job := body.Job{Dir: s.Dir, Tmp: s.Tmp, Env: body.Environ(os.LookupEnv, s.Tmp), Hold: s.hold(argv)}
	job.Env = append(job.Env, body.ConfigEnviron([]string{"file"}, map[string]string{"file": "/f"}, "words")...)
	got, err := job.Argv(t.Context(), s.Probe, []string{s.Probe, "names"})
	if names := strings.Fields(got.Text); err != nil || !slices.Equal(names, append([]string{"EVOKE_CONFIG_FILE", "EVOKE_INPUT"}, want...)) {
		t.Errorf("an argv: %q, %v", names, err)
	}
	node, err := body.FindNode(t.Context(), os.Getenv("PATH"))
	if err != nil {
		t.Skip("needs node:", err)
	}
	if names := strings.Fields(s.variables(t, node)); !slices.Equal(names, want) {
		t.Errorf("JavaScript: %q", names)
	}
}

// variables are the variables a JavaScript body sees, in order.
func (s stage) variables(t *testing.T, node body.Node) string {
	t.Helper()
	code := `export default () => Object.keys(process.env).sort().join(" ")`
	if err := os.WriteFile(filepath.Join(s.Dir, "body.mjs"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	p, facts := s.declared(needs{})
	_, runtime, err := body.FindProgram(node.Path, "")
	if err != nil {
		t.Fatal(err)
	}
	facts.Runtime = &runtime
	job := body.Job{Dir: s.Dir, Tmp: s.Tmp, Env: body.Environ(os.LookupEnv, s.Tmp), Hold: p.Hold(facts)}
	got, err := job.JavaScript(t.Context(), body.Script{Node: node, Run: "body.mjs", Flags: p.NodeFlags(facts, node.HoldsNetwork())})
	if err != nil {
		t.Error(err)
	}
	return got.Text
}

// A deadline that comes when it is told to.
type deadline struct {
	context.Context
	past chan struct{}
}

func (d deadline) Done() <-chan struct{} { return d.past }

func (d deadline) Err() error {
	select {
	case <-d.past:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// Each process of the bomb has a session of its own and no parent.
func TestADeadlineEndsEveryProcessOfABomb(t *testing.T) {
	const processes = 50
	s := newStage(t, nil)
	job := body.Job{Dir: s.Dir, Tmp: s.Tmp, Env: s.environ(), Hold: s.hold(argv)}
	ends := deadline{t.Context(), make(chan struct{})}
	go func() {
		waitFor(t, s.Tmp+"/ready")
		close(ends.past)
	}()
	_, err := job.Argv(ends, s.Probe, append([]string{s.Probe}, "bomb "+s.Tmp+" "+strconv.Itoa(processes), "started "+s.Tmp+"/ready", "hang"))
	if !errors.Is(err, body.ErrDeadline) {
		t.Errorf("%v", err)
	}
	for i := range processes {
		number, err := os.ReadFile(filepath.Join(s.Tmp, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		if runs(string(number)) {
			t.Errorf("process %s runs on", number)
		}
	}
}

// waitFor waits until a body has made a file.
func waitFor(t *testing.T, path string) {
	for range 4000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%s never came", path)
}

// runs reports whether a process runs and is not only waiting to be waited for.
func runs(number string) bool {
	data, err := os.ReadFile("/proc/" + number + "/stat")
	_, after, _ := strings.Cut(string(data), ") ")
	return err == nil && !strings.HasPrefix(after, "Z")
}

// The rule stays with the directory that was declared, wherever that goes, and
// never passes to what takes its name.
func TestADeclaredPathSwappedForALinkLeadsNowhere(t *testing.T) {
	sandbox.NeedsLandlock(t)
	s := newStage(t, nil)
	declared := s.names.Replace("{declared}")
	go func() {
		waitFor(t, s.Tmp+"/ready")
		err := errors.Join(os.Rename(declared, declared+".moved"), os.Symlink(s.Outside, declared), os.WriteFile(s.Tmp+"/swapped", nil, 0o600))
		if err != nil {
			t.Error(err)
		}
	}()
	answers := probe.Answers(s.held(t, writes, s.fill(acts(
		"write {declared}/before", "started {tmp}/ready", "await {tmp}/swapped",
		"write {declared}/after", "read {declared}/file", "write {declared}.moved/after"))))
	want := []string{"ok", "ok", "ok", "refused: open " + declared + "/after: " + access, "refused: open " + declared + "/file: " + access, "ok"}
	if !slices.Equal(answers, want) {
		t.Errorf("%q", answers)
	}
	if _, err := os.Stat(filepath.Join(s.Outside, "after")); err == nil {
		t.Error("it wrote where the link leads")
	}
}

// Only root can make the file, so only root runs this; no_new_privs, which
// holds it, is asked for everywhere.
func TestASetUserIDProgramChangesNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	const nobody = 65534
	prepare := func(s stage) []string {
		path := filepath.Join(s.Outside, "setuid")
		data, err := os.ReadFile(s.Probe)
		err = errors.Join(err, os.WriteFile(path, data, 0o755), os.Chown(path, nobody, nobody), os.Chmod(path, 0o755|os.ModeSetuid))
		if err != nil {
			t.Fatal(err)
		}
		return acts("start " + path + " user")
	}
	s := newStage(t, nil)
	if got := s.free(t, prepare(s)); got != strconv.Itoa(nobody) {
		t.Skipf("the program changes nobody here: %s", got)
	}
	s = newStage(t, nil)
	try := prepare(s)
	if got := s.held(t, needs{runs: []string{s.Outside + "/setuid"}}, try); got != "0" {
		t.Errorf("%s", got)
	}
}

func TestABodyThatCrashesLeavesNoCoreBesideItself(t *testing.T) {
	sandbox.NeedsLandlock(t)
	crash := acts("shell ulimit -c unlimited; kill -SEGV $$")
	s := newStage(t, nil)
	if got := s.free(t, crash); !strings.HasSuffix(got, "(core dumped)") || len(cores(t, s)) == 0 {
		t.Skipf("a crash leaves no file here: %s, %q", got, cores(t, s))
	}
	s = newStage(t, nil)
	if got := s.held(t, shell, crash); got != "refused: signal: segmentation fault" || len(cores(t, s)) > 0 {
		t.Errorf("%s, and %q", got, cores(t, s))
	}
}

func cores(t *testing.T, s stage) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.Dir, "core*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Ways to send a signal of which the kernel says no more than that it was asked.
// The signal is one that harms nobody.
func TestNoSignalThatIsSaidToBeSentArrives(t *testing.T) {
	sandbox.NeedsLandlock(t)
	arrived := make(chan os.Signal, 64)
	signal.Notify(arrived, unix.SIGWINCH, unix.SIGIO)
	defer signal.Stop(arrived)
	s := newStage(t, besideEveryScene(t))
	if got := s.free(t, s.fill(acts("owner {starter} 28"))); got != "ok" || resized(t, arrived) == 0 {
		t.Fatalf("unheld none arrived: %s", got)
	}
	s.held(t, argv, s.fill(acts("signal -1 28", "signal -{group} 28", "signal {starter} 28", "queue {starter}", "owner {starter} 28", "owner -{group} 28")))
	if n := resized(t, arrived); n > 0 {
		t.Errorf("%d arrived", n)
	}
}

// resized is how many of the signal, which a terminal's change of size sends,
// were sent before. This program's own that follow it come after: the kernel
// hands out the lower number first.
func resized(t *testing.T, arrived <-chan os.Signal) (n int) {
	t.Helper()
	for range 2 {
		if err := unix.Kill(os.Getpid(), unix.SIGIO); err != nil {
			t.Fatal(err)
		}
		for <-arrived != unix.SIGIO {
			n++
		}
	}
	return n
}
