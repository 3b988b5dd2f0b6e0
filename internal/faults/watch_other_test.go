//go:build !linux

package faults

import "testing"

// A watch sees nothing here: what is killed is killed after a time.
type watch struct{}

func watchDir(*testing.T, string, func()) *watch { return &watch{} }

func (*watch) close(*testing.T) {}

func changesOf(t *testing.T, p *person, args []string) int {
	t.Helper()
	p.exits(0, args...)
	return 0
}
