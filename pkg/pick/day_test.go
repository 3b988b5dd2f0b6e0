package pick_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/pick"
)

func dayOf(t interface {
	Helper()
	Fatalf(string, ...any)
}, s string) pick.Day {
	t.Helper()
	d, ok := pick.ParseDay(s)
	if !ok {
		t.Fatalf("%q is no day", s)
	}
	return d
}

func TestOnlyADayOfTheCalendarReads(t *testing.T) {
	for _, s := range []string{"2026-05-05", "0001-01-01", "9999-12-31", "2028-02-29", "2000-02-29"} {
		if d, ok := pick.ParseDay(s); !ok || d.String() != s {
			t.Errorf("%q reads as %s, %v", s, d, ok)
		}
	}
	for _, s := range []string{
		"", "today", "2026-5-5", "26-05-05", "2026-05-05 ", " 2026-05-05", "2026-05-05T00:00:00Z", "2026/05/05", "05-05-2026", "20260505",
		"2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "-001-01-01", "10000-01-01", "２０２６-05-05",
	} {
		if d, ok := pick.ParseDay(s); ok || d != (pick.Day{}) {
			t.Errorf("%q reads as %s", s, d)
		}
	}
}

func TestTheDayIsTheOneOfTheTimesOwnZone(t *testing.T) {
	for _, c := range []struct {
		utc   string
		hours int // east of UTC
		want  string
	}{
		{"2026-05-05T00:30:00Z", 0, "2026-05-05"},
		{"2026-05-05T23:30:00Z", 0, "2026-05-05"},
		{"2026-05-04T11:30:00Z", 13, "2026-05-05"},
		{"2026-05-05T10:30:00Z", 13, "2026-05-05"},
		{"2026-05-05T11:30:00Z", 13, "2026-05-06"},
		{"2026-05-05T12:30:00Z", -13, "2026-05-04"},
		{"2026-05-05T13:30:00Z", -13, "2026-05-05"},
		{"2026-12-31T23:30:00Z", 1, "2027-01-01"},
	} {
		at, err := time.Parse(time.RFC3339, c.utc)
		if err != nil {
			t.Fatal(err)
		}
		if got := pick.DayOf(at.In(time.FixedZone("", c.hours*3600))).String(); got != c.want {
			t.Errorf("%s, %d hours east: %s, want %s", c.utc, c.hours, got, c.want)
		}
	}
}

func TestANightOfTwentyThreeHoursLosesNoDay(t *testing.T) {
	for _, zone := range []string{"Europe/Berlin", "America/Sao_Paulo", "Pacific/Auckland"} {
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Skip(err)
		}
		today := pick.DayOf(time.Date(2017, time.January, 1, 0, 30, 0, 0, place))
		for range 365 {
			noon := time.Date(today.Year, today.Month, today.Day, 12, 0, 0, 0, place)
			want := pick.DayOf(noon.AddDate(0, 0, 1))
			got, ok := pick.DateReading{Form: pick.InDays, Days: 1}.Resolve(today)
			if !ok || got != want {
				t.Fatalf("%s: the day after %s is %s, want %s", zone, today, got, want)
			}
			today = got
		}
	}
}

// anyDay is a day between the years 1 and 9999, often one at an end of a month
// or a year.
func anyDay() *rapid.Generator[pick.Day] {
	return rapid.Custom(func(t *rapid.T) pick.Day {
		year := rapid.OneOf(rapid.SampledFrom([]int{2, 1899, 1900, 2000, 2027, 2028, 2099, 2100}), rapid.IntRange(2, 9980)).Draw(t, "year")
		month := time.Month(rapid.IntRange(1, 12).Draw(t, "month"))
		day := rapid.OneOf(rapid.SampledFrom([]int{1, 28, 29, 30, 31}), rapid.IntRange(1, 31)).Draw(t, "day")
		return pick.DayOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
	})
}

func TestWhateverADayIsItReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyDay().Draw(t, "day")
		if got, ok := pick.ParseDay(want.String()); !ok || got != want {
			t.Fatalf("%s reads as %s, %v", want, got, ok)
		}
	})
}

func FuzzParseDay(f *testing.F) {
	for _, s := range []string{"2026-05-05", "0000-00-00", "9999-12-31", "2026-02-30", "+026-01-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := pick.ParseDay(s); ok && d.String() != s {
			t.Fatalf("%q reads as %s", s, d)
		}
	})
}
