// Package reading turns a classifier's answers about one text into a reading:
// which reflex the text asks for, and what each of its arguments is.
//
// It asks in rounds. Read takes the answers so far and gives either the
// questions still to be asked, or the Reading; every call reads all answers
// anew, so the same answers always give the same reading, and a recording
// replays byte for byte. Nothing here asks anybody anything.
//
// A value is an author's key, a person's word, a span of the text that a
// recognizer or a reader of spelled words read, a run of its words, or what an
// earlier result holds. No answer can make another: an answer's key that names
// no such thing was refused before it came here (question.Validate).
//
//	scope      the reflexes texts are read over, and what they say by themselves
//	candidate  a piece of the text a recognizer reads, named by its span
//	finding    a listed word that words of the text hold, and how
//	proposal   a listed word that words of the text may mean
//	view       one of two questions about a listed argument
//	heard      what words of the text spell out as one would say it
//	memory     what earlier results of a session returned, by field
//	basis      what a value stands on
//	account    the words no value holds, and what each run of them does
//	text       the value of an argument in quotes that was typed without them
//
// The rules are reading.md 1.1, 1.2 and 3, and of a value recalled the manual's
// page "Arguments".
package reading

import (
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// A Reading is what the answers about one text say. Winner is nil when no
// reflex was asked for.
type Reading struct {
	Input     string
	Ranking   []Contender // every reflex offered, most probable first, without none
	None      float64     // the share of none on the route
	Judgments []Judgment  // the route's first, then one for each value taken
	Winner    *Winner
}

// A Contender is a reflex and its share of the route.
type Contender struct {
	Reflex string
	Route  float64
}

// A Judgment is one choice read: the question that gave it, its top key and
// that key's probability. Subject is the question's, for the words of a line.
type Judgment struct {
	Subject question.Subject
	Top     string
	P       float64
}

// A Winner is the reflex asked for and what is known of its call.
type Winner struct {
	Reflex     string
	Args       []call.Arg // the values read, in manifest order
	Basis      []Basis    // what each stands on, in the same order
	Missing    []Missing  // what has to be asked, in manifest order
	Left       []Left     // the account
	Quotes     []Quote    // texts in quotes no value took, where the reflex takes one
	Unconsumed []text.Span
	Whole      *float64 // how far the call holds all that was said; nil when not read back
	Again      []string // words that say the call is wanted once more
	Details    []Detail // how each argument was judged, for a person who asks why
}

// A By says what kind of thing a value stands on.
type By string

// What a value can stand on in this version's readings.
const (
	ByAsk   By = "ask"   // its own question
	ByViews By = "views" // two questions that agree
	ByView  By = "view"  // one of them, and the words that hold it
	ByWords By = "words" // the words, and a yes
	ByOnly  By = "only"  // the one candidate of its kind, and a yes
	ByText  By = "text"  // words typed without quotes, and a choice among what they may be

	BySpelled  By = "spelled"  // words that spell it out, and a yes
	ByRecalled By = "recalled" // words that point at the newest of earlier results
	ByShared   By = "shared"   // another part of the sentence, and a yes
)

// A Basis is what one value stands on. Only the fields its By uses are set.
type Basis struct {
	Arg      string
	By       By
	P        float64      // ByAsk, ByText
	Ask      float64      // ByViews
	Reader   float64      // ByViews
	Yes      *float64     // ByViews when it was asked; ByWords, ByOnly, BySpelled, ByShared
	View     string       // ByView: "ask" or "reader", whose top the value is
	Other    string       // ByView: the other view's top
	Words    *text.Span   // ByView, ByWords: the words that hold it; ByRecalled: those that point at it; ByShared: the part that gave it
	How      string       // ByView, ByWords: how they hold it
	Anchored *Anchor      // the words that name the value, asked alone
	Form     spoken.Form  // BySpelled
	Shape    spoken.Shape // BySpelled, where the value was held against examples
	Others   []text.Span  // ByText: what else the text could have been
}

// An Anchor is words that were asked about alone and name the value.
type Anchor struct {
	Words text.Span
	P     float64
}

// Holds reports whether the value, on this basis, makes its call wait for a
// yes by itself.
func (b Basis) Holds() bool {
	return b.By == ByView || b.By == ByWords || b.By == ByText || b.Respelt()
}

// A Why is why an argument is missing.
type Why string

// Why an argument is missing.
const (
	NeverStated Why = "unstated"
	OutOfRange  Why = "out_of_range"
	NotOffered  Why = "not_offered"
	Unsettled   Why = "unsettled"
	Unread      Why = "unread"
)

// A Missing is an argument that has to be asked for.
type Missing struct {
	Arg    string
	Ask    string
	Why    Why
	Span   *text.Span // OutOfRange: what was typed
	Words  *text.Span // words of the text that answer the ask, or count its noun
	Likely string     // the listed word to offer for a yes; "" for none

	Readings []string     // what Words may read as, as typed; of a value said aloud
	Recent   []call.Value // what earlier results offer, the newest first
}

// A Left is a run of words no value holds, and what it does.
type Left struct {
	Words text.Span
	Does  string // question.Action, DoesAnswer, question.Result, DoesNothing or question.More
	Arg   string // answers: which argument
	P     float64
	Cut   bool // the words follow a value and may be part of it
	Again bool // they say the call is wanted once more
	Read  bool // a value of the call was read from them
}

// What a run of words does, where its name is not the answer's key.
const (
	DoesAnswer  = "answers" // they answer the ask of an argument
	DoesNothing = "nothing" // they ask for nothing
)

// A Quote is a text in quotes, with its marks.
type Quote struct{ Words text.Span }

// A Detail is how one argument was judged.
type Detail struct {
	Arg      string
	Own      question.Answer // its own question's answer
	View     question.Answer // the second view's; nil for a pick or a flag
	Question question.Question
	Second   question.Question
	Is       string        // the key a yes was asked on
	IsYes    *float64      // and the answer
	Counted  bool          // the words of its ask count its noun
	Asked    *spoken.Asked // words that say the value in a way that does not settle it
	Recent   []call.Value  // what earlier results offered for it
}
