package sandbox

import (
	"math"
	"os/exec"
	"runtime"
	"sync"
	"unsafe"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"sinew/exec/policy"
)

// Kernel is what this machine has to hold a body with, asked once.
var Kernel = sync.OnceValue(func() policy.Kernel {
	k := policy.Kernel{System: runtime.GOOS, Filter: canFilter()}
	if abi, err := landlock.LandlockGetABIVersion(); err == nil {
		k.ABI = policy.ABI(abi)
	}
	return k
})

func canFilter() bool {
	if _, known := machines[runtime.GOARCH]; !known {
		return false
	}
	action := uint32(killProcess)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return errno == 0
}

// Start starts cmd as cmd.Start does, held to hold by all that Kernel says this
// machine has. A *HoldError means that the hold could not be put on and nothing
// was started; any other error is cmd.Start's own.
//
// Every descriptor of this program above the first three is marked to be
// closed when a program is started, whoever opened it; what cmd passes on
// purpose, in ExtraFiles, is not affected. Start is safe to call concurrently.
func Start(cmd *exec.Cmd, hold policy.Hold) error { return start(cmd, hold, Kernel()) }

func start(cmd *exec.Cmd, hold policy.Hold, kernel policy.Kernel) error {
	if err := sealDescriptors(); err != nil {
		return &HoldError{"closing inherited descriptors", err}
	}
	return onThreadOfItsOwn(func() error {
		if err := holdThread(hold, kernel); err != nil {
			return err
		}
		return cmd.Start()
	})
}

// onThreadOfItsOwn runs f on a thread that ends with it, and that is not the
// first thread of the process. What f does to its thread touches nothing else:
// the runtime clones no thread from a locked one.
//
// The first thread stands for the whole process: on it, a hold would put the
// program itself inside the body's reach, to be signalled and traced. When the
// goroutine happens to be there, it keeps that thread busy while another one
// does the work.
func onThreadOfItsOwn(f func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			defer runtime.UnlockOSThread()
			done <- onThreadOfItsOwn(f)
			return
		}
		// Never unlocked: the thread ends with the goroutine.
		done <- f()
	}()
	return <-done
}

// holdThread puts all layers kernel has on the calling thread.
func holdThread(hold policy.Hold, kernel policy.Kernel) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return &HoldError{"giving up new privileges", err}
	}
	if err := dropPowers(); err != nil {
		return &HoldError{"giving up root's powers", err}
	}
	if kernel.ABI > 0 {
		if err := restrictPaths(hold, kernel.ABI); err != nil {
			return err
		}
	}
	if !kernel.Filter {
		return nil
	}
	return installFilter(filter(machines[runtime.GOARCH], hold))
}

// powers are root's over the kernel, the machine and other processes. A body run
// as root has no use for them, and with some it would read the memory of the
// program that started it, whatever Landlock says.
var powers = []uintptr{
	unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE, unix.CAP_PERFMON, unix.CAP_SYS_MODULE,
	unix.CAP_SYS_RAWIO, unix.CAP_BPF, unix.CAP_MKNOD, unix.CAP_DAC_READ_SEARCH,
	unix.CAP_SYS_TIME, unix.CAP_SYS_BOOT, unix.CAP_SYS_CHROOT, unix.CAP_SYS_PACCT, unix.CAP_SYSLOG,
}

// dropPowers keeps powers from what the calling thread starts. Who may not
// drop them has none to pass on: only root has them again in a new program,
// and no_new_privs keeps everyone else from gaining any.
func dropPowers() error {
	for _, power := range powers {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, power, 0, 0, 0)
	}
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	return inheritNone()
}

// inheritNone empties the powers that pass to a new program beside those above:
// root gets them there whatever was dropped.
func inheritNone() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return err
	}
	if sets[0].Inheritable|sets[1].Inheritable == 0 {
		return nil
	}
	sets[0].Inheritable, sets[1].Inheritable = 0, 0
	return unix.Capset(&header, &sets[0])
}

func installFilter(program []instruction) error {
	filters := make([]unix.SockFilter, len(program))
	for i, in := range program {
		filters[i] = unix.SockFilter{Code: in.code, Jt: in.jt, Jf: in.jf, K: in.k}
	}
	prog := unix.SockFprog{Len: uint16(len(filters)), Filter: &filters[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return &HoldError{"filtering system calls", errno}
	}
	return nil
}

// sealDescriptors marks every descriptor above the first three to be closed
// when a program is started: those this program was itself started with too.
func sealDescriptors() error {
	if unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
	return sealListed("/proc/self/fd") // kernels before 5.11
}
