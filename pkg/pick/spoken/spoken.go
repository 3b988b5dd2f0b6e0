// Package spoken reads a value from words that spell it out: said aloud,
// misspelt, or typed with a space (manual, "A value typed the way you say it";
// reading.md 3.6).
package spoken

import (
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// A Form is how words spell a value.
type Form string

// The forms.
const (
	Aloud    Form = "aloud"
	Misspelt Form = "misspelt"
	Spaced   Form = "spaced"
)

// A Shape is how a value stands against the examples of its argument; "" where
// it was held against none.
type Shape string

// The shapes.
const (
	Whole     Shape = "whole"     // the words spell it whole
	Completed Shape = "completed" // capitals or a separator the examples share were put in
	Open      Shape = "open"      // the examples do not settle it
)

// A Said is a value words of the text spell out. Typed is the value as it
// would be typed.
type Said struct {
	Span  text.Span
	Typed string
	Value pick.Value
	Form  Form
	Shape Shape
}

// An Asked is a run of words that spell a value nobody can settle: they read
// in several ways, or in a length the examples leave open. Readings are as they
// would be typed; none where the words read as no value the examples allow.
type Asked struct {
	Words    text.Span
	Readings []string
}

// A Heard is what the words of a text spell of one argument. Withdrawn are the
// typed candidates inside a spelled run, of any kind.
type Heard struct {
	Said      []Said
	Asked     []Asked
	Withdrawn []text.Span
}

// An Argument is what is known of the argument whose value is looked for.
// Examples are the values its records state, Own the words of the reflex's own
// name, which no code holds.
type Argument struct {
	Kind     pick.Kind
	Examples []string
	Range    *[2]float64 // nil when open
	Own      []string
}

// Read is what the words of the input spell of the argument. Positions are code
// points of the input in NFC.
func Read(input string, a Argument) Heard { return Heard{} }
