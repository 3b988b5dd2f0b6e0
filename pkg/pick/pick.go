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

// Kinds are the nine recognizers, in the order a message lists them.
func Kinds() []Kind {
	return []Kind{Number, Duration, Email, URL, Quoted, Date, Time, Amount, Code}
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

// read takes what is read out of words and figures. What is hidden, and a run
// of number words that is no number, is passed over whole.
func (f *finder) read() {
	r := &reader{tokens: scan(f.runes), words: &english}
	for i := 0; i < len(r.tokens); {
		value, end := r.value(i)
		e := extent{r.at(i).start, r.at(max(end, i+1) - 1).end}
		switch {
		case e.overlaps(f.taken):
			i++
		case value.Kind != "":
			f.add(e, value)
			i = end
		default:
			i = max(end, i+1)
		}
	}
}

// readers read one value each at the index of a token. A Value of no kind with
// an end past the index is hidden. Of two that end alike the first counts.
var readers = []struct {
	kind Kind
	read func(*reader, int) (Value, int)
}{
	{Date, (*reader).date}, {Time, (*reader).time}, {Amount, (*reader).amount}, {Duration, inOne}, {Code, (*reader).code}, {Number, aNumber},
}

// value is what reads furthest at i, or the end of what is nothing.
func (r *reader) value(i int) (best Value, end int) {
	end = i
	for _, one := range readers {
		if v, at := one.read(r, i); at > end {
			best, end = v, at
		}
	}
	if end == i {
		_, end = r.collect(i)
	}
	return best, end
}

func inOne(r *reader, i int) (Value, int)   { return numeric(Duration, r.duration)(i) }
func across(r *reader, i int) (Value, int)  { return numeric(Duration, r.across)(i) }
func aNumber(r *reader, i int) (Value, int) { return numeric(Number, r.number)(i) }

func numeric(kind Kind, read func(int) (float64, int, bool)) func(int) (Value, int) {
	return func(i int) (Value, int) {
		n, end, ok := read(i)
		if !ok {
			return Value{}, i
		}
		return Value{Kind: kind, Number: n}, end
	}
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
	}
	return whole1(runes, kind)
}

func whole1(runes []rune, kind Kind) (Value, bool) {
	r := &reader{tokens: scan(runes), words: &english, alone: true}
	for _, one := range readers {
		read := one.read
		if kind == Duration {
			read = across
		}
		if one.kind != kind {
			continue
		}
		v, end := read(r, 0)
		if v.Kind == kind && end == len(r.tokens) {
			return v, true
		}
	}
	return Value{}, false
}
