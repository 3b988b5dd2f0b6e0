//go:build !linux

package body

import (
	"os/exec"
	"syscall"
)

// A reaper ends a body's group; what left the group is not found here.
type reaper struct{ root int }

func newReaper(cmd *exec.Cmd, _ string, start func() error) (*reaper, error) {
	if err := start(); err != nil {
		return nil, err
	}
	return &reaper{cmd.Process.Pid}, nil
}

func (r *reaper) signal(sig syscall.Signal) (settled bool) {
	_ = syscall.Kill(-r.root, sig)
	return true
}

func (r *reaper) survivors() bool { return syscall.Kill(-r.root, 0) == nil }

func (r *reaper) sweep(syscall.Signal) {}
func (r *reaper) condemn()             {}
func (r *reaper) spare()               {}
func (r *reaper) waited()              {}

func waitExit(cmd *exec.Cmd) { _ = cmd.Wait() }
