package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"sinew/internal/app"
)

// A terminal is where a person answers: never standard input, which may be a
// pipe (manual, "Outcomes").
type terminal struct {
	file *os.File
	in   *bufio.Reader
}

// openTerminal is the controlling terminal, or nil when there is none.
func openTerminal() *terminal {
	file, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	return &terminal{file: file, in: bufio.NewReader(file)}
}

func (t *terminal) close() { _ = t.file.Close() }

// maxAnswer is the longest answer taken.
const maxAnswer = 4000

// ask shows a question and reads one line. io.EOF is the end of input, by
// Ctrl-D; a cancelled context ends the wait.
func (t *terminal) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(t.file, question)
	type line struct {
		text string
		err  error
	}
	answered := make(chan line, 1)
	go func() {
		text, err := t.in.ReadString('\n')
		answered <- line{text, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(t.file)
		return "", app.ErrInterrupted
	case got := <-answered:
		text := strings.TrimSpace(got.text)
		if got.err != nil && text == "" {
			fmt.Fprintln(t.file)
			return "", io.EOF
		}
		if len(text) > maxAnswer {
			return "", nil
		}
		return text, nil
	}
}
