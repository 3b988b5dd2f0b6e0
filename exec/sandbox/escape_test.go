//go:build linux

package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sinew/exec/body"
	"sinew/exec/internal/probe"
	"sinew/exec/policy"
	"sinew/exec/sandbox"
)

// An attempt is one way out of a hold that a body tries. Names in braces stand
// for the scene's paths and for what runs and listens beside it.
type attempt struct {
	name   string
	acts   []string // the last is the attempt; those before it prepare it and succeed
	needs  needs
	held   outcome
	unheld control
}

// A needs is what an attempt's body declares. The probe is its own program, as
// of an argv, or its runtime when the body declares no program at all.
type needs struct {
	reads, writes, runs []string
	hosts, noProgram    bool
}

var (
	argv       = needs{}
	closed     = needs{noProgram: true}
	hosts      = needs{hosts: true}
	writes     = needs{writes: []string{"{declared}"}}
	everything = needs{reads: []string{"/"}}
	terminal   = needs{writes: []string{"{terminal}"}}
	shell      = needs{runs: []string{"sh"}}
)

// An outcome is what must come of an attempt.
type outcome struct {
	refusals []string // the system's words, one of which it is refused with
	answer   string   // what it answers when it is not refused
	listed   string   // where docs/security.md says that it is not held
}

func refused(words ...string) outcome { return outcome{refusals: words} }

func listed(heading, answer string) outcome { return outcome{answer: answer, listed: heading} }

// The words of the kernel.
const (
	access   = "permission denied"         // EACCES: of Landlock, and of the filter for sockets
	perm     = "operation not permitted"   // EPERM: of Landlock for processes and mounts, and of the filter
	missing  = "function not implemented"  // ENOSYS
	crossing = "invalid cross-device link" // EXDEV: of Landlock
	killed   = "was killed"                // of the filter
	joined   = "transport endpoint is already connected"
)

// A control says whether the attempt succeeds when nothing holds it, so that
// its refusal means something.
type control string

const (
	succeeds control = ""
	asRoot   control = "as root alone"
	perhaps  control = "on some machines"
	harmful  control = "not tried: it would touch what is not the test's, or wait for nobody"
)

func TestNoWayOutOfAHoldIsOpen(t *testing.T) {
	sandbox.NeedsLandlock(t)
	beside := besideEveryScene(t)
	for _, a := range attempts() {
		t.Run(a.name, func(t *testing.T) {
			a.tryUnheld(t, beside)
			a.tryHeld(t, beside)
		})
	}
}

func attempts() []attempt {
	return slices.Concat(pathAttempts, metadataAttempts, programAttempts, processAttempts, socketAttempts, kernelAttempts)
}

func TestTheSuiteHoldsSixtyAttemptsAndNoneTwice(t *testing.T) {
	var names []string
	for _, a := range attempts() {
		names = append(names, a.name)
		if (len(a.held.refusals) > 0) == (a.held.listed != "") {
			t.Errorf("%s: neither refused nor listed, or both", a.name)
		}
	}
	for _, a := range scripts {
		names = append(names, a.name)
	}
	slices.Sort(names)
	if distinct := len(slices.Compact(slices.Clone(names))); distinct != len(names) || distinct < 60 {
		t.Errorf("%d attempts, %d of them distinct", len(names), distinct)
	}
}

func TestTheSecurityPageListsEveryAttemptThatSucceeds(t *testing.T) {
	page := sandbox.Security(t)
	for _, a := range attempts() {
		if a.held.listed != "" && !strings.Contains(page, "- **"+a.held.listed+".**") {
			t.Errorf("%s: the page has no %q", a.name, a.held.listed)
		}
	}
	for _, a := range scripts {
		if a.listed != "" && !strings.Contains(page, "- **"+a.listed+".**") {
			t.Errorf("%s: the page has no %q", a.name, a.listed)
		}
	}
}

func (a attempt) tryHeld(t *testing.T, beside []string) {
	t.Helper()
	s := newStage(t, beside)
	answer, refusal := s.judge(t, a, s.held(t, a.needs, s.fill(a.acts)))
	switch {
	case len(a.held.refusals) > 0 && !slices.Contains(a.held.refusals, refusal):
		t.Errorf("held: %q, refused with %q; must be refused with one of %q", answer, refusal, a.held.refusals)
	case a.held.listed != "" && (refusal != "" || answer != a.held.answer):
		t.Errorf("held: %q, refused with %q; the page says it is not held, answer %q", answer, refusal, a.held.answer)
	}
	if data, err := os.ReadFile(s.File); err != nil || string(data) != "content" {
		t.Errorf("the file outside holds %q, %v", data, err)
	}
}

func (a attempt) tryUnheld(t *testing.T, beside []string) {
	t.Helper()
	if a.unheld == harmful {
		return
	}
	s := newStage(t, beside)
	_, refusal := s.judge(t, a, s.free(t, s.fill(a.acts)))
	must := a.unheld == succeeds || a.unheld == asRoot && os.Getuid() == 0
	if refusal != "" && must {
		t.Errorf("unheld: refused with %q; its refusal under a hold means nothing", refusal)
	} else if refusal != "" {
		t.Logf("unheld: refused with %q", refusal)
	}
}

// A stage is a scene for one try, with a directory a body may declare.
type stage struct {
	sandbox.Scene
	names *strings.Replacer
}

func newStage(t *testing.T, beside []string) stage {
	t.Helper()
	s := stage{Scene: sandbox.NewScene(t)}
	declared := filepath.Join(s.Outside, "declared")
	if err := os.Mkdir(declared, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(declared, "note"), []byte("note"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.names = strings.NewReplacer(slices.Concat(beside, []string{
		"{file}", s.File, "{outside}", s.Outside, "{declared}", declared,
		"{dir}", s.Dir, "{tmp}", s.Tmp, "{probe}", s.Probe,
	})...)
	return s
}

func (s stage) fill(texts []string) []string {
	filled := make([]string, len(texts))
	for i, text := range texts {
		filled[i] = s.names.Replace(text)
	}
	return filled
}

// judge takes the last of what a probe answered apart, and fails when what
// prepares the attempt was refused.
func (s stage) judge(t *testing.T, a attempt, output string) (answer, refusal string) {
	t.Helper()
	answers := probe.Answers(output)
	for i, answer := range answers[:len(answers)-1] {
		if strings.HasPrefix(answer, "refused: ") {
			t.Errorf("%s, before the attempt: %s", a.acts[i], answer)
		}
	}
	last := answers[len(answers)-1]
	if words, is := strings.CutPrefix(last, "refused: "); is {
		parts := strings.Split(words, ": ")
		return "", parts[len(parts)-1] // the kernel's words
	}
	return last, ""
}

// held is what a body of the probe answers.
func (s stage) held(t *testing.T, n needs, acts []string) string {
	t.Helper()
	job := body.Job{Dir: s.Dir, Tmp: s.Tmp, Env: s.environ(), Hold: s.hold(n)}
	got, err := job.Argv(t.Context(), s.Probe, append([]string{s.Probe}, acts...))
	if err != nil {
		return "refused: " + err.Error()
	}
	return got.Text
}

func (s stage) environ() []string {
	return body.Environ(func(string) (string, bool) { return "", false }, s.Tmp)
}

// free is what the probe answers when it is started as a body and not held.
func (s stage) free(t *testing.T, acts []string) string {
	t.Helper()
	cmd := exec.Command(s.Probe, acts...)
	cmd.Dir, cmd.Env = s.Dir, s.environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.Output()
	if err != nil {
		return "refused: " + err.Error()
	}
	return strings.TrimSuffix(string(out), "\n")
}

// hold is what exec works out for a body that declares n.
func (s stage) hold(n needs) policy.Hold {
	p, facts := s.declared(n)
	if n.noProgram {
		facts.Runtime = &policy.Program{Path: s.Probe}
		return p.Hold(facts)
	}
	p.Runs = append([]string{s.Probe}, s.fill(n.runs)...)
	for _, name := range p.Runs {
		if _, program, err := body.FindProgram(name, os.Getenv("PATH")); err == nil {
			facts.Programs[name] = program
		}
	}
	return p.Hold(facts)
}

// declared is n less its programs, and what there is of it.
func (s stage) declared(n needs) (policy.Policy, policy.Facts) {
	p := policy.Policy{Hosts: n.hosts}
	facts := policy.Facts{BodyDir: s.Dir, Tmp: s.Tmp, Found: map[string]policy.Found{}, Programs: map[string]policy.Program{}}
	found := func(paths []string) (places []policy.Place) {
		for _, path := range s.fill(paths) {
			if info, err := os.Stat(path); err == nil {
				facts.Found[path] = policy.Found{Real: path, Dir: info.IsDir()}
			}
			places = append(places, policy.Place{Path: path})
		}
		return places
	}
	p.Reads, p.Writes = found(n.reads), found(n.writes)
	return p, facts
}
