package pick

import (
	"math"
	"slices"
)

// A length is a duration being read, in seconds, and the unit it ends with.
type length struct{ seconds, unit float64 }

// duration reads one number and one unit, or several of them written as one
// word: `10 minutes`, `half an hour`, `two and a half hours`, `1h30m`.
func (r *reader) duration(i int) (seconds float64, end int, ok bool) {
	return r.lengths(i, func(at int) (int, bool) { return at, r.at(at).kind == figure })
}

// across is duration over several units, the longer first, with white space, a
// comma or an and between: `1 hour and 30 minutes`.
func (r *reader) across(i int) (seconds float64, end int, ok bool) {
	return r.lengths(i, func(at int) (int, bool) {
		if r.is(at, mark, ",") {
			at++
		}
		if r.open(at) && at < len(r.tokens) {
			at++
		}
		if r.is(at, word, r.words.and) {
			at += 2
		}
		return at, at < len(r.tokens)
	})
}

// lengths reads a length, and the shorter ones that follow where joint says
// another begins.
func (r *reader) lengths(i int, joint func(end int) (next int, more bool)) (seconds float64, end int, ok bool) {
	first, end, ok := r.length(i)
	if !ok {
		return 0, i, false
	}
	seconds, unit := first.seconds, first.unit
	for {
		next, more := joint(end)
		if !more {
			break
		}
		// What follows opens anew: in 1h30m the 30 is written onto the h.
		one, size, ok := (&reader{tokens: r.tokens[next:], words: r.words}).length(0)
		if !ok || one.unit >= unit {
			break
		}
		seconds, unit, end = seconds+one.seconds, one.unit, next+size
	}
	if !whole(seconds) || seconds > most || !r.ends(end) {
		return 0, i, false
	}
	return math.Round(seconds), end, true
}

// ends reports whether no word or figure is written onto the end.
func (r *reader) ends(i int) bool {
	k := r.at(i).kind
	return k != word && k != figure && k != tail
}

func (r *reader) length(i int) (length, int, bool) {
	if l, end, ok := r.part(i); ok {
		return l, end, true
	}
	return r.counted(i)
}

// part reads `half an hour`, `a quarter of an hour`, `three quarters of an
// hour`.
func (r *reader) part(i int) (length, int, bool) {
	share, at := r.share(i)
	if at == i {
		return length{}, i, false
	}
	if next, ok := r.phrase(at, r.words.of); ok && r.open(next) {
		at = next + 1
	}
	if r.is(at, word, r.words.articles...) && r.open(at+1) {
		at += 2
	}
	unit, ok := r.words.units[r.at(at).text]
	if !ok {
		return length{}, i, false
	}
	return length{share * unit, unit}, at + 1, true
}

// share reads `half`, `a half`, `a quarter` or `three quarters`, and the gap
// after.
func (r *reader) share(i int) (share float64, end int) {
	at, count := i, 1.0
	if n, ok := r.words.ones[r.at(i).text]; ok && n > 0 && n < 4 {
		at, count = r.gap(i+1), n
	} else if r.is(i, word, r.words.articles...) {
		at = r.gap(i + 1)
	}
	switch {
	case r.gap(at+1) == at+1:
		return 0, i
	case r.is(at, word, r.words.half) && count == 1:
		return 0.5, at + 2
	case r.is(at, word, r.words.quarter...):
		return count / 4, at + 2
	}
	return 0, i
}

// counted reads a number or an article, a unit, and a half or a quarter of it
// on either side.
func (r *reader) counted(i int) (length, int, bool) {
	count, at, article, ok := r.count(i)
	if !ok {
		return length{}, i, false
	}
	extra := 0.0
	if end := r.fraction(at); end > at && !article {
		extra, at = r.fractionValue(at), end
	}
	unit, at, ok := r.unit(at, article)
	if !ok {
		return length{}, i, false
	}
	if end := r.fraction(at); end > at && extra == 0 && whole(count) {
		extra, at = r.fractionValue(at), end
	}
	return length{(count + extra) * unit, unit}, at, true
}

// count reads what stands before a unit. A signed number counts nothing.
func (r *reader) count(i int) (count float64, end int, article, ok bool) {
	if r.is(i, word, r.words.articles...) && r.open(i+1) {
		if n, end, ok := r.run(i); ok {
			return n, end, false, true
		}
		return 1, i + 1, true, true
	}
	if r.signs(i - 1) {
		return 0, i, false, false
	}
	count, end, ok = r.plain(i)
	return count, end, false, ok
}

// unit reads the unit of a count that ends at i.
func (r *reader) unit(i int, article bool) (unit float64, end int, ok bool) {
	at := r.gap(i)
	t := r.at(at)
	if t.kind != word {
		return 0, i, false
	}
	unit, ok = r.words.units[t.text]
	if !ok && at == i {
		unit, ok = r.words.compact[t.text]
	}
	if article && (at == i || slices.Contains(r.words.ambiguous, t.text)) {
		return 0, i, false
	}
	return unit, at + 1, ok
}

// fraction is the index past ` and a half` or ` and a quarter` at i, or i.
func (r *reader) fraction(i int) int {
	if !r.open(i) {
		return i
	}
	for _, article := range r.words.articles {
		for _, share := range []string{r.words.half, r.words.quarter[0]} {
			if end, ok := r.phrase(i+1, r.words.and, article, share); ok {
				return end
			}
		}
	}
	return i
}

func (r *reader) fractionValue(i int) float64 {
	if r.is(r.fraction(i)-1, word, r.words.half) {
		return 0.5
	}
	return 0.25
}
