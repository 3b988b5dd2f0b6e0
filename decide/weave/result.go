// Package weave reads a sentence for its steps: it asks where the sentence
// parts, decides each part, and mends the parts that are no request of their
// own.
//
// It asks in rounds as package reading does. Read takes the answers so far and
// gives either the requests of the next round or the Sentence; every call reads
// all answers anew, so the same answers always give the same steps. Nothing
// here asks anybody anything.
//
//	request   one round about one text: the sentence, a part, or words of a part
//	narrowed  decided over one reflex, which may abstain
//	part      a piece of the sentence; a step to be, or set apart
//	repair    how a part that is no request of its own became a step
//	fan out   to read a part as another item of its neighbour's task
//	gift      a value another part gives a step
//
// The phases are reading.md 6.4 to 6.6, in their order there. Not here: the plan
// of a playbook (10, 17 and 18), and references, bindings, stages and verdict
// (20), which take a Sentence for what they begin with. Not yet covered: a word
// that only may mean a listed one is no other value of an action (13), and the
// words are English alone.
package weave

import (
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/pkg/text"
)

// A Repair says how a part that was not decided on its own became a step.
type Repair string

// The repairs, by their names on the wire.
const (
	Narrowed  Repair = "narrowed"  // an item of its neighbour's task, in its own words
	Spliced   Repair = "spliced"   // put in the words of a step beside it
	Merged    Repair = "merged"    // read with its neighbour
	Split     Repair = "split"     // a part of a joint read as one thing
	Corrected Repair = "corrected" // read with what it says not to do
	Named     Repair = "named"     // read with the whole sentence
	First     Repair = "first"     // the first of two verbs, without the second
	Verb      Repair = "verb"      // the second, which takes from the first
	Again     Repair = "again"     // the step before it, for another value
	Apart     Repair = "apart"     // read for the one value it holds
)

// A Sentence is what was read: the steps in the order they are to be done, and
// what is none. Text is the sentence in the order its words say; all offsets
// are code points of it.
type Sentence struct {
	Input, Text string
	Steps       []Step
	Places      []Place
	Excluded    []text.Span // what not to do
	Asides      []Aside
	Folded      []Folded
	Count       *Count     // nil where nobody was asked
	Condition   *text.Span // the part that opens with a condition; there are no steps then
}

// A Step is one text, decided. Typed is as the person typed it where Text was
// written anew, else "". From and To say where it stands in the sentence.
type Step struct {
	Text, Typed string
	From, To    int
	Decision    gate.Decision
	Repair      Repair
	Judged      question.Answer // of what gave the reflex, where it was not the route: the sentence's span_ or again_
	Shared      []Shared
	Without     []string // parts that may add a detail to it and are no step
	Object      bool     // it takes from the step before it as `it` would
	Then        bool     // the words say it comes after all before it
}

// A Place is where the sentence could be cut. Cut is false where one step holds
// both sides.
type Place struct {
	Start, End int
	Word       string
	Then       bool
	P          float64
	Cut        bool
}

// A Count is how surely the sentence asks for one thing, and whether it stands
// as one step for it.
type Count struct {
	One   float64
	AsOne bool
}

// An Aside is a part that asks for nothing. By is what its words say by
// themselves, "own" or "courtesy"; else the shares of what it may do are set,
// and it is a Remark or may add a detail to a step.
type Aside struct {
	Words               text.Span
	By                  string
	Remark              bool
	Aside, Detail, Asks float64
}

// A Folded part repeats the step Into, from 0: Gave are the arguments it gave
// it, Picked the word that picked it among several.
type Folded struct {
	Words  text.Span
	Into   int
	Gave   []string
	Picked string
}

// A Shared word was said once and reached this step: Fill, or else written into
// its words.
type Shared struct {
	Arg, Word string
	Fill      bool
}
