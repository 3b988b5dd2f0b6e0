// Package pick reads the pieces of an input that an argument can take as they
// were typed: a number, a duration, an address, a URL, a quoted text (manual,
// "Arguments", Picks).
//
// Find gives every candidate of a text; Whole reads one value that is all of a
// text, as at a prompt or in a call by name. Both are functions of the text
// alone. Text is read in NFC, and positions count its code points. The words
// are English; they stand in one file. A day, a clock time, an amount of money
// and a code are not read yet: see Reads.
//
// A Value of every kind is here. A date stays as it was said, a DateReading,
// until the program runs; Resolve then makes it a Day, and is given what day
// today is.
package pick

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/text"
)

// A Candidate is a piece of an input and what it reads as. The span is of the
// input in NFC, counted in code points; that of a quoted text is without its
// quotes.
type Candidate struct {
	Span  text.Span
	Value Value
}

// Reads reports whether this package has the recognizer of a kind.
func Reads(kind Kind) bool {
	return slices.Contains([]Kind{Number, Duration, Email, URL, Quoted}, kind)
}

// Find is every candidate of the input, by place. Quotes hide what they
// enclose, and a candidate hides the bare numbers inside it. The time it takes
// is linear in the input.
func Find(input string) []Candidate {
	f := &finder{text: norm.NFC.String(input)}
	f.runes = []rune(f.text)
	f.quoted()
	f.spelled(URL, urls(f.text))
	f.spelled(Email, emails(f.text))
	f.read()
	slices.SortFunc(f.found, func(a, b Candidate) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return f.found
}

// A finder collects the candidates of one text. taken is what they hide.
type finder struct {
	text  string
	runes []rune
	taken []extent // in order and apart
	found []Candidate
}

func (f *finder) quoted() {
	f.taken = quotes(f.runes)
	for _, e := range f.taken {
		if inner := string(f.runes[e.start+1 : e.end-1]); isQuoted(inner) {
			f.add(extent{e.start + 1, e.end - 1}, Value{Kind: Quoted, Text: inner})
		}
	}
}

func isQuoted(s string) bool { return strings.TrimSpace(s) != "" && text.Why(s) == "" }

func (f *finder) spelled(kind Kind, all []extent) {
	var free []extent
	for _, e := range all {
		if !e.overlaps(f.taken) {
			free = append(free, e)
			f.add(e, Value{Kind: kind, Text: string(f.runes[e.start:e.end])})
		}
	}
	f.take(free)
}

func (f *finder) take(more []extent) {
	f.taken = append(f.taken, more...)
	slices.SortFunc(f.taken, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
}

func (f *finder) add(e extent, v Value) {
	f.found = append(f.found, Candidate{
		Span:  text.Span{Start: e.start, End: e.end, Text: string(f.runes[e.start:e.end])},
		Value: v,
	})
}

// read takes the durations and numbers, the longer reading first. A run of
// number words that is no number is passed over whole.
func (f *finder) read() {
	r := &reader{tokens: scan(f.runes), words: &english}
	for i := 0; i < len(r.tokens); {
		kind, value, end := r.value(i)
		e := extent{r.at(i).start, r.at(max(end, i+1) - 1).end}
		switch {
		case e.overlaps(f.taken):
			i++
		case kind != "":
			f.add(e, Value{Kind: kind, Number: value})
			i = end
		default:
			i = max(end, i+1)
		}
	}
}

// value is the duration or number at i, or the end of what is neither.
func (r *reader) value(i int) (Kind, float64, int) {
	if seconds, end, ok := r.duration(i); ok {
		return Duration, seconds, end
	}
	if n, end, ok := r.number(i); ok {
		return Number, n, end
	}
	_, end := r.collect(i)
	return "", 0, end
}

// Whole reads a text that is one value of the kind from its first character to
// its last. A duration may go across units; a quoted text is the text itself,
// or what stands between its quotes; ok is false for a kind that Reads is
// false for.
func Whole(s string, kind Kind) (v Value, ok bool) {
	s = norm.NFC.String(s)
	runes := []rune(s)
	all := []extent{{0, len(runes)}}
	switch v = (Value{Kind: kind, Text: s}); kind {
	case Quoted:
		if slices.Equal(quotes(runes), all) {
			v.Text = string(runes[1 : len(runes)-1])
		}
		return v, isQuoted(v.Text)
	case Email:
		return v, slices.Equal(emails(s), all)
	case URL:
		return v, slices.Equal(urls(s), all)
	case Number, Duration:
		return wholeNumber(runes, kind)
	}
	return Value{}, false
}

func wholeNumber(runes []rune, kind Kind) (Value, bool) {
	r := &reader{tokens: scan(runes), words: &english}
	read := r.number
	if kind == Duration {
		read = r.across
	}
	n, end, ok := read(0)
	if !ok || end != len(r.tokens) {
		return Value{}, false
	}
	return Value{Kind: kind, Number: n}, true
}
