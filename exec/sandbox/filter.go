package sandbox

import (
	"cmp"

	"sinew/exec/policy"
)

// An instruction is one step of a filter, as the kernel reads it.
type instruction struct {
	code   uint16
	jt, jf uint8 // instructions to skip when a comparison holds, and when not
	k      uint32
}

// The few operations a filter needs.
const (
	opLoad   = 0x20 // the word at offset k
	opAnd    = 0x54
	opEqual  = 0x15
	opAtMin  = 0x35 // at or above k, unsigned
	opReturn = 0x06
)

// What a filter answers.
const (
	killProcess = 0x80000000
	allow       = 0x7fff0000
	fail        = 0x00050000 // with an errno in the low half
)

const (
	errPerm   = fail | 1
	errAccess = fail | 13
	errNoSys  = fail | 38
)

// Where a call's number, instruction set and arguments are, in bytes. The
// kernel reads an int from the low half of an argument, which comes first on
// the two sets there are filters for.
const (
	atNumber = 0
	atArch   = 4
	atArgs   = 16
)

func atArg(n int) uint32 { return uint32(atArgs + 8*n) }

// Families and types of sockets.
const (
	afUnix      = 1
	afInet      = 2
	afInet6     = 10
	afNetlink   = 16
	sockStream  = 1
	sockSeq     = 5
	sockTypeBit = 0xf
)

// Commands to devices and files.
const (
	typeInput    = 0x5412     // TIOCSTI: typing into a terminal
	consoleInput = 0x541c     // TIOCLINUX
	setFlags     = 0x40086602 // FS_IOC_SETFLAGS
	setXFlags    = 0x401c5820 // FS_IOC_FSSETXATTR
)

// filter is the program that judges every system call of a held process, for
// one instruction set:
//
//   - Another instruction set, whose numbers mean other calls, ends the
//     process; the x32 numbers of amd64 do not exist.
//   - io_uring does not exist: its requests would pass unseen.
//   - socket opens the families the hold names and no others: the two of the
//     internet and netlink with hosts, unix with a declared program.
//   - A pair of sockets is of the unix family; while unix sockets are closed it
//     is of a kind that cannot be turned to another address.
//   - Metadata of files does not change unless the hold says so.
//   - Kernel code, kernel keys, files by handle and the limits of another
//     process are out of reach, whoever runs.
func filter(m machine, hold policy.Hold) []instruction {
	a := assembler{
		{opLoad, 0, 0, atArch},
		{opEqual, 1, 0, m.arch},
		{opReturn, 0, 0, killProcess},
		{opLoad, 0, 0, atNumber},
	}
	if m.x32 != 0 {
		a = append(a, instruction{opAtMin, 0, 1, m.x32}, instruction{opReturn, 0, 0, errNoSys})
	}
	a.refuse(errNoSys, m.uring...)
	a.refuse(errPerm, m.kernel...)
	a.only(m.socket, 0, 0, families(hold)...)
	a.pairs(m.socketpair, hold.Unix)
	a.ownLimits(m.prlimit)
	commands := []uint32{typeInput, consoleInput}
	if !hold.Metadata {
		a.refuse(errPerm, m.metadata...)
		commands = append(commands, setFlags, setXFlags)
	}
	a.never(m.ioctl, 1, commands...)
	return append(a, instruction{opReturn, 0, 0, allow})
}

func families(hold policy.Hold) []uint32 {
	var open []uint32
	if hold.Unix {
		open = append(open, afUnix)
	}
	if hold.Hosts {
		open = append(open, afInet, afInet6, afNetlink)
	}
	return open
}

// An assembler is a program being written. Each of its methods expects the
// call's number loaded, and leaves it so for every call but its own, on which
// it answers.
type assembler []instruction

func (a *assembler) add(steps ...instruction) { *a = append(*a, steps...) }

// refuse answers calls with an errno.
func (a *assembler) refuse(answer uint32, calls ...uint32) {
	for _, call := range calls {
		a.add(instruction{opEqual, 0, 1, call}, instruction{opReturn, 0, 0, answer})
	}
}

// on answers call by body, whose every path ends in an answer.
func (a *assembler) on(call uint32, body ...instruction) {
	a.add(instruction{opEqual, 0, uint8(len(body)), call})
	a.add(body...)
}

// test is a comparison of the loaded word with each of values, and an answer
// where one is equal.
func test(answer uint32, values ...uint32) []instruction {
	var steps []instruction
	for _, v := range values {
		steps = append(steps, instruction{opEqual, 0, 1, v}, instruction{opReturn, 0, 0, answer})
	}
	return steps
}

// only lets call through with one of values as argument arg, under mask when
// that is not 0, and answers access denied otherwise.
func (a *assembler) only(call uint32, arg int, mask uint32, values ...uint32) {
	a.on(call, only(arg, mask, values...)...)
}

func only(arg int, mask uint32, values ...uint32) []instruction {
	body := []instruction{{opLoad, 0, 0, atArg(arg)}, {opAnd, 0, 0, cmp.Or(mask, 0xffffffff)}}
	body = append(body, test(allow, values...)...)
	return append(body, instruction{opReturn, 0, 0, errAccess})
}

// never answers not permitted for call with one of values as argument arg.
func (a *assembler) never(call uint32, arg int, values ...uint32) {
	body := append([]instruction{{opLoad, 0, 0, atArg(arg)}}, test(errPerm, values...)...)
	a.on(call, append(body, instruction{opReturn, 0, 0, allow})...)
}

// pairs lets call make connected pairs of unix sockets. While unix sockets are
// closed a pair is of a connection, since a datagram socket can be connected
// anew, to any path.
func (a *assembler) pairs(call uint32, unixOpen bool) {
	body := []instruction{
		{opLoad, 0, 0, atArg(0)},
		{opEqual, 1, 0, afUnix},
		{opReturn, 0, 0, errAccess},
	}
	if unixOpen {
		body = append(body, instruction{opReturn, 0, 0, allow})
	} else {
		body = append(body, only(1, sockTypeBit, sockStream, sockSeq)...)
	}
	a.on(call, body...)
}

// ownLimits lets call, whose first argument is a process, be made for the
// caller alone: the limits of another process can end it.
func (a *assembler) ownLimits(call uint32) {
	a.on(call,
		instruction{opLoad, 0, 0, atArg(0)},
		instruction{opEqual, 1, 0, 0},
		instruction{opReturn, 0, 0, errPerm},
		instruction{opReturn, 0, 0, allow},
	)
}
