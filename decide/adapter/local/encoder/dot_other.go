//go:build purego || (!amd64 && !arm64)

package encoder

func dot4(rows []byte, stride int, x []int16, sums *[4]int32) { dot4Plain(rows, stride, x, sums) }
