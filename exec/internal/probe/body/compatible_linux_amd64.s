#include "textflag.h"

// func compatibleSocket() int32
TEXT ·compatibleSocket(SB), NOSPLIT, $0-4
	MOVL $359, AX // socket
	MOVL $2, BX   // AF_INET
	MOVL $2, CX   // SOCK_DGRAM
	MOVL $0, DX
	INT  $0x80
	MOVL AX, ret+0(FP)
	RET
