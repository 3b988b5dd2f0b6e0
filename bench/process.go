package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A tally starts the processes of one run and adds up what they took. Several
// goroutines may use it.
type tally struct {
	env      []string
	launcher []string // put before each command so that it reports its peak; or nil

	mu   sync.Mutex
	cpu  time.Duration
	peak int64
}

// A process is one to be started: in dir, with more environment and input.
type process struct {
	dir    string
	env    []string
	bare   bool // env is its whole environment
	stdin  string
	args   []string
	unread bool // nobody wants what it prints
}

// run runs a process to its end. The error holds what it said.
func (t *tally) run(ctx context.Context, p process) (stdout, stderr []byte, err error) {
	args := append(append([]string(nil), t.launcher...), p.args...)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.env
	if !p.bare {
		cmd.Env = append(t.env[:len(t.env):len(t.env)], p.env...)
	}
	var out, said bytes.Buffer
	if p.stdin != "" {
		cmd.Stdin = strings.NewReader(p.stdin)
	}
	if !p.unread {
		cmd.Stdout, cmd.Stderr = &out, &said
	}
	peak := func() int64 { return 0 }
	if t.launcher != nil {
		if peak, err = receivePeak(cmd); err != nil {
			return nil, nil, err
		}
	}
	if err := cmd.Run(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w: %s", strings.Join(p.args, " "), err, said.String())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.peak = max(t.peak, peak())
	return out.Bytes(), said.Bytes(), nil
}

// peakWord, as this program's first argument, makes it the launcher: it runs
// the command that follows and writes that one's peak of memory to descriptor
// 3. The system counts for a process what the one it was started from held,
// and this program, with a server in it, holds more than what it measures. What
// the launcher holds hides the peak of the smallest programs; then it writes 0.
const peakWord = "peak-of"

func reportPeak(args []string) int {
	smallest := exec.Command("true")
	_ = smallest.Run()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	peak := maxRSS(cmd.ProcessState)
	if smallest.ProcessState != nil && peak <= maxRSS(smallest.ProcessState) {
		peak = 0
	}
	fmt.Fprint(os.NewFile(3, "peak"), peak)
	return cmd.ProcessState.ExitCode()
}

// maxRSS is the most memory that a process, or any it waited for, held, in
// bytes.
func maxRSS(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// receivePeak gives cmd a descriptor 3; once cmd has ended, the function reads
// what was written there.
func receivePeak(cmd *exec.Cmd) (func() int64, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{to}
	return func() int64 {
		to.Close()
		defer from.Close()
		written, _ := io.ReadAll(from)
		bytes, _ := strconv.ParseInt(string(written), 10, 64)
		return bytes
	}, nil
}
