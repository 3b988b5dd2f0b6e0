// Package call is a call: a reflex with its arguments filled in, written on one
// line, `lights room="den" state="off"`.
//
// Parse reads the line; Bind checks what it says against a manifest and a
// person's vocabularies, as a decision's values would be checked; String prints
// it. A Call holds typed values only: an author's option, a person's word, a
// piece of text a recognizer read, a raised flag.
package call

import (
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
