package pick

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// date reads a day. A Value of no kind is words or figures about a day that
// are none: nothing else reads them either.
func (r *reader) date(i int) (Value, int) {
	if !r.starts(i) {
		return Value{}, i
	}
	for _, read := range []func(*reader, int) (DateReading, int){
		(*reader).offset, (*reader).weekday, (*reader).monthDay, (*reader).figures, (*reader).ordinal, (*reader).dayWord,
	} {
		if d, end := read(r, i); end > i {
			return r.dated(d, i, end)
		}
	}
	return Value{}, i
}

// dated is what a reading is with the words around it.
func (r *reader) dated(d DateReading, i, end int) (Value, int) {
	if r.is(end, mark, "-", "/") && r.at(end+1).kind == figure {
		return Value{}, end + 2
	}
	if k := r.at(end).kind; d.Form == "" || k == word || k == figure || r.displaced(d, i, end) {
		return Value{}, end
	}
	return Value{Kind: Date, Date: d}, end
}

// displaced reports whether the words around a day make it another day, or
// more than one.
func (r *reader) displaced(d DateReading, i, end int) bool {
	words := &r.words.dates
	before, further := r.wordBefore(i, 1), r.wordBefore(i, 2)
	_, ordinal := words.ordinals[before]
	_, unit := r.words.units[further]
	_, weekday := words.weekdays[further]
	switch {
	case slices.Contains(words.recurring, before), slices.Contains(words.recurring, further), slices.Contains(words.shifting, before):
		return true
	case before == r.words.of && slices.Contains(words.periods, further), slices.Contains(words.apart, before) && (unit || weekday):
		return true
	case words.which[before] == LastOne && d.Year == 0:
		return true
	}
	return d.Form == OnWeekday && (ordinal || r.shifted(end))
}

// shifted reports whether words after a weekday make it another day: friday
// week, the last friday of may.
func (r *reader) shifted(end int) bool {
	return r.open(end) && slices.ContainsFunc(r.words.dates.shiftingAfter, func(words []string) bool {
		_, ok := r.phrase(end+1, words...)
		return ok
	})
}

// wordBefore is the nth word before i with white space between, or "".
func (r *reader) wordBefore(i, n int) string {
	for at := i; n > 0; n-- {
		if !r.open(at-1) || r.at(at-2).kind != word {
			return ""
		}
		at -= 2
		if n == 1 {
			return r.at(at).text
		}
	}
	return ""
}

// starts reports whether nothing is written onto the front of i.
func (r *reader) starts(i int) bool {
	switch last := r.at(i - 1); {
	case last.kind == word, last.kind == figure, last.kind == tail, r.is(i-1, mark, "_", "@", "#", "-", "/", `\`):
		return false
	case r.is(i-1, mark, ".", ",", ":"):
		return r.at(i-2).kind != figure
	}
	return r.at(i-1).kind == space || !r.sign(i-1)
}

// skip is the index past white space, when it stands at i.
func (r *reader) skip(i int) int {
	if i < len(r.tokens) && r.open(i) {
		return i + 1
	}
	return i
}

// dayWord reads `tomorrow`, and `the day after tomorrow`.
func (r *reader) dayWord(i int) (DateReading, int) {
	words, at, more := &r.words.dates, i, 0
	if r.is(at, word, words.the) && r.is(at+2, word, words.day) {
		at += 2
	}
	if end, ok := r.phrase(at, words.day, words.next); ok {
		at, more = end+1, 1
	} else if end, ok := r.phrase(at, words.day, words.previous); ok {
		at, more = end+1, -1
	}
	days, ok := words.days[r.at(at).text]
	if r.at(at).kind != word || !ok || more*days < 0 {
		return DateReading{}, i
	}
	return DateReading{Form: InDays, Days: days + more}, at + 1
}

// weekday reads `friday`, `next friday`, and a weekday before a day, which
// alone counts: `friday the 14th`.
func (r *reader) weekday(i int) (DateReading, int) {
	which, at := r.words.dates.which[r.at(i).text], i
	if which != "" && r.open(i+1) {
		at += 2
	}
	day, ok := r.namedDay(at, which)
	if !ok {
		return DateReading{}, i
	}
	if d, end := r.dayAfter(at + 1); end > at+1 {
		if which == LastOne {
			d = DateReading{}
		}
		return d, end
	}
	return DateReading{Form: OnWeekday, Weekday: day, Which: which}, at + 1
}

func (r *reader) namedDay(i int, which Which) (time.Weekday, bool) {
	if r.at(i).kind != word {
		return 0, false
	}
	if day, ok := r.words.dates.weekdays[r.at(i).text]; ok {
		return day, true
	}
	day, ok := r.words.dates.faintDays[r.at(i).text]
	_, end := r.dayAfter(i + 1)
	return day, ok && (which != "" || end > i+1 || r.alone && i+1 == len(r.tokens) || r.expects(i))
}

// expects reports whether the word before i stands before days.
func (r *reader) expects(i int) bool { return slices.Contains(r.words.dates.dated, r.wordBefore(i, 1)) }

// dayAfter is the day after a weekday that ends at i, or i.
func (r *reader) dayAfter(i int) (DateReading, int) {
	at := i
	if r.is(at, mark, ",") {
		at++
	}
	if at = r.skip(at); at == i {
		return DateReading{}, i
	}
	for _, read := range []func(*reader, int) (DateReading, int){(*reader).monthDay, (*reader).figures} {
		if d, end := read(r, at); end > at {
			return d, end
		}
	}
	the := r.article(at)
	day, end, form := r.dayOfMonth(the)
	if form == cardinal || form == ordinalWord && the == at || r.counts(end) {
		return DateReading{}, i
	}
	return DateReading{Form: OnMonthDay, Day: day}, end
}

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
	if r.is(i+1, word, suffix(day)) {
		return day, i + 2, ordinalFigure
	}
	if !r.ends(i+1) || r.is(i+1, mark, ":", "/", "%", ",", ".") && r.at(i+2).kind == figure || r.is(i+1, mark, "%") {
		return 0, i, cardinal
	}
	return day, i + 1, cardinal
}

// suffix is what an ordinal in digits ends with.
func suffix(n int) string {
	if n >= 11 && n <= 13 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
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
	return year > 0 || r.alone || r.goesOn(end) || r.half(end) > end || weekday || r.expects(i) ||
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
	if end == next || next == at || !of && r.faint(next) && !r.monthStands(end) {
		return 0, 0, i
	}
	return month, day, end
}

// monthStands reports whether a month's name that may be another word is a
// month by what follows it: the 14th may change.
func (r *reader) monthStands(end int) bool {
	year, _ := r.year(end)
	return year > 0 || r.alone || r.goesOn(end)
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

// figures reads a date in digits alone: 2026-05-05, and 27/03/2017 where one
// order of day and month alone is possible.
func (r *reader) figures(i int) (DateReading, int) {
	parts, joint, end := r.threeFigures(i)
	if len(parts) != 3 || len(parts[1]) > 2 {
		return DateReading{}, i
	}
	switch {
	case len(parts[0]) == 4 && len(parts[2]) <= 2:
		return onCalendar(parts[0], parts[1], parts[2]), end
	case len(parts[2]) == 4 && len(parts[0]) <= 2:
		return r.eitherOrder(parts, joint, i, end)
	case joint == "/":
		return DateReading{}, end
	}
	return DateReading{}, i
}

// eitherOrder is the one day that figures before a year are. Figures that are
// no day in any order are no date, but for slashes.
func (r *reader) eitherOrder(parts []string, joint string, i, end int) (DateReading, int) {
	dayFirst, monthFirst := onCalendar(parts[2], parts[1], parts[0]), onCalendar(parts[2], parts[0], parts[1])
	switch {
	case dayFirst.Form == "" && monthFirst.Form == "" && joint != "/":
		return DateReading{}, i
	case dayFirst.Form == "":
		return monthFirst, end
	case monthFirst.Form == "":
		return dayFirst, end
	}
	return DateReading{}, end
}

func onCalendar(year, month, day string) DateReading {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	if !(Day{y, time.Month(m), d}).exists() {
		return DateReading{}
	}
	return DateReading{Form: OnCalendar, Year: y, Month: time.Month(m), Day: d}
}

// threeFigures are three figures that one mark joins.
func (r *reader) threeFigures(i int) (parts []string, joint string, end int) {
	if r.at(i).kind != figure {
		return nil, "", i
	}
	if parts = strings.SplitN(r.at(i).text, ".", 4); len(parts) == 3 {
		return parts, ".", i + 1
	}
	joint = r.at(i + 1).text
	if !r.is(i+1, mark, "-", "/") || !r.is(i+3, mark, joint) || r.at(i+2).kind != figure || r.at(i+4).kind != figure {
		return nil, "", i
	}
	return []string{r.at(i).text, r.at(i + 2).text, r.at(i + 4).text}, joint, i + 5
}

const secondsADay = 86400

// offset reads a count of days or weeks from a day: `in two weeks`, `three days
// from now`, `a week ago`.
func (r *reader) offset(i int) (DateReading, int) {
	at := i
	if r.is(i, word, r.words.dates.in) && r.open(i+1) {
		at += 2
	}
	days, end := r.wholeDays(at)
	if end == at {
		return DateReading{}, i
	}
	for _, from := range r.words.dates.from {
		if last, ok := r.phrase(r.skip(end), from.words...); ok && r.open(end) {
			return DateReading{Form: InDays, Days: from.base + from.way*days}, last
		}
	}
	if at == i {
		return DateReading{}, i
	}
	return DateReading{Form: InDays, Days: days}, r.timeAfter(end)
}

// wholeDays reads a length in days or weeks that stands by itself.
func (r *reader) wholeDays(i int) (days, end int) {
	l, end, ok := r.counted(i)
	if !ok || l.unit < secondsADay || !whole(l.seconds/secondsADay) || l.seconds/secondsADay > allDays {
		return 0, i
	}
	if _, further, ok := r.across(i); ok && further > end {
		return 0, i
	}
	return int(l.seconds / secondsADay), end
}

// timeAfter is the index past the time of `in two weeks' time`, or i.
func (r *reader) timeAfter(i int) int {
	at := i
	if r.is(at, mark, "'") || r.at(at).kind == tail {
		at++
	}
	if r.open(at) && r.is(at+1, word, r.words.dates.time) {
		return at + 2
	}
	return i
}
