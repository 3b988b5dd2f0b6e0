package body

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sinew/exec/internal/probe"
	"sinew/exec/policy"
	"sinew/exec/sandbox"
	"sinew/internal/testuser"
)

// Ways a shell's body leaves a process behind. NAME is made once it is there,
// and holds its number.
const (
	plain    = `sh -c 'echo $$ > NOTES/NAME; exec sleep 1000' & `
	session  = `setsid sh -c 'echo $$ > NOTES/NAME; exec sleep 1000' & `
	orphaned = `(setsid env -i sh -c 'echo $$ > NOTES/NAME; exec sleep 1000' &); `
	untagged = `(ulimit -w 7 2>/dev/null || ulimit -x 7; setsid env -i sh -c 'echo $$ > NOTES/NAME; exec sleep 1000' &); `
	deaf     = `(setsid env -i sh -c 'trap "" TERM; echo $$ > NOTES/NAME; exec sleep 1000' &); `
)

var everyWay = map[string]string{"plain": plain, "session": session, "orphaned": orphaned, "untagged": untagged, "deaf": deaf}

// A shell is a job over a shell, with a few programs declared.
type shell struct {
	scene
	sh string
}

func newShell(t *testing.T) shell {
	t.Helper()
	s := shell{scene: newBareScene(t)}
	p := policy.Policy{Writes: []policy.Place{{Path: s.notes}}, Runs: []string{"sh", "setsid", "env", "sleep"}}
	facts := policy.Facts{
		BodyDir: s.job.Dir, Tmp: s.job.Tmp,
		Found: map[string]policy.Found{s.notes: {Real: s.notes, Dir: true}}, Programs: map[string]policy.Program{},
	}
	for _, name := range p.Runs {
		path, program, err := FindProgram(name, os.Getenv("PATH"))
		if err != nil {
			t.Skipf("needs %s: %v", name, err)
		}
		facts.Programs[name] = program
		if name == "sh" {
			s.sh = path
		}
	}
	s.job.Hold = p.Hold(facts)
	t.Cleanup(func() { s.endAll(t) })
	return s
}

// run runs a script, in which NOTES is the scene's.
func (s shell) run(ctx context.Context, script string) (Result, error) {
	return s.job.Argv(ctx, s.sh, []string{"sh", "-c", strings.ReplaceAll(script, "NOTES", s.notes)})
}

// leaving is a script that leaves one process in each way, and goes on once all
// are there.
func leaving(ways map[string]string) string {
	var script strings.Builder
	for name, way := range ways {
		script.WriteString(strings.ReplaceAll(way, "NAME", name))
	}
	for name := range ways {
		script.WriteString("until [ -s NOTES/" + name + " ]; do sleep 0.01; done; ")
	}
	return script.String()
}

// left are the processes of the scene that run, known by their directory, which
// none of them leaves.
func (s shell) left() (pids []int) {
	for pid, p := range processes() {
		if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); err == nil && dir == s.job.Dir && !p.over {
			pids = append(pids, pid)
		}
	}
	return pids
}

func (s shell) expectLeft(t *testing.T, ways map[string]string) {
	t.Helper()
	want, got := pidsOf(t, s, ways), s.left()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v are left, want %v: %s", got, want, s.messages)
	}
}

func pidsOf(t *testing.T, s shell, ways map[string]string) (pids []int) {
	t.Helper()
	for name := range ways {
		pids = append(pids, pidIn(t, filepath.Join(s.notes, name)))
	}
	return pids
}

// endAll ends what a test left on purpose, or found left.
func (s shell) endAll(t *testing.T) {
	_ = os.WriteFile(filepath.Join(s.notes, "stop"), nil, 0o600)
	for range 1000 {
		pids := s.left()
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(pids) == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("some processes cannot be ended")
}

// interrupted runs a script until it has made NOTES/ready.
func (s shell) interrupted(t *testing.T, script string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		waitFor(t, filepath.Join(s.notes, "ready"))
		cancel()
	}()
	_, err := s.run(ctx, script+": > NOTES/ready; sleep 1000")
	var interrupted *Interrupted
	if !errors.As(err, &interrupted) {
		t.Errorf("%v: %s", err, s.messages)
	}
}

func TestNothingIsLeftOfARunThatFailed(t *testing.T) {
	for name, way := range everyWay {
		for ending, want := range map[string]string{"exit 3": "exited 3", "kill -9 $$": "was killed"} {
			t.Run(name+", "+want, func(t *testing.T) {
				s := newShell(t)
				if _, err := s.run(t.Context(), leaving(map[string]string{name: way})+ending); err == nil || err.Error() != want {
					t.Errorf("%v", err)
				}
				s.expectLeft(t, nil)
			})
		}
	}
}

func TestNothingIsLeftOfAnInterruptedRun(t *testing.T) {
	s := newShell(t)
	s.interrupted(t, leaving(everyWay))
	s.expectLeft(t, nil)
}

func TestNothingIsLeftOfARunPastItsDeadline(t *testing.T) {
	s := newShell(t)
	// The deadline is only as soon as all are there.
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if _, err := s.run(ctx, "trap '' TERM; "+leaving(everyWay)+": > NOTES/ready; sleep 1000"); !errors.Is(err, ErrDeadline) {
		t.Errorf("%v: %s", err, s.messages)
	}
	s.expectLeft(t, nil)
}

// A timer started by a step that ended well is not the next step's.
func TestWhatARunThatEndedWellLeftOutlivesLaterOnes(t *testing.T) {
	first, second := newShell(t), newShell(t)
	got, err := first.run(t.Context(), leaving(everyWay)+"echo done")
	if err != nil || got.Text != "done" {
		t.Fatalf("%q, %v: %s", got.Text, err, first.messages)
	}
	first.expectLeft(t, everyWay)
	second.interrupted(t, leaving(everyWay))
	second.expectLeft(t, nil)
	if _, err := second.run(t.Context(), "exit 1"); err == nil {
		t.Error("a failure is none")
	}
	first.expectLeft(t, everyWay)
}

// Steps run side by side: the first fails, one is interrupted, one ends well.
func TestARunEndsNothingOfTheRunsBesideIt(t *testing.T) {
	failing, other, well := newShell(t), newShell(t), newShell(t)
	tagged := maps.Clone(everyWay)
	delete(tagged, "untagged")
	failed := failing.beside(t, t.Context(), leaving(tagged)+": > NOTES/ready; until [ -e NOTES/go ]; do sleep 0.01; done; exit 1")
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := other.beside(t, ctx, leaving(tagged)+": > NOTES/ready; exec sleep 1000")
	before := other.left()
	if _, err := well.run(t.Context(), leaving(everyWay)+"exit 0"); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(failing.notes, "go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; fmt.Sprint(err) != "exited 1" {
		t.Error(err)
	}
	failing.expectLeft(t, nil)
	for _, pid := range before {
		if !running(pid) {
			t.Errorf("%d is ended", pid)
		}
	}
	cancel()
	if err := <-interrupted; fmt.Sprint(err) != "interrupted" {
		t.Error(err)
	}
	other.expectLeft(t, nil)
	well.expectLeft(t, everyWay)
}

// beside runs a script until it has made NOTES/ready, and goes on with it.
func (s shell) beside(t *testing.T, ctx context.Context, script string) <-chan error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := s.run(ctx, script)
		ended <- err
	}()
	waitFor(t, filepath.Join(s.notes, "ready"))
	return ended
}

// hops is a script of processes that each start the next one and end.
const hops = `trap '' TERM; [ -e NOTES/stop ] && exit; (setsid env -i sh hops.sh &); (exit)`

// bomb is a script of 31 processes that ignore SIGTERM, each in a session of its
// own, with no parent and no environment.
const bomb = `trap '' TERM
if [ "$1" -gt 0 ]; then for i in 1 2; do (setsid env -i sh bomb.sh $(($1 - 1)) &) ; done; fi
: > NOTES/bomb.$$
until [ -e NOTES/stop ]; do sleep 0.2; done`

func TestABombIsEnded(t *testing.T) {
	s := newShell(t)
	for name, script := range map[string]string{"hops.sh": hops, "bomb.sh": bomb} {
		script = strings.ReplaceAll(script, "NOTES", s.notes)
		if err := os.WriteFile(filepath.Join(s.job.Dir, name), []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.interrupted(t, "sh bomb.sh 4 & sh hops.sh; sh hops.sh; until [ $(set -- NOTES/bomb.*; echo $#) -ge 31 ]; do sleep 0.01; done; ")
	s.expectLeft(t, nil)
}

// As root the limits of users, and who may look at whom, are never met.
func TestNothingIsLeftOfAnotherUsersRuns(t *testing.T) {
	if os.Geteuid() != 0 || os.Getenv(probe.Path) != "" {
		t.Skip("is that other user already, or not root")
	}
	dir := realDir(t)
	program := filepath.Join(dir, "test")
	if data, err := os.ReadFile(os.Args[0]); err != nil || os.WriteFile(program, data, 0o755) != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^(TestNothingIsLeft.*|TestWhatARunThat.*|TestARunEndsNothing.*|TestABombIsEnded|TestOrphans.*|TestAllABodyStarts.*)$", "-test.v")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir, probe.Path + "=" + probe.Build(t)}
	testuser.Command(t, dir, cmd)
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestABombIsEnded")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// Orphans that end become this program's to wait for, and only those.
func TestOrphansAreBuriedAndOtherChildrenAreNot(t *testing.T) {
	s := newShell(t)
	stop := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := exec.Command("true").Run(); err != nil {
				t.Errorf("a child of the program's own: %v", err)
				return
			}
		}
	})
	for _, ending := range []string{"exit 0", "exit 1"} {
		_, _ = s.run(t.Context(), "for i in 1 2 3 4 5 6 7 8; do (setsid env -i sh -c : &); done; sleep 0.3; "+ending)
	}
	close(stop)
	others.Wait()
	if _, err := s.run(t.Context(), "exit 1"); err == nil {
		t.Error("a failure is none")
	}
	for pid, p := range processes() {
		if p.over && bodies.adopted(pid, p) {
			t.Errorf("%d waits to be waited for", pid)
		}
	}
}

// What a body starts before anything else is done about it has its limits, and
// this program has its own again.
func TestAllABodyStartsLeavesNoCoreAndBearsItsTag(t *testing.T) {
	s := newShell(t)
	tagged := maps.Clone(everyWay)
	delete(tagged, "untagged")
	script := strings.ReplaceAll(leaving(tagged)+": > NOTES/ready; sleep 1000", "NOTES", s.notes)
	cmd := &exec.Cmd{Path: s.sh, Args: []string{"sh", "-c", script}, Dir: s.job.Dir, SysProcAttr: &syscall.SysProcAttr{Setsid: true}}
	before := [2]unix.Rlimit{coreOf(t, os.Getpid()), locksOf(os.Getpid())}
	r, err := newReaper(cmd, s.job.Tmp, func() error {
		err := sandbox.Start(cmd, s.job.Hold)
		waitFor(t, filepath.Join(s.notes, "ready"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	early := append([]int{cmd.Process.Pid}, pidsOf(t, s, tagged)...)
	for _, pid := range early {
		if core, tag := coreOf(t, pid), bodies.tagOf(pid); core.Cur != 0 || tag != r.tag {
			t.Errorf("%d: %+v, the tag %d, want %d", pid, core, tag, r.tag)
		}
	}
	if core, locks := coreOf(t, cmd.Process.Pid), locksOf(cmd.Process.Pid); core.Max != 0 || locks.Max != r.tag {
		t.Errorf("a body may take its limits off: %+v, %+v", core, locks)
	}
	if after := [2]unix.Rlimit{coreOf(t, os.Getpid()), locksOf(os.Getpid())}; after != before {
		t.Errorf("%+v, were %+v", after, before)
	}
	if r.tag == 0 || r.tag >= before[1].Max {
		t.Errorf("the tag %d, this program's is %d", r.tag, before[1].Max)
	}
	p := &process{cmd: cmd, reaper: r, exited: make(chan struct{})}
	go func() { waitExit(cmd); close(p.exited) }()
	p.end()
	_ = cmd.Wait()
	r.waited()
	s.expectLeft(t, nil)
}

func coreOf(t *testing.T, pid int) (core unix.Rlimit) {
	t.Helper()
	if err := unix.Prlimit(pid, unix.RLIMIT_CORE, nil, &core); err != nil {
		t.Error(err)
	}
	return core
}

// A program this one starts for itself just then is nobody's.
func TestWhatIsStartedBesideABodyBearsNoTag(t *testing.T) {
	s := newShell(t)
	cmd := exec.Command(s.sh, "-c", "exit 1")
	beside := exec.Command("sleep", "1000")
	r, err := newReaper(cmd, s.job.Tmp, func() error { return errors.Join(sandbox.Start(cmd, s.job.Hold), beside.Start()) })
	if err != nil {
		t.Fatal(err)
	}
	if locks := locksOf(beside.Process.Pid); locks.Cur != r.tag {
		t.Errorf("%+v", locks)
	}
	p := &process{cmd: cmd, reaper: r, exited: make(chan struct{})}
	go func() { waitExit(cmd); close(p.exited) }()
	p.end()
	_ = cmd.Wait()
	r.waited()
	if !running(beside.Process.Pid) {
		t.Error("it is ended")
	}
	_ = beside.Process.Kill()
	if err := beside.Wait(); fmt.Sprint(err) != "signal: killed" {
		t.Error(err)
	}
}

func TestWhatAFailedJavaScriptBodyLeftIsEnded(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		for ending, want := range map[string]string{
			`throw new Error("no luck")`: "no luck",
			`return 5`:                   "the body returned number, not text or { text, data }",
			`process.exit(0)`:            "exited 0 without a result",
			`return "fine"`:              "",
		} {
			s := newJS(t, node, policy.Policy{Runs: []string{"sleep"}}, map[string]string{"body.mjs": `
import { spawn } from "node:child_process"
export default () => { spawn("sleep", ["1000"], { detached: true, stdio: "ignore", env: {} }).unref(); ` + ending + ` }`})
			left := shell{scene: s.scene}
			_, err := s.run(t)
			if got := fmt.Sprint(err); want != "" && got != want || want == "" && err != nil {
				t.Errorf("%s: %v", ending, err)
			}
			if got := len(left.left()); (got == 1) != (want == "") || got > 1 {
				t.Errorf("%s: %d are left", ending, got)
			}
			left.endAll(t)
		}
	})
}

func TestAHoldIsToldFromThisProgramsOwn(t *testing.T) {
	for _, c := range []struct {
		child, own held
		want       bool
	}{
		{held{}, held{}, false},
		{held{true, 1}, held{}, true},
		{held{true, 0}, held{}, !sandbox.Kernel().Filter}, // else a program that confines itself alone
		{held{true, 1}, held{true, 1}, false},             // a program inside a body, and its own git
		{held{true, 2}, held{true, 1}, true},
		{held{}, held{true, 1}, false},
	} {
		if got := c.child.over(c.own); got != c.want {
			t.Errorf("%+v under %+v: %v", c.child, c.own, got)
		}
	}
	if own := heldAs(os.Getpid()); heldAs(-1) != (held{}) || own.over(own) {
		t.Errorf("%+v", own)
	}
}

const afterNames = " 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1 2"

func TestAProcessIsReadPastAnyNameOfItsProgram(t *testing.T) {
	for _, name := range []string{"sh", "a b", ") S 1 1 1 (", "))"} {
		got, err := parseStat("42 (" + name + ") S" + afterNames)
		if want := (stat{parent: 10, group: 20, session: 30, born: 77777}); err != nil || got != want {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
	for _, line := range []string{"", "42 (sh)", "42 (sh) S 1 2", "42 (sh) S a 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1"} {
		if got, err := parseStat(line); err == nil {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

func TestAProcessIsOverWhenItsLastThreadIs(t *testing.T) {
	for state, want := range map[string][2]bool{"S": {}, "R": {}, "T": {false, true}, "t": {false, true}, "D": {false, true}, "Z": {true, true}, "X": {true, true}} {
		for _, threads := range []int{1, 2} {
			line := "42 (sh) " + state + strings.Replace(afterNames, " 11 12 77777", fmt.Sprintf(" %d 12 77777", threads), 1)
			got, err := parseStat(line)
			if err != nil || got.over != (want[0] && threads == 1) || got.still != want[1] {
				t.Errorf("%s with %s threads: %+v, %v", state, strconv.Itoa(threads), got, err)
			}
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add("42 (sh) S 10 20 30 0 -1 4194560 1 2 3 4 5 6 7 8 9 10 11 12 77777 1 2")
	f.Add("no parenthesis")
	f.Fuzz(func(t *testing.T, line string) {
		if got, err := parseStat(line); err == nil && (got.parent < 0 || got.group < 0 || got.session < 0) {
			t.Fatalf("%+v", got)
		}
	})
}
