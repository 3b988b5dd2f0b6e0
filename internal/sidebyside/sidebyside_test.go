package sidebyside_test

import (
	"sync/atomic"
	"testing"

	"sinew/internal/sidebyside"
)

func TestEachIsDoneOnceAndFewAtATime(t *testing.T) {
	for _, c := range []struct{ n, most int }{{0, 4}, {1, 4}, {3, 4}, {50, 4}, {50, 1}} {
		done := make([]atomic.Int64, c.n)
		var now, peak atomic.Int64
		sidebyside.Do(c.n, c.most, func(i int) {
			for at, seen := now.Add(1), peak.Load(); at > seen && !peak.CompareAndSwap(seen, at); seen = peak.Load() {
			}
			done[i].Add(1)
			now.Add(-1)
		})
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("of %d, %d is done %d times", c.n, i, got)
			}
		}
		if peak.Load() > int64(c.most) {
			t.Errorf("of %d, %d are done at once", c.n, peak.Load())
		}
	}
}
