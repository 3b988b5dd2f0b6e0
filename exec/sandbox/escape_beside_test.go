//go:build linux

package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"sinew/exec/body"
	"sinew/exec/internal/probe"
	"sinew/exec/sandbox"
)

// besideEveryScene starts what a body could reach if nothing held it, and gives
// the names attempts have for it.
func besideEveryScene(t *testing.T) []string {
	t.Helper()
	group, err := unix.Getpgid(0)
	if err != nil {
		t.Fatal(err)
	}
	names := append(sandbox.Reachable(t),
		"{group}", strconv.Itoa(group), "{other}", bystander(t), "{terminal}", pseudoTerminal(t), "{loader}", loader(t))
	return append(names, sharedByNumber(t)...)
}

// loader is the program that loads the shell.
func loader(t *testing.T) string {
	t.Helper()
	_, program, err := body.FindProgram("sh", os.Getenv("PATH"))
	if err != nil || len(program.Interpreters) == 0 {
		t.Fatalf("the shell has no loader: %+v, %v", program, err)
	}
	return program.Interpreters[0]
}

// bystander is the number of a process of the same user that nothing holds.
func bystander(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(probe.Build(t), "hang")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return strconv.Itoa(cmd.Process.Pid)
}

// pseudoTerminal is the path of a terminal of this program's own.
func pseudoTerminal(t *testing.T) string {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	return "/dev/pts/" + strconv.Itoa(number)
}

// sharedByNumber makes what processes share without a path: memory, messages
// and counters by a number, and messages by a name.
func sharedByNumber(t *testing.T) []string {
	t.Helper()
	segment, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := unix.SysvShmAttach(segment, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	copy(memory, "content")
	queue := made(t, unix.SYS_MSGGET, unix.IPC_PRIVATE, 0o600)
	counter := made(t, unix.SYS_SEMGET, unix.IPC_PRIVATE, 1, 0o600)
	t.Cleanup(func() {
		_ = unix.SysvShmDetach(memory)
		_, _ = unix.SysvShmCtl(segment, unix.IPC_RMID, nil)
		_, _, _ = unix.Syscall(unix.SYS_MSGCTL, uintptr(queue), unix.IPC_RMID, 0)
		_, _, _ = unix.Syscall(unix.SYS_SEMCTL, uintptr(counter), 0, unix.IPC_RMID)
	})
	return []string{"{segment}", strconv.Itoa(segment), "{queue}", strconv.Itoa(queue), "{counter}", strconv.Itoa(counter), "{messages}", namedQueue(t)}
}

func namedQueue(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("sinew-escape-%d", os.Getpid())
	at, err := unix.BytePtrFromString(name)
	if err != nil {
		t.Fatal(err)
	}
	fd := made(t, unix.SYS_MQ_OPEN, uintptr(unsafe.Pointer(at)), unix.O_RDWR|unix.O_CREAT|unix.O_CLOEXEC, 0o600, 0)
	t.Cleanup(func() {
		unix.Close(fd)
		_, _, _ = unix.Syscall(unix.SYS_MQ_UNLINK, uintptr(unsafe.Pointer(at)), 0, 0)
	})
	return name
}

// made is the number of what a call makes.
//
//go:uintptrescapes
func made(t *testing.T, number uintptr, args ...uintptr) int {
	t.Helper()
	var a [6]uintptr
	copy(a[:], args)
	made, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	if errno != 0 {
		t.Fatal(errno)
	}
	return int(made)
}
