//go:build linux

package sandbox

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"sinew/exec/internal/probe"
	"sinew/exec/policy"
)

func TestABodyRunAsRootHasNoPowerOverTheMachine(t *testing.T) {
	s := newScene(t)
	answer := s.try(t, Kernel(), s.hold(policy.Policy{}), "powers")[0]
	has, err := strconv.ParseUint(answer, 16, 64)
	if err != nil {
		t.Fatal(answer)
	}
	if os.Getuid() != 0 && has != 0 {
		t.Errorf("another user has %x", has)
	}
	for _, power := range powers {
		if has>>power&1 != 0 {
			t.Errorf("power %d is kept, of %x", power, has)
		}
	}
}

// Containers have started programs with powers that pass to what they start.
func TestPowersThatPassToAProgramPassToNoBody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	path := probe.Build(t)
	var out []byte
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this
		if err := inheritAll(); err != nil {
			done <- err
			return
		}
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run=^TestABodyRunAsRootHasNoPowerOverTheMachine$")
		cmd.Env = append(os.Environ(), probe.Path+"="+path)
		var err error
		out, err = cmd.CombinedOutput()
		done <- err
	}()
	if err := <-done; err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// inheritAll lets every power of the calling thread pass to what it starts.
func inheritAll() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return err
	}
	for i := range sets {
		sets[i].Inheritable = sets[i].Permitted
	}
	return unix.Capset(&header, &sets[0])
}
