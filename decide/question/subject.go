package question

import "strconv"

// A Kind is what a question is about.
type Kind int

// The kinds of this version's questions (reading.md 2.1): those of one text,
// then those of a sentence that may be several.
const (
	Route   Kind = iota // which reflex
	Fits                // does this reflex do it; asked when a reflex is added
	Arg                 // an argument's own question
	View                // the second view of a listed argument
	Is                  // is it this listed word
	Named               // which listed word these words name (weave.words_)
	Meant               // is this spelled-out value meant
	Only                // is the only candidate meant
	Does                // what a run of words does
	First               // where a text without quotes begins
	Run                 // which run of words it is
	Word                // is this word of it
	Last                // where it ends
	Reading             // which of the readings it is
	Against             // does the call hold all that was said

	Split // do two things stand on the sides of a place
	Count // how many things the sentence asks for
	Part  // what a part does in the sentence
	Span  // which reflex a part asks for, read with the sentence
	Share // is a value one part gives also another's
	Again // is the call wanted for another value as well
	Ref   // which step some words refer to
)

// A Subject is what one question is about. Only the fields its kind uses are
// set: Reflex and Arg name the argument; From and To are a span in code points
// (Named, Meant, Only; of the sentence: Part, Span, Again), the numbers of a
// run's words (Does), or where the taking and the giving part begin (Share); N
// is a place in a list, a word's number or a place of the sentence (Is, Word,
// Last, Split); Hash is a computed number (First, Run, Last, Reading, Against).
// A Ref is the N-th reference of the step From, both from 0.
type Subject struct {
	Kind        Kind
	Reflex, Arg string
	From, To, N int
	Hash        uint32
}

// ID is the subject's current id.
func (s Subject) ID() string { return s.id(names[s.Kind]) }

// Older is the id an older recording may hold the same question under, or ""
// when it never had another.
func (s Subject) Older() string {
	if old, ok := olderNames[s.Kind]; ok {
		return s.id(old)
	}
	return ""
}

// Routes reports whether the answer says which reflex a text asks for.
func (s Subject) Routes() bool { return s.Kind == Route || s.Kind == Span || s.Kind == Again }

var names = map[Kind]string{
	Route: "route", View: "view", Is: "is", Named: "words", Meant: "meant", Only: "only", Does: "does",
	First: "first", Run: "run", Word: "word", Last: "last", Reading: "text", Against: "against",
	Split: "split", Count: "count", Part: "part", Span: "span", Share: "share", Again: "again", Ref: "ref",
}

var olderNames = map[Kind]string{Does: "left", Against: "whole", Meant: "said"}

func (s Subject) id(name string) string {
	pair := s.Reflex + "__" + s.Arg
	switch s.Kind {
	case Route:
		return name
	case Fits:
		return "fits." + s.Reflex
	case Arg:
		return s.Reflex + "." + s.Arg
	case View:
		return "weave." + name + "_" + pair
	case Is, Word:
		return weave(name, pair, uint64(s.N))
	case Named, Meant, Only:
		return weave(name, pair, uint64(s.From), uint64(s.To))
	case Does:
		return weave(name, s.Reflex, uint64(s.From), uint64(s.To))
	case First, Run, Reading:
		return weave(name, pair, uint64(s.Hash))
	case Last:
		return weave(name, pair, uint64(s.N), uint64(s.Hash))
	case Against:
		return weave(name, "", uint64(s.Hash))
	}
	return s.ofSentence(name, pair)
}

// ofSentence is the id of a question about a whole sentence.
func (s Subject) ofSentence(name, pair string) string {
	switch s.Kind {
	case Split:
		return weave(name, "", uint64(s.N))
	case Count:
		return weave(name, "")
	case Ref:
		return weave(name, "", uint64(s.From), uint64(s.N))
	}
	id := weave(name, "", uint64(s.From), uint64(s.To))
	if s.Kind == Share || s.Kind == Again {
		id += "_" + pair
	}
	return id
}

// weave is the id of one of our own questions: its name, whom it is about, and
// numbers. A round has hundreds, and each is spelled more than once.
func weave(name, about string, numbers ...uint64) string {
	id := append(make([]byte, 0, 64), "weave."...)
	id = append(id, name...)
	if about != "" {
		id = append(append(id, '_'), about...)
	}
	for _, n := range numbers {
		id = strconv.AppendUint(append(id, '_'), n, 10)
	}
	return string(id)
}
