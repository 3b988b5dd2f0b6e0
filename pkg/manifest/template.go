package manifest

import (
	"errors"
	"fmt"
	"strings"

	"sinew/pkg/name"
)

// A Template is a line with placeholders, as a confirm is: `Set {room}?`. A
// placeholder is a name in braces; a brace stands nowhere else, and has no
// escape.
type Template struct {
	pieces []piece
}

// A piece is literal text, or a placeholder when Name is set.
type piece struct{ text, name string }

// ParseTemplate reads a template. The error reads after what the template is:
// `has a "{" that opens no {placeholder}`; the Template is then good for the
// Names that do read, and for nothing else.
func ParseTemplate(s string) (Template, error) {
	var t Template
	var stray error
	for s != "" {
		brace := strings.IndexAny(s, "{}")
		if brace < 0 {
			t.literal(s)
			break
		}
		t.literal(s[:brace])
		x, rest, err := placeholder(s[brace:])
		if err == nil {
			t.pieces = append(t.pieces, piece{name: x})
		} else if stray == nil {
			stray = err
		}
		s = rest
	}
	return t, stray
}

// placeholder reads the brace s starts with, and what follows what was read.
func placeholder(s string) (x, rest string, err error) {
	if s[0] == '}' {
		return "", s[1:], errors.New(`has a "}" that closes no {placeholder}`)
	}
	next := strings.IndexAny(s[1:], "{}") + 1
	if next == 0 || s[next] == '{' {
		return "", s[1:], errors.New(`has a "{" that opens no {placeholder}`)
	}
	if x = s[1:next]; !name.Is(x) {
		return "", s[next+1:], fmt.Errorf("holds {%s}, which is no {placeholder}: [a-z][a-z0-9_]*", x)
	}
	return x, s[next+1:], nil
}

func (t *Template) literal(s string) {
	if s != "" {
		t.pieces = append(t.pieces, piece{text: s})
	}
}

// Names is the placeholders, each once, in the order they stand.
func (t Template) Names() []string {
	var names []string
	seen := map[string]bool{"": true}
	for _, p := range t.pieces {
		if !seen[p.name] {
			names = append(names, p.name)
		}
		seen[p.name] = true
	}
	return names
}

// Fill is the line with every placeholder replaced by its value.
func (t Template) Fill(value func(name string) string) string {
	var out strings.Builder
	for _, p := range t.pieces {
		if p.name != "" {
			out.WriteString(value(p.name))
		} else {
			out.WriteString(p.text)
		}
	}
	return out.String()
}

// Placeholders is the names a template holds, each once, in the order they
// stand.
func Placeholders(template string) []string {
	t, _ := ParseTemplate(template)
	return t.Names()
}
