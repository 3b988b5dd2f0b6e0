package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"sinew/internal/app"
)

func TestWhatIsTypedIsReadByWhoeverReadsNext(t *testing.T) {
	k := newKeyboard(strings.NewReader("first\nsec\r\nlast"))
	for _, want := range []string{"first", "sec"} {
		if got, err := k.line(t.Context()); err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	if got, err := k.line(t.Context()); got != "last" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := k.line(t.Context()); got != "" || !errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAReaderThatGivesUpLosesNothing(t *testing.T) {
	typed, keys := io.Pipe()
	k := newKeyboard(typed)
	givenUp, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		if _, err := k.line(givenUp); !errors.Is(err, app.ErrInterrupted) {
			t.Errorf("%v", err)
		}
	}
	go func() { _, _ = io.WriteString(keys, "kept\n") }()
	if got, err := k.line(t.Context()); err != nil || got != "kept" {
		t.Errorf("%q, %v", got, err)
	}
}
