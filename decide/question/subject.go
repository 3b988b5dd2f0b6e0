package question

import "strconv"

// A Kind is what a question is about.
type Kind int

// The kinds of this version's questions, for one text (reading.md 2.1).
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
	Ref                 // which earlier step words of a step point at
)

// A Subject is what one question is about. Only the fields its kind uses are
// set: Reflex and Arg name the argument; From and To are a span in code points
// (Named, Meant, Only) or the numbers of a run's words (Does); N is a place in
// a list or a word's number (Is, Word, Last); Hash is a computed number (First,
// Run, Last, Reading, Against); From and N are a step, from 0, and the place of
// the words among those of it that point (Ref).
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

var names = map[Kind]string{
	Route: "route", View: "view", Is: "is", Named: "words", Meant: "meant", Only: "only", Does: "does",
	First: "first", Run: "run", Word: "word", Last: "last", Reading: "text", Against: "against", Ref: "ref",
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
	case Ref:
		return weave(name, "", uint64(s.From), uint64(s.N))
	case Last:
		return weave(name, pair, uint64(s.N), uint64(s.Hash))
	}
	return weave(name, "", uint64(s.Hash))
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
