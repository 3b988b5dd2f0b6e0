package sandbox

import (
	"cmp"
	"slices"

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

// traceMe asks ptrace that the parent be the tracer.
const traceMe = 0

// Commands to terminals that type into them.
var typing = []uint32{
	0x5412, // TIOCSTI
	0x541c, // TIOCLINUX
}

// Commands to files and directories that change what these are, and ask for no
// more than that they are open for reading.
var changing = []uint32{
	0x40086602, 0x401c5820, // FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR
	0x40087602, 0x40086604, // FS_IOC_SETVERSION, EXT4_IOC_SETVERSION_OLD
	0x40806685, 0x800c6613, // FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY
	0x5000940e, 0x50009418, // BTRFS_IOC_SUBVOL_CREATE, and its second version
	0x50009401, 0x50009417, // BTRFS_IOC_SNAP_CREATE, and its second version
	0x5000940f, 0x5000943f, // BTRFS_IOC_SNAP_DESTROY, and its second version
	0x4008941a, // BTRFS_IOC_SUBVOL_SETFLAGS
}

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
//   - Kernel code, kernel keys, the kernel's log, files by handle and the limits
//     of another process are out of reach, whoever runs.
//   - No parent is made a tracer: the body's is the program that started it,
//     which would take a body that stops for one that is over.
//   - Memory, messages and counters that processes share by number, which no
//     path leads to, are closed with unix sockets: both lead to other programs.
//
// The kernel runs a filter over every call's number when it is put on, so the
// number is found by halving.
func filter(m machine, hold policy.Hold) []instruction {
	steps := []instruction{
		{opLoad, 0, 0, atArch},
		{opEqual, 1, 0, m.arch},
		{opReturn, 0, 0, killProcess},
		{opLoad, 0, 0, atNumber},
	}
	if m.x32 != 0 {
		steps = append(steps, instruction{opAtMin, 0, 1, m.x32}, instruction{opReturn, 0, 0, errNoSys})
	}
	return append(steps, search(judgments(m, hold))...)
}

// A judgment is how one call is answered: steps that expect its number loaded
// and whose every path ends in an answer.
type judgment struct {
	call  uint32
	steps []instruction
}

// judgments are the calls a hold judges, by number. All others are let through.
func judgments(m machine, hold policy.Hold) []judgment {
	all := append(refused(errNoSys, m.uring), refused(errPerm, closed(m, hold))...)
	all = append(all,
		judgment{m.socket, only(0, 0, families(hold)...)},
		judgment{m.socketpair, pairs(hold.Unix)},
		judgment{m.prlimit, ownLimits},
		judgment{m.ptrace, except(0, traceMe)},
		judgment{m.ioctl, except(1, commands(hold)...)},
	)
	slices.SortFunc(all, func(a, b judgment) int { return cmp.Compare(a.call, b.call) })
	return all
}

func refused(answer uint32, calls []uint32) []judgment {
	all := make([]judgment, len(calls))
	for i, call := range calls {
		all[i] = judgment{call, []instruction{{opReturn, 0, 0, answer}}}
	}
	return all
}

// few is how many calls are compared one by one.
const few = 8

// search is the steps that find the loaded call among all, which are in order.
func search(all []judgment) []instruction {
	if len(all) <= few {
		return compare(all)
	}
	half := len(all) / 2
	below, above := search(all[:half]), search(all[half:])
	steps := []instruction{{opAtMin, uint8(len(below)), 0, all[half].call}}
	return append(append(steps, below...), above...)
}

// compare is the steps over a few calls. Those that are plainly not permitted
// share an answer.
func compare(all []judgment) []instruction {
	var steps []instruction
	var plain []uint32
	for _, j := range all {
		if len(j.steps) == 1 && j.steps[0].k == errPerm {
			plain = append(plain, j.call)
			continue
		}
		steps = append(steps, instruction{opEqual, 0, uint8(len(j.steps)), j.call})
		steps = append(steps, j.steps...)
	}
	return append(steps, oneOf(plain, errPerm, allow)...)
}

// oneOf answers yes when the loaded word is one of values, and no otherwise.
func oneOf(values []uint32, yes, no uint32) []instruction {
	var steps []instruction
	for i, v := range values {
		steps = append(steps, instruction{opEqual, uint8(len(values) - i), 0, v})
	}
	return append(steps, instruction{opReturn, 0, 0, no}, instruction{opReturn, 0, 0, yes})
}

// closed are the calls that fail whatever their arguments are.
func closed(m machine, hold policy.Hold) []uint32 {
	calls := slices.Clone(m.kernel)
	if !hold.Unix {
		calls = append(calls, m.shared...)
	}
	if !hold.Metadata {
		calls = append(calls, m.metadata...)
	}
	return calls
}

// commands are those to devices and files that fail.
func commands(hold policy.Hold) []uint32 {
	if hold.Metadata {
		return typing
	}
	return slices.Concat(typing, changing)
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

// only lets a call through with one of values as argument arg, under mask when
// that is not 0, and answers access denied otherwise.
func only(arg int, mask uint32, values ...uint32) []instruction {
	steps := []instruction{{opLoad, 0, 0, atArg(arg)}, {opAnd, 0, 0, cmp.Or(mask, 0xffffffff)}}
	return append(steps, oneOf(values, allow, errAccess)...)
}

// except answers not permitted for a call with one of values as argument arg.
func except(arg int, values ...uint32) []instruction {
	return append([]instruction{{opLoad, 0, 0, atArg(arg)}}, oneOf(values, errPerm, allow)...)
}

// pairs lets a call make connected pairs of unix sockets. While unix sockets are
// closed a pair is of a connection, since a datagram socket can be connected
// anew, to any path.
func pairs(unixOpen bool) []instruction {
	steps := []instruction{
		{opLoad, 0, 0, atArg(0)},
		{opEqual, 1, 0, afUnix},
		{opReturn, 0, 0, errAccess},
	}
	if unixOpen {
		return append(steps, instruction{opReturn, 0, 0, allow})
	}
	return append(steps, only(1, sockTypeBit, sockStream, sockSeq)...)
}

// ownLimits lets a call, whose first argument is a process, be made for the
// caller alone: the limits of another process can end it.
var ownLimits = []instruction{
	{opLoad, 0, 0, atArg(0)},
	{opEqual, 1, 0, 0},
	{opReturn, 0, 0, errPerm},
	{opReturn, 0, 0, allow},
}
