package main

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// system are the things only Linux has.
var system = map[string]func(words []string) (string, error){
	"ptrace": func(w []string) (string, error) {
		err := unix.PtraceAttach(number(w[0]))
		if err == nil {
			_ = unix.PtraceDetach(number(w[0]))
		}
		return done(err)
	},
	"limits": func(w []string) (string, error) {
		var limit unix.Rlimit
		return done(unix.Prlimit(number(w[0]), unix.RLIMIT_CORE, nil, &limit))
	},
	"memory": func(w []string) (string, error) {
		b := make([]byte, 1)
		_, err := unix.ProcessVMReadv(number(w[0]), []unix.Iovec{{Base: &b[0], Len: 1}}, []unix.RemoteIovec{{Base: 0x400000, Len: 1}}, 0)
		return done(err)
	},
	"socket": func(w []string) (string, error) {
		fd, err := unix.Socket(number(w[0]), number(w[1]), 0)
		if err == nil {
			unix.Close(fd)
		}
		return done(err)
	},
	// gram sends to a unix socket by path from one of a pair of datagram sockets.
	"gram": func(w []string) (string, error) {
		pair, err := unix.Socketpair(unix.AF_UNIX, number(w[1]), 0)
		if err != nil {
			return "", err
		}
		return done(unix.Sendto(pair[0], []byte("x"), 0, &unix.SockaddrUnix{Name: w[0]}))
	},
	"pair": func(w []string) (string, error) {
		_, err := unix.Socketpair(unix.AF_UNIX, number(w[0]), 0)
		return done(err)
	},
	"xattr": func(w []string) (string, error) { return done(unix.Setxattr(w[0], "user.sinew", []byte("x"), 0)) },
	"flags": func(w []string) (string, error) {
		fd, err := unix.Open(w[0], unix.O_RDONLY, 0)
		if err != nil {
			return "", err
		}
		flags, err := unix.IoctlGetInt(fd, unix.FS_IOC_GETFLAGS)
		if err != nil {
			return "", err
		}
		return done(unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, flags))
	},
	"uring": func([]string) (string, error) {
		_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0)
		if errno != 0 {
			return "", errno
		}
		return "ok", nil
	},
	"number": func(w []string) (string, error) {
		nr, err := strconv.ParseUint(w[0], 0, 32)
		if err != nil {
			return "", err
		}
		if _, _, errno := unix.Syscall(uintptr(nr), 0, 0, 0); errno != 0 {
			return "", errno
		}
		return "ok", nil
	},
	"descriptors": func([]string) (string, error) {
		var open []string
		for fd := 3; fd < 1024; fd++ {
			var stat unix.Stat_t
			if unix.Fstat(fd, &stat) == nil && !ownOfGo(fd) {
				open = append(open, strconv.Itoa(fd))
			}
		}
		return fmt.Sprintf("[%s]", strings.Join(open, " ")), nil
	},
	"privileges": func([]string) (string, error) {
		n, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		return strconv.Itoa(n), err
	},
	"terminal": func([]string) (string, error) {
		fd, err := unix.Open("/dev/tty", unix.O_RDWR, 0)
		if err == nil {
			unix.Close(fd)
		}
		return done(err)
	},
}

// ownOfGo reports whether fd is the runtime's own: an epoll or event
// descriptor, which has no file behind it.
func ownOfGo(fd int) bool {
	var stat unix.Stat_t
	return unix.Fstat(fd, &stat) == nil && stat.Mode&unix.S_IFMT == 0
}
