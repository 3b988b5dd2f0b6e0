package pick

import (
	"slices"
	"time"
)

// dayWord reads `tomorrow`, and `the day after tomorrow`.
func (r *reader) dayWord(i int) (DateReading, int) {
	words, at, more := &r.words.dates, i, 0
	if r.is(r.article(at), word, words.day) {
		at = r.article(at)
	}
	if end, ok := r.phrase(at, words.day, words.next); ok && r.open(end) {
		at, more = end+1, 1
	} else if end, ok := r.phrase(at, words.day, words.previous); ok && r.open(end) {
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
	if at == i && r.wordBefore(i, 1) == r.words.dates.lasting {
		return DateReading{}, i // two weeks long, and from a day on
	}
	if d, last := r.countedFrom(days, end); last > end {
		return d, last
	}
	if at == i {
		return DateReading{}, i
	}
	return DateReading{Form: InDays, Days: days}, r.timeAfter(end)
}

// countedFrom reads the day that days which end at i are counted from, or gives
// i.
func (r *reader) countedFrom(days, i int) (DateReading, int) {
	for _, from := range r.words.dates.from {
		if end, ok := r.phrase(r.skip(i), from.words...); ok && r.open(i) {
			return DateReading{Form: InDays, Days: from.base + from.way*days}, end
		}
	}
	return DateReading{}, i
}

// wholeDays reads a length in days or weeks that stands by itself.
func (r *reader) wholeDays(i int) (days, end int) {
	l, end, ok := r.counted(i)
	if !ok || l.unit < secondsADay || !whole(l.seconds/secondsADay) || l.seconds/secondsADay > allDays {
		return 0, i
	}
	if _, further, ok := r.across(i); ok && further > end && !r.lists(end) {
		return 0, i
	}
	return int(l.seconds / secondsADay), end
}

// lists reports whether a comma at i parts two offsets: in two weeks, three
// days from now.
func (r *reader) lists(i int) bool {
	_, end := r.offset(i + 2)
	return r.is(i, mark, ",") && r.open(i+1) && end > i+2
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
