//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// A Scene is a scene as the tests of real bodies see it: they import rooms that
// import this one, and so are no part of this package.
type Scene struct{ Probe, Dir, Tmp, Outside, File string }

// NewScene is a scene of its own for t.
func NewScene(t *testing.T) Scene {
	t.Helper()
	s := newScene(t)
	return Scene{s.probe, s.dir, s.tmp, s.outside, s.file}
}

// NeedsLandlock skips t on a machine whose hold is not whole.
func NeedsLandlock(t *testing.T) {
	t.Helper()
	needsLandlock(t)
}

// Reachable is what answers outside every hold until t is over, and the names
// that attempts and reaches have for it.
func Reachable(t *testing.T) []string {
	t.Helper()
	tcp, udp := listening(t)
	stream, gram := filepath.Join(t.TempDir(), "s"), filepath.Join(t.TempDir(), "g")
	abstract := fmt.Sprintf("@sinew-escape-%d", os.Getpid())
	listenUnix(t, "unix", stream)
	listenUnix(t, "unixgram", gram)
	listenUnix(t, "unix", abstract)
	return []string{
		"{tcp}", tcp.Addr().String(), "{udp}", udp.LocalAddr().String(), "{stream}", stream, "{gram}", gram, "{abstract}", abstract,
		"{starter}", strconv.Itoa(os.Getpid()),
	}
}

// Security is the page that says what is held and what is not.
func Security(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
