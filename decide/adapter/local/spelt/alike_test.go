package spelt

import "testing"

func TestOneSlipOrABeginningMakesStemsAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"disk", "disk", 1}, {"space", "spcae", Slip}, {"space", "spce", 0}, {"timer", "timers", Prefix},
		{"folder", "foldre", Slip}, {"folder", "fodler", Slip}, {"folder", "foldar", Slip}, {"folder", "holder", 0},
		{"calc", "calculat", Prefix}, {"calc", "calculation", 0}, {"on", "once", 0}, {"", "", 1}, {"", "a", 0},
		{"<number>", "<numbers", 0}, {"memory", "mmory", Slip}, {"memory", "memmory", Slip},
	} {
		if got := Alike(c.a, c.b); got != c.want || Alike(c.b, c.a) != got {
			t.Errorf("Alike(%q, %q) is %v, not %v", c.a, c.b, got, c.want)
		}
	}
}
