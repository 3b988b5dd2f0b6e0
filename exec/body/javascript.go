package body

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sinew/exec/policy"
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
// or what it was made into without its types.
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
// The error is what the run failed of: *NotStarted, *Unloadable, *Exit, *Thrown,
// ErrTooLarge, ErrDeadline, *Interrupted.
func (j Job) JavaScript(ctx context.Context, s Script) (Result, error) {
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
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, p.messages.write, p.messages.write
	cmd.ExtraFiles = []*os.File{p.results.write}
	handed := make(chan error, 1)
	go func() { handed <- j.hand(ctx, s, feed) }()
	err = p.run(ctx, overtime)
	_ = feed.Close() // before the body is over this would tell it that we are gone
	if unloaded := <-handed; unloaded != nil {
		return Result{}, unloaded
	}
	if err != nil {
		return Result{}, err
	}
	return p.got, nil
}

// hand makes the body ready while its runtime starts, and then tells the loader
// of it. Without a body the loader's input ends, and the loader with it.
func (j Job) hand(ctx context.Context, s Script, loader *os.File) error {
	var line []byte
	module, err := j.module(ctx, s)
	if err == nil {
		line, err = json.Marshal(s.envelope(ctx, module))
	}
	if err != nil {
		_ = loader.Close()
		if ctx.Err() != nil {
			return err
		}
		return &Unloadable{err}
	}
	_, _ = loader.Write(append(line, '\n')) // a loader that is gone has said so by its end
	return nil
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

// stripped reports whether the types of the body must go before its Node loads
// it. Some could strip them, at twice the time a whole run takes.
func (s Script) stripped() bool { return strings.HasSuffix(s.Run, ".mts") }

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
	Text    *string          `json:"text"`
	Data    json.RawMessage  `json:"data"`
	Error   *string          `json:"error"`
	Frames  []string         `json:"frames"`
	Refused []policy.Refused `json:"refused"`
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
		return Result{}, fmt.Errorf("the result line is not JSON: %s…", text.Escape(text.First(line, 120)))
	case r.Error != nil:
		return Result{}, &Thrown{Message: text.Escape(j.fromHere(*r.Error)), Frames: j.frames(r.Frames), Refused: r.Refused}
	}
	return Result{Text: *r.Text, Data: r.Data, Oversized: len(r.Data) > MaxHanded}, nil
}

// maxFrames is as many as anyone reads.
const maxFrames = 50

// fileURL is a module's name, or its end, in a frame.
var fileURL = text.Pattern(`file://\S+`)

// frames are an error's, with files named from the body's directory.
func (j Job) frames(raw []string) []string {
	var frames []string
	for _, frame := range raw[:min(len(raw), maxFrames)] {
		frame = j.fromHere(fileURL().ReplaceAllStringFunc(frame, pathOf))
		frames = append(frames, text.Escape(text.First(frame, 500)))
	}
	return frames
}

// fromHere is what a body said with the files of its own directory, and what was
// made of them, named from there.
func (j Job) fromHere(said string) string {
	said = strings.ReplaceAll(said, filepath.Join(j.Tmp, stripped), "the body")
	return strings.ReplaceAll(said, j.Dir+"/", "")
}

// pathOf is the path a file URL names, or the URL when it names none.
func pathOf(fileURL string) string {
	path, err := url.PathUnescape(strings.TrimPrefix(fileURL, "file://"))
	if err != nil {
		return fileURL
	}
	return path
}
