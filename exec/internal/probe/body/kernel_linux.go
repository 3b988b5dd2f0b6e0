package main

import (
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// kernel are the calls that reach into the kernel, or past the file system to
// other processes.
var kernel = map[string]act{
	"mount":      func(w []string) (string, error) { return done(unix.Mount("none", w[0], "tmpfs", 0, "")) },
	"bind":       func(w []string) (string, error) { return done(unix.Mount(w[0], w[1], "", unix.MS_BIND, "")) },
	"unmount":    func(w []string) (string, error) { return done(unix.Unmount(w[0], unix.MNT_DETACH)) },
	"pivot":      func(w []string) (string, error) { return done(unix.PivotRoot(w[0], w[0])) },
	"chroot":     func(w []string) (string, error) { return done(unix.Chroot(w[0])) },
	"rooted":     rooted,
	"filesystem": func(w []string) (string, error) { return closing(unix.Fsopen(w[0], 0)) },
	"tree":       tree,
	"bpf":        bpf,
	"perf":       perf,
	"faults":     func([]string) (string, error) { return call(unix.SYS_USERFAULTFD, 1) }, // UFFD_USER_MODE_ONLY
	"kexec":      func([]string) (string, error) { return call(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0) },
	"module":     module,
	"key":        key,
	"keys": func([]string) (string, error) {
		_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_USER_KEYRING, true)
		return done(err)
	},
	"clock":  func([]string) (string, error) { return call(unix.SYS_SETTIMEOFDAY, 0, 0) },
	"adjust": adjust,
	"reboot": func([]string) (string, error) {
		_, err := call(unix.SYS_REBOOT, 0, 0, 0, 0)
		return known(err, unix.EINVAL)
	},
	"hostname":    hostname,
	"log":         func([]string) (string, error) { return call(unix.SYS_SYSLOG, 10, 0, 0) }, // its size
	"accounting":  func([]string) (string, error) { return call(unix.SYS_ACCT, 0) },
	"uring":       uring,
	"type":        typeInto,
	"attach":      attach,
	"message":     message,
	"count":       func(w []string) (string, error) { return call(unix.SYS_SEMCTL, uintptr(number(w[0])), 0, 12) }, // GETVAL
	"messages":    func(w []string) (string, error) { return queue(w[0]) },
	"powers":      powers,
	"compatible":  func([]string) (string, error) { return done(compatible()) },
	"descriptors": descriptors,
}

func closing(fd int, err error) (string, error) {
	if err == nil {
		unix.Close(fd)
	}
	return done(err)
}

// rooted reads w[1] with w[0] as the root.
func rooted(w []string) (string, error) {
	if err := unix.Chroot(w[0]); err != nil {
		return "", err
	}
	return opened(w[1], unix.O_RDONLY)
}

// tree reads the file w[1] of a copy of the mount w[0] is in.
func tree(w []string) (string, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, w[0], unix.OPEN_TREE_CLONE|unix.AT_RECURSIVE)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return closing(unix.Openat(fd, w[1], unix.O_RDONLY, 0))
}

func bpf([]string) (string, error) {
	attr := [16]uint32{2, 4, 8, 1} // an array of one entry
	return call(unix.SYS_BPF, 0, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr))
}

func perf([]string) (string, error) {
	attr := unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK, Bits: unix.PerfBitExcludeKernel}
	attr.Size = uint32(unsafe.Sizeof(attr))
	return closing(unix.PerfEventOpen(&attr, 0, -1, -1, 0))
}

// module hands over no module at all: whoever may load one is told that it is
// none.
func module([]string) (string, error) {
	image, parameters := [8]byte{}, [1]byte{}
	_, err := call(unix.SYS_INIT_MODULE, uintptr(unsafe.Pointer(&image)), unsafe.Sizeof(image), uintptr(unsafe.Pointer(&parameters)))
	return known(err, unix.ENOEXEC)
}

func key([]string) (string, error) {
	_, err := unix.AddKey("user", "sinew-test", []byte("x"), unix.KEY_SPEC_PROCESS_KEYRING)
	return done(err)
}

// adjust sets the clock's tick to what it is.
func adjust([]string) (string, error) {
	var now unix.Timex
	if _, err := unix.Adjtimex(&now); err != nil {
		return "", err
	}
	now.Modes = 0x4000 // ADJ_TICK
	_, err := unix.Adjtimex(&now)
	return done(err)
}

func hostname([]string) (string, error) {
	name, err := os.Hostname()
	if err != nil {
		return "", err
	}
	return done(unix.Sethostname([]byte(name)))
}

func uring([]string) (string, error) {
	var params [120]byte
	return call(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)))
}

// typeInto types a letter into the terminal w[0].
func typeInto(w []string) (string, error) {
	fd, err := unix.Open(w[0], unix.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	letter := byte('x')
	_, err = call(unix.SYS_IOCTL, uintptr(fd), unix.TIOCSTI, uintptr(unsafe.Pointer(&letter)))
	return done(err)
}

// attach reads a segment of memory that another process made.
func attach(w []string) (string, error) {
	segment, err := unix.SysvShmAttach(number(w[0]), 0, unix.SHM_RDONLY)
	if err != nil {
		return "", err
	}
	if string(segment[:7]) != "content" {
		return "", errors.New("another segment")
	}
	return done(unix.SysvShmDetach(segment))
}

func message(w []string) (string, error) {
	message := struct {
		kind int
		text byte
	}{1, 'x'}
	return call(unix.SYS_MSGSND, uintptr(number(w[0])), uintptr(unsafe.Pointer(&message)), 1, 0x800) // IPC_NOWAIT
}

// queue opens a message queue by its name.
func queue(name string) (string, error) {
	at, err := unix.BytePtrFromString(name)
	if err != nil {
		return "", err
	}
	return call(unix.SYS_MQ_OPEN, uintptr(unsafe.Pointer(at)), unix.O_RDWR)
}
