// Package cli is the command line: one file for each command, each of which
// reads its arguments, calls internal/app, and prints what package report makes
// of the answer.
//
// What a person asked to see goes to standard output; everything sinew says
// about a run goes to standard error. Nothing here decides anything: the exit
// code follows from the error a command ends in (manual, "Commands").
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"sinew/cmd/sinew/report"
	ask "sinew/decide/question"
	"sinew/internal/app"
	"sinew/pkg/diag"
)

// Version is this program's version.
const Version = "0.1.0"

// The exit codes.
const (
	exitRan         = 0
	exitFailed      = 1
	exitDeclined    = 2
	exitHuman       = 3
	exitAdapter     = 4
	exitInterrupted = 130
)

// errDeclined ends a command a person said no to.
var errDeclined = errors.New("declined")

// Main runs the program on the process's own arguments, environment and
// streams, and returns its exit code. Where Ctrl-C ended it, Main does not
// return.
func Main() int {
	s := newSession(filepath.Base(os.Args[0]))
	err := s.main(os.Args[1:])
	if err == nil {
		err = s.unprinted
	}
	code := s.exit(err)
	if code == exitInterrupted {
		s.endInterrupted()
	}
	return code
}

// main runs one command line. What the program says of itself, it says at
// once: there is nothing to interrupt.
func (s *session) main(args []string) error {
	if err := utf8Only(args); err != nil {
		return err
	}
	if len(args) > 0 {
		switch args[0] {
		case "help", "--help", "-h":
			return s.help()
		case "--version", "-V":
			s.answer(s.words.Program + " " + Version)
			return nil
		case "--completions":
			return s.completions(args[1:])
		}
	}
	defer s.listen()()
	if len(args) == 0 && stdinIsTerminal() {
		return s.repl()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) == 0 {
		return s.inputs(ctx, input{}, s.sentence)
	}
	return s.dispatch(ctx, args)
}

// dispatch runs the command the first word names, or takes every word for a
// sentence.
func (s *session) dispatch(ctx context.Context, args []string) error {
	c, ok := find(args[0])
	if !ok {
		return s.notACommand(ctx, args)
	}
	if len(args) > 1 && (args[1] == "--help" || args[1] == "-h") {
		return s.help()
	}
	s.words.Command = respelled(args)
	return c.run(ctx, s, args[1:])
}

// exit prints what a command ended in and gives its exit code.
func (s *session) exit(err error) int {
	code := s.code(err)
	if code == exitRan || code == exitInterrupted || errors.Is(err, errDeclined) || errors.Is(err, errNoneOfThese) {
		return code
	}
	if _, said := errors.AsType[exited](err); said {
		return code
	}
	for _, line := range s.words.Error(err) {
		fmt.Fprintln(s.err, line)
	}
	return code
}

// code is the exit code of what a command ended in.
func (s *session) code(err error) int {
	if err == nil {
		return exitRan
	}
	if said, ok := errors.AsType[exited](err); ok {
		return int(said)
	}
	switch {
	case errors.Is(err, errDeclined), errors.Is(err, errNoneOfThese):
		return exitDeclined
	case errors.Is(err, app.ErrInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	if _, fault := errors.AsType[*ask.Fault](err); fault {
		return exitAdapter
	}
	if _, failed := errors.AsType[*diag.Failure](err); failed {
		return exitFailed
	}
	if _, human := errors.AsType[diag.Problems](err); human {
		return exitHuman
	}
	return exitFailed
}

// respelled is a command line as it would be typed again.
func respelled(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = report.Bare(a)
	}
	return strings.Join(words, " ")
}
