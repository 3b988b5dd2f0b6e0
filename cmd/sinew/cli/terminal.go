package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"sinew/internal/app"
	"sinew/internal/lineedit"
)

// A terminal is where a person answers: never standard input, which may be a
// pipe (manual, "Outcomes"). The prompts of a session share the session's, so
// that what was typed ahead is read by whoever reads next.
type terminal struct {
	file   *os.File
	typed  *keyboard
	edits  bool // lines are edited, and Ctrl-C is a key
	shared bool // it is the session's to close
}

// openTerminal is the controlling terminal, or nil when there is none.
func openTerminal() *terminal {
	file, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	return &terminal{file: file, typed: newKeyboard(file)}
}

// openTerminal is the terminal to ask at: the session's own, or one opened for
// this prompt; nil when there is none.
func (s *session) openTerminal() *terminal {
	if s.terminal != nil {
		return s.terminal
	}
	return openTerminal()
}

func (t *terminal) close() {
	if !t.shared {
		_ = t.file.Close()
	}
}

// maxAnswer is the longest answer taken.
const maxAnswer = 4000

// ask shows a question and reads one line. io.EOF is the end of input, by
// Ctrl-D; a cancelled context, and Ctrl-C where it is a key, end the wait.
func (t *terminal) ask(ctx context.Context, question string) (string, error) {
	answer, err := t.line(ctx, question, nil)
	answer = strings.TrimSpace(answer)
	if errors.Is(err, io.EOF) && answer != "" {
		err = nil // what stood before the end
	}
	if len(answer) > maxAnswer {
		answer = ""
	}
	return answer, err
}

// line reads a line as it was typed. past are the lines the arrow keys recall.
func (t *terminal) line(ctx context.Context, prompt string, past []string) (string, error) {
	if t.edits {
		return t.editLine(ctx, prompt, past)
	}
	t.write(prompt)
	text, err := t.typed.line(ctx)
	if err != nil { // no line feed was typed
		t.write("\n")
	}
	return text, err
}

// editLine reads a line key by key, and leaves the terminal as it was.
func (t *terminal) editLine(ctx context.Context, prompt string, past []string) (string, error) {
	before, err := term.MakeRaw(int(t.file.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(t.file.Fd()), before) }()
	editor := lineedit.Terminal{
		Next:    func() (byte, error) { return t.typed.next(ctx) },
		Waiting: t.typed.waiting,
		Write:   t.write,
		Size:    t.size,
	}
	text, err := editor.Read(prompt, past)
	if errors.Is(err, lineedit.ErrInterrupted) {
		err = app.ErrInterrupted
	}
	return text, err
}

func (t *terminal) write(text string) { fmt.Fprint(t.file, text) }

// size is the terminal's columns and rows; one that does not say has the usual.
func (t *terminal) size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(t.file.Fd()))
	if err != nil || columns < 1 || rows < 1 {
		return 80, 24
	}
	return columns, rows
}
