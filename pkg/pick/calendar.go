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
	if !r.starts(i) && !r.endsDays(i) {
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

// endsDays reports whether a hyphen after a weekday stands before i.
func (r *reader) endsDays(i int) bool {
	return r.is(i-1, mark, "-") && r.at(i-2).kind == word && has(r.words.dates.weekdays, r.at(i-2).text)
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
