package pick

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// most is the highest number a value may hold: every whole number up to it is
// exact.
const most = 1 << 53

// number reads a number with its sign and its percent.
func (r *reader) number(i int) (value float64, end int, ok bool) {
	start, sign := i, 1.0
	if r.at(i+1).kind == figure && r.signs(i) {
		i, sign = i+1, -1
	}
	value, end, ok = r.plain(i)
	if !ok || r.fraction(end) > end || r.spoiled(i, end) {
		return 0, start, false
	}
	return sign * value, r.percent(end), true
}

// signs reports whether a minus sign stands at i. A dash between figures is
// none.
func (r *reader) signs(i int) bool {
	return r.is(i, mark, "-", "−") && r.before(i) && !(r.at(i).dash && r.at(i-2).kind == figure)
}

// before reports whether a sign at i would open its number.
func (r *reader) before(i int) bool { return r.open(i-1) || r.is(i-1, mark, "(", "[", "=", ",") }

// plain reads digits, or a run of number words.
func (r *reader) plain(i int) (value float64, end int, ok bool) {
	if r.at(i).kind == figure {
		return r.digits(i)
	}
	return r.run(i)
}

// digits reads a figure that stands for itself: no part of a date, a version,
// a sum of money, a grouped number or a name.
func (r *reader) digits(i int) (value float64, end int, ok bool) {
	t := r.at(i)
	if t.kind != figure || strings.Count(t.text, ".") > 1 || r.partOfMore(i) {
		return 0, i, false
	}
	value, err := strconv.ParseFloat(t.text, 64)
	return value, i + 1, err == nil && value <= most
}

func (r *reader) partOfMore(i int) bool {
	switch last := r.at(i - 1); {
	case last.kind == word, r.is(i-1, mark, "$", "€", "£", "¥", "_", "@"):
		return true
	case r.is(i-1, mark, "/", ":"):
		return r.at(i-2).kind == figure
	case r.is(i-1, mark, ",", "."):
		return r.at(i-2).kind == figure || r.open(i-2)
	case r.is(i-1, mark, "-"):
		return r.at(i-2).kind == word
	}
	if r.is(i+1, mark, "/", ":") {
		return r.at(i+2).kind == figure
	}
	return r.is(i+1, mark, "_", "@", "€", "£", "¥")
}

// spoiled reports whether what follows makes more of a number than it says: an
// hour of the day, thousands, the first half of a word.
func (r *reader) spoiled(i, end int) bool {
	next := end
	if r.open(next) {
		next++
	}
	if r.at(end).kind == tail || r.is(next, word, r.words.hours...) || r.at(i).kind == figure && r.is(next, word, r.words.large()...) {
		return true
	}
	return r.at(i).kind == word && r.is(end, mark, "-") && r.at(end+1).kind == word
}

func (r *reader) percent(i int) int {
	next := i
	if r.open(i) {
		next++
	}
	if r.is(next, mark, "%") {
		return next + 1
	}
	for _, words := range r.words.percent {
		if end, ok := r.phrase(next, words...); ok {
			return end
		}
	}
	return i
}

// run reads number words up to the hundreds: the whole run of them, or none.
func (r *reader) run(i int) (value float64, end int, ok bool) {
	words, end := r.collect(i)
	if len(words) == 0 || r.is(i-1, mark, "-") && r.at(i-2).kind == word {
		return 0, max(end, i), false
	}
	value, ok = r.words.value(words)
	return value, end, ok
}

// collect is the run of number words at i, without its ands: words that white
// space or a hyphen parts.
func (r *reader) collect(i int) (words []string, end int) {
	end = i
	for next := i; ; {
		t := r.at(next)
		switch {
		case t.kind == word && r.words.counts(t.text):
			words, end = append(words, t.text), next+1
		case len(words) == 0 && r.is(next, word, r.words.articles...) && r.open(next+1) && r.is(next+2, word, r.words.large()...):
			words, end = append(words, r.words.articles[0]), next+1
		case len(words) > 0 && r.is(next, word, r.words.and) && slices.Contains(r.words.large(), words[len(words)-1]) && r.countsAt(next+2):
		default:
			return words, end
		}
		after := r.gap(next + 1)
		if after == next+1 {
			return words, end
		}
		next = after
	}
}

func (r *reader) countsAt(i int) bool { return r.at(i).kind == word && r.words.counts(r.at(i).text) }

// counts reports whether a word is one of a number's.
func (l *language) counts(w string) bool {
	_, one := l.ones[w]
	_, ten := l.tens[w]
	return one || ten || slices.Contains(l.large(), w)
}

func (l *language) large() []string { return append([]string{l.hundred}, l.scales...) }

// value is a whole run's: `[<up to nineteen> hundred] [<up to ninety-nine>]`.
func (l *language) value(words []string) (float64, bool) {
	hundreds := 0.0
	if len(words) > 1 && words[1] == l.hundred {
		count, ok := l.ones[words[0]]
		if slices.Contains(l.articles, words[0]) {
			count, ok = 1, true
		}
		if !ok || count == 0 {
			return 0, false
		}
		hundreds, words = 100*count, words[2:]
		if len(words) == 0 {
			return hundreds, true
		}
	}
	rest, ok := l.belowHundred(words)
	return hundreds + rest, ok && (hundreds == 0 || rest > 0)
}

func (l *language) belowHundred(words []string) (float64, bool) {
	first, isOne := l.ones[words[0]]
	if isOne {
		return first, len(words) == 1
	}
	ten, isTen := l.tens[words[0]]
	switch {
	case !isTen:
		return 0, false
	case len(words) == 1:
		return ten, true
	}
	one, ok := l.ones[words[1]]
	return ten + one, ok && len(words) == 2 && one > 0 && one < 10
}

// whole reports whether a number has no part below one, but for rounding.
func whole(n float64) bool { return math.Abs(n-math.Round(n)) < 1e-6 }
