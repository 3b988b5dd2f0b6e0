package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"

	"sinew/exec/policy"
)

// sandboxExec puts a profile on itself and then becomes another program.
const sandboxExec = "/usr/bin/sandbox-exec"

// Kernel is what this machine has to hold a body with, asked once.
var Kernel = sync.OnceValue(func() policy.Kernel {
	return policy.Kernel{System: runtime.GOOS, Seatbelt: unix.Access(sandboxExec, unix.X_OK) == nil}
})

// Start starts cmd as cmd.Start does, held to hold by Seatbelt; unheld on a Mac
// without sandbox-exec. A *HoldError means that the hold could not be put on and
// nothing was started; any other error is cmd.Start's own.
//
// Under Seatbelt cmd.Path must be absolute, and the program is told that path as
// its own name, whatever cmd.Args begins with. A profile the system refuses is
// not an error of Start: sandbox-exec says so on standard error and exits with
// 65 or 71, and the program does not run.
//
// Every descriptor of this program above the first three is marked to be
// closed when a program is started, whoever opened it; what cmd passes on
// purpose, in ExtraFiles, is not affected. Start is safe to call concurrently.
func Start(cmd *exec.Cmd, hold policy.Hold) error { return start(cmd, hold, Kernel()) }

func start(cmd *exec.Cmd, hold policy.Hold, kernel policy.Kernel) error {
	if err := sealListed("/dev/fd"); err != nil {
		return &HoldError{"closing inherited descriptors", err}
	}
	if !kernel.Seatbelt {
		return cmd.Start()
	}
	if err := startable(cmd); err != nil {
		return err
	}
	profile, err := hold.Seatbelt()
	if err != nil {
		return &HoldError{"writing a Seatbelt profile", err}
	}
	path, own := cmd.Path, cmd.Args
	defer func() { cmd.Path, cmd.Args = path, own }()
	cmd.Path, cmd.Args = sandboxExec, heldArgs(cmd, profile)
	return cmd.Start()
}

// heldArgs are the arguments of sandbox-exec that start cmd under profile. The
// path ends what it takes for its own flags.
func heldArgs(cmd *exec.Cmd, profile string) []string {
	args := []string{sandboxExec, "-p", profile, cmd.Path}
	return append(args, cmd.Args[min(1, len(cmd.Args)):]...)
}

// startable is the error cmd.Start has for a program that cannot be started:
// under sandbox-exec it would be that one's exit.
func startable(cmd *exec.Cmd) error {
	if cmd.Err != nil {
		return cmd.Err
	}
	if !filepath.IsAbs(cmd.Path) {
		return fmt.Errorf("%s is no absolute path", cmd.Path)
	}
	err := unix.Access(cmd.Path, unix.X_OK)
	if info, statErr := os.Stat(cmd.Path); err == nil && statErr == nil && !info.Mode().IsRegular() {
		err = unix.EACCES
	}
	if err != nil {
		return &os.PathError{Op: "fork/exec", Path: cmd.Path, Err: err}
	}
	return nil
}
