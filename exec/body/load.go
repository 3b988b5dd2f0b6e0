package body

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

//go:embed load.mjs
var loadOnly string

// An Export is what a module exports by default: Function, None, or the word
// of any other kind.
type Export string

// The exports that matter.
const (
	Function Export = "function"
	None     Export = "none"
)

// Load imports the file of s under its Node's permission model and the job's
// hold, and says what it exports by default. Nothing is called, and s's values
// reach nobody (behaviour.md 11.3, the probe of check).
//
// The error is what the import failed of: *Thrown in the parser's or the
// module's own words, or as JavaScript's.
func (j Job) Load(ctx context.Context, s Script) (Export, error) {
	module, err := j.module(ctx, s)
	if ctx.Err() != nil {
		return "", stopCause(ctx)
	}
	if err != nil {
		return "", &Thrown{Message: err.Error()}
	}
	flags := s.flags()
	flags = append(flags[:slices.Index(flags, loader)], loadOnly, "--", module)
	cmd := &exec.Cmd{Path: s.Node.Path, Args: append([]string{s.Node.Path}, flags...)}
	p, err := j.prepare(cmd)
	if err != nil {
		return "", err
	}
	cmd.Stdout, cmd.Stderr = p.messages.write, p.messages.write
	cmd.ExtraFiles = []*os.File{p.results.write}
	if err := p.run(ctx, 0); err != nil {
		return "", err
	}
	return Export(p.got.Text), nil
}

// module is the file a runtime imports: the body's own, or what it was made
// into without its types. Some sources take the library far longer than their
// length tells: when ctx ends first, the error is its cause.
func (j Job) module(ctx context.Context, s Script) (string, error) {
	if !s.stripped() {
		return filepath.Join(j.Dir, s.Run), nil
	}
	type made struct {
		module string
		err    error
	}
	done := make(chan made, 1)
	go func() {
		module, err := j.strip(s)
		done <- made{module, err}
	}()
	select {
	case m := <-done:
		return m.module, m.err
	case <-ctx.Done():
		return "", stopCause(ctx)
	}
}
