package pick

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A shape is what an identifier is made of.
type shape struct {
	segments             []segment
	letters, digits      int
	capital, digitFirst  bool
	digitAfter, versions bool // a digit after a letter; a figure with two full stops
	end                  int
}

// A segment is a piece of an identifier between its hyphens.
type segment []token

// code reads an identifier as typed: letters and digits, in pieces that a
// hyphen joins, or a version. An identifier is one word of the text, so it is
// looked for only where one begins.
func (r *reader) code(i int) (Value, int) {
	if k := r.at(i).kind; k != word && k != figure || !r.startsCode(i) {
		return Value{}, i
	}
	s, ok := r.shape(i)
	if !ok || !r.endsCode(s.end) || !s.identifies(r.alone) || r.words.namesAny(s.segments) {
		return Value{}, i
	}
	var typed strings.Builder
	for _, t := range r.tokens[i:s.end] {
		typed.WriteString(t.typed)
	}
	return Value{Kind: Code, Text: typed.String()}, s.end
}

func (r *reader) startsCode(i int) bool {
	if r.is(i-1, mark, "-", ".", "_", "@", "/", `\`) || r.sign(i-1) || r.is(i-1, mark, ":") && r.isFigure(i-2) {
		return false
	}
	k := r.at(i - 1).kind
	return k == space || k == mark
}

func (r *reader) endsCode(i int) bool {
	if r.is(i, mark, ":") {
		k := r.at(i + 1).kind
		return k != word && k != figure
	}
	return !r.is(i, mark, "@", "/", `\`, "%", "_") && !r.sign(i)
}

// shape is the identifier that begins at i, as far as it goes.
func (r *reader) shape(i int) (s shape, ok bool) {
	s = shape{digitFirst: r.isFigure(i), segments: []segment{nil}}
	for s.end = i; ; s.end++ {
		switch t := r.at(s.end); {
		case (t.kind == word || t.kind == figure) && s.add(t):
		case t.kind == word:
			return s, false
		case r.is(s.end, mark, "-", "_") && r.joins(s.end), s.versions && r.is(s.end, mark, ".") && r.joins(s.end):
			s.segments = append(s.segments, nil)
		default:
			return s, !r.is(s.end, mark, ".") || !r.joins(s.end)
		}
	}
}

func (r *reader) joins(i int) bool {
	k := r.at(i + 1).kind
	return k == word || k == figure
}

// add adds a token of plain letters or digits to the last segment.
func (s *shape) add(t token) bool {
	last := &s.segments[len(s.segments)-1]
	if t.kind == figure {
		s.digits += len(t.text)
		s.digitAfter = s.digitAfter || len(*last) > 0
		s.versions = s.versions || strings.Count(t.text, ".") > 1
	} else if strings.ContainsFunc(t.typed, func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsLetter(c) }) {
		return false
	} else {
		s.letters += len(t.text)
		s.capital = s.capital || t.typed != t.text
	}
	*last = append(*last, t)
	return true
}

// identifies reports whether a shape is an identifier's. By itself a text is
// one with a single letter and digit; within a text more must show it.
func (s *shape) identifies(alone bool) bool {
	joined := len(s.segments) > 1
	switch {
	case s.digits == 0:
		return false
	case s.versions || alone && s.letters > 0:
		return true
	case s.letters == 0:
		return false
	case s.digitFirst && joined:
		return s.capital || s.digitAfter
	case s.digitFirst:
		return s.digitAfter && s.letters+s.digits >= 5
	}
	return s.digits > 1 || joined && s.capital
}

// namesAny reports whether one of the pieces is another thing's. A unit in
// capitals before its figures is none: HR-1204 is no length.
func (l *language) namesAny(all []segment) bool {
	if l.capitalUnit(all[0]) {
		all = all[1:]
	}
	return slices.ContainsFunc(all, l.names)
}

func (l *language) capitalUnit(s segment) bool {
	return len(s) == 1 && l.units[s[0].text] != 0 && s[0].typed == strings.ToUpper(s[0].text)
}

// names reports whether a piece between hyphens is another thing's: a quantity,
// a number, a unit, a month, a day.
func (l *language) names(s segment) bool {
	if len(s) == 1 && s[0].kind == word {
		w := s[0].text
		return l.counts(w) || l.units[w] != 0 || l.dates.months[w] != 0 || l.dates.ordinals[w] != 0 || has(l.dates.weekdays, w)
	}
	for n, t := range s {
		if s[0].kind == word || t.kind == word && !l.quantifies(t.text) || n == len(s)-1 && t.kind == figure && len(s) > 1 && s[1].text != "x" {
			return false
		}
	}
	return len(s) > 1
}

// quantifies reports whether a word written onto a figure says what it counts.
func (l *language) quantifies(w string) bool {
	return w == "x" || l.units[w] != 0 || l.compact[w] != 0 || slices.Contains(l.dates.suffixes, w) ||
		slices.Contains(l.hours, w)
}

func has[V any](m map[string]V, key string) bool { _, ok := m[key]; return ok }
