package std_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/creack/pty"
)

func TestATimerWaitsInAProcessOfItsOwn(t *testing.T) {
	openTerminal(t)
	j := job{reflex: "timer", args: args(seconds("duration", "90 minutes", 5400), quoted("label", "pasta"))}
	got, err := run(t, j, manifests(t)["timer"], "timer", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`^pasta: 1 hour 30 minutes, rings at \d\d:\d\d:\d\d, process (\d+)$`).FindStringSubmatch(got)
	if m == nil {
		t.Fatalf("got %q", got)
	}
	pid, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		t.Errorf("the timer does not wait: %v", err)
	}
}

// The folder of terminals is one of the test's own, with one terminal in it:
// the real one holds those of whoever runs the tests.
func TestATimerRingsInATerminalOnceItsTimeIsOver(t *testing.T) {
	terminal, path := openTerminal(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("timer")); err != nil {
		t.Fatal(err)
	}
	pts := filepath.Join(dir, "pts")
	if err := os.Mkdir(pts, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, filepath.Join(pts, "0")); err != nil {
		t.Fatal(err)
	}
	body := filepath.Join(dir, "timer.mjs")
	inPlace := strings.Replace(readFile(t, body), `"/dev/pts"`, strconv.Quote(pts), 1)
	if err := os.WriteFile(body, []byte(inPlace), 0o644); err != nil {
		t.Fatal(err)
	}
	j := job{reflex: "timer", args: args(seconds("duration", "1 second", 1))}
	got, err := run(t, j, manifests(t)["timer"], dir, t.TempDir())
	if err != nil || !strings.HasPrefix(got, "timer: 1 second, rings at ") {
		t.Fatalf("got %q, %v", got, err)
	}
	rung := bufio.NewReader(terminal)
	if line, err := rung.ReadString('\a'); err != nil || strings.TrimSpace(line) != "\a" {
		t.Fatalf("the terminal got %q, %v", line, err)
	}
	if line, err := rung.ReadString('\n'); err != nil || strings.TrimSpace(line) != "timer: time is up after 1 second" {
		t.Errorf("the terminal got %q, %v", line, err)
	}
}

// openTerminal is a new terminal of this user's: the end its screen reads, and
// the path of the other one.
func openTerminal(t *testing.T) (screen *os.File, path string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("runs on linux")
	}
	screen, side, err := pty.Open()
	if err != nil {
		t.Skip("needs /dev/ptmx")
	}
	t.Cleanup(func() { _ = screen.Close(); _ = side.Close() })
	return screen, side.Name()
}
