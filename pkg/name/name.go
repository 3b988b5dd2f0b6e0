// Package name holds the format's names (format tables, section 16): what a
// reflex, an argument, a vocabulary, a tag or a setting may be called.
package name

import (
	"fmt"
	"slices"
	"strings"
)

// A Kind is what a name is for; it decides which words are reserved.
type Kind string

// Pattern is the form of every name, as a regular expression.
const Pattern = `[a-z][a-z0-9_]*`

// The kinds of names. All match Pattern.
const (
	Local    Kind = "local"    // a key under [reflexes]: never none, unstated, fits or weave
	Argument Kind = "argument" // never a JavaScript reserved word
	Vocab    Kind = "vocab"
	Tag      Kind = "tag"
	Config   Kind = "config"
	Field    Kind = "field" // a yield, a returned or taken name, a branch's field
)

var reserved = map[Kind][]string{
	Local: {"none", "unstated", "fits", "weave"},
	Argument: strings.Fields(`arguments await break case catch class const continue debugger
default delete do else enum eval export extends false finally for function if implements import in
instanceof interface let new null package private protected public return static super switch this
throw true try typeof var void while with yield`),
}

// Check reports why s is no name of the kind, or nil. The error is one of the
// format's own messages: `"x" is not a name: [a-z][a-z0-9_]*`, `"x" is
// reserved`, `"x" is a JavaScript reserved word`.
func Check(s string, kind Kind) error {
	if !Is(s) {
		return fmt.Errorf("%q is not a name: %s", s, Pattern)
	}
	if !slices.Contains(reserved[kind], s) {
		return nil
	}
	if kind == Argument {
		return fmt.Errorf("%q is a JavaScript reserved word", s)
	}
	return fmt.Errorf("%q is reserved", s)
}

// Reserved are the names no name of the kind may be; the caller owns them.
func Reserved(kind Kind) []string { return slices.Clone(reserved[kind]) }

// Is reports whether s has the form of a name, reserved or not.
func Is(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Placeholder is the name inside a text that is wholly `{name}`.
func Placeholder(s string) (string, bool) {
	inner, ok := strings.CutPrefix(s, "{")
	if !ok {
		return "", false
	}
	inner, ok = strings.CutSuffix(inner, "}")
	return inner, ok && Is(inner)
}
