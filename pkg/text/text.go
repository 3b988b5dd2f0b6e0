// Package text holds what the format says of strings: which characters are
// clean, when two utterances are the same, how a piece of text is named by its
// code points, how names are listed in a line, how a shell takes a word, and when
// a pattern is compiled.
//
// Clean text (format tables, section 16): no control character, no bidi
// control; a line feed only where a description is. A manifest, an overlay, a
// vocabulary and a span are clean, so none of them can repaint a terminal.
package text

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Unclean reports whether r may stand in no line of the format's files.
func Unclean(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// FirstUnclean is the first character of s that is not clean, or that is no
// character at all (utf8.RuneError); ok is false when s is one clean line.
func FirstUnclean(s string) (r rune, ok bool) {
	for i, c := range s {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return c, true
			}
		}
		if Unclean(c) {
			return c, true
		}
	}
	return 0, false
}

// Why says what is wrong with s as one clean line, or "" when nothing is:
// `is empty`, `contains a carriage return (U+000D)`, … It reads after the
// name of what s is.
func Why(s string) string {
	if s == "" {
		return "is empty"
	}
	if r, bad := FirstUnclean(s); bad {
		return "contains " + Describe(r)
	}
	return ""
}

// Describe names an unclean character for a message.
func Describe(r rune) string {
	switch r {
	case '\r':
		return "a carriage return (U+000D)"
	case '\n':
		return "a line feed (U+000A)"
	case utf8.RuneError:
		return "bytes that are no UTF-8"
	}
	if r < 0x20 || r >= 0x7f && r <= 0x9f {
		return fmt.Sprintf("a control character (U+%04X)", r)
	}
	return fmt.Sprintf("a bidi control (U+%04X)", r)
}

// Escape is s with every unclean character, and every byte that is no UTF-8,
// written as an escape, so that it can be printed to a terminal. A line feed
// becomes \n.
func Escape(s string) string {
	if _, bad := FirstUnclean(s); !bad {
		return s
	}
	var out strings.Builder
	for i, r := range s {
		writeEscaped(&out, s[i:], r)
	}
	return out.String()
}

func writeEscaped(out *strings.Builder, rest string, r rune) {
	switch {
	case r == '\n':
		out.WriteString(`\n`)
	case r == '\r':
		out.WriteString(`\r`)
	case r == '\t':
		out.WriteString(`\t`)
	case r == utf8.RuneError && strings.IndexByte(rest, 0xef) != 0:
		fmt.Fprintf(out, `\x%02x`, rest[0])
	case Unclean(r):
		fmt.Fprintf(out, `\u{%x}`, r)
	default:
		out.WriteRune(r)
	}
}

// Identity is what utterances are keyed by (manual, "Examples and tests"):
// NFC, lower-cased (not case-folded: ß stays), white space collapsed and
// trimmed, then trailing . ! ? … dropped with the space before them.
func Identity(s string) string {
	s = strings.ToLower(norm.NFC.String(s))
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimRight(s, ".!?… ")
}

// A Span is a piece of a text by its code points: Start from 0, End exclusive.
type Span struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Whole is the span of all of s.
func Whole(s string) Span {
	return Span{Start: 0, End: utf8.RuneCountInString(s), Text: s}
}

// First is the first n characters of s.
func First(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Pattern is a regular expression that is compiled when it is first asked for: a
// start of the program that reads no such text does not wait for it. It panics
// then when expression is none.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// ShellWord is s as one word of a shell, which then reads it as it is: an
// address may hold what a shell would run, even between double quotes.
func ShellWord(s string) string {
	if plainWord().MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

var plainWord = Pattern(`^[0-9A-Za-z_@%+=:,./#-]+$`)

// List is names in a sentence: `a`, `a and b`, `a, b and c`.
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
