package pick_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/pick"
)

func inDays(n int) pick.DateReading   { return pick.DateReading{Form: pick.InDays, Days: n} }
func monthDay(n int) pick.DateReading { return pick.DateReading{Form: pick.OnMonthDay, Day: n} }
func calendar(y int, m time.Month, d int) pick.DateReading {
	return pick.DateReading{Form: pick.OnCalendar, Year: y, Month: m, Day: d}
}
func weekday(which pick.Which, w time.Weekday) pick.DateReading {
	return pick.DateReading{Form: pick.OnWeekday, Which: which, Weekday: w}
}

// 5 May 2026 is a Tuesday.
func TestADateResolvesAgainstTheDayItIs(t *testing.T) {
	for _, c := range []struct {
		said    string
		reading pick.DateReading
		today   string
		want    string // "" for none
	}{
		{"today", inDays(0), "2026-05-05", "2026-05-05"},
		{"tomorrow", inDays(1), "2026-05-31", "2026-06-01"},
		{"tomorrow", inDays(1), "2026-12-31", "2027-01-01"},
		{"tomorrow", inDays(1), "2028-02-28", "2028-02-29"},
		{"tomorrow", inDays(1), "2027-02-28", "2027-03-01"},
		{"yesterday", inDays(-1), "2028-03-01", "2028-02-29"},
		{"yesterday", inDays(-1), "2026-01-01", "2025-12-31"},
		{"in two weeks", inDays(14), "2026-12-20", "2027-01-03"},
		{"tomorrow", inDays(1), "9999-12-31", ""},
		{"yesterday", inDays(-1), "0001-01-01", ""},
		{"in ages", inDays(math.MaxInt), "2026-05-05", ""},
		{"ages ago", inDays(math.MinInt), "2026-05-05", ""},

		{"tuesday", weekday("", time.Tuesday), "2026-05-05", "2026-05-05"},
		{"wednesday", weekday("", time.Wednesday), "2026-05-05", "2026-05-06"},
		{"monday", weekday("", time.Monday), "2026-05-05", "2026-05-11"},
		{"sunday", weekday("", time.Sunday), "2026-12-28", "2027-01-03"},
		{"this tuesday", weekday(pick.ThisOne, time.Tuesday), "2026-05-05", "2026-05-05"},
		{"this friday", weekday(pick.ThisOne, time.Friday), "2026-05-05", "2026-05-08"},
		{"next tuesday", weekday(pick.NextOne, time.Tuesday), "2026-05-05", "2026-05-12"},
		{"next friday", weekday(pick.NextOne, time.Friday), "2026-05-05", "2026-05-08"},
		{"next monday", weekday(pick.NextOne, time.Monday), "2026-05-05", "2026-05-11"},
		{"last friday", weekday(pick.LastOne, time.Friday), "2026-05-05", "2026-05-01"},
		{"last friday", weekday(pick.LastOne, time.Friday), "2026-05-08", "2026-05-01"},
		{"last friday", weekday(pick.LastOne, time.Friday), "2026-05-09", "2026-05-08"},
		{"last monday", weekday(pick.LastOne, time.Monday), "2026-05-05", "2026-05-04"},
		{"last thursday", weekday(pick.LastOne, time.Thursday), "2027-01-01", "2026-12-31"},
		{"an eighth day of the week", weekday("", 7), "2026-05-05", ""},
		{"a day before Sunday", weekday("", -1), "2026-05-05", ""},

		{"the 5th", monthDay(5), "2026-05-05", "2026-05-05"},
		{"the 6th", monthDay(6), "2026-05-05", "2026-05-06"},
		{"the 4th", monthDay(4), "2026-05-05", "2026-06-04"},
		{"the 4th", monthDay(4), "2026-12-05", "2027-01-04"},
		{"the 31st", monthDay(31), "2026-04-05", "2026-05-31"},
		{"the 31st", monthDay(31), "2026-05-31", "2026-05-31"},
		{"the 31st", monthDay(31), "2026-12-31", "2026-12-31"},
		{"the 30th", monthDay(30), "2026-01-31", "2026-03-30"},
		{"the 30th", monthDay(30), "2027-02-01", "2027-03-30"},
		{"the 29th", monthDay(29), "2028-02-01", "2028-02-29"},
		{"the 29th", monthDay(29), "2027-01-30", "2027-03-29"},
		{"the 1st", monthDay(1), "2026-12-31", "2027-01-01"},
		{"the 1st", monthDay(1), "9999-12-31", ""},
		{"the 0th", monthDay(0), "2026-05-05", ""},
		{"the 32nd", monthDay(32), "2026-05-05", ""},

		{"may fifth", calendar(0, time.May, 5), "2026-05-05", "2026-05-05"},
		{"may fourth", calendar(0, time.May, 4), "2026-05-05", "2027-05-04"},
		{"december 31st", calendar(0, time.December, 31), "2026-05-05", "2026-12-31"},
		{"january 1st", calendar(0, time.January, 1), "2026-12-31", "2027-01-01"},
		{"29 february", calendar(0, time.February, 29), "2026-05-05", "2028-02-29"},
		{"29 february", calendar(0, time.February, 29), "2028-02-29", "2028-02-29"},
		{"29 february", calendar(0, time.February, 29), "2028-03-01", "2032-02-29"},
		{"29 february", calendar(0, time.February, 29), "2096-03-01", "2104-02-29"},
		{"30 february", calendar(0, time.February, 30), "2026-05-05", ""},
		{"april 31st", calendar(0, time.April, 31), "2026-05-05", ""},
		{"month 13", calendar(0, 13, 1), "2026-05-05", ""},
		{"may fourth", calendar(0, time.May, 4), "9999-05-05", ""},
		{"March 6th 2017", calendar(2017, time.March, 6), "2026-05-05", "2017-03-06"},
		{"2028-02-29", calendar(2028, time.February, 29), "2026-05-05", "2028-02-29"},
		{"29 february 2027", calendar(2027, time.February, 29), "2026-05-05", ""},
		{"a year too many", calendar(10000, time.January, 1), "2026-05-05", ""},

		{"nothing", pick.DateReading{}, "2026-05-05", ""},
	} {
		got, ok := c.reading.Resolve(dayOf(t, c.today))
		if ok != (c.want != "") || ok && got.String() != c.want || !ok && got != (pick.Day{}) {
			t.Errorf("on %s, %s is %s, %v; want %q", c.today, c.said, got, ok, c.want)
		}
	}
}

func TestADateIsNoDayWhereTodayIsNone(t *testing.T) {
	for _, today := range []pick.Day{{}, {2026, 2, 30}, {10000, 1, 1}, {2026, 1, 0}} {
		for _, r := range []pick.DateReading{inDays(1), weekday("", time.Friday), monthDay(4), calendar(0, 5, 4), calendar(2026, 5, 4)} {
			if d, ok := r.Resolve(today); ok {
				t.Errorf("%+v on %+v is %s", r, today, d)
			}
		}
	}
}

// forward is a date that is never a day gone by.
func forward() *rapid.Generator[pick.DateReading] {
	return rapid.Custom(func(t *rapid.T) pick.DateReading {
		switch rapid.IntRange(1, 4).Draw(t, "form") {
		case 1:
			return inDays(rapid.IntRange(0, 4000).Draw(t, "days"))
		case 2:
			which := rapid.SampledFrom([]pick.Which{"", pick.ThisOne, pick.NextOne}).Draw(t, "which")
			return weekday(which, time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday")))
		case 3:
			return monthDay(rapid.IntRange(1, 31).Draw(t, "day"))
		}
		in2000 := time.Date(2000, 1, rapid.IntRange(1, 366).Draw(t, "day of a leap year"), 0, 0, 0, 0, time.UTC)
		return calendar(0, in2000.Month(), in2000.Day())
	})
}

func utc(d pick.Day) time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// says reports whether a day is one that a forward date says, whatever today is.
func says(r pick.DateReading, d pick.Day) bool {
	switch r.Form {
	case pick.OnWeekday:
		return utc(d).Weekday() == r.Weekday
	case pick.OnMonthDay:
		return d.Day == r.Day
	case pick.OnCalendar:
		return d.Month == r.Month && d.Day == r.Day
	}
	return false
}

func TestADateIsTheFirstDayItSaysAndNeverOneGoneBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, today := forward().Draw(t, "date"), anyDay().Draw(t, "today")
		got, ok := r.Resolve(today)
		if !ok || utc(got).Before(utc(today)) {
			t.Fatalf("%+v on %s is %s, %v", r, today, got, ok)
		}
		if r.Form == pick.InDays {
			if days := utc(got).Sub(utc(today)).Hours() / 24; days != float64(r.Days) {
				t.Fatalf("%d days after %s is %s", r.Days, today, got)
			}
			return
		}
		first := utc(today)
		if r.Which == pick.NextOne {
			first = first.AddDate(0, 0, 1)
		}
		for !says(r, pick.DayOf(first)) {
			first = first.AddDate(0, 0, 1)
		}
		if got != pick.DayOf(first) {
			t.Fatalf("%+v on %s is %s, want %s", r, today, got, pick.DayOf(first))
		}
	})
}

func TestALastWeekdayIsInTheSevenDaysBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		today, w := anyDay().Draw(t, "today"), time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))
		got, ok := weekday(pick.LastOne, w).Resolve(today)
		days := utc(today).Sub(utc(got)).Hours() / 24
		if !ok || utc(got).Weekday() != w || days < 1 || days > 7 {
			t.Fatalf("last %s on %s is %s, %v", w, today, got, ok)
		}
	})
}

func TestWhatADateIsResolvedToResolvesToItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, today := forward().Draw(t, "date"), anyDay().Draw(t, "today")
		day, _ := r.Resolve(today)
		again, ok := calendar(day.Year, day.Month, day.Day).Resolve(anyDay().Draw(t, "another day"))
		if !ok || again != day {
			t.Fatalf("%s resolves to %s, %v", day, again, ok)
		}
	})
}

func TestAValueGoesOnTheLineAsItsKindIs(t *testing.T) {
	for want, v := range map[string]pick.Value{
		`{"type":"number","value":-5}`:                                                 {Kind: pick.Number, Number: -5},
		`{"type":"duration","value":600}`:                                              {Kind: pick.Duration, Number: 600},
		`{"type":"quoted","value":"eggs"}`:                                             {Kind: pick.Quoted, Text: "eggs"},
		`{"type":"time","value":"17:30"}`:                                              {Kind: pick.Time, Text: "17:30"},
		`{"type":"code","value":"tp1043"}`:                                             {Kind: pick.Code, Text: "tp1043"},
		`{"type":"amount","value":{"amount":1200,"currency":"EUR"}}`:                   {Kind: pick.Amount, Number: 1200, Currency: "EUR"},
		`{"type":"amount","value":{"amount":0,"currency":"USD"}}`:                      {Kind: pick.Amount, Currency: "USD"},
		`{"type":"date","value":{"type":"offset","days":0}}`:                           {Kind: pick.Date, Date: inDays(0)},
		`{"type":"date","value":{"type":"offset","days":-1}}`:                          {Kind: pick.Date, Date: inDays(-1)},
		`{"type":"date","value":{"type":"weekday","weekday":"sunday"}}`:                {Kind: pick.Date, Date: weekday("", time.Sunday)},
		`{"type":"date","value":{"type":"weekday","weekday":"friday","which":"next"}}`: {Kind: pick.Date, Date: weekday(pick.NextOne, time.Friday)},
		`{"type":"date","value":{"type":"day","day":14}}`:                              {Kind: pick.Date, Date: monthDay(14)},
		`{"type":"date","value":{"type":"calendar","month":2,"day":29}}`:               {Kind: pick.Date, Date: calendar(0, time.February, 29)},
		`{"type":"date","value":{"type":"calendar","year":2027,"month":5,"day":4}}`:    {Kind: pick.Date, Date: calendar(2027, time.May, 4)},
	} {
		if line, err := json.Marshal(v); err != nil || string(line) != want {
			t.Errorf("%+v goes as %s, %v; want %s", v, line, err, want)
		}
	}
}

func ExampleDateReading_Resolve() {
	today, _ := pick.ParseDay("2026-05-05")
	fourth := pick.DateReading{Form: pick.OnMonthDay, Day: 4}
	fmt.Println(fourth.Resolve(today))
	// Output: 2026-06-04 true
}
