// Package call is a call: a reflex with its arguments filled in, written on one
// line, `lights room="den" state="off"`.
//
// Parse reads the line; Bind checks what it says against a manifest and a
// person's vocabularies, as a decision's values would be checked; String prints
// it; Values and Argv are what a body receives. A Call holds typed values only:
// an author's option, a person's word, a piece of text a recognizer read, a
// raised flag.
//
// The grammar is the manual's, "Running": `name (arg=value | flag)*`, a value
// bare or a JSON string. The refusals are behaviour.md 13.2 and 13.3.
package call

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// A Call is a reflex, by local name, and its arguments in manifest order. An
// argument that is not stated is absent.
type Call struct {
	Reflex string
	Args   []Arg
}

// An Arg is one argument of a call.
type Arg struct {
	Name  string
	Value Value
}

// A ValueKind is what a value is.
type ValueKind string

// The kinds of values, by their names on the wire.
const (
	Option ValueKind = "option" // an author's key
	Word   ValueKind = "word"   // a word of a vocabulary
	Pick   ValueKind = "pick"   // a span a recognizer read
	Flag   ValueKind = "flag"   // raised
)

// A Value is one argument's typed value.
type Value struct {
	Kind  ValueKind
	Key   string     // Option
	Word  string     // Word
	Bound *string    // Word: the value its vocabulary sets, nil when it sets none
	Span  text.Span  // Pick: what was typed
	Read  pick.Value // Pick: what was read
	Typed string     // Pick: the value as it is typed, when words spelled it out; else ""
}

// Picked reads a text that is one value of the kind, as it stands in a call or
// at a prompt. A length across units is words that spell one value out.
func Picked(written string, kind pick.Kind) (Value, bool) {
	read, ok := pick.Whole(written, kind)
	if !ok {
		return Value{}, false
	}
	v := Value{Kind: Pick, Span: text.Whole(norm.NFC.String(written)), Read: read}
	inOne := func(c pick.Candidate) bool { return c.Value.Kind == kind && c.Span == v.Span }
	if kind == pick.Duration && !slices.ContainsFunc(pick.Find(written), inOne) {
		v.Typed = v.Span.Text
	}
	return v, true
}

// Arg is the value of the argument called name.
func (c Call) Arg(name string) (Value, bool) {
	for _, a := range c.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return Value{}, false
}

// String is the call's line: every value a JSON string, a flag its bare name.
// Parse reads it back.
func (c Call) String() string {
	var out strings.Builder
	out.WriteString(c.Reflex)
	for _, a := range c.Args {
		out.WriteString(" " + a.Name)
		if a.Value.Kind != Flag {
			out.WriteString("=" + Quote(a.Value.Shown()))
		}
	}
	return out.String()
}

// Shown is a value as a call and a prompt show it: the key, the word, what was
// typed, or what words that spell a value out would be typed as; a flag has
// nothing to show.
func (v Value) Shown() string {
	switch v.Kind {
	case Option:
		return v.Key
	case Word:
		return v.Word
	case Pick:
		return cmp.Or(v.Typed, v.Span.Text)
	}
	return ""
}

// Quote is s as a JSON string, in the fewest escapes JSON allows.
func Quote(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		switch short := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case short >= 0:
			out.WriteByte('\\')
			out.WriteByte(`"\bfnrt`[short])
		case r < 0x20:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
