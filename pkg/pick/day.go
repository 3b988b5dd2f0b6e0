package pick

import (
	"fmt"
	"time"
)

// A Day is a day of the calendar, of the years 1 to 9999. The zero Day is none.
type Day struct {
	Year  int
	Month time.Month
	Day   int
}

// DayOf is the day that t is on, in t's own time zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day{year, month, day}
}

// ParseDay reads YYYY-MM-DD; ok is false for any other text, and for a day that
// is in no calendar.
func ParseDay(s string) (d Day, ok bool) {
	t, err := time.Parse(time.DateOnly, s)
	d = DayOf(t)
	if err != nil || !d.exists() || d.String() != s {
		return Day{}, false
	}
	return d, true
}

// String is YYYY-MM-DD.
func (d Day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// midnight has no time zone's jumps: days are counted from it.
func (d Day) midnight() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

func (d Day) exists() bool {
	return d.Year >= 1 && d.Year <= 9999 && DayOf(d.midnight()) == d
}

func (d Day) before(other Day) bool { return d.midnight().Before(other.midnight()) }

// allDays is more days than there are in all years that a Day may be of.
const allDays = 10000 * 366

// plus is the day that many days later, earlier when days is negative.
func (d Day) plus(days int) (Day, bool) {
	if days < -allDays || days > allDays {
		return Day{}, false
	}
	return existing(DayOf(d.midnight().AddDate(0, 0, days)))
}

func existing(d Day) (Day, bool) {
	if !d.exists() {
		return Day{}, false
	}
	return d, true
}
