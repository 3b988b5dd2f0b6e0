// Package values tells which of a closed list of values a text states: an
// author's options, or a person's words.
//
//	key       a word of the text is the value's key, or comes near to it
//	alike     words and letters the text shares with the key and its meaning
//	unique    a word of the text stands in the meaning of this value alone
//	taught    a word of the text stands in the examples of this value alone
//	meaning   the encoder's cosine with the key and its meaning
//	example   the same with the nearest example that states the value
//	word      the same between the two nearest words, each by itself
//
// Each is a feature twice: as it is, and as it stands to the mean of the list.
// That a value is not stated has features of its own, from how many words of
// the text neither the reflex's description nor what is asked explains.
// Opposites stand close to each other for the encoder (darker, brighter); the
// features that compare words tell them apart.
//
// The shares are the softmax of the weighted sums. Two sets of weights are
// fitted once (internal/eval/options, `-values`) and stand in weights.json: one for the
// question itself, one for a second view that does without the encoder's
// vectors of whole texts. Nothing is trained when a list changes, so what a
// person teaches counts at once.
package values

import (
	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
)

// A Choice is one value of a list.
type Choice struct {
	Key, What string
	Examples  []string // the texts that state it
}

// A List is what one argument offers.
type List struct {
	Name     string   // the reflex's, which names none of the values
	About    []string // what is said whatever the value is: the description, then what is asked, then the rest
	Unstated []string // texts that state none
	Choices  []Choice
}

// A Source gives texts ready to compare. What it gives is not changed, and one
// text has the same every time.
type Source interface {
	Text(of string) *likeness.Text    // its Vector need not be set
	Vector(of string) *encoder.Vector // of a text, or of a word by itself
}

// The features of a choice; each stands in Features twice.
const (
	key = iota
	alike
	unique
	taught
	meaning
	example
	nearWord
	features int = iota
)

// Names are the features by the names they are written down under.
var Names = [features]string{"key", "alike", "unique", "taught", "meaning", "example", "word"}

// The features of what is not stated.
const (
	always = iota
	unexplained
	described
	alone
	unstatedFeatures int = iota
)

// UnstatedNames are those of not stating a value.
var UnstatedNames = [unstatedFeatures]string{"always", "unexplained", "described", "alone"}

// Features are what a text's shares of a list are made of.
type Features struct {
	Choices  [][2 * features]float64 // as it is, then against the mean of the list
	Unstated [unstatedFeatures]float64
}

// Weights weigh the features of a choice, and those of not stating any.
type Weights struct {
	Choice   [2 * features]float64     `json:"choice"`
	Unstated [unstatedFeatures]float64 `json:"unstated"`
}

// Shares are how likely the text states each choice, in order, then how likely
// it states none; they sum to 1.
func (w *Weights) Shares(f *Features) []float64 {
	logits := make([]float64, 0, len(f.Choices)+1)
	for i := range f.Choices {
		logits = append(logits, scorer.Product(w.Choice[:], f.Choices[i][:]))
	}
	return scorer.Shares(append(logits, scorer.Product(w.Unstated[:], f.Unstated[:])))
}
