package body

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode/utf8"

	"sinew/pkg/text"
)

//go:embed loader.mjs
var loader string

// A Script is a JavaScript body and what it is called with.
type Script struct {
	Node   Node
	Flags  []string        // the policy's NodeFlags
	Run    string          // the file, as the manifest names it, below the job's Dir
	Args   json.RawMessage // an object
	Input  string
	Config map[string]string
}

// An envelope is the line a loader reads. Module is what it imports: the file,
// or what it was made into for a runtime that knows no types.
type envelope struct {
	Run      string            `json:"run"`
	Module   string            `json:"module"`
	Args     json.RawMessage   `json:"args"`
	Input    string            `json:"input"`
	Config   map[string]string `json:"config"`
	Deadline *int64            `json:"deadline,omitempty"` // ms left
}

// JavaScript runs s under its Node's permission model, and the job's hold. The
// body is told how long it has until ctx's deadline.
//
// The error is what the run failed of: *NotStarted, *Exit, *Thrown,
// ErrTooLarge, ErrDeadline, *Interrupted.
func (j Job) JavaScript(ctx context.Context, s Script) (Result, error) {
	module, err := j.module(s)
	if err != nil {
		return Result{}, err
	}
	line, err := json.Marshal(s.envelope(ctx, module))
	if err != nil {
		return Result{}, err
	}
	cmd := &exec.Cmd{Path: s.Node.Path, Args: append([]string{s.Node.Path}, s.flags()...)}
	p, err := j.prepare(cmd)
	if err != nil {
		return Result{}, err
	}
	stdin, feed, err := os.Pipe()
	if err != nil {
		p.results.close()
		p.messages.close()
		return Result{}, err
	}
	defer stdin.Close()
	// Closed when the body is over: until then its end would tell the body
	// that this program is gone.
	defer feed.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, p.messages.write, p.messages.write
	cmd.ExtraFiles = []*os.File{p.results.write}
	go func() { _, _ = feed.Write(append(line, '\n')) }()
	if err := p.run(ctx, overtime); err != nil {
		return Result{}, err
	}
	return j.outcome(p)
}

func (s Script) envelope(ctx context.Context, module string) envelope {
	e := envelope{Run: s.Run, Module: module, Args: s.Args, Input: s.Input, Config: s.Config}
	if deadline, ok := ctx.Deadline(); ok {
		left := max(0, time.Until(deadline).Milliseconds())
		e.Deadline = &left
	}
	if e.Config == nil {
		e.Config = map[string]string{}
	}
	if e.Args == nil {
		e.Args = json.RawMessage("{}")
	}
	return e
}

// stripped reports whether the types of the body must go before its Node can
// load it.
func (s Script) stripped() bool { return strings.HasSuffix(s.Run, ".mts") && !s.Node.StripsTypes() }

// flags are the whole command after the runtime (behaviour.md 11.3), in the
// spelling this Node knows.
func (s Script) flags() []string {
	flags, permission := s.Node.ownFlags()
	for _, flag := range s.Flags {
		warning, quiet := strings.CutPrefix(flag, "--disable-warning=")
		switch {
		case flag == "--permission":
			flag = permission
		case quiet:
			flag = s.Node.quiet(warning)
		case flag == "--allow-child-process":
			// Older runtimes warn of this flag without a code of its own.
			flags = append(flags, s.Node.quiet("SecurityWarning"))
		}
		flags = append(flags, flag)
	}
	if s.stripped() {
		flags = append(flags, "--enable-source-maps")
	}
	return append(flags, "--input-type=module", "-e", loader)
}

// A reply is the line a loader writes.
type reply struct {
	Text   *string         `json:"text"`
	Data   json.RawMessage `json:"data"`
	Error  *string         `json:"error"`
	Frames []string        `json:"frames"`
}

// outcome reads the first line of the result, which a body could have written
// itself.
func (j Job) outcome(p *process) (Result, error) {
	line, _, ended := strings.Cut(p.result.kept.String(), "\n")
	if !ended && line == "" {
		exit := failure(p.cmd.ProcessState)
		if exit == nil {
			exit = &Exit{}
		}
		exit.NoResult = true
		return Result{}, exit
	}
	var r reply
	err := json.Unmarshal([]byte(line), &r)
	switch {
	case err != nil || r.Text == nil && r.Error == nil:
		return Result{}, fmt.Errorf("the result line is not JSON: %s…", text.Escape(firstRunes(line, 120)))
	case r.Error != nil:
		return Result{}, &Thrown{Message: text.Escape(*r.Error), Frames: j.frames(r.Frames)}
	}
	return Result{Text: *r.Text, Data: r.Data}, nil
}

// maxFrames is as many as anyone reads.
const maxFrames = 50

// frames are an error's, with files named from the body's directory.
func (j Job) frames(raw []string) []string {
	var frames []string
	for _, frame := range raw[:min(len(raw), maxFrames)] {
		for _, place := range []string{"file://", j.Dir + "/", j.Tmp + "/"} {
			frame = strings.ReplaceAll(frame, place, "")
		}
		frames = append(frames, text.Escape(firstRunes(frame, 500)))
	}
	return frames
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
