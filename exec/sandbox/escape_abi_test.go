//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sinew/exec/policy"
)

// never is later than every Landlock.
const never = policy.NewestABI + 1

// A reach is one line of the table in docs/security.md: what a body does, and
// the Landlock from which it is held. Names in braces stand for the scene's
// paths and what is beside it.
type reach struct {
	does   string
	acts   []string // none where a test of its own says it all
	held   policy.ABI
	asRoot policy.ABI // from when it is held of a body run as root
	needs  policy.Policy
	bare   bool // where system calls are not filtered
}

var (
	nothing    = policy.Policy{}
	aProgram   = policy.Policy{Runs: []string{"ls"}}
	unfiltered = true
)

var reaches = []reach{
	{"reads or lists a file or a folder", words("read {file}", "list {outside}"), 1, 1, nothing, false},
	{"writes, makes or removes one", words("write {outside}/new", "mkdir {outside}/dir", "remove {file}"), 1, 1, nothing, false},
	{"moves or links one from folder to folder", words("link {file} {tmp}/l", "rename {file} {tmp}/moved"), 1, 1, nothing, false},
	{"starts a program", words("run /usr/bin/env"), 1, 1, nothing, false},
	{"traces the program that started it, reads its memory or its environment", words("memory {starter}", "read /proc/{starter}/environ"), 1, 0, nothing, false},
	{"mounts over a folder, in a namespace of its own", words("inside user,mount mount {tmp}"), 1, 1, nothing, false},
	{"cuts a file short", words("truncate {file}"), 3, 3, nothing, false},
	{"gives commands to a device it may read", words("entropy /dev/urandom"), 5, 5, nothing, false},
	{"signals a process", words("kill {starter}"), 6, 6, nothing, false},
	{"reaches an abstract unix socket, with a program declared", words("dial unix {abstract}"), 6, 6, aProgram, false},
	{"reaches a unix socket, without one", words("dial unix {stream}", "dial unix {abstract}", "gram {gram} 2"), 0, 0, nothing, false},
	{"reaches the network, without `hosts`", words("dial tcp {tcp}", "listen tcp 127.0.0.1:0", "dial udp {udp}", "socket 16 3"), 0, 0, aProgram, false},
	{"changes a mode, an owner or a time, without `writes`", words("chmod {file}", "chown {file}", "touch {file}"), 0, 0, aProgram, false},
	{"uses io_uring, the kernel's keys or its log, or makes its parent a tracer", words("uring", "key", "log", "number 0x40000027"), 0, 0, aProgram, false},
	{"sets another process's limits", words("limits {starter}"), 0, 0, aProgram, false},
	{"sets the clock, restarts the machine or takes another root", words("clock", "reboot", "chroot {tmp}"), 0, 0, aProgram, false},
	{"types into a terminal it may write to", nil, 0, 0, nothing, false},
	{"gains a privilege by a set-user-ID program", nil, 0, 0, nothing, false},
	{"keeps root's powers over the kernel, the machine and other processes", nil, 0, 0, nothing, false},
	{"sees a variable beside its own, or a file that was open", nil, 0, 0, nothing, false},
	{"runs on after its deadline, as a group or each in a session of its own", nil, 0, 0, nothing, false},
	{"connects by plain TCP, where calls are not filtered", words("dial tcp {tcp}"), 4, 4, nothing, unfiltered},
	{"sends by UDP, where calls are not filtered", words("dial udp {udp}"), 10, 10, nothing, unfiltered},
	{"reaches a unix socket by its path, where calls are not filtered", words("dial unix {stream}"), 9, 9, nothing, unfiltered},
	{"changes a mode or a time, or uses io_uring or multipath TCP, where calls are not filtered", words("chmod {file}", "touch {file}", "uring", "protocol 2 1 262"), never, never, nothing, unfiltered},
	{"changes a mode, an owner or a time, with `writes`", nil, never, never, nothing, false},
	{"asks what a path is, or watches it", words("stat {file}", "watch {outside}", "access {file}"), never, never, nothing, false},
	{"speaks to a unix socket by its path, with a program declared", words("dial unix {stream}"), never, never, aProgram, false},
	{"runs code it may read, held as it is", words("memfd {probe} say hello"), never, never, nothing, false},
	{"changes another process's priority or processors", words("affinity {starter}"), never, never, nothing, false},
}

func words(acts ...string) []string { return acts }

// from is the Landlock from which r is held of the user who runs this.
func (r reach) from() policy.ABI {
	if os.Getuid() == 0 {
		return r.asRoot
	}
	return r.held
}

// What an older Landlock can hold is asked for on this kernel, and the rest is
// then open: a hold never gives way as a whole, and what is let through is what
// the page and the status say.
func TestEachLandlockHoldsWhatTheTableSays(t *testing.T) {
	newest := needsLandlock(t)
	beside := Reachable(t)
	for _, r := range reaches {
		if len(r.acts) == 0 {
			continue
		}
		free := r.free(t, beside)
		for abi := policy.ABI(0); abi <= newest.ABI; abi++ {
			t.Run(fmt.Sprintf("%s, ABI %d", r.does, abi), func(t *testing.T) {
				r.compare(t, abi, beside, free)
			})
		}
	}
}

func (r reach) compare(t *testing.T, abi policy.ABI, beside, free []string) {
	t.Helper()
	s := newScene(t)
	kernel := policy.Kernel{System: "linux", ABI: abi, Filter: !r.bare}
	for i, answer := range s.try(t, kernel, s.hold(r.needs), s.fill(r.acts, beside)...) {
		isRefused := strings.HasPrefix(answer, "refused: ")
		switch held := abi >= r.from(); {
		case held && !isRefused:
			t.Errorf("%s: %s, and the table says it is held", r.acts[i], answer)
		case !held && isRefused && !strings.HasPrefix(free[i], "refused: "):
			t.Errorf("%s: %s, and the table says it is not held", r.acts[i], answer)
		}
	}
}

// free is what comes of r when nothing holds it.
func (r reach) free(t *testing.T, beside []string) []string {
	t.Helper()
	s := newScene(t)
	cmd := exec.Command(s.probe, s.fill(r.acts, beside)...)
	cmd.Env = []string{"TMPDIR=" + s.tmp}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(out), "\n")
}

func (s scene) fill(acts, beside []string) []string {
	names := strings.NewReplacer(append([]string{"{file}", s.file, "{outside}", s.outside, "{tmp}", s.tmp, "{probe}", s.probe}, beside...)...)
	filled := make([]string, len(acts))
	for i, act := range acts {
		filled[i] = names.Replace(act)
	}
	return filled
}

// A hold that falls back as a whole is a hold that is silently none: with each
// Landlock the status is full only where a file cut short, a command to a
// device, a signal and an abstract socket are all refused, and none only where
// a file can be read.
func TestTheStatusIsTrueAtEachLandlock(t *testing.T) {
	newest := needsLandlock(t)
	beside := Reachable(t)
	acts := words("read {file}", "truncate {file}", "entropy /dev/urandom", "kill {starter}", "dial unix {abstract}", "dial udp {udp}", "chmod {file}")
	for abi := policy.ABI(0); abi <= newest.ABI; abi++ {
		s := newScene(t)
		kernel := policy.Kernel{System: "linux", ABI: abi, Filter: true}
		open := map[string]bool{}
		for i, answer := range s.try(t, kernel, s.hold(aProgram), s.fill(acts, beside)...) {
			if !strings.HasPrefix(answer, "refused: ") {
				open[acts[i]] = true
			}
		}
		want := policy.Partial
		switch {
		case open["read {file}"]:
			want = policy.None
		case len(open) == 0:
			want = policy.Full
		}
		if got := kernel.Status(); got.Type != want || (got.Why == "") != (want == policy.Full) {
			t.Errorf("ABI %d: status %+v, and %v are open", abi, got, open)
		}
	}
}
