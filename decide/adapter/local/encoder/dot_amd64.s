//go:build !purego

#include "textflag.h"

// func dot4AVX2(rows *byte, stride int, x *int16, n int, sums *[4]int32)
//
// Sixteen columns a turn: the bytes of each row become int16, their products
// with x are added in pairs to eight int32, a register for each row. At the end
// the eight are added up, four rows at once.
TEXT ·dot4AVX2(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), R8
	MOVQ stride+8(FP), BX
	MOVQ x+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ sums+32(FP), DX
	LEAQ (R8)(BX*1), R9
	LEAQ (R9)(BX*1), R10
	LEAQ (R10)(BX*1), R11
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	XORQ AX, AX

turn:
	VMOVDQU (SI)(AX*2), Y8
	VPMOVSXBW (R8)(AX*1), Y4
	VPMOVSXBW (R9)(AX*1), Y5
	VPMOVSXBW (R10)(AX*1), Y6
	VPMOVSXBW (R11)(AX*1), Y7
	VPMADDWD Y8, Y4, Y4
	VPMADDWD Y8, Y5, Y5
	VPMADDWD Y8, Y6, Y6
	VPMADDWD Y8, Y7, Y7
	VPADDD Y4, Y0, Y0
	VPADDD Y5, Y1, Y1
	VPADDD Y6, Y2, Y2
	VPADDD Y7, Y3, Y3
	ADDQ $16, AX
	CMPQ AX, CX
	JLT turn

	VPHADDD Y1, Y0, Y0
	VPHADDD Y3, Y2, Y2
	VPHADDD Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD X1, X0, X0
	VMOVDQU X0, (DX)
	VZEROUPPER
	RET
