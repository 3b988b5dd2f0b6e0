package text

import "testing"

func TestTheFirstCharactersAreWhole(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"", 3, ""}, {"añb", 2, "añ"}, {"añb", 3, "añb"}, {"añb", 9, "añb"}, {"añb", 0, ""}} {
		if got := First(c.s, c.n); got != c.want {
			t.Errorf("the first %d of %q are %q", c.n, c.s, got)
		}
	}
}
