package spoken

import (
	"strconv"
	"strings"

	"sinew/pkg/pick"
)

// numbers are the numbers said figure by figure, or by twos.
func (s *sentence) numbers(examples []string) []run {
	var runs []run
	for i := 0; i < len(s.pieces); {
		signs, next := s.figureSigns(i)
		if r, ok := s.number(signs, i, next, examples); ok {
			runs = append(runs, r)
		}
		i = max(next, i+1)
	}
	return runs
}

// figureSigns are the words for figures at i, a point between them once.
func (s *sentence) figureSigns(i int) (signs []sign, next int) {
	point := false
	for next = i; next == i || s.at(next).joined; {
		one, ok := s.sign(next)
		lone := ok && one.other == "0" && len(signs) > 0
		if s.at(next).lower == "point" && !point && len(signs) > 0 {
			point, ok = true, s.saysFigure(next+1)
		} else {
			ok = ok && (one.kind == figures && one.said || lone)
		}
		if !ok {
			break
		}
		if lone {
			one.text, one.kind = one.other, figures
		}
		signs, next = append(signs, one), one.next
	}
	return signs, next
}

func (s *sentence) saysFigure(i int) bool {
	one, ok := s.sign(i)
	return ok && s.at(i).joined && one.kind == figures && one.said
}

// number is the number that signs say. One of them alone is as typed, but for
// a double.
func (s *sentence) number(signs []sign, i, next int, examples []string) (run, bool) {
	said := joinSigns(signs)
	if len(signs) == 0 || len(signs) == 1 && !signs[0].again || !isFigures(said) || s.isMore(signs, i, next) {
		return run{}, false
	}
	r := s.over(i, next)
	r.shape, r.asked = numberShape(signs, said, examples)
	if end := s.percent(next); end > next {
		r.end, said = s.at(end-1).end, said+"%"
	}
	r.readings = []string{said}
	return r, true
}

// mostFigures is the most figures that a number is exact in.
const mostFigures = 15

// isFigures reports whether a text is a number as it is typed.
func isFigures(said string) bool {
	return len(said) <= mostFigures && (said[0] != '0' || len(said) > 1 && said[1] == '.')
}

// isMore reports whether the words around figures, or the last of them, make
// something else of them than a number.
func (s *sentence) isMore(signs []sign, i, next int) bool {
	return s.isMeasure(i, next) || s.isWithin(i, next) || s.isHour(signs, i) || s.sighs(signs, next)
}

func joinSigns(signs []sign) string {
	var b strings.Builder
	for _, one := range signs {
		b.WriteString(one.text)
	}
	return b.String()
}

// isMeasure reports whether what stands around figures makes more of them: a
// quantity, a larger number, an hour of the day.
func (s *sentence) isMeasure(i, next int) bool {
	before, after := s.before(i).lower, s.next(next).lower
	if large[before] || large[after] || endsInFigure(before) || after != "" && isFigure(after[0]) {
		return true
	}
	return measures[after] && s.percent(next) == next
}

// isWithin reports whether figures are said within a code or an address: beside
// a letter or a mark.
func (s *sentence) isWithin(i, next int) bool {
	return s.before(i).binds() || s.next(next).binds() || s.next(next).lower == "point"
}

// binds reports whether a piece is a letter or a mark that figures are said
// with. An a and an i are words, an x is a times.
func (p piece) binds() bool {
	if len(p.lower) == 1 {
		return p.lower >= "a" && p.lower <= "z" && !strings.Contains("aix", p.lower)
	}
	return markWords[p.lower] != "" && p.lower != "point" && p.lower != "plus" && p.lower != "equals"
}

func endsInFigure(w string) bool { return w != "" && isFigure(w[len(w)-1]) }

// percent is past a percent at i, or i.
func (s *sentence) percent(i int) int {
	switch w := s.next(i).lower; {
	case w == "%", w == "percent":
		return i + 1
	case w == "per" && s.next(i+1).lower == "cent":
		return i + 2
	}
	return i
}

// isHour reports whether the signs are the hour and the minutes after an at.
func (s *sentence) isHour(signs []sign, i int) bool {
	if !hours[s.before(i).lower] || len(signs) < 2 || len(signs) > 3 {
		return false
	}
	minutes := joinSigns(signs[1:])
	hour, _ := strconv.Atoi(signs[0].text)
	return hour <= 24 && len(minutes) == 2 && minutes < "60" && (signs[1].pair || minutes[0] == '0')
}

// sighs reports whether the oh that ends the signs is none of them.
func (s *sentence) sighs(signs []sign, next int) bool {
	return s.at(next-1).lower == "oh" && interjected[s.at(next).lower]
}

// numberShape is how figures stand against the examples. By twos they are the
// number only where all examples are as long.
func numberShape(signs []sign, said string, examples []string) (shape Shape, asked bool) {
	length, points := numberExamples(examples)
	whole, fraction, point := strings.Cut(said, ".")
	switch {
	case hasPair(signs) && (!point || len(fraction) > 1):
		return Open, len(whole) != length || point
	case point && len(examples) > 0 && !points:
		return Open, false
	}
	return Whole, false
}

// hasPair reports whether figures come by twos beside others. The first sign
// before a point stands alone.
func hasPair(signs []sign) bool {
	for i, one := range signs {
		if one.pair && (i > 0 || i+1 < len(signs) && signs[i+1].kind != mark) {
			return true
		}
	}
	return false
}

// numberExamples is how many figures all examples have, 0 where they differ,
// and whether one has a fraction.
func numberExamples(examples []string) (length int, points bool) {
	for i, e := range examples {
		v, ok := pick.Whole(e, pick.Number)
		text := strconv.FormatFloat(v.Number, 'f', -1, 64)
		points = points || strings.Contains(text, ".")
		if n := len(text); !ok || i > 0 && n != length {
			length = 0
		} else if i == 0 {
			length = n
		}
	}
	return length, points
}
