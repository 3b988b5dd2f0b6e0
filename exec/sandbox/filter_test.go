package sandbox

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/exec/policy"
)

// A syscallData is what a filter judges, as the kernel lays it out.
type syscallData struct {
	number, arch uint32
	args         [6]uint64
}

// judge runs a filter as the kernel would.
func judge(t interface{ Fatalf(string, ...any) }, program []instruction, call syscallData) uint32 {
	data := make([]byte, 64)
	binary.LittleEndian.PutUint32(data[0:], call.number)
	binary.LittleEndian.PutUint32(data[4:], call.arch)
	for i, arg := range call.args {
		binary.LittleEndian.PutUint64(data[16+8*i:], arg)
	}
	var word uint32
	for at := 0; at < len(program); at++ {
		in := program[at]
		jump := func(holds bool) {
			if holds {
				at += int(in.jt)
			} else {
				at += int(in.jf)
			}
		}
		switch in.code {
		case opLoad:
			word = binary.LittleEndian.Uint32(data[in.k:])
		case opAnd:
			word &= in.k
		case opEqual:
			jump(word == in.k)
		case opAtMin:
			jump(word >= in.k)
		case opReturn:
			return in.k
		default:
			t.Fatalf("instruction %#x", in.code)
		}
	}
	t.Fatalf("the filter ends without an answer")
	return 0
}

func eachMachine(t *testing.T, test func(t *testing.T, m machine)) {
	for name, m := range machines {
		t.Run(name, func(t *testing.T) { test(t, m) })
	}
}

func TestAFilterOpensTheFamiliesADeclarationNamesAndNoOthers(t *testing.T) {
	const packet, alg, vsock = 17, 38, 40
	for _, c := range []struct {
		hold policy.Hold
		open []uint64
	}{
		{policy.Hold{}, nil},
		{policy.Hold{Unix: true}, []uint64{afUnix}},
		{policy.Hold{Hosts: true}, []uint64{afInet, afInet6, afNetlink}},
		{policy.Hold{Hosts: true, Unix: true}, []uint64{afUnix, afInet, afInet6, afNetlink}},
	} {
		eachMachine(t, func(t *testing.T, m machine) {
			open := map[uint64]bool{}
			for _, family := range c.open {
				open[family] = true
			}
			for _, family := range []uint64{0, afUnix, afInet, afInet6, afNetlink, packet, alg, vsock, 1<<32 | packet} {
				want := uint32(errAccess)
				if open[family] {
					want = allow
				}
				got := judge(t, filter(m, c.hold), syscallData{number: m.socket, arch: m.arch, args: [6]uint64{family}})
				if got != want {
					t.Errorf("%+v, family %d: %#x, want %#x", c.hold, family, got, want)
				}
			}
		})
	}
}

func TestTheUpperHalfOfAFamilyHidesNothing(t *testing.T) {
	eachMachine(t, func(t *testing.T, m machine) {
		got := judge(t, filter(m, policy.Hold{Unix: true}), syscallData{number: m.socket, arch: m.arch, args: [6]uint64{1<<32 | afInet}})
		if got != errAccess {
			t.Errorf("%#x", got)
		}
	})
}

func TestAPairThatCanBeTurnedElsewhereIsClosedWithUnixSockets(t *testing.T) {
	const datagram, raw, nonblocking = 2, 3, 0x800
	eachMachine(t, func(t *testing.T, m machine) {
		pair := func(hold policy.Hold, family, kind uint64) uint32 {
			return judge(t, filter(m, hold), syscallData{number: m.socketpair, arch: m.arch, args: [6]uint64{family, kind}})
		}
		for _, kind := range []uint64{sockStream, sockSeq, sockStream | nonblocking} {
			if got := pair(policy.Hold{}, afUnix, kind); got != allow {
				t.Errorf("kind %#x: %#x", kind, got)
			}
		}
		for _, kind := range []uint64{datagram, raw, datagram | nonblocking} {
			if got := pair(policy.Hold{}, afUnix, kind); got != errAccess {
				t.Errorf("kind %#x: %#x", kind, got)
			}
			if got := pair(policy.Hold{Unix: true}, afUnix, kind); got != allow {
				t.Errorf("kind %#x with a program: %#x", kind, got)
			}
		}
		if got := pair(policy.Hold{Unix: true, Hosts: true}, afInet, sockStream); got != errAccess {
			t.Errorf("a pair of another family: %#x", got)
		}
	})
}

func TestMetadataIsClosedUntilSomethingIsWritten(t *testing.T) {
	eachMachine(t, func(t *testing.T, m machine) {
		for _, number := range m.metadata {
			if got := judge(t, filter(m, policy.Hold{}), syscallData{number: number, arch: m.arch}); got != errPerm {
				t.Errorf("%d: %#x", number, got)
			}
			if got := judge(t, filter(m, policy.Hold{Metadata: true}), syscallData{number: number, arch: m.arch}); got != allow {
				t.Errorf("%d with writes: %#x", number, got)
			}
		}
		for _, command := range slices.Concat(changing, typing) {
			call := syscallData{number: m.ioctl, arch: m.arch, args: [6]uint64{1, uint64(command)}}
			if got := judge(t, filter(m, policy.Hold{}), call); got != errPerm {
				t.Errorf("command %#x: %#x", command, got)
			}
			open := slices.Contains(changing, command)
			if got := judge(t, filter(m, policy.Hold{Metadata: true}), call); (got == allow) != open {
				t.Errorf("command %#x with writes: %#x", command, got)
			}
		}
	})
}

func TestWhatProcessesShareByNumberIsClosedWithUnixSockets(t *testing.T) {
	eachMachine(t, func(t *testing.T, m machine) {
		for _, number := range m.shared {
			call := syscallData{number: number, arch: m.arch}
			if got := judge(t, filter(m, policy.Hold{Hosts: true, Metadata: true}), call); got != errPerm {
				t.Errorf("%d: %#x", number, got)
			}
			if got := judge(t, filter(m, policy.Hold{Unix: true}), call); got != allow {
				t.Errorf("%d with a program: %#x", number, got)
			}
		}
	})
}

func TestTheLimitsOfAnotherProcessAreOutOfReach(t *testing.T) {
	eachMachine(t, func(t *testing.T, m machine) {
		for pid, want := range map[uint64]uint32{0: allow, 1: errPerm, 4242: errPerm, 1 << 32: allow} {
			got := judge(t, filter(m, policy.Hold{}), syscallData{number: m.prlimit, arch: m.arch, args: [6]uint64{pid}})
			if got != want {
				t.Errorf("pid %d: %#x, want %#x", pid, got, want)
			}
		}
	})
}

func TestNoParentIsMadeATracer(t *testing.T) {
	const attach, seize = 16, 0x4206
	eachMachine(t, func(t *testing.T, m machine) {
		for request, want := range map[uint64]uint32{traceMe: errPerm, attach: allow, seize: allow} {
			got := judge(t, filter(m, policy.Hold{Unix: true}), syscallData{number: m.ptrace, arch: m.arch, args: [6]uint64{request}})
			if got != want {
				t.Errorf("request %d: %#x, want %#x", request, got, want)
			}
		}
	})
}

// Property: whatever the hold, a call of another instruction set ends the
// process, the x32 numbers and io_uring do not exist, kernel code is out of
// reach, every path of the filter ends in an answer, and no jump leaves it.
func TestNoCallGetsAroundAFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"amd64", "arm64"}).Draw(t, "machine")
		m := machines[name]
		hold := policy.Hold{Hosts: rapid.Bool().Draw(t, "hosts"), Unix: rapid.Bool().Draw(t, "unix"), Metadata: rapid.Bool().Draw(t, "metadata")}
		program := filter(m, hold)
		if len(program) > 4096 {
			t.Fatalf("%d instructions", len(program))
		}
		call := syscallData{number: rapid.Uint32().Draw(t, "number"), arch: m.arch}
		for i := range call.args {
			call.args[i] = rapid.Uint64().Draw(t, fmt.Sprint("argument", i))
		}
		got := judge(t, program, call)
		if m.x32 != 0 && call.number >= m.x32 && got != errNoSys {
			t.Fatalf("x32 call %#x: %#x", call.number, got)
		}
		for _, number := range m.uring {
			if got := judge(t, program, syscallData{number: number, arch: m.arch}); got != errNoSys {
				t.Fatalf("io_uring: %#x", got)
			}
		}
		for _, number := range m.kernel {
			if got := judge(t, program, syscallData{number: number, arch: m.arch, args: call.args}); got != errPerm {
				t.Fatalf("call %d: %#x", number, got)
			}
		}
		call.arch = rapid.Uint32().Filter(func(arch uint32) bool { return arch != m.arch }).Draw(t, "arch")
		if got := judge(t, program, call); got != killProcess {
			t.Fatalf("arch %#x: %#x", call.arch, got)
		}
	})
}

// Every number finds its own judgment among all of them, and no other's.
func TestEachCallFindsItsJudgment(t *testing.T) {
	eachMachine(t, func(t *testing.T, m machine) {
		for _, hold := range []policy.Hold{{}, {Hosts: true}, {Unix: true, Metadata: true}} {
			program, judged := filter(m, hold), map[uint32][]instruction{}
			for _, j := range judgments(m, hold) {
				if judged[j.call] != nil {
					t.Errorf("call %d is judged twice", j.call)
				}
				judged[j.call] = j.steps
			}
			for number := range uint32(1024) {
				call := syscallData{number: number, arch: m.arch, args: [6]uint64{7, 7}}
				want := uint32(allow)
				if steps := judged[number]; steps != nil {
					want = judge(t, steps, call)
				}
				if got := judge(t, program, call); got != want {
					t.Errorf("%+v, call %d: %#x, want %#x", hold, number, got, want)
				}
			}
		}
	})
}

func TestCallsAFilterDoesNotNameAreLetThrough(t *testing.T) {
	for name, calls := range map[string][]uint32{
		"amd64": {0, 1, 2, 9, 16, 59, 257, 318, 435}, // read, write, open, mmap, ioctl, execve, openat, getrandom, clone3
		"arm64": {63, 64, 56, 222, 29, 221, 278, 435},
	} {
		m := machines[name]
		for _, number := range calls {
			if got := judge(t, filter(m, policy.Hold{}), syscallData{number: number, arch: m.arch}); got != allow {
				t.Errorf("%s, call %d: %#x", name, number, got)
			}
		}
	}
}
