// Package sentence reads an input for where it may be several things, by its
// words alone.
//
// Read puts the sentence in the order its words say, sets apart what asks for
// nothing or says what not to do, and finds the places where it might be cut:
// some surely, the others for a classifier to say. Parts cuts it by what the
// classifier said. Every offset is in code points of the rewritten sentence,
// from 0, the end exclusive.
//
//	place   white space, a mark or a word that may part two things
//	sure    a place that is cut without asking
//	part    what stands between two places that are cut
//	aside   a part that asks for nothing by its words alone
//
// The rules are reading.md 6.1 to 6.4 and the manual's page "Weaving", "How a
// sentence is read"; the words are English.
package sentence

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sinew/decide/reading"
	"sinew/pkg/text"
)

// MostPlaces is how many places a sentence may have: one with more, a pasted
// list, is one text.
const MostPlaces = 24

// A Sentence is an input in the order its words say. It is never changed and
// may be read from several goroutines.
type Sentence struct {
	Text   string  // in NFC
	Places []Place // left to right, none touching another

	words
	aparts []apart
}

// A Place may part two things: the part before ends at Start, the next begins
// at End. Between them stand white space, at most one mark on each side, and
// the words that join.
type Place struct {
	Start, End int
	Join       string // the words or the mark, as typed; "" where only white space parts
	Then       bool   // it says that what follows comes after
	And        bool   // it is a word that joins, and no order
	Sign       bool   // it is a sign typed for and
	Sure       bool   // it is cut, and nobody is asked
	Apart      bool   // sure, since something set apart begins or ends here
}

// Read reads an input, which must be UTF-8.
func Read(input string) *Sentence {
	s := &Sentence{Text: norm.NFC.String(input)}
	if strings.ContainsFunc(s.Text, unicode.IsControl) {
		s.words = split(s.Text)
		return s
	}
	s.Text = inOrder(s.Text)
	s.words = split(s.Text)
	s.quotes = reading.Quoted(s.Text)
	places := s.places()
	if len(places) > MostPlaces {
		return s
	}
	s.aparts = s.setApart(places)
	s.Places = s.around(places)
	return s
}

// Asked are the places somebody has to be asked about, in their order: the n-th
// is the one split_<n> speaks of.
func (s *Sentence) Asked() []Place {
	return slices.DeleteFunc(slices.Clone(s.Places), func(p Place) bool { return p.Sure })
}

// Span is the piece of the sentence between two code points.
func (s *Sentence) Span(start, end int) text.Span { return s.span(start, end) }

// Condition is the first part that opens with a condition, up to the next
// place: no step can be made of such a sentence. It is nil for none.
func (s *Sentence) Condition() *text.Span {
	for _, p := range s.Parts(s.everywhere()) {
		if p.Role == Asks && s.opens(p.Words.Start, conditions) && !s.isCourtesy(p.Words.Start) {
			return &p.Words
		}
	}
	return nil
}
