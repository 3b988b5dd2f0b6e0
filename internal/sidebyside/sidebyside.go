// Package sidebyside does many like things, a few of them at a time.
package sidebyside

import (
	"sync"
	"sync/atomic"
)

// Do calls do for every number below n, at most so many at a time, and returns
// when all are done. They are begun in order; none may wait for a later one.
func Do(n, most int, do func(i int)) {
	var begun atomic.Int64
	var workers sync.WaitGroup
	for range min(n, most) {
		workers.Go(func() {
			for i := int(begun.Add(1) - 1); i < n; i = int(begun.Add(1) - 1) {
				do(i)
			}
		})
	}
	workers.Wait()
}
