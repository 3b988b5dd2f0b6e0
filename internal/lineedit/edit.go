// Package lineedit reads a line from a person at a terminal: editing, the lines
// typed before, pastes (manual, "Typing a request"). It is pure: bytes come in
// and bytes go out by what its caller gives it, and nothing waits for a time.
//
// The terminal must hand over every key as it is pressed and show nothing by
// itself. A paste that the terminal marks as one goes into the line as a whole,
// its line feeds as spaces; only a key that was pressed sends a line off.
//
// It is our own because the kept libraries each lack a part of that:
// golang.org/x/term takes every character for one column and sends a line at
// each pasted line feed, and others read standard input themselves, ahead of the
// prompts, and wait fifty milliseconds to tell a key from an escape.
package lineedit

import (
	"errors"
	"io"
)

// ErrInterrupted is a line that Ctrl-C cancelled.
var ErrInterrupted = errors.New("interrupted")

// A Terminal is what a line is read from and shown on. Next waits for a byte;
// Waiting reports whether Next would not. Size is the terminal's columns and
// rows, both at least 1. It is used by one goroutine.
type Terminal struct {
	Next    func() (byte, error)
	Waiting func() bool
	Write   func(string)
	Size    func() (columns, rows int)
}

// The sequences that ask a terminal to mark pastes, and no more to.
const (
	marksPastes  = "\x1b[?2004h"
	marksNothing = "\x1b[?2004l"
)

// Read shows a prompt and reads a line; past are the lines that the arrow keys
// recall, the oldest first. io.EOF is Ctrl-D on an empty line, ErrInterrupted is
// Ctrl-C, and any other error is Next's.
func (t Terminal) Read(prompt string, past []string) (string, error) {
	t.Write(marksPastes)
	defer t.Write(marksNothing)
	e := &editor{
		screen: screen{write: t.Write, size: t.Size, prompt: []rune(prompt)},
		past:   past, at: len(past),
	}
	e.screen.begin()
	for {
		k, err := readKey(t.Next)
		if err != nil {
			e.screen.end(e.line, "")
			return "", err
		}
		if done, err := e.press(k); done {
			return string(e.line.text), err
		}
		if !t.Waiting() {
			e.screen.show(e.line)
		}
	}
}

// An editor is one line on its way. at is the past line that is shown, one past
// the last for the line's own draft.
type editor struct {
	line   line
	screen screen
	past   []string
	at     int
	draft  string
}

// press does what a key does; done says that the line ended.
func (e *editor) press(k key) (done bool, err error) {
	switch k.does {
	case enter:
		e.screen.end(e.line, "")
		return true, nil
	case interrupt:
		e.screen.end(e.line, "^C")
		e.line = line{}
		return true, ErrInterrupted
	case endOfInput:
		if len(e.line.text) == 0 {
			e.screen.end(e.line, "")
			return true, io.EOF
		}
	case older:
		e.recall(e.at - 1)
	case newer:
		e.recall(e.at + 1)
	case redraw:
		e.screen.clear()
	}
	e.line.edit(k)
	return false, nil
}

// recall shows another of the past lines, or the draft again.
func (e *editor) recall(at int) {
	if at < 0 || at > len(e.past) {
		return
	}
	if e.at == len(e.past) {
		e.draft = string(e.line.text)
	}
	if e.at = at; at == len(e.past) {
		e.line.set(e.draft)
	} else {
		e.line.set(e.past[at])
	}
}
