package app

import (
	"testing"
	"time"
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
