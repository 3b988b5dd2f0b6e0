package pick

import (
	"slices"
	"strconv"
	"time"
)

// article is the index past a `the` and its space, or i.
func (r *reader) article(i int) int {
	if r.is(i, word, r.words.dates.the) && r.open(i+1) {
		return i + 2
	}
	return i
}

// counts reports whether what follows is what an ordinal counts.
func (r *reader) counts(end int) bool {
	return r.open(end) && r.is(end+1, word, r.words.dates.counted...)
}

// ordinal reads a day of the month where a day is expected: `on the 14th`.
func (r *reader) ordinal(i int) (DateReading, int) {
	at := r.article(i)
	day, end, form := r.dayOfMonth(at)
	if form == cardinal || !r.isDay(i, at > i, end, form) {
		return DateReading{}, i
	}
	if r.is(end+1, word, r.words.of) && r.open(end) {
		if _, ok := r.phrase(end+1, r.words.of, r.words.dates.the, r.words.dates.month); !ok {
			return DateReading{}, end
		}
	}
	return DateReading{Form: OnMonthDay, Day: day}, end
}

// isDay reports whether an ordinal is a day of the month by what stands around
// it.
func (r *reader) isDay(i int, the bool, end int, form dayForm) bool {
	words, before := &r.words.dates, r.wordBefore(i, 1)
	switch {
	case r.alone:
		return end == len(r.tokens)
	case r.counts(end):
		return false
	case the && form == ordinalFigure:
		return r.expects(i) || slices.Contains(words.datedInFigures, before) || i == 0 && r.goesOn(end)
	}
	return (the || form == ordinalFigure) && r.expects(i) && r.goesOn(end)
}

// goesOn reports whether the text ends at end, or goes on with a mark or a word
// that names nothing.
func (r *reader) goesOn(end int) bool {
	if r.at(end).kind == mark {
		return !r.is(end, mark, "-", "/", "_")
	}
	next := r.skip(end)
	return next >= len(r.tokens) || next > end && (r.at(next).kind == mark || r.is(next, word, r.words.follows...))
}

// A dayForm is how a day of a month is written.
type dayForm int

const (
	cardinal      dayForm = iota // 14
	ordinalFigure                // 14th
	ordinalWord                  // fourteenth
)

// dayOfMonth reads a day of a month in an ordinal, or in digits. Where there is
// none the form is cardinal and end is i.
func (r *reader) dayOfMonth(i int) (day, end int, form dayForm) {
	if r.at(i).kind != figure {
		return r.ordinalWords(i)
	}
	day, err := strconv.Atoi(r.at(i).text)
	if err != nil || len(r.at(i).text) > 2 || day < 1 || day > 31 {
		return 0, i, cardinal
	}
	if r.is(i+1, word, r.words.dates.suffix(day)) {
		return day, i + 2, ordinalFigure
	}
	if !r.ends(i+1) || r.is(i+1, mark, ":", "/", "%", ",", ".") && r.at(i+2).kind == figure || r.is(i+1, mark, "%") {
		return 0, i, cardinal
	}
	return day, i + 1, cardinal
}

func (r *reader) ordinalWords(i int) (day, end int, form dayForm) {
	if r.at(i).kind != word {
		return 0, i, cardinal
	}
	if day, ok := r.words.dates.ordinals[r.at(i).text]; ok {
		return day, i + 1, ordinalWord
	}
	ten, at := int(r.words.tens[r.at(i).text]), r.gap(i+1)
	one, ok := r.words.dates.ordinals[r.at(at).text]
	if day := ten + one; ok && ten > 0 && one < 10 && day <= 31 && at > i+1 {
		return day, at + 1, ordinalWord
	}
	return 0, i, cardinal
}

// monthDay reads a month and a day in either order, with a year or without.
func (r *reader) monthDay(i int) (DateReading, int) {
	month, day, end := r.monthFirst(i)
	if end == i {
		month, day, end = r.dayFirst(i)
	}
	if end == i {
		return DateReading{}, i
	}
	year, end := r.year(end)
	inYear := year
	if year == 0 {
		inYear = 2000 // a leap year
	}
	if !(Day{inYear, month, day}).exists() {
		return DateReading{}, end
	}
	return DateReading{Form: OnCalendar, Year: year, Month: month, Day: day}, end
}

// monthName is the month at i, and the index past it and the full stop of its
// short form.
func (r *reader) monthName(i int) (time.Month, int) {
	month, ok := r.words.dates.months[r.at(i).text]
	if r.at(i).kind != word || !ok {
		return 0, i
	}
	if r.is(i+1, mark, ".") && len(r.at(i).text) <= 4 && r.open(i+2) {
		if next := r.at(i + 3); next.kind == figure || next.text == r.words.dates.the {
			return month, i + 2
		}
	}
	return month, i + 1
}

func (r *reader) faint(i int) bool { return r.is(i, word, r.words.dates.faintMonths...) }

func (r *reader) monthFirst(i int) (month time.Month, day, end int) {
	month, at := r.monthName(i)
	next := r.gap(at)
	if at == i || next == at {
		return 0, 0, i
	}
	day, end, form := r.dayOfMonth(r.article(next))
	switch {
	case day == 0 && !r.faint(i):
		day, end = r.cardinalWords(next)
	case form == cardinal && day > 0 && r.measures(next):
		return 0, 0, i
	}
	if day == 0 || form != ordinalFigure && r.faint(i) && !r.dateStands(i, end) {
		return 0, 0, i
	}
	return month, day, end
}

// dateStands reports whether words around a month's day show that it is one,
// where the month's name may be another word.
func (r *reader) dateStands(i, end int) bool {
	year, _ := r.year(end)
	before := r.wordBefore(i, 1)
	_, weekday := r.words.dates.weekdays[before]
	return year > 0 || r.alone || r.goesOn(end) || r.timed(end) || weekday || r.expects(i) ||
		slices.Contains(r.words.dates.datedInFigures, before)
}

// cardinalWords reads `five` and `twenty-five` as a day.
func (r *reader) cardinalWords(i int) (day, end int) {
	if r.at(i).kind != word || r.is(i, word, r.words.articles...) {
		return 0, i
	}
	n, end, ok := r.run(i)
	if !ok || n < 1 || n > 31 || !r.ends(end) || r.measures(i) {
		return 0, i
	}
	return int(n), end
}

func (r *reader) dayFirst(i int) (month time.Month, day, end int) {
	day, at, form := r.dayOfMonth(r.article(i))
	if day == 0 || form == cardinal && r.article(i) > i {
		return 0, 0, i
	}
	next, of := r.gap(at), false
	if after, ok := r.phrase(next, r.words.of); ok && r.open(after) {
		next, of = after+1, true
	}
	month, end = r.monthName(next)
	if year, _ := r.year(end); year == 0 {
		end = min(end, next+1) // the full stop is the sentence's
	}
	if end == next || next == at || !of && r.faint(next) && !r.monthStands(i, end, form) {
		return 0, 0, i
	}
	return month, day, end
}

// monthStands reports whether a month's name that may be another word is a
// month by what stands around it: the 14th may change, the top 10 march on.
func (r *reader) monthStands(i, end int, form dayForm) bool {
	year, _ := r.year(end)
	next := r.skip(end)
	closed := next >= len(r.tokens) || r.at(next).kind == mark
	return year > 0 || r.alone || r.goesOn(end) && (form != cardinal || r.expects(i) || closed) || r.timed(end)
}

// timed reports whether a clock time stands after end.
func (r *reader) timed(end int) bool {
	next := r.skip(end)
	if r.is(next, word, r.words.clock.at) && r.open(next+1) {
		next += 2
	}
	v, _ := r.time(next)
	return next > end && v.Kind == Time
}

// measures reports whether a number at i counts something, or is an hour of
// the day.
func (r *reader) measures(i int) bool {
	if v, end := r.amount(i); v.Kind != "" && end > i {
		return true
	}
	if _, _, ok := r.duration(i); ok {
		return true
	}
	_, end, ok := r.plain(i)
	return ok && (r.half(end) > end || r.percent(end) > end)
}

// firstYear and lastYear bound the years that are said after a month and a day.
const firstYear, lastYear = 1500, 2199

// year reads the year after a month and a day that end at i, or 0 and i.
func (r *reader) year(i int) (year, end int) {
	at := i
	if r.is(at, mark, ",") {
		at++
	}
	next := r.gap(at)
	if next == at {
		return 0, i
	}
	if r.at(next).kind == word {
		return r.yearWords(i, next)
	}
	year, err := strconv.Atoi(r.at(next).text)
	clean := r.ends(next+1) && !(r.is(next+1, mark, ":", "/", ",", "-") && r.at(next+2).kind == figure)
	if err != nil || !clean || year < firstYear || year > lastYear || r.measures(next) {
		return 0, i
	}
	return year, next + 1
}

// yearWords reads `twenty seventeen`: two numbers of two digits.
func (r *reader) yearWords(i, at int) (year, end int) {
	century, next := r.twoDigits(at)
	rest, last := r.twoDigits(r.gap(next))
	if year = century*100 + rest; century < 15 || rest < 10 || year > lastYear || !r.ends(last) {
		return 0, i
	}
	return year, last
}

// twoDigits reads one number of two digits, in one word or two.
func (r *reader) twoDigits(i int) (n, end int) {
	if one, ok := r.words.ones[r.at(i).text]; ok && one > 9 {
		return int(one), i + 1
	}
	ten, ok := r.words.tens[r.at(i).text]
	if !ok {
		return 0, i
	}
	next := r.gap(i + 1)
	if one, ok := r.words.ones[r.at(next).text]; ok && next > i+1 && one > 0 && one < 10 {
		return int(ten + one), next + 1
	}
	return int(ten), i + 1
}
