// Package cli is hubindex's command line: one file for each subcommand, each of
// which reads its arguments, calls the package that does the work, and prints
// the answer. The answer goes to standard output, everything said about a run
// to standard error, each error as one line that ends in what puts it right.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// The exit codes: done, failed (try again once the reason is gone), and refused
// (a person has to look).
const (
	exitDone    = 0
	exitFailed  = 1
	exitRefused = 3
)

// A session is what one command line runs with.
type session struct {
	ctx    context.Context // done at the first interrupt
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	getenv func(string) string
}

// Main runs one command line, given without the program's name, and returns its
// exit code: 0 done, 1 failed, 3 refused. It may be called several times in one
// process, also at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &session{ctx, stdin, stdout, stderr, getenv}
	return s.exit(dispatch(s, "hubindex", commands(), args))
}

// dispatch runs the one of the commands that the first word names; of is what
// was typed before it.
func dispatch(s *session, of string, all []command, args []string) error {
	if len(args) == 0 {
		return usageError("%s needs a command", of).fixed(of + " help")
	}
	if isHelp(args[0]) {
		return printHelp(s, of, all)
	}
	for _, c := range all {
		if c.name != args[0] {
			continue
		}
		if len(args) > 1 && isHelp(args[1]) {
			return say(s.stdout, c.usage)
		}
		return c.run(s, args[1:])
	}
	return usageError("%s has no command %q", of, args[0]).fixed(of + " help")
}

func isHelp(word string) bool { return word == "help" || word == "--help" || word == "-h" }

func printHelp(s *session, of string, all []command) error {
	lines := []string{"usage: " + of + " <command>", ""}
	for _, c := range all {
		lines = append(lines, c.usage)
	}
	return say(s.stdout, strings.Join(lines, "\n"))
}

func say(w io.Writer, text string) error {
	_, err := fmt.Fprintln(w, strings.TrimSuffix(text, "\n"))
	return err
}

// A failure is an error with its exit code and what puts it right.
type failure struct {
	code int
	why  error
	fix  string // a command or one instruction; may be empty
}

func (f *failure) Error() string {
	if f.fix == "" {
		return oneLine(f.why.Error())
	}
	return oneLine(f.why.Error()) + " (fix: " + f.fix + ")"
}

func (f *failure) Unwrap() error { return f.why }

// fixed is f with what puts it right.
func (f *failure) fixed(fix string) *failure { return &failure{f.code, f.why, fix} }

// failed is exit code 1: the machine, the network or the command line.
func failed(why error, fix string) *failure { return &failure{exitFailed, why, fix} }

// refused is exit code 3: a person has to look.
func refused(why error, fix string) *failure { return &failure{exitRefused, why, fix} }

func usageError(format string, args ...any) *failure {
	return failed(fmt.Errorf(format, args...), "")
}

// oneLine is a message without line feeds: an error is one line, whatever it
// was made of.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// exit prints what a command ended in and gives its exit code.
func (s *session) exit(err error) int {
	if err == nil {
		return exitDone
	}
	if f, ok := errors.AsType[*failure](err); ok {
		fmt.Fprintln(s.stderr, "hubindex: "+f.Error())
		return f.code
	}
	fmt.Fprintln(s.stderr, "hubindex: "+oneLine(err.Error()))
	return exitFailed
}
