package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"github.com/creack/pty"
)

// with is a program of the scripts that runs another one in circumstances:
//
//	with nobody sinew sync
//	with terminal answers shown sinew run trash
//	with screen answers shown sinew run greet
//
// As nobody, permissions stop it; a user who is not root is such a one. With a
// terminal, that is where it asks, and the lines of the file answers are typed
// as it prompts: ^C and ^D at their ends are the keys, ^[ is escape, ^J a line
// feed typed ahead, and ^D is typed once no line is left.
// What the terminal showed is written to the file shown. With a screen, it
// prints there too.
func with() {
	switch os.Args[1] {
	case "nobody":
		asNobody(os.Args[2:])
	case "terminal", "screen":
		os.Exit(atTerminal(os.Args[1] == "screen", os.Args[2], os.Args[3], os.Args[4:]))
	}
	must(fmt.Errorf("no circumstance %q", os.Args[1]))
}

// nobody is a user whom permissions stop.
const nobody = 65534

func asNobody(command []string) {
	if os.Geteuid() == 0 {
		must(coverElsewhere())
		must(syscall.Setgroups(nil))
		must(syscall.Setgid(nobody))
		must(syscall.Setuid(nobody))
	}
	program, err := exec.LookPath(command[0])
	must(err)
	must(syscall.Exec(program, command, os.Environ()))
}

// coverElsewhere lets nobody write what a run covers, where that is asked for:
// else each program would say that it cannot.
func coverElsewhere() error {
	if os.Getenv("GOCOVERDIR") == "" {
		return nil
	}
	dir, err := os.MkdirTemp("", "coverage")
	if err != nil {
		return err
	}
	return errors.Join(os.Chown(dir, nobody, nobody), os.Setenv("GOCOVERDIR", dir))
}

// atTerminal is the exit code of a command that ran at a terminal of its own.
func atTerminal(all bool, answers, shown string, command []string) int {
	text, err := os.ReadFile(answers)
	must(err)
	controller, terminal, err := pty.Open()
	must(err)
	// The shell closes the descriptor that made the terminal the command's own.
	cmd := exec.Command("sh", append([]string{"-c", `exec "$@" 3<&-`, "sh"}, command...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if all {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	}
	cmd.ExtraFiles = []*os.File{terminal}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	must(cmd.Start())
	seen := make(chan []byte)
	go func() { seen <- typeAnswers(controller, slices.Collect(strings.Lines(string(text)))) }()
	err = cmd.Wait()
	must(terminal.Close()) // not before: it ends once nobody has it open
	must(os.WriteFile(shown, <-seen, 0o644))
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return codeOf(ended.ProcessState)
	}
	must(err)
	return 0
}

// typeAnswers types a line whenever a prompt waits, and gives all that was
// shown until nobody has the terminal open any more.
func typeAnswers(controller *os.File, answers []string) []byte {
	keys := strings.NewReplacer("^C\n", "\x03", "^D\n", "\x04", "^[", "\x1b", "^J", "\n")
	var all, since []byte
	buffer := make([]byte, 4096)
	for {
		n, err := controller.Read(buffer)
		all, since = append(all, buffer[:n]...), append(since, buffer[:n]...)
		if err != nil { // the end, which is an error here
			return all
		}
		if bytes.HasSuffix(since, []byte("> ")) {
			answer := "^D\n"
			if len(answers) > 0 {
				answer, answers = answers[0], answers[1:]
			}
			_, err := io.WriteString(controller, keys.Replace(answer))
			must(err)
			since = nil
		}
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "with:", err)
		os.Exit(99)
	}
}
