//go:build !linux && !darwin

package sandbox

import (
	"os/exec"
	"runtime"

	"sinew/exec/policy"
)

// Kernel is what this machine has to hold a body with: nothing here.
func Kernel() policy.Kernel { return policy.Kernel{System: runtime.GOOS} }

// Start starts cmd, held to nothing.
func Start(cmd *exec.Cmd, _ policy.Hold) error { return cmd.Start() }
