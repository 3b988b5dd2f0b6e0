package testuser

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Command makes cmd, which has not started, run as a user whom permissions
// stop: as root as nobody, to whom everything below dir, a directory of t's, is
// given first; else as it is.
func Command(t *testing.T, dir string, cmd *exec.Cmd) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	give(t, dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}
