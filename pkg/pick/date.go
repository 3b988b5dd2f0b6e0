package pick

import "time"

// A DateForm is how a date was said.
type DateForm string

// The forms of a date, by their names on the wire.
const (
	InDays     DateForm = "offset"   // so many days from today: tomorrow, in two weeks, yesterday
	OnWeekday  DateForm = "weekday"  // a day of the week: friday, next friday
	OnMonthDay DateForm = "day"      // a day of the month: the 14th
	OnCalendar DateForm = "calendar" // a month and a day, with a year or without: may fifth, 2026-05-05
)

// Which is the word before a weekday.
type Which string

// The words before a weekday. Without one a weekday is as with ThisOne.
const (
	NextOne Which = "next" // the nearest after today
	ThisOne Which = "this" // the nearest from today on
	LastOne Which = "last" // the nearest before today
)

// A DateReading is what the date recognizer read: a date as it was said, which
// is a day only once it is known what day today is (manual, "Values").
type DateReading struct {
	Form    DateForm
	Days    int          // InDays; negative for a day gone by
	Weekday time.Weekday // OnWeekday
	Which   Which        // OnWeekday; "" when none was said
	Year    int          // OnCalendar; 0 when none was said
	Month   time.Month   // OnCalendar
	Day     int          // OnMonthDay, OnCalendar
}

// Resolve is the day that is meant when today is today. It looks forward: what
// names no year, or no month, is the first such day that has not gone by, today
// among them. Only a count of days backwards, a last weekday and a year that was
// said give a day before today.
//
// ok is false when there is no such day: the 31st of April, a day past the year
// 9999; and when today is no day.
func (r DateReading) Resolve(today Day) (d Day, ok bool) {
	if !today.exists() {
		return Day{}, false
	}
	switch r.Form {
	case InDays:
		return today.plus(r.Days)
	case OnWeekday:
		if r.Weekday < time.Sunday || r.Weekday > time.Saturday {
			return Day{}, false
		}
		return today.plus(r.daysToWeekday(today))
	case OnMonthDay:
		return r.monthDay(today)
	case OnCalendar:
		return r.calendar(today)
	}
	return Day{}, false
}

// daysToWeekday is how far the weekday is from today: -7 to -1 for the last
// one, 1 to 7 for the next, 0 to 6 otherwise.
func (r DateReading) daysToWeekday(today Day) int {
	ahead := int(r.Weekday-today.midnight().Weekday()+7) % 7
	switch {
	case r.Which == LastOne:
		return ahead - 7
	case r.Which == NextOne && ahead == 0:
		return 7
	}
	return ahead
}

// monthDay is in this month or in the first after it that has such a day. Of
// two months that follow each other one has 31 days, so three months are
// enough: this one, whose day may be gone by, and two more.
func (r DateReading) monthDay(today Day) (Day, bool) {
	first := Day{today.Year, today.Month, 1}
	for months := range 3 {
		d := DayOf(first.midnight().AddDate(0, months, 0))
		d.Day = r.Day
		if d.exists() && !d.before(today) {
			return d, true
		}
	}
	return Day{}, false
}

// calendar is in the year that was said, else in this year or in the first
// after it that has such a day. 29 February may be eight years away: 2100 is no
// leap year.
func (r DateReading) calendar(today Day) (Day, bool) {
	if r.Year != 0 {
		return existing(Day{r.Year, r.Month, r.Day})
	}
	for years := range 9 {
		d := Day{today.Year + years, r.Month, r.Day}
		if d.exists() && !d.before(today) {
			return d, true
		}
	}
	return Day{}, false
}
