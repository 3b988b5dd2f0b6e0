package app

import (
	"testing"
	"time"

	"sinew/pkg/pick"
)

func TestTodayIsTheVariablesDayOrTheMachines(t *testing.T) {
	night := time.Date(2026, time.May, 5, 23, 30, 0, 0, time.FixedZone("", -13*3600))
	for variable, want := range map[string]string{"": "2026-05-05", "2028-02-29": "2028-02-29", "0001-01-01": "0001-01-01"} {
		if day, err := today(variable, night); err != nil || day.String() != want {
			t.Errorf("%q: %s, %v", variable, day, err)
		}
	}
	for _, variable := range []string{"today", " ", "2026-02-29", "2026-5-5", "05/05/2026"} {
		if day, err := today(variable, night); err == nil {
			t.Errorf("%q is %s", variable, day)
		}
	}
}

// The nights of Berlin and Auckland are those their clocks jump in; of São Paulo
// it is midnight itself that was left out.
func TestTodayIsTheLocalDayAtEveryHour(t *testing.T) {
	for _, c := range []struct {
		zone             string
		year, month, day int
	}{
		{"UTC", 2026, 5, 5}, {"Etc/GMT-13", 2026, 12, 31}, {"Etc/GMT+12", 2027, 1, 1}, {"Europe/Berlin", 2026, 3, 29}, {"Europe/Berlin", 2026, 10, 25},
		{"Pacific/Auckland", 2026, 4, 5}, {"Pacific/Auckland", 2026, 9, 27}, {"America/Sao_Paulo", 2017, 10, 15}, {"America/Sao_Paulo", 2018, 2, 17},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Skip(err)
		}
		want := pick.Day{Year: c.year, Month: time.Month(c.month), Day: c.day}
		for _, clock := range [][2]int{{1, 0}, {1, 30}, {2, 30}, {12, 0}, {22, 59}, {23, 30}} {
			now := time.Date(c.year, time.Month(c.month), c.day, clock[0], clock[1], 0, 0, zone)
			if day, err := today("", now); err != nil || day != want {
				t.Errorf("%s: today is %s, %v, want %s", now, day, err, want)
			}
		}
	}
}

func TestTodayIsTheLocalDayBesideMidnight(t *testing.T) {
	for hours := -13; hours <= 13; hours++ {
		zone := time.FixedZone("", hours*3600)
		for _, clock := range [][2]int{{0, 30}, {23, 30}} {
			now := time.Date(2026, time.May, 5, clock[0], clock[1], 0, 0, zone)
			if day, err := today("", now.In(zone)); err != nil || day.String() != "2026-05-05" {
				t.Errorf("%s: today is %s, %v", now, day, err)
			}
			if day, err := today("2027-01-01", now); err != nil || day.String() != "2027-01-01" {
				t.Errorf("%s: a stated day is %s, %v", now, day, err)
			}
		}
	}
}

func TestAVariableThatIsNoDayStopsARunAndACheck(t *testing.T) {
	m, _ := home(t)
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ready, err := p.Ready([]string{"disk"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("EVOKE_TODAY", "soon\x1b")
	const want = `EVOKE_TODAY: "soon\x1b" is not a day: YYYY-MM-DD`
	if _, err := p.Run(t.Context(), ready.Permit, "", t.Output()); err == nil || err.Error() != want {
		t.Errorf("a run: %v", err)
	}
	_, err = m.Check(t.Context(), Check{Stderr: t.Output()}, func(c Checked, _ bool) { t.Errorf("%s was looked at", c.Name) })
	if err == nil || err.Error() != want {
		t.Errorf("a check: %v", err)
	}
	t.Setenv("EVOKE_TODAY", "2026-05-05")
	if _, err := p.Run(t.Context(), ready.Permit, "", t.Output()); err != nil {
		t.Errorf("a run on a day: %v", err)
	}
}
