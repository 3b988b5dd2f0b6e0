//go:build !linux

// Package testuser runs a part of a test as a user whom permissions stop.
package testuser

import (
	"os"
	"os/exec"
	"testing"
)

// Run calls f, or skips the test as root.
func Run(t *testing.T, _ string, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("needs a user who is not root")
	}
	f()
}

// Command leaves cmd as it is, or skips the test as root.
func Command(t *testing.T, _ string, _ *exec.Cmd) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("needs a user who is not root")
	}
}
