package body

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
)

// Argv runs program, a path, with argv as its arguments, the program's name
// first. Standard input is empty; standard output, less one line feed at its
// end, is the text. Of a longer output the text is the first MaxText bytes: the
// rest is read and dropped, and a last message to the job's Stderr says so.
//
// The error is what the run failed of: *NotStarted, *Exit, ErrDeadline,
// *Interrupted.
func (j Job) Argv(ctx context.Context, program string, argv []string) (Result, error) {
	cmd := &exec.Cmd{Path: program, Args: argv}
	p, err := j.prepare(cmd)
	if err != nil {
		return Result{}, err
	}
	cmd.Stdout, cmd.Stderr = p.results.write, p.messages.write
	p.result.limit, p.full, p.outcome = MaxText+len("\n"), nil, p.text
	if err := p.run(ctx, 0); err != nil {
		return Result{}, err
	}
	if p.got.Cut {
		p.lines.pass(fmt.Sprintf("the output is cut at %d MiB", MaxText>>20), "\n")
	}
	return p.got, nil
}

// text is the outcome of an argv that is over.
func (p *process) text() (Result, error) {
	if exit := failure(p.cmd.ProcessState); exit != nil {
		return Result{}, exit
	}
	output := p.result.kept.Bytes()
	if !p.result.over {
		output = bytes.TrimSuffix(output, []byte("\n"))
	}
	if len(output) <= MaxText {
		return Result{Text: string(output)}, nil
	}
	output = output[:MaxText]
	return Result{Text: string(output[:wholeRunes(output)]), Cut: true}, nil
}
