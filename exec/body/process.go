package body

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"sinew/exec/policy"
	"sinew/exec/sandbox"
	"sinew/pkg/text"
)

// A process is one body's, from before it starts until it is over.
type process struct {
	cmd      *exec.Cmd
	hold     policy.Hold
	tmp      string
	result   *capped
	full     <-chan struct{} // closed when the result is too large to go on
	results  *pipe           // into result
	messages *pipe           // to the job's Stderr
	lines    *lines
	reaper   *reaper
	exited   chan struct{} // closed when the body's own process is over

	// outcome reads what the body gave, once it is over.
	outcome func() (Result, error)
	got     Result // of a run that ended well
}

// prepare is the process of cmd, with the ends of its pipes still to be put
// where the body finds them. run must be called. Its outcome is a loader's,
// unless the caller says otherwise.
func (j Job) prepare(cmd *exec.Cmd) (*process, error) {
	cmd.Dir, cmd.Env = j.Dir, j.Env
	// A session of its own: a group too, and no terminal to type into.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	p := &process{cmd: cmd, hold: j.Hold, tmp: j.Tmp, exited: make(chan struct{})}
	p.result, p.lines = newCapped(MaxResult), &lines{to: j.Stderr}
	p.full, p.outcome = p.result.full, func() (Result, error) { return j.outcome(p) }
	var err error
	if p.results, err = newPipe(p.result); err != nil {
		return nil, err
	}
	if p.messages, err = newPipe(p.lines); err != nil {
		p.results.close()
		return nil, err
	}
	return p, nil
}

// run starts the process and sees it through. over is how long past the
// context's deadline the body may end by itself.
//
// The error is what the run failed of, the outcome's too. Then nothing that the
// body started is left; after a run that ended well, all of it is.
func (p *process) run(ctx context.Context, over time.Duration) error {
	if err := p.start(ctx); err != nil {
		p.results.close()
		p.messages.close()
		return err
	}
	p.results.started()
	p.messages.started()
	go func() {
		waitExit(p.cmd)
		close(p.exited)
	}()
	err := p.await(ctx, over)
	_ = p.cmd.Wait() // the state it leaves is the answer
	p.reaper.waited()
	p.results.finish()
	p.messages.finish()
	p.lines.flush()
	if err != nil {
		return err
	}
	return p.judge()
}

func (p *process) start(ctx context.Context) (err error) {
	if ctx.Err() != nil {
		return stopCause(ctx)
	}
	p.reaper, err = newReaper(p.cmd, p.tmp, func() error { return sandbox.Start(p.cmd, p.hold) })
	if err != nil {
		return &NotStarted{p.cmd.Args[0], err}
	}
	return nil
}

// judge takes the outcome of a body that ended in its own time. What a failed
// one left running is ended; what is left of one that ended well may stay.
func (p *process) judge() (err error) {
	if p.full != nil && p.result.over {
		err = ErrTooLarge
	} else {
		p.got, err = p.outcome()
	}
	if err == nil {
		p.reaper.spare()
		return nil
	}
	p.end()
	var exit *Exit
	if errors.As(err, &exit) {
		exit.Said = p.lines.said
	}
	return err
}

// A NotStarted is a program that could not be started, or not be held.
type NotStarted struct {
	Program string
	Err     error
}

// Error is the program and the system's own words.
func (e *NotStarted) Error() string {
	err := e.Err
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return text.Escape(e.Program) + ": " + text.Escape(err.Error())
}

// Unwrap is the error whole.
func (e *NotStarted) Unwrap() error { return e.Err }

// await waits until the body is over, or ends it.
func (p *process) await(ctx context.Context, over time.Duration) error {
	select {
	case <-p.exited:
		return nil
	case <-p.full:
		p.end()
		return ErrTooLarge
	case <-ctx.Done():
	}
	inTime := errors.Is(ctx.Err(), context.DeadlineExceeded) && p.within(over)
	// Also what a body that ended by itself past its deadline left running.
	p.end()
	if inTime {
		return nil
	}
	return stopCause(ctx)
}

// within reports whether the body is over before d has passed.
func (p *process) within(d time.Duration) bool {
	if d <= 0 {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

func stopCause(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ErrDeadline
	}
	return &Interrupted{context.Cause(ctx)}
}

// end ends the body and all it started: SIGTERM, a second, SIGKILL. Before they
// are killed they are stopped, so that none starts another one meanwhile, and
// each is still found by its parent.
func (p *process) end() {
	p.reaper.condemn()
	p.reaper.signal(syscall.SIGTERM)
	for start := time.Now(); time.Since(start) < grace && p.alive(); {
		time.Sleep(pause)
	}
	for start := time.Now(); p.alive() && time.Since(start) < patience; {
		p.freeze()
		p.reaper.signal(syscall.SIGKILL)
		time.Sleep(pause)
	}
}

// freeze stops the body and all it started, over and over until a look finds
// nothing new and nothing that still runs.
func (p *process) freeze() {
	for round := 0; round < stops && !p.reaper.signal(syscall.SIGSTOP); round++ {
		p.reaper.sweep(syscall.SIGSTOP)
	}
}

// How often what is left is looked for while a body is being ended, how often
// it is stopped before it is killed, and how long it is killed before it is left
// to itself.
const (
	pause    = 20 * time.Millisecond
	stops    = 10
	patience = 10 * time.Second
)

func (p *process) alive() bool {
	select {
	case <-p.exited:
		return p.reaper.survivors()
	default:
		return true
	}
}

// failure is how the body's own process ended, nil for an exit with 0.
func failure(state *os.ProcessState) *Exit {
	if state == nil || state.Success() {
		return nil
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return &Exit{Killed: true}
	}
	return &Exit{Code: state.ExitCode()}
}
