package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// files are what can be tried on a path beside what every unix has.
var files = map[string]act{
	"append":   func(w []string) (string, error) { return opened(w[0], unix.O_WRONLY|unix.O_APPEND) },
	"modify":   func(w []string) (string, error) { return opened(w[0], unix.O_RDWR) },
	"unnamed":  func(w []string) (string, error) { return opened(w[0], unix.O_TMPFILE|unix.O_WRONLY) },
	"link":     func(w []string) (string, error) { return done(unix.Link(w[0], w[1])) },
	"symlink":  func(w []string) (string, error) { return done(unix.Symlink(w[0], w[1])) },
	"mkfifo":   func(w []string) (string, error) { return done(unix.Mkfifo(w[0], 0o600)) },
	"rmdir":    func(w []string) (string, error) { return done(unix.Rmdir(w[0])) },
	"chdir":    func(w []string) (string, error) { return done(os.Chdir(w[0])) },
	"access":   func(w []string) (string, error) { return done(unix.Access(w[0], unix.R_OK|unix.W_OK)) },
	"device":   func(w []string) (string, error) { return done(unix.Mknod(w[0], unix.S_IFCHR|0o600, 1<<8|3)) },
	"fill":     func(w []string) (string, error) { return done(os.WriteFile(w[0], make([]byte, number(w[1])), 0o600)) },
	"entropy":  func(w []string) (string, error) { return command(w[0], 0x80045200, 0) },
	"version":  func(w []string) (string, error) { return command(w[0], 0x40087602, 1) },
	"brief":    brief,
	"reopen":   reopen,
	"relative": relative,
	"exchange": func(w []string) (string, error) {
		return done(unix.Renameat2(unix.AT_FDCWD, w[0], unix.AT_FDCWD, w[1], unix.RENAME_EXCHANGE))
	},
	"stat": func(w []string) (string, error) {
		var stat unix.Statx_t
		return done(unix.Statx(unix.AT_FDCWD, w[0], unix.AT_SYMLINK_NOFOLLOW, unix.STATX_ALL, &stat))
	},
	"readlink": func(w []string) (string, error) {
		_, err := os.Readlink(w[0])
		return done(err)
	},
	"attributes": func(w []string) (string, error) {
		_, err := unix.Listxattr(w[0], make([]byte, 4096))
		return done(err)
	},
	"unattribute": func(w []string) (string, error) { return done(unix.Removexattr(w[0], "user.sinew")) },
	"watch":       watch,
	"fanotify":    fanotify,
	"handle": func(w []string) (string, error) {
		_, _, err := unix.NameToHandleAt(unix.AT_FDCWD, w[0], 0)
		return done(err)
	},
	"byhandle":  byHandle,
	"subvolume": subvolume,
	"race":      race,
}

// brief makes a file and takes it away again.
func brief(w []string) (string, error) {
	if err := os.WriteFile(w[0], nil, 0o600); err != nil {
		return "", err
	}
	return done(os.Remove(w[0]))
}

func opened(path string, flags int) (string, error) {
	fd, err := unix.Open(path, flags, 0o600)
	if err == nil {
		unix.Close(fd)
	}
	return done(err)
}

// command is one to the file at path, with a word of its own as argument.
func command(path string, request uint, value int) (string, error) {
	fd, err := unix.Open(path, unix.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return done(unix.IoctlSetPointerInt(fd, request, value))
}

// reopen opens a path for nothing but its name, and then for reading by the
// name of the descriptor.
func reopen(w []string) (string, error) {
	fd, err := unix.Open(w[0], unix.O_PATH, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return opened(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_RDONLY)
}

// relative opens w[1] below the directory w[0], which need not be readable.
func relative(w []string) (string, error) {
	dir, err := unix.Open(w[0], unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(dir)
	fd, err := unix.Openat(dir, w[1], unix.O_RDONLY, 0)
	if err == nil {
		unix.Close(fd)
	}
	return done(err)
}

func watch(w []string) (string, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	_, err = unix.InotifyAddWatch(fd, w[0], unix.IN_ALL_EVENTS)
	return done(err)
}

func fanotify(w []string) (string, error) {
	fd, err := unix.FanotifyInit(unix.FAN_CLASS_NOTIF|unix.FAN_REPORT_FID, unix.O_RDONLY)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return done(unix.FanotifyMark(fd, unix.FAN_MARK_ADD, unix.FAN_OPEN, unix.AT_FDCWD, w[0]))
}

func byHandle(w []string) (string, error) {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, w[0], 0)
	if err != nil {
		return "", err
	}
	mount, err := unix.Open(w[1], unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(mount)
	fd, err := unix.OpenByHandleAt(mount, handle, unix.O_RDONLY)
	if err == nil {
		unix.Close(fd)
	}
	return done(err)
}

// subvolume asks btrfs for a new one in the directory w[0], which needs no right
// to write there that a path could show.
func subvolume(w []string) (string, error) {
	fd, err := unix.Open(w[0], unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	var args [4096]byte // a descriptor, and a name
	copy(args[8:], "sinew-subvolume")
	return call(unix.SYS_IOCTL, uintptr(fd), 0x5000940e, uintptr(unsafe.Pointer(&args)))
}

// race reads w[0]/file while w[0] is now a directory of the body's own and now
// a link to w[1], and says whether it ever read what is not its own.
func race(w []string) (string, error) {
	own, link := w[0], w[0]+".link"
	err := errors.Join(os.Mkdir(own, 0o700), os.WriteFile(own+"/file", []byte("own"), 0o600), os.Symlink(w[1], link))
	if err != nil {
		return "", err
	}
	stop := make(chan struct{})
	swapping := make(chan struct{})
	go func() {
		defer close(swapping)
		for {
			select {
			case <-stop:
				return
			default:
				_ = unix.Renameat2(unix.AT_FDCWD, own, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
			}
		}
	}()
	defer func() { close(stop); <-swapping }()
	refusal := errors.New("it was never a link")
	for i, met := 0, false; i < 3000 || !met && i < 1e6; i++ {
		data, err := os.ReadFile(own + "/file")
		if err == nil && !strings.HasPrefix(string(data), "own") {
			return "ok", nil
		}
		if err != nil {
			refusal, met = err, true
		}
	}
	return done(refusal)
}
