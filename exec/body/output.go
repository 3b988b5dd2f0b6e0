package body

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"sinew/pkg/text"
)

// A pipe reads what a process writes into a sink, until the process is over.
// Another process may hold the far end open for as long as it likes.
type pipe struct {
	read, write *os.File
	sink        io.Writer
	done        chan error
}

func newPipe(sink io.Writer) (*pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &pipe{r, w, sink, make(chan error, 1)}, nil
}

// started gives the far end up to the process and begins to read.
func (p *pipe) started() {
	_ = p.write.Close()
	go func() {
		_, err := io.Copy(p.sink, p.read)
		p.done <- err
	}()
}

// close frees both ends.
func (p *pipe) close() {
	_ = p.write.Close()
	_ = p.read.Close()
}

// finish is called once the process is gone: it takes what the pipe still
// holds, and waits for no one else who has it open.
func (p *pipe) finish() {
	defer p.close()
	_ = p.read.SetReadDeadline(time.Unix(1, 0))
	if err := <-p.done; !errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	_ = p.read.SetReadDeadline(time.Time{})
	if conn, err := p.read.SyscallConn(); err == nil {
		_ = conn.Read(func(fd uintptr) bool { p.drain(int(fd)); return true })
	}
}

// maxPipe is the most a pipe holds; whoever writes more than that meanwhile is
// no longer the body.
const maxPipe = 1 << 20

func (p *pipe) drain(fd int) {
	buffer := make([]byte, 32<<10)
	for total := 0; total < maxPipe; {
		n, err := syscall.Read(fd, buffer)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if n <= 0 {
			return
		}
		if _, err := p.sink.Write(buffer[:n]); err != nil {
			return
		}
		total += n
	}
}

// A capped keeps the first bytes written to it, up to a limit. Past it, full is
// closed and the rest is dropped.
type capped struct {
	kept  bytes.Buffer
	limit int
	over  bool
	full  chan struct{}
}

func newCapped(limit int) *capped { return &capped{limit: limit, full: make(chan struct{})} }

func (c *capped) Write(b []byte) (int, error) {
	room := c.limit - c.kept.Len()
	if len(b) > room && !c.over {
		c.over = true
		close(c.full)
	}
	c.kept.Write(b[:min(room, len(b))])
	return len(b), nil
}

// A lines passes on what is written to it, line by line, with every character
// that could repaint a terminal escaped. Tabs stay. It remembers the last ones.
type lines struct {
	to      io.Writer
	pending []byte
	said    []string // the last lines passed on, as Exit.Said has them
	open    bool     // the last of said goes on
}

const (
	maxLine = 8 << 10 // bytes of a line kept back until its end comes
	maxSaid = 20      // lines remembered
	maxKept = 500     // runes remembered of each
)

func (l *lines) Write(b []byte) (int, error) {
	l.pending = append(l.pending, b...)
	for {
		line, rest, ended := bytes.Cut(l.pending, []byte("\n"))
		if !ended {
			break
		}
		l.pass(strings.TrimSuffix(string(line), "\r"), "\n")
		l.pending = rest
	}
	if len(l.pending) > maxLine {
		cut := wholeRunes(l.pending)
		l.pass(string(l.pending[:cut]), "")
		l.pending = l.pending[cut:]
	}
	l.pending = bytes.Clone(l.pending)
	return len(b), nil
}

// flush ends a line that has no end.
func (l *lines) flush() {
	if len(l.pending) > 0 {
		l.pass(string(l.pending), "\n")
		l.pending = nil
	}
}

func (l *lines) pass(line, end string) {
	columns := strings.Split(line, "\t")
	for i, column := range columns {
		columns[i] = text.Escape(column)
	}
	line = strings.Join(columns, "\t")
	l.remember(line, end == "")
	if l.to != nil {
		// Where the messages go may be gone; the body is not to blame.
		_, _ = io.WriteString(l.to, line+end)
	}
}

func (l *lines) remember(piece string, open bool) {
	if !l.open {
		l.said = append(l.said, "")
	}
	last := len(l.said) - 1
	l.said[last] = text.First(l.said[last]+piece, maxKept)
	l.said = l.said[max(0, len(l.said)-maxSaid):]
	l.open = open
}

// wholeRunes is the length of b without a character cut short at its end.
func wholeRunes(b []byte) int {
	for back := 1; back < utf8.UTFMax && back < len(b); back++ {
		if start := len(b) - back; utf8.RuneStart(b[start]) {
			if !utf8.FullRune(b[start:]) {
				return start
			}
			break
		}
	}
	return len(b)
}
