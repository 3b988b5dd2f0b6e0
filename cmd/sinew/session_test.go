package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"

	"sinew/internal/gittest"
)

// A conversation is a program at a terminal of its own, and all it showed.
type conversation struct {
	t     *testing.T
	at    *os.File // where a person sits
	tty   *os.File // where the program does
	cmd   *exec.Cmd
	found term.State // the terminal's, before the program began
	shown string
	seen  int // how much of that was waited for
}

// talk starts a session in a home with one reflex whose body never ends by
// itself.
func talk(t *testing.T, variables ...string) *conversation {
	t.Helper()
	server, _ := serve(t)
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(home.Dir, "wait/reflex.toml"), `reflex = 1
description = "Wait for somebody."
effect = "read"
confirm = "Wait?"
run = ["sleep", "4242"]

[examples]
"wait for me" = {}
`)
	if out, err := sinewIn(home, "add", "./wait").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := &conversation{t: t, cmd: sinewIn(home)}
	c.cmd.Env = append(append(c.cmd.Env, "NO_COLOR=1"), variables...)
	if c.at, c.tty, err = pty.Open(); err != nil {
		t.Fatal(err)
	}
	c.found = c.state()
	c.start()
	return c
}

func (c *conversation) start() {
	c.t.Helper()
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = c.tty, c.tty, c.tty
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		_ = c.cmd.Process.Kill() // one that ended is none
		_, _ = c.at.Close(), c.tty.Close()
	})
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sees waits until the terminal has shown more, which holds a text.
func (c *conversation) sees(text string) {
	c.t.Helper()
	buffer := make([]byte, 4096)
	for {
		if _, after, found := strings.Cut(c.shown[c.seen:], text); found {
			c.seen = len(c.shown) - len(after)
			return
		}
		n, err := c.at.Read(buffer)
		c.shown += string(buffer[:n])
		if err != nil && n == 0 {
			c.t.Fatalf("waiting for %q: %v\n%q", text, err, c.shown)
		}
	}
}

func (c *conversation) types(keys string) {
	c.t.Helper()
	if _, err := c.at.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for the program, which has to end with a code.
func (c *conversation) ends(code int) {
	c.t.Helper()
	if _ = c.cmd.Wait(); codeOf(c.cmd.ProcessState) != code {
		c.t.Errorf("ended with %v, want %d\n%q", c.cmd.ProcessState, code, c.shown)
	}
}

func (c *conversation) state() term.State {
	c.t.Helper()
	state, err := term.GetState(int(c.tty.Fd()))
	if err != nil {
		c.t.Fatal(err)
	}
	return *state
}

func TestCtrlCEndsWhatRunsAndTheSessionGoesOn(t *testing.T) {
	t.Parallel()
	c := talk(t, "TERM=xterm")
	for range 2 {
		c.sees("> ")
		c.types("wait for me\r")
		c.sees("  wait  ") // the call, before its confidence
		c.types("\x03")
		c.sees("^C\r\n") // the next prompt has a line of its own
	}
	c.sees("> ")
	c.types("sing me a song\r")
	c.sees("none of them")
	c.sees("> ")
	c.types("\x04")
	c.ends(0)
}

// A shell that runs the program in a loop leaves the loop when the signal ended
// the program, and goes on after any exit code.
func TestCtrlCEndsTheProgramByItsSignal(t *testing.T) {
	t.Parallel()
	c := talk(t, "TERM=xterm")
	c.sees("> ")
	c.types("\x04")
	c.ends(0)
	said := exec.Command(c.cmd.Path, "wait for me")
	said.Env, said.Dir = c.cmd.Env, c.cmd.Dir
	c.cmd = said
	c.start()
	c.sees("  wait  ")
	c.types("\x03")
	c.ends(130)
	if by, ok := said.ProcessState.Sys().(syscall.WaitStatus); !ok || by.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v", said.ProcessState)
	}
}

func TestCtrlCEndsASessionThatReadsItsLinesPlain(t *testing.T) {
	t.Parallel()
	c := talk(t, "TERM=dumb")
	c.sees("> ")
	c.types("wait for me\r")
	c.sees("  wait  ")
	c.types("\x03")
	c.ends(130)
}

// What follows a line that no Enter ended has a line of its own.
func TestALineMayEndInTheEndOfInput(t *testing.T) {
	t.Parallel()
	c := talk(t, "TERM=dumb")
	c.sees("> ")
	c.types("sing me a song\x04\x04")
	c.sees("song\r\n  none of them")
	c.ends(0)
}

// However a session ends, the terminal is left as it was found.
func TestASessionThatIsToldToEndLeavesTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	for _, told := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := talk(t, "TERM=xterm")
		c.sees("> ")
		c.types("half a line")
		c.sees("half a line")
		during := c.state()
		if err := c.cmd.Process.Signal(told); err != nil {
			t.Fatal(err)
		}
		if told == os.Interrupt { // as another program may send it: it drops the line
			c.sees("> ")
			c.types("\x04")
			c.ends(0)
		} else {
			c.ends(130)
		}
		if after := c.state(); after == during || after != c.found {
			t.Errorf("%v: the terminal is left as it was while a line was edited", told)
		}
	}
}
