package sandbox

// A machine is one instruction set: how the kernel names it, and the numbers
// of the calls a filter judges.
type machine struct {
	arch uint32
	x32  uint32 // the first number of a second set of calls, 0 where there is none

	socket, socketpair, ioctl, prlimit, ptrace uint32

	uring    []uint32
	metadata []uint32
	kernel   []uint32
	shared   []uint32
}

// machines are the instruction sets there is a filter for, by Go's name.
// Elsewhere no filter is put on, and the status says so.
var machines = map[string]machine{
	"amd64": {
		arch: 0xc000003e, x32: 0x40000000,
		socket: 41, socketpair: 53, ioctl: 16, prlimit: 302, ptrace: 101,
		uring: uring,
		metadata: append([]uint32{
			90, 91, 268, // chmod, fchmod, fchmodat
			92, 93, 94, 260, // chown, fchown, lchown, fchownat
			132, 235, 261, 280, // utime, utimes, futimesat, utimensat
			188, 189, 190, // setxattr, lsetxattr, fsetxattr
			197, 198, 199, // removexattr, lremovexattr, fremovexattr
		}, newMetadata...),
		kernel: []uint32{
			175, 176, 313, // init_module, delete_module, finit_module
			246, 320, // kexec_load, kexec_file_load
			321, 298, // bpf, perf_event_open
			304,      // open_by_handle_at
			172, 173, // iopl, ioperm
			248, 249, 250, // add_key, request_key, keyctl
			103, // syslog
		},
		shared: []uint32{
			29, 30, 31, 67, // shmget, shmat, shmctl, shmdt
			64, 65, 66, 220, // semget, semop, semctl, semtimedop
			68, 69, 70, 71, // msgget, msgsnd, msgrcv, msgctl
		},
	},
	"arm64": {
		arch:   0xc00000b7,
		socket: 198, socketpair: 199, ioctl: 29, prlimit: 261, ptrace: 117,
		uring: uring,
		metadata: append([]uint32{
			52, 53, // fchmod, fchmodat
			54, 55, // fchownat, fchown
			88,      // utimensat
			5, 6, 7, // setxattr, lsetxattr, fsetxattr
			14, 15, 16, // removexattr, lremovexattr, fremovexattr
		}, newMetadata...),
		kernel: []uint32{
			105, 106, 273, // init_module, delete_module, finit_module
			104, 294, // kexec_load, kexec_file_load
			280, 241, // bpf, perf_event_open
			265,           // open_by_handle_at
			217, 218, 219, // add_key, request_key, keyctl
			116, // syslog
		},
		shared: []uint32{
			194, 196, 195, 197, // shmget, shmat, shmctl, shmdt
			190, 193, 191, 192, // semget, semop, semctl, semtimedop
			186, 189, 188, 187, // msgget, msgsnd, msgrcv, msgctl
		},
	},
}

// Calls that came after the instruction sets took up one numbering.
var (
	uring       = []uint32{425, 426, 427}      // io_uring_setup, io_uring_enter, io_uring_register
	newMetadata = []uint32{452, 463, 466, 469} // fchmodat2, setxattrat, removexattrat, file_setattr
)
