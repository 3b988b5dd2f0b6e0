//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// alone starts cmd in a session of its own, without a terminal on which ssh
// could ask, and ends all of that session's group when the context is done.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
