//go:build !purego

package encoder

func dot4(rows []byte, stride int, x []int16, sums *[4]int32) {
	if len(x) == 0 || len(x)%16 != 0 {
		dot4Plain(rows, stride, x, sums)
		return
	}
	_ = rows[3*stride+len(x)-1] // what the assembly reads
	dot4NEON(&rows[0], stride, &x[0], len(x), sums)
}

// dot4NEON is dot4Plain for an n that 16 divides; every arm64 has what it uses.
//
//go:noescape
func dot4NEON(rows *byte, stride int, x *int16, n int, sums *[4]int32)
