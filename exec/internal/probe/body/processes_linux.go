package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// processes are what can be tried on another process, and ways to be another
// one oneself.
var processes = map[string]act{
	"signal": func(w []string) (string, error) { return done(unix.Kill(number(w[0]), unix.Signal(number(w[1])))) },
	"thread": func(w []string) (string, error) { return done(unix.Tgkill(number(w[0]), number(w[0]), 0)) },
	"queue":  queueSignal,
	"pidfd": func(w []string) (string, error) {
		return onHandle(w[0], func(fd int) error { return unix.PidfdSendSignal(fd, 0, nil, 0) })
	},
	"getfd": func(w []string) (string, error) {
		return onHandle(w[0], func(fd int) error { _, err := unix.PidfdGetfd(fd, 1, 0); return err })
	},
	"join": func(w []string) (string, error) {
		return onHandle(w[0], func(fd int) error { return unix.Setns(fd, unix.CLONE_NEWUTS) })
	},
	"owner": owner,
	"poke": func(w []string) (string, error) {
		b := []byte{0}
		_, err := unix.ProcessVMWritev(number(w[0]), []unix.Iovec{{Base: &b[0], Len: 1}}, []unix.RemoteIovec{{Base: 0, Len: 1}}, 0)
		return known(err, unix.EFAULT)
	},
	"seize": func(w []string) (string, error) {
		err := unix.PtraceSeize(number(w[0]))
		if err == nil {
			_ = unix.PtraceDetach(number(w[0]))
		}
		return done(err)
	},
	"traced": traced,
	"compare": func(w []string) (string, error) {
		return call(unix.SYS_KCMP, uintptr(number(w[0])), uintptr(os.Getpid()), 1)
	},
	"pages": func(w []string) (string, error) {
		return call(unix.SYS_MOVE_PAGES, uintptr(number(w[0])))
	},
	"locks": func(w []string) (string, error) {
		var head, size uintptr
		return call(unix.SYS_GET_ROBUST_LIST, uintptr(number(w[0])), uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&size)))
	},
	"setlimits": func(w []string) (string, error) {
		var limit unix.Rlimit
		if err := unix.Prlimit(0, unix.RLIMIT_CORE, nil, &limit); err != nil {
			return "", err
		}
		return done(unix.Prlimit(number(w[0]), unix.RLIMIT_CORE, &limit, nil))
	},
	"nice":        func(w []string) (string, error) { return done(unix.Setpriority(unix.PRIO_PROCESS, number(w[0]), 1)) },
	"affinity":    affinity,
	"personality": func([]string) (string, error) { return call(unix.SYS_PERSONALITY, 0x0040000) }, // ADDR_NO_RANDOMIZE
	"priority": func(w []string) (string, error) {
		_, err := unix.Getpriority(unix.PRIO_PROCESS, number(w[0]))
		return done(err)
	},
	"forked": forked,
	"memfd":  memfd,
	"loader": func(w []string) (string, error) { return output(exec.Command(w[0], words(w[1:])...)) },
	"inside": inside,
	"start":  func(w []string) (string, error) { return output(exec.Command(w[0], join(w[1:])...)) },
	"copy":   copyFile,
	"user":   func([]string) (string, error) { return strconv.Itoa(os.Geteuid()), nil },
	"shell": func(w []string) (string, error) {
		return output(exec.Command("/bin/sh", "-c", strings.Join(words(w), " ")))
	},
	"await": await,
	"names": names,
	"bomb":  bomb,
}

// onHandle does something to a process by a handle on it.
func onHandle(pid string, f func(fd int) error) (string, error) {
	fd, err := unix.PidfdOpen(number(pid), 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return done(f(fd))
}

// traced makes the parent its tracer, and stops.
func traced([]string) (string, error) {
	runtime.LockOSThread()
	if _, err := call(unix.SYS_PTRACE, unix.PTRACE_TRACEME); err != nil {
		return "", err
	}
	return done(unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGSTOP))
}

func queueSignal(w []string) (string, error) {
	var info [128]byte
	*(*int32)(unsafe.Pointer(&info[8])) = -1 // SI_QUEUE
	return call(unix.SYS_RT_SIGQUEUEINFO, uintptr(number(w[0])), uintptr(unix.SIGWINCH), uintptr(unsafe.Pointer(&info)))
}

// owner names a process as the one to be told of a pipe's input, by the signal
// w[1], and then feeds the pipe. The kernel says nothing of a signal it keeps.
func owner(w []string) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return "", err
	}
	for command, value := range map[int]int{unix.F_SETOWN: number(w[0]), unix.F_SETSIG: number(w[1])} {
		if _, err := unix.FcntlInt(uintptr(pair[0]), command, value); err != nil {
			return "", err
		}
	}
	if _, err := unix.FcntlInt(uintptr(pair[0]), unix.F_SETFL, unix.O_ASYNC); err != nil {
		return "", err
	}
	_, err = unix.Write(pair[1], []byte("x"))
	return done(err)
}

func affinity(w []string) (string, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(number(w[0]), &set); err != nil {
		return "", err
	}
	return done(unix.SchedSetaffinity(number(w[0]), &set))
}

// words are those of w that are there.
func words(w []string) []string {
	return strings.Fields(strings.Join(w, " "))
}

// join is words as the one act they are, for a probe to try.
func join(w []string) []string {
	return []string{strings.Join(words(w), " ")}
}

// output is what a probe started in turn says of its one act.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	answer := strings.TrimSpace(string(out))
	if rest, refused := strings.CutPrefix(answer, "refused: "); refused {
		return "", errors.New(rest)
	}
	return answer, err
}

// forked tries an act in a session of its own, by a process whose parent is
// gone.
func forked(w []string) (string, error) {
	cmd := exec.Command(os.Args[0], join(w)...)
	if w[0] != "second" {
		cmd.Args = []string{os.Args[0], "forked second " + cmd.Args[1]}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return output(cmd)
	}
	cmd.Args = []string{os.Args[0], strings.TrimPrefix(cmd.Args[1], "second ")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		return "", err
	}
	os.Exit(0)
	return "", nil
}

// memfd runs the program at w[0] from memory, to try an act.
func memfd(w []string) (string, error) {
	code, err := os.ReadFile(w[0])
	if err != nil {
		return "", err
	}
	fd, err := unix.MemfdCreate("program", 0)
	if err != nil {
		return "", err
	}
	file := os.NewFile(uintptr(fd), "program")
	if _, err := file.Write(code); err != nil {
		return "", err
	}
	// Open for writing it cannot be started.
	readable, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
	if err != nil {
		return "", err
	}
	file.Close()
	cmd := exec.Command("/proc/self/fd/3", join(w[1:])...)
	cmd.ExtraFiles = []*os.File{readable}
	return output(cmd)
}

func copyFile(w []string) (string, error) {
	data, err := os.ReadFile(w[0])
	if err != nil {
		return "", err
	}
	return done(os.WriteFile(w[1], data, 0o700))
}

var spaces = map[string]uintptr{
	"user": unix.CLONE_NEWUSER, "mount": unix.CLONE_NEWNS, "process": unix.CLONE_NEWPID, "network": unix.CLONE_NEWNET,
	"ipc": unix.CLONE_NEWIPC, "name": unix.CLONE_NEWUTS, "cgroup": unix.CLONE_NEWCGROUP,
}

// inside tries an act in new namespaces, given as `user,mount`, with the powers
// their maker has in them.
func inside(w []string) (string, error) {
	cmd := exec.Command(os.Args[0], join(w[1:])...)
	attr := &syscall.SysProcAttr{}
	for name := range strings.SplitSeq(w[0], ",") {
		attr.Cloneflags |= spaces[name]
	}
	if attr.Cloneflags&unix.CLONE_NEWUSER != 0 {
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_NET_ADMIN, unix.CAP_NET_RAW, unix.CAP_SYS_PTRACE, unix.CAP_DAC_READ_SEARCH}
	}
	cmd.SysProcAttr = attr
	return output(cmd)
}

// names are the variables of the environment, in order.
func names([]string) (string, error) {
	var names []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " "), nil
}

// await waits until a file is there.
func await(w []string) (string, error) {
	for range 4000 {
		if _, err := os.Stat(w[0]); err == nil {
			return "ok", nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return "", fmt.Errorf("%s never came", w[0])
}

// bomb starts w[1] processes that hang, each in a session of its own and without
// a parent, and writes their numbers into the directory w[0].
func bomb(w []string) (string, error) {
	for i := range number(w[1]) {
		cmd := exec.Command(os.Args[0], "leave "+filepath.Join(w[0], strconv.Itoa(i))+" setsid")
		if err := cmd.Run(); err != nil {
			return "", err
		}
	}
	return "ok", nil
}

// known is done, with an errno that says that the call was listened to.
func known(err error, listened error) (string, error) {
	if errors.Is(err, listened) {
		return "ok", nil
	}
	return done(err)
}

// call makes a system call. What its arguments point at stays where it is.
//
//go:uintptrescapes
func call(number uintptr, args ...uintptr) (string, error) {
	var a [6]uintptr
	copy(a[:], args)
	_, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	if errno != 0 {
		return "", errno
	}
	return "ok", nil
}
