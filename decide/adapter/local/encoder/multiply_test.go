package encoder

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTheProcessorsOwnSumsAreThePlainOnes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(0, 130).Draw(rt, "width")
		stride := width + rapid.IntRange(0, 5).Draw(rt, "gap")
		rows := rapid.SliceOfN(rapid.Byte(), 3*stride+width, 3*stride+width).Draw(rt, "rows")
		x := rapid.SliceOfN(rapid.Int16Range(-most14, most14), width, width).Draw(rt, "x")
		var got, want [4]int32
		dot4(rows, stride, x, &got)
		dot4Plain(rows, stride, x, &want)
		if got != want {
			rt.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestTheLargestSumFits(t *testing.T) {
	rows, x := make([]byte, 4*wide), make([]int16, wide)
	for i := range rows {
		rows[i] = 0x81 // -127
	}
	for i := range x {
		x[i] = -most14
	}
	var got [4]int32
	dot4(rows, wide, x, &got)
	if want := int32(wide * 127 * most14); got != [4]int32{want, want, want, want} {
		t.Errorf("got %v, want %d", got, want)
	}
}
