//go:build !purego

package encoder

import "golang.org/x/sys/cpu"

func dot4(rows []byte, stride int, x []int16, sums *[4]int32) {
	if !cpu.X86.HasAVX2 || len(x) == 0 || len(x)%16 != 0 {
		dot4Plain(rows, stride, x, sums)
		return
	}
	_ = rows[3*stride+len(x)-1] // what the assembly reads
	dot4AVX2(&rows[0], stride, &x[0], len(x), sums)
}

// dot4AVX2 is dot4Plain for an n that 16 divides.
//
//go:noescape
func dot4AVX2(rows *byte, stride int, x *int16, n int, sums *[4]int32)
