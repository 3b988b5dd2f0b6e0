package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"sinew/internal/app"
)

// prompt is what a session waits behind for a sentence.
const prompt = "> "

// repl decides the lines a person types, each as if it were the argument, until
// Ctrl-D on an empty line (manual, "Typing a request"). A terminal that edits
// no lines is read plain: Ctrl-C ends the session there.
func (s *session) repl() error {
	tty := openTerminal()
	ends := []os.Signal{syscall.SIGTERM}
	if tty == nil || !rewritable(tty.file) {
		ends = append(ends, os.Interrupt)
	} else {
		tty.edits = true
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	if tty == nil { // a terminal that is not the program's own: its lines are inputs
		return s.inputs(ctx, input{}, s.sentence)
	}
	defer tty.close()
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	d, err := p.Decider()
	if err != nil {
		return err
	}
	tty.shared, s.terminal = true, tty
	return s.typedLines(ctx, d, s.past(tty))
}

// typedLines reads and decides lines until their end. Whatever became of one,
// the next is read.
func (s *session) typedLines(ctx context.Context, d *app.Decider, past *past) error {
	forGood := make(chan os.Signal, 1) // else Ctrl-C between two lines would end the program
	if s.terminal.edits {
		signal.Notify(forGood, os.Interrupt)
		defer signal.Stop(forGood)
	}
	for {
		err := s.typedLine(ctx, d, past)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case s.unprinted != nil: // whoever reads the answers has left
			return s.unprinted
		case ctx.Err() != nil:
			return app.ErrInterrupted
		case err != nil && !errors.Is(err, app.ErrInterrupted):
			return err
		}
	}
}

// typedLine reads one line and decides it. Ctrl-C ends either, and no more
// where lines are edited.
func (s *session) typedLine(ctx context.Context, d *app.Decider, past *past) error {
	if s.terminal.edits {
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
	}
	line, err := s.terminal.line(ctx, prompt, past.lines)
	if strings.TrimSpace(line) == "" {
		return err
	}
	s.remember(past, line)
	in := input{text: line, said: true}
	s.words.Command = s.again(in)
	became := s.decideAnew(ctx, d, in)
	if s.terminal.edits && ctx.Err() != nil {
		s.terminal.write("\n") // the terminal has shown a ^C, and stands behind it
	}
	s.exit(became)
	return err
}

// decideAnew decides a line over the project as it is by now.
func (s *session) decideAnew(ctx context.Context, d *app.Decider, in input) error {
	if err := d.Refresh(); err != nil {
		return err
	}
	return s.sentence(ctx, d, in)
}

// A past is the lines the arrow keys recall, the oldest first. It is kept for
// later sessions until one line of it cannot be written.
type past struct {
	lines []string
	keep  func(string) error
}

// past are the lines of earlier sessions; none where lines are read plain.
func (s *session) past(tty *terminal) *past {
	if !tty.edits {
		return &past{}
	}
	m, err := s.here()
	if err != nil {
		s.exit(err)
		return &past{}
	}
	lines, err := m.History()
	if err != nil {
		s.exit(err)
	}
	return &past{lines: lines, keep: m.Remember}
}

// remember adds a line to the past, unless it repeats the one before it.
func (s *session) remember(p *past, line string) {
	if len(p.lines) > 0 && p.lines[len(p.lines)-1] == line {
		return
	}
	p.lines = append(p.lines, line)
	if p.keep == nil {
		return
	}
	if err := p.keep(line); err != nil {
		s.exit(err)
		p.keep = nil
	}
}
