package plan

import (
	"fmt"
	"strings"
	"time"

	"sinew/decide/gate"
	"sinew/pkg/call"
	"sinew/pkg/pick"
)

// beside reads a step's days of the month beside the one day of the calendar
// that a step it takes from names: after october 12th, the 20th is october's and
// the 3rd november's (manual, "What a step takes from another").
func (m *maker) beside(at int) {
	step := &m.plan.Steps[at]
	for _, b := range m.plan.Into(step.N) {
		day, ok := oneDay(m.plan.Steps[b.From-1].Decision.Call())
		if !ok {
			continue
		}
		for _, a := range step.Decision.Call().Args {
			if a.Value.Kind == call.Pick && a.Value.Read.Date.Form == pick.OnMonthDay {
				step.read(m, a, day, b.From)
			}
		}
	}
	m.parts[at].Decision = step.Decision
}

func (s *Step) read(m *maker, a call.Arg, day pick.DateReading, from int) {
	moved, ok := monthDayFrom(day, a.Value.Read.Date.Day)
	if !ok {
		return
	}
	v := a.Value
	v.Read.Date, v.Typed = moved, Day(moved)
	s.Decision = gate.Reread(m.cat, s.Decision, a.Name, v)
	s.Beside = append(s.Beside, Beside{a.Name, from})
}

// oneDay is the day of the calendar a call names, where it names exactly one.
func oneDay(c call.Call) (day pick.DateReading, ok bool) {
	for _, a := range c.Args {
		if a.Value.Kind != call.Pick || a.Value.Read.Date.Form != pick.OnCalendar {
			continue
		}
		if ok {
			return pick.DateReading{}, false
		}
		day, ok = a.Value.Read.Date, true
	}
	return day, ok
}

// monthDayFrom is the first such day of the month from a day on. Of two months that
// follow each other one has 31 days.
func monthDayFrom(from pick.DateReading, day int) (pick.DateReading, bool) {
	moved := pick.DateReading{Form: pick.OnCalendar, Year: from.Year, Month: from.Month, Day: day}
	if day < from.Day {
		moved = nextMonth(moved)
	}
	for range 3 {
		if day <= daysIn(moved) {
			return moved, true
		}
		moved = nextMonth(moved)
	}
	return pick.DateReading{}, false
}

func nextMonth(d pick.DateReading) pick.DateReading {
	if d.Month++; d.Month > time.December {
		d.Month = time.January
		if d.Year != 0 {
			d.Year++
		}
	}
	return d
}

// daysIn is the length of the month; without a year the longest it can have.
func daysIn(d pick.DateReading) int {
	year := d.Year
	if year == 0 {
		year = 2000 // a leap year
	}
	return time.Date(year, d.Month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// Day is a day of the calendar as it is shown and typed: 2026-10-20, or
// october 20 where no year was said.
func Day(d pick.DateReading) string {
	if d.Year != 0 {
		return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	}
	return fmt.Sprintf("%s %d", strings.ToLower(d.Month.String()), d.Day)
}
