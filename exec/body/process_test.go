package body

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sinew/exec/internal/probe"
	"sinew/exec/policy"
	"sinew/internal/testuser"
)

func TestMain(m *testing.M) {
	code := m.Run()
	probe.Remove()
	os.Exit(code)
}

// A scene is a job over a probe, as a caller sets one up.
type scene struct {
	job      Job
	probe    string
	messages *bytes.Buffer
	notes    string // a directory the body may write into, which outlives the run
}

func newScene(t *testing.T) scene {
	t.Helper()
	s := newBareScene(t)
	s.probe = probe.Build(t)
	p := policy.Policy{Writes: []policy.Place{{Path: s.notes}}, Runs: []string{"probe"}}
	s.job.Hold = p.Hold(policy.Facts{
		BodyDir: s.job.Dir, Tmp: s.job.Tmp,
		Found:    map[string]policy.Found{s.notes: {Real: s.notes, Dir: true}},
		Programs: map[string]policy.Program{"probe": {Path: s.probe}},
	})
	return s
}

// newBareScene is a scene whose body is still to be said.
func newBareScene(t *testing.T) scene {
	t.Helper()
	root := realDir(t)
	s := scene{messages: &bytes.Buffer{}, notes: filepath.Join(root, "notes")}
	dir := filepath.Join(root, "body")
	for _, path := range []string{s.notes, dir} {
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tmp, remove, err := MakeTmp(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = remove() })
	s.job = Job{Dir: dir, Tmp: tmp, Stderr: s.messages, Env: Environ(func(string) (string, bool) { return "", false }, tmp)}
	return s
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (s scene) run(ctx context.Context, acts ...string) (Result, error) {
	return s.job.Argv(ctx, s.probe, append([]string{s.probe}, acts...))
}

func TestAnArgvRunsInItsDirectoryWithAnEmptyInput(t *testing.T) {
	s := newScene(t)
	got, err := s.run(t.Context(), "cwd", "stdin")
	if err != nil || got.Text != s.job.Dir+"\n0 EOF" {
		t.Errorf("%q, %v", got.Text, err)
	}
}

func TestABodySeesFiveVariablesAndItsSettings(t *testing.T) {
	s := newScene(t)
	all := map[string]string{
		"PATH": "/bin", "HOME": "/home/me", "TMPDIR": "/elsewhere", "LANG": "C", "TERM": "dumb",
		"LD_PRELOAD": "/evil.so", "NODE_OPTIONS": "--require=/evil.js", "AWS_SECRET_ACCESS_KEY": "secret", "EVOKE_TODAY": "2026-01-01",
	}
	lookup := func(name string) (string, bool) { value, set := all[name]; return value, set }
	s.job.Env = append(Environ(lookup, s.job.Tmp), ConfigEnviron([]string{"file", "unset", "api_token"}, map[string]string{"file": "/f", "api_token": "t"}, "my words")...)
	got, err := s.run(t.Context(), "env")
	want := "PATH=/bin HOME=/home/me TMPDIR=" + s.job.Tmp + " LANG=C TERM=dumb EVOKE_CONFIG_FILE=/f EVOKE_CONFIG_API_TOKEN=t EVOKE_INPUT=my words"
	if err != nil || got.Text != want {
		t.Errorf("%q, %v\nwant %q", got.Text, err, want)
	}
	delete(all, "LANG")
	delete(all, "PATH")
	if env := Environ(lookup, "/t"); !slices.Equal(env, []string{"HOME=/home/me", "TMPDIR=/t", "TERM=dumb"}) {
		t.Errorf("%q", env)
	}
}

func TestMessagesPassEscapedLineByLine(t *testing.T) {
	s := newScene(t)
	if _, err := s.run(t.Context(), `warn one\n\x1b[2J\u202etwo\t3\r\nlast`); err != nil {
		t.Fatal(err)
	}
	if got, want := s.messages.String(), "one\n\\u{1b}[2J\\u{202e}two\t3\nlast\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What must outlive a run detaches, holding the run's pipes or not.
func TestWhatDetachesOutlivesTheRunAndDoesNotDelayIt(t *testing.T) {
	s := newScene(t)
	for _, session := range []string{"", " setsid"} {
		file := filepath.Join(s.notes, "pid"+session)
		file = strings.ReplaceAll(file, " ", "-")
		got, err := s.run(t.Context(), "leave "+file+session, "say done")
		if err != nil || got.Text != "ok\ndone" {
			t.Fatalf("%q, %v", got.Text, err)
		}
		pid := pidIn(t, file)
		if !running(pid) {
			t.Error("what was left running is gone")
		}
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func TestAnInterruptedRunLeavesNothingOfItsOwn(t *testing.T) {
	needsReaper(t)
	s := newScene(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("ctrl-c")
	plain, left, orphan := filepath.Join(s.notes, "a"), filepath.Join(s.notes, "b"), filepath.Join(s.notes, "c")
	ready := filepath.Join(s.notes, "ready")
	go func() {
		waitFor(t, ready)
		cancel(why)
	}()
	_, err := s.run(ctx, "leave "+plain, "leave "+left+" setsid", "orphan "+orphan, "started "+ready, "hang")
	var interrupted *Interrupted
	if !errors.As(err, &interrupted) || !errors.Is(err, why) || err.Error() != "interrupted" {
		t.Errorf("%v", err)
	}
	for _, file := range []string{plain, left, orphan} {
		if pid := pidIn(t, file); running(pid) {
			t.Errorf("%s is still running", filepath.Base(file))
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

func TestADeadlineEndsABodyThatDoesNotListen(t *testing.T) {
	needsReaper(t)
	s := newScene(t)
	left := filepath.Join(s.notes, "left")
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	_, err := s.run(ctx, "deaf", "leave "+left+" setsid", "hang")
	if !errors.Is(err, ErrDeadline) {
		t.Errorf("%v", err)
	}
	if pid := pidIn(t, left); running(pid) {
		t.Error("its grandchild is still running")
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func TestARunThatIsOverBeforeItBeganStartsNothing(t *testing.T) {
	s := newScene(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ready := filepath.Join(s.notes, "ready")
	_, err := s.run(ctx, "started "+ready)
	var interrupted *Interrupted
	if !errors.As(err, &interrupted) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(ready); err == nil {
		t.Error("the body ran")
	}
}

func TestThePrivateFolderIsForOneUserAndOneRun(t *testing.T) {
	dir := realDir(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	path, remove, err := MakeTmp(link)
	if err != nil {
		t.Fatal(err)
	}
	other, removeOther, err := MakeTmp(link)
	if err != nil || other == path {
		t.Fatalf("%s twice, %v", other, err)
	}
	_ = removeOther()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(path) != dir || !strings.HasPrefix(filepath.Base(path), "evoke-"+strconv.Itoa(os.Getpid())+"-") {
		t.Errorf("%s, %v, %v", path, info.Mode(), err)
	}
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	if _, _, err := MakeTmp(filepath.Join(dir, "absent")); err == nil {
		t.Error("a folder in a directory that is not there")
	}
}

// A body may close what it makes, and the folder itself, to its owner.
func TestThePrivateFolderIsRemovedHoweverItWasLeft(t *testing.T) {
	dir := realDir(t)
	outside := filepath.Join(dir, "outside")
	path, remove, err := MakeTmp(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, inner := range []string{outside, filepath.Join(path, "closed", "inner"), filepath.Join(path, "read-only", "inner")} {
		if err := os.MkdirAll(inner, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(inner, "file"), nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(path, "link")); err != nil {
		t.Fatal(err)
	}
	held, err := os.Create(filepath.Join(path, "held"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	testuser.Run(t, dir, func() {
		_ = os.Chmod(filepath.Join(path, "closed"), 0)
		_ = os.Chmod(filepath.Join(path, "read-only"), 0o500)
		_ = os.Chmod(path, 0)
		if os.RemoveAll(path) == nil {
			t.Error("nothing was in the way")
		}
		err = remove()
	})
	if _, gone := os.Lstat(path); err != nil || !os.IsNotExist(gone) {
		t.Errorf("it is still there: %v, %v", err, gone)
	}
	if info, err := os.Stat(filepath.Join(outside, "file")); err != nil || info.Mode().Perm() != 0 {
		t.Errorf("what a link led to was touched: %v", err)
	}
}

func needsReaper(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("needs /proc")
	}
}

// waitFor waits until a body has made a file.
func waitFor(t *testing.T, path string) {
	for range 2000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%s never came", path)
}

func pidIn(t *testing.T, path string) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// running reports whether pid runs and is not only waiting to be waited for.
func running(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(data), ") ")
	return !strings.HasPrefix(after, "Z")
}
