// Package probe builds a small program that tries what it is told and says
// what came of it: a body for the tests of the rooms of exec.
package probe

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Path names the variable that holds the path of a probe already built.
const Path = "SINEW_TEST_PROBE"

// made is the directory built made, nil while it has made none.
var made atomic.Pointer[string]

var built = sync.OnceValues(func() (string, error) {
	if path := os.Getenv(Path); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "sinew-probe-")
	if err != nil {
		return "", err
	}
	made.Store(&dir)
	// Another user has to reach it too.
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	_, here, _, _ := runtime.Caller(0)
	out := filepath.Join(dir, "probe")
	cmd := exec.Command("go", "build", "-o", out, "./body")
	cmd.Dir = filepath.Dir(here)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	message, err := cmd.CombinedOutput()
	if err != nil {
		return string(message), err
	}
	return out, nil
})

// Build is the path of the probe, built once for each test program.
func Build(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil && os.Getenv(Path) == "" {
		t.Skip("needs go")
	}
	path, err := built()
	if err != nil {
		t.Fatalf("building the probe: %v\n%s", err, path)
	}
	return path
}

// Remove takes away what Build built; a test program calls it at its end.
func Remove() {
	if dir := made.Load(); dir != nil {
		_ = os.RemoveAll(*dir)
	}
}

// Answers are the lines a probe wrote, one for each thing it was told to try.
func Answers(output string) []string {
	return strings.Split(strings.TrimSuffix(output, "\n"), "\n")
}
