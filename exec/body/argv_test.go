package body

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/exec/policy"
)

func TestTheTextOfAnArgvIsItsOutputLessOneLineFeed(t *testing.T) {
	s := newScene(t)
	for _, c := range []struct{ act, want string }{
		{"say hello there", "hello there"},
		{"say", ""},
	} {
		got, err := s.run(t.Context(), c.act)
		if err != nil || got.Text != c.want || got.Data != nil {
			t.Errorf("%s: %+v, %v", c.act, got, err)
		}
	}
	if got, err := s.run(t.Context(), "say one", "say"); err != nil || got.Text != "one\n" {
		t.Errorf("two lines: %q, %v", got.Text, err)
	}
}

// The program goes on: what it does last is done.
func TestAnOutputPastTheLimitIsCutAndTheRunSucceeds(t *testing.T) {
	s := newScene(t)
	last := filepath.Join(s.notes, "last")
	for size, cut := range map[int]bool{MaxText: false, MaxText + 1: true, 5 * MaxText: true} {
		s.messages.Reset()
		acts := []string{fmt.Sprintf("flood %d", size)}
		if cut {
			acts = append(acts, "started "+last)
		}
		got, err := s.run(t.Context(), acts...)
		if err != nil || len(got.Text) != MaxText || got.Cut != cut {
			t.Errorf("%d: %d bytes, cut %v, %v", size, len(got.Text), got.Cut, err)
		}
		if said := s.messages.String() == "the output is cut at 1 MiB\n"; said != cut {
			t.Errorf("%d: %q", size, s.messages)
		}
	}
	waitFor(t, last)
	var exit *Exit
	if _, err := s.run(t.Context(), fmt.Sprintf("flood %d", 2*MaxText), "exit 7"); !errors.As(err, &exit) || exit.Code != 7 {
		t.Errorf("%v", err)
	}
}

func TestAnOutputIsCutAtAWholeCharacter(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{strings.Repeat("x", MaxText-1) + "é", strings.Repeat("x", MaxText-1)},
		{strings.Repeat("x", MaxText-2) + "é", strings.Repeat("x", MaxText-2) + "é"},
		{strings.Repeat("x", MaxText-3) + "🙂\n", strings.Repeat("x", MaxText-3)},
		{strings.Repeat("x", MaxText) + "\n", strings.Repeat("x", MaxText)},
		{strings.Repeat("\n", MaxText+9), strings.Repeat("\n", MaxText)},
	} {
		p := &process{cmd: &exec.Cmd{}, result: newCapped(MaxText + 1)}
		for _, piece := range []string{c.output[:1000], c.output[1000:]} {
			if n, err := p.result.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
		}
		got, err := p.text()
		if err != nil || got.Text != c.want {
			t.Errorf("%.20q: %d bytes, want %d, %v", c.output[MaxText-3:], len(got.Text), len(c.want), err)
		}
	}
}

func TestAnArgvThatFailsSaysHow(t *testing.T) {
	s := newScene(t)
	for act, want := range map[string]string{"exit 1": "exited 1", "exit 42": "exited 42", "die": "was killed"} {
		_, err := s.run(t.Context(), act)
		var exit *Exit
		if !errors.As(err, &exit) || err.Error() != want {
			t.Errorf("%s: %v", act, err)
		}
	}
	_, err := s.job.Argv(t.Context(), filepath.Join(s.job.Dir, "absent"), []string{"absent"})
	var not *NotStarted
	if !errors.As(err, &not) || err.Error() != "absent: no such file or directory" {
		t.Errorf("%v", err)
	}
}

func TestAnArgvThatFailsSaysItsLastWords(t *testing.T) {
	s := newScene(t)
	for warn, want := range map[string]string{
		`first\nlast\n\n`:        "exited 3: last",
		`no\x20end`:              "exited 3: no end",
		`\n\x20\x20\n`:           "exited 3",
		`a\tb\x1b[2J\r\n`:        `exited 3: a b\u{1b}[2J`,
		strings.Repeat("é", 300): "exited 3: " + strings.Repeat("é", 200),
	} {
		if _, err := s.run(t.Context(), "warn "+warn, "exit 3"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", warn, err)
		}
	}
	if _, err := s.run(t.Context(), "warn out\\x20of\\x20luck", "die"); err == nil || err.Error() != "was killed: out of luck" {
		t.Errorf("%v", err)
	}
}

func TestTheLastLinesOfAFailureAreKept(t *testing.T) {
	s := newScene(t)
	long := strings.Repeat("y", maxLine-1)
	_, err := s.run(t.Context(), "warn "+strings.Repeat("z\\n", 30)+`a\tb\x1b\n\n`+long+"éé"+long, "exit 1")
	var exit *Exit
	if !errors.As(err, &exit) {
		t.Fatal(err)
	}
	want := append(slices.Repeat([]string{"z"}, 17), "a\tb\\u{1b}", "", strings.Repeat("y", 500))
	if !slices.Equal(exit.Said, want) {
		t.Errorf("%d lines: %q", len(exit.Said), exit.Said)
	}
	s.job.Stderr = nil
	if _, err := s.run(t.Context(), "warn words", "exit 1"); err == nil || err.Error() != "exited 1: words" {
		t.Errorf("messages dropped: %v", err)
	}
}

func TestAJavaScriptBodyWithoutAResultKeepsItsLastLines(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": `export default () => { console.error("one\ntwo"); process.exit(3) }`})
		_, err := s.run(t)
		var exit *Exit
		if !errors.As(err, &exit) || err.Error() != "exited 3 without a result" || !slices.Equal(exit.Said, []string{"one", "two"}) {
			t.Errorf("%v, %+v", err, exit)
		}
	})
}

func TestAResultOverTheLimitIsRefused(t *testing.T) {
	eachNode(t, func(t *testing.T, node Node) {
		s := newJS(t, node, policy.Policy{}, map[string]string{"body.mjs": `export default ({ size }) => "x".repeat(size)`})
		for size, want := range map[int]error{MaxText + 9: nil, MaxResult: ErrTooLarge} {
			s.script.Args = fmt.Appendf(nil, `{"size":%d}`, size)
			got, err := s.run(t)
			if !errors.Is(err, want) || err == nil && (len(got.Text) != size || got.Cut) {
				t.Errorf("%d: %d bytes, cut %v, %v", size, len(got.Text), got.Cut, err)
			}
		}
	})
}
