package body

import (
	"context"
	"os/exec"
	"strings"
)

// Argv runs program, a path, with argv as its arguments, the program's name
// first. Standard input is empty; standard output, less one line feed at its
// end, is the text.
//
// The error is what the run failed of: *NotStarted, *Exit, ErrTooLarge,
// ErrDeadline, *Interrupted.
func (j Job) Argv(ctx context.Context, program string, argv []string) (Result, error) {
	cmd := &exec.Cmd{Path: program, Args: argv}
	p, err := j.prepare(cmd)
	if err != nil {
		return Result{}, err
	}
	cmd.Stdout, cmd.Stderr = p.results.write, p.messages.write
	if err := p.run(ctx, 0); err != nil {
		return Result{}, err
	}
	if exit := failure(cmd.ProcessState); exit != nil {
		return Result{}, exit
	}
	return Result{Text: strings.TrimSuffix(p.result.kept.String(), "\n")}, nil
}
