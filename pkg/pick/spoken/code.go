package spoken

import (
	"slices"
	"strings"
)

// A speller looks for the codes of one argument.
type speller struct {
	*sentence
	patterns []pattern
	letters  letterCase
	prefixes []string // the letters the examples begin with, in lower case
	own      []string
}

// longestCode is the most signs a code is read from.
const longestCode = 48

// codes are the codes said sign by sign, or typed with a space.
func (s *sentence) codes(a Argument) []run {
	c := &speller{sentence: s, own: a.Own, prefixes: prefixes(a.Examples)}
	c.patterns, c.letters = patterns(a.Examples)
	if c.patterns == nil {
		return nil
	}
	var runs []run
	for i := 0; i < len(s.pieces); {
		signs, next := c.signs(i)
		if r, ok := c.code(signs); ok {
			runs = append(runs, r)
		}
		i = max(next, i+1)
	}
	return runs
}

func prefixes(examples []string) []string {
	var all []string
	for _, e := range examples {
		end := 0
		for end < len(e) && isLetter(e[end]) {
			end++
		}
		all = append(all, strings.ToLower(e[:end]))
	}
	return all
}

// signs are the signs of a code at i. Letters typed together begin them, or
// stand inside a serial.
func (c *speller) signs(i int) (signs []sign, next int) {
	for next = i; next == i || c.at(next).joined; {
		if one, ok := c.sign(next); ok {
			signs, next = append(signs, one), one.next
			continue
		}
		more := c.typedTogether(next, next == i)
		if more == nil {
			break
		}
		signs, next = append(signs, more...), next+1
	}
	return signs, next
}

// typedTogether are the signs of a piece that is a part of a code.
func (c *speller) typedTogether(i int, first bool) []sign {
	p := c.at(i)
	switch {
	case !only(p.text, isSign):
		return nil
	case only(p.text, isLetter):
		if first && !c.begins(i) || !first && !c.isPart(i) {
			return nil
		}
	case !c.inSerial(len(p.text)):
		return nil
	}
	return cutSigns(p.text, i)
}

func isSign(b byte) bool { return isLetter(b) || isFigure(b) }

// begins reports whether letters typed together begin a code: an example's, or
// letters that are no word, and figures follow.
func (c *speller) begins(i int) bool {
	p, follows := c.at(i), false
	if one, ok := c.sign(i + 1); ok {
		follows = c.at(i+1).joined && one.kind != letters
	}
	if !follows || len(p.text) > 4 {
		return false
	}
	return slices.Contains(c.prefixes, p.lower) || !notSpelled[p.lower] && (len(p.text) == 2 || !strings.ContainsAny(p.lower, "aeiouy"))
}

// isPart reports whether letters stand between two other parts of a serial.
func (c *speller) isPart(i int) bool {
	before, after := c.before(i), c.next(i+1)
	return c.inSerial(len(c.at(i).text)) && !notSpelled[c.at(i).lower] && mixed(before.text) && mixed(after.text)
}

// mixed reports whether letters and figures, or figures alone, are typed
// together.
func mixed(s string) bool { return only(s, isSign) && !only(s, isLetter) }

// inSerial reports whether a serial of the examples has room for so many
// signs, and more.
func (c *speller) inSerial(n int) bool {
	return slices.ContainsFunc(c.patterns, func(p pattern) bool { return p.groups == nil && n < p.shortest() })
}

// cutSigns cuts what is typed together where letters and figures meet.
func cutSigns(typed string, piece int) []sign {
	var signs []sign
	for start := 0; start < len(typed); {
		fits, kind := isLetter, letters
		if isFigure(typed[start]) {
			fits, kind = isFigure, figures
		}
		end := start + 1
		for end < len(typed) && fits(typed[end]) {
			end++
		}
		signs = append(signs, sign{kind: kind, text: typed[start:end], piece: piece, next: piece + 1, typed: true})
		start = end
	}
	return signs
}

// code is the code that all of the signs spell.
func (c *speller) code(signs []sign) (run, bool) {
	counted := c.counts(signs)
	if counted {
		signs = signs[:len(signs)-1]
	}
	if len(signs) < 2 || len(signs) > longestCode || c.refused(signs) {
		return run{}, false
	}
	var all []fitted
	misfits := false
	for _, part := range c.parts(signs) {
		found, misfit := c.fits(part)
		all, misfits = append(all, found...), misfits || misfit
	}
	if len(all) == 0 {
		return c.unreadable(signs, misfits && !counted)
	}
	return c.fittedRun(all, signs), true
}

// parts are the signs, with an a or an i at either end that may be a word of the
// sentence, and without. Alone it is always a word at the beginning.
func (c *speller) parts(signs []sign) [][]sign {
	all := [][]sign{signs}
	if c.mayBeWord(signs[0]) {
		all = append(all, signs[1:])
		if signs[1].kind != letters {
			all = all[1:]
		}
	}
	if last := signs[len(signs)-1]; c.mayBeWord(last) && c.next(last.next).text != "" {
		for _, part := range all {
			all = append(all, part[:len(part)-1])
		}
	}
	return all
}

func (c *speller) mayBeWord(one sign) bool {
	w := c.at(one.piece).lower
	return w == "a" || w == "i"
}

// counts reports whether the last of the signs is the number of a quantity, and
// none of the code.
func (c *speller) counts(signs []sign) bool {
	if len(signs) == 0 {
		return false
	}
	last := signs[len(signs)-1]
	return last.kind == figures && (measures[c.next(last.next).lower] || c.percent(last.next) > last.next)
}

// refused reports whether the signs are part of something else: a larger number, a word of the reflex's own name.
func (c *speller) refused(signs []sign) bool {
	first, last := signs[0], signs[len(signs)-1]
	if first.kind == mark || last.kind == mark || first.piece+1 == last.next {
		return true
	}
	if large[c.before(first.piece).lower] || large[c.next(last.next).lower] || c.sighs(signs, last.next) || c.isHour(signs, first.piece) {
		return true
	}
	return slices.ContainsFunc(signs, func(one sign) bool { return c.isOwn(one) })
}

func (c *speller) isOwn(one sign) bool {
	return slices.ContainsFunc(c.own, func(w string) bool { return strings.EqualFold(w, c.at(one.piece).text) })
}

// fittedRun is a run with its readings. It is asked where one of them was
// guessed.
func (c *speller) fittedRun(all []fitted, signs []sign) run {
	first, next := all[0].first, all[0].next
	shape, asked := Whole, false
	var readings []string
	for _, f := range all {
		first, next = min(first, f.first), max(next, f.next)
		asked = asked || f.guessed
		shape = weaker(shape, f.shape)
		if !slices.Contains(readings, f.typed) {
			readings = append(readings, f.typed)
		}
	}
	r := c.over(first, next)
	r.readings, r.asked, r.shape, r.form = readings, asked, shape, formOf(signs)
	if r.form == Spaced {
		r.shape = weaker(r.shape, Completed)
	}
	return r
}

func weaker(a, b Shape) Shape {
	if a == Open || b == Open {
		return Open
	}
	if a == Completed || b == Completed {
		return Completed
	}
	return Whole
}

// formOf is how signs spell: spaced where no word stands for one and some are
// typed together.
func formOf(signs []sign) Form {
	said := slices.ContainsFunc(signs, func(one sign) bool { return one.said })
	together := slices.ContainsFunc(signs, func(one sign) bool { return one.typed })
	if !said && together {
		return Spaced
	}
	return Aloud
}

// unreadable is a run that spells a code in no length of the examples'. It has
// to be long enough to be one, and said.
func (c *speller) unreadable(signs []sign, misfits bool) (run, bool) {
	size, shortest := 0, longestCode
	has := map[signKind]bool{}
	for _, one := range signs {
		size, has[one.kind] = size+len(one.text), true
	}
	for _, p := range c.patterns {
		shortest = min(shortest, p.shortest())
	}
	size -= strings.Count(joinSigns(signs), "-")
	if !misfits || !has[letters] || !has[figures] || size < 3 || 2*size <= shortest || formOf(signs) == Spaced {
		return run{}, false
	}
	r := c.over(signs[0].piece, signs[len(signs)-1].next)
	r.asked = true
	return r, true
}
