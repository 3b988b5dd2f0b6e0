// Package question holds what a classifier is asked and how its answers are
// checked.
//
// A Question is closed: a choice among keys, or a yes or no. It has a Subject,
// which says what it is about and spells its id (`route`, `lights.room`,
// `weave.view_lights__room`), and wording, which stands in wording.go alone
// under one reader number. An Answer is a probability for each key. Validate
// refuses every answer that is not exactly that, so nothing that reads answers
// has to doubt them.
//
// The ids and their order are reading.md 1 and 2, the checks reading.md 8, the
// shapes on the wire the manual's page "Adapters".
package question

import "slices"

// A Text is what one key means to the classifier.
type Text struct {
	What     string
	NotFor   []string
	Examples []string
}

// An Option is one key of a choice.
type Option struct {
	Key  string
	Text Text
}

// Equal reports whether two options are one key that means the same.
func (o Option) Equal(other Option) bool {
	return o.Key == other.Key && o.Text.What == other.Text.What &&
		slices.Equal(o.Text.NotFor, other.Text.NotFor) && slices.Equal(o.Text.Examples, other.Text.Examples)
}

// A Question is one thing asked about one text. A choice has Options, in the
// order that breaks ties; a yes/no has none, and its keys are `yes` and `no`.
type Question struct {
	Subject   Subject
	Ask       string
	Options   []Option
	Otherwise string // the choice's key that means none of the others; "" for none
	Yes, No   Text   // of a yes/no
	About     Matter
}

// A Matter is what a question's wording speaks of, piece by piece, for an
// adapter that compares words and does not read sentences. It says nothing the
// question does not ask about, and is no part of what is sent to anybody. Only
// the fields its kind uses are set.
type Matter struct {
	Ask    string   // the argument's own ask: View, Is, Named, Only, Word, Meant, First, Run, Last, Reading, Share, Again
	Words  string   // the words of the text: Named, Does, Only, Meant, Word, Last, Part, Span, Again, Ref; what joins: Split
	Option Option   // the listed word, or the value: Is, Meant, Share, Again
	Among  []Option // the whole list: Is
	Reflex Text     // the reflex: Arg, View, Named, Is, Does, Against
	Stated []Stated // what its examples state of the argument: Arg, of a pick
	Told   string   // the call in the reflex's own words: Against, Again
	Values []string // the call's values, as they are shown and as the text says them: Against
	Sides  []string // the words before and after: Split; of the taking and the giving part: Share
}

// Stated is an example of a reflex and the piece of it that is an argument's
// value.
type Stated struct{ Example, Value string }

// ID is the question's id on the wire.
func (q Question) ID() string { return q.Subject.ID() }

// YesNo reports whether the question is answered by yes or no.
func (q Question) YesNo() bool { return q.Options == nil }

// Keys are the keys an answer may hold, in the order that breaks ties.
func (q Question) Keys() []string {
	if q.YesNo() {
		return []string{Yes, No}
	}
	keys := make([]string, len(q.Options))
	for i, o := range q.Options {
		keys[i] = o.Key
	}
	return keys
}

// An Answer is a probability for each key; a key that is missing has 0.
type Answer map[string]float64

// Answers are answers by question id.
type Answers map[string]Answer

// The keys that are no value of anybody's.
const (
	None     = "none"     // the route: no reflex. An argument: stated, but not among the choices
	Unstated = "unstated" // an argument the text says nothing of
	Yes      = "yes"
	No       = "no"
)

// Top is the key with the highest probability; on a tie the earlier of the
// question's own order (reading.md 3.1). A yes/no's keys are yes, then no.
func (q Question) Top(a Answer) (key string, p float64) {
	if q.YesNo() {
		if a[Yes] >= 0.5 {
			return Yes, a[Yes]
		}
		return No, 1 - a[Yes]
	}
	p = -1
	for _, o := range q.Options {
		if a[o.Key] > p {
			key, p = o.Key, a[o.Key]
		}
	}
	return key, p
}
