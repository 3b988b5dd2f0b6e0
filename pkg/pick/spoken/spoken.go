// Package spoken reads a value from words that spell it out: said aloud,
// misspelt, or typed with a space (manual, "A value typed the way you say it";
// reading.md 3.6).
//
// Read is a function of its arguments alone, and takes time linear in the
// words of the text. Addresses, URLs, codes, numbers, days and lengths of time
// are read; the words are English and stand in one file.
package spoken

import (
	"slices"
	"sort"

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

// A Shape is how a value stands against the examples of its argument.
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

// A Heard is what the words of a text spell of one argument, by place; no two
// share a word. Withdrawn are the typed candidates of the argument's own kind
// that a spelled run holds.
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
func Read(input string, a Argument) Heard {
	if !maySpell(input, a) {
		return Heard{}
	}
	s := newSentence(input)
	return s.heard(s.runs(a), a)
}

// A run is words that spell a value, from the first code point to past the
// last. It is asked where it has not one reading, or where asked says so.
type run struct {
	start, end int
	readings   []string
	form       Form
	shape      Shape
	asked      bool
}

func (s *sentence) runs(a Argument) []run {
	switch a.Kind {
	case pick.Email:
		return s.emails()
	case pick.URL:
		return s.urls()
	case pick.Number:
		return s.numbers(a.Examples)
	case pick.Duration:
		return s.allLengths()
	case pick.Date:
		return s.days()
	}
	return s.codes(a)
}

// heard keeps of the runs, which are in order, those that spell a value the
// argument takes and that is not typed as it is.
func (s *sentence) heard(runs []run, a Argument) Heard {
	var h Heard
	last := 0
	for _, r := range runs {
		if r.start < last || s.isTyped(r) || !s.hear(&h, r, a) {
			continue
		}
		last = r.end
		h.Withdrawn = append(h.Withdrawn, s.inside(r, a.Kind)...)
	}
	return h
}

// hear adds a run to what is heard, without the readings the argument refuses.
func (s *sentence) hear(h *Heard, r run, a Argument) bool {
	var values []pick.Value
	var readings []string
	for _, typed := range r.readings {
		if v, ok := value(typed, a); ok && !slices.Contains(readings, typed) {
			readings, values = append(readings, typed), append(values, v)
		}
	}
	span := s.span(r)
	switch {
	case len(readings) == 0 && len(r.readings) > 0:
		return false
	case len(readings) == 1 && !r.asked:
		h.Said = append(h.Said, Said{span, readings[0], values[0], r.form, r.shape})
	default:
		h.Asked = append(h.Asked, Asked{span, readings})
	}
	return true
}

// value is what a typed value reads as, where the argument takes it.
func value(typed string, a Argument) (pick.Value, bool) {
	v, ok := pick.Whole(typed, a.Kind)
	if ok && a.Range != nil && (v.Number < a.Range[0] || v.Number > a.Range[1]) {
		return v, false
	}
	return v, ok
}

// isTyped reports whether a typed candidate holds the whole run, or one end of
// it: the run would be a part of what is typed.
func (s *sentence) isTyped(r run) bool {
	return slices.ContainsFunc(s.around(r), func(c pick.Candidate) bool {
		inside := r.start <= c.Span.Start && c.Span.End <= r.end
		return !inside || c.Span.Start == r.start && c.Span.End == r.end
	})
}

func (s *sentence) inside(r run, kind pick.Kind) []text.Span {
	var spans []text.Span
	for _, c := range s.around(r) {
		if c.Value.Kind == kind {
			spans = append(spans, c.Span)
		}
	}
	return spans
}

// around are the candidates that share a character with a run.
func (s *sentence) around(r run) []pick.Candidate {
	all := s.candidates()
	from := sort.Search(len(all), func(i int) bool { return all[i].Span.End > r.start })
	to := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= r.end })
	return all[from:max(from, to)]
}

func (s *sentence) span(r run) text.Span {
	return text.Span{Start: r.start, End: r.end, Text: s.slice(r.start, r.end)}
}

// over is a run over the pieces from first to before next.
func (s *sentence) over(first, next int) run {
	return run{start: s.at(first).start, end: s.at(next - 1).end, form: Aloud, shape: Whole}
}
