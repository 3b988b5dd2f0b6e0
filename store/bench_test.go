package store_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"sinew/pkg/tree"
	"sinew/store"
)

// What a rebuilt store costs, and what every start costs after it.
func BenchmarkStore(b *testing.B) {
	for _, n := range []int{15, 1000} {
		var trees []tree.Tree
		for i := range n {
			trees = append(trees, reflex(fmt.Sprint(i)))
		}
		base := b.TempDir()
		run := 0
		b.Run(fmt.Sprintf("keep/%d", n), func(b *testing.B) {
			for b.Loop() {
				run++
				if _, err := store.Open(filepath.Join(base, fmt.Sprint(run))).KeepAll(b.Context(), trees); err != nil {
					b.Fatal(err)
				}
			}
		})
		s := store.Open(filepath.Join(base, "1"))
		b.Run(fmt.Sprintf("get/%d", n), func(b *testing.B) {
			for b.Loop() {
				for _, one := range trees {
					if _, err := s.Get(one.H1()); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
