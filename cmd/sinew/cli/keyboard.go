package cli

import (
	"cmp"
	"context"
	"io"
	"strings"

	"sinew/internal/app"
)

// A keyboard is what a person types, byte by byte, for a reader that may give
// up: what comes after that is kept for the next one. It is used by one
// goroutine.
type keyboard struct {
	from    io.Reader
	pending bool // a read is under way
	reads   chan read
	typed   []byte
}

type read struct {
	bytes []byte
	err   error
}

func newKeyboard(from io.Reader) *keyboard { return &keyboard{from: from, reads: make(chan read, 1)} }

// waiting reports whether a byte is there already.
func (k *keyboard) waiting() bool { return len(k.typed) > 0 }

// next waits for a byte. The end of ctx is ErrInterrupted.
func (k *keyboard) next(ctx context.Context) (byte, error) {
	if len(k.typed) == 0 {
		if err := k.fill(ctx); err != nil {
			return 0, err
		}
	}
	b := k.typed[0]
	k.typed = k.typed[1:]
	return b, nil
}

func (k *keyboard) fill(ctx context.Context) error {
	if !k.pending {
		k.pending = true
		go func() {
			buffer := make([]byte, 4096)
			n, err := k.from.Read(buffer)
			k.reads <- read{buffer[:n], err}
		}()
	}
	select {
	case <-ctx.Done():
		return app.ErrInterrupted
	case got := <-k.reads:
		k.pending = false
		if len(got.bytes) == 0 {
			return cmp.Or(got.err, io.EOF)
		}
		k.typed = got.bytes // an error after them comes again
		return nil
	}
}

// line waits for a line, and gives it without its line feed. The error of one
// that ends without comes with what stood before.
func (k *keyboard) line(ctx context.Context) (string, error) {
	var text []byte
	for {
		b, err := k.next(ctx)
		if err != nil || b == '\n' {
			return strings.TrimSuffix(string(text), "\r"), err
		}
		text = append(text, b)
	}
}
