package main

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// sockets are what can be tried with them.
var sockets = map[string]act{
	"socket": func(w []string) (string, error) { return closing(unix.Socket(number(w[0]), number(w[1]), 0)) },
	"protocol": func(w []string) (string, error) {
		return closing(unix.Socket(number(w[0]), number(w[1]), number(w[2])))
	},
	"families": families,
	"gram":     gram,
	"turn":     turn,
	"pair": func(w []string) (string, error) {
		_, err := unix.Socketpair(unix.AF_UNIX, number(w[0]), 0)
		return done(err)
	},
	"pairs": func(w []string) (string, error) {
		_, err := unix.Socketpair(number(w[0]), unix.SOCK_STREAM, 0)
		return done(err)
	},
	"rights": rights,
	"packet": func(w []string) (string, error) {
		conn, err := net.ListenPacket("udp", w[0])
		if err == nil {
			conn.Close()
		}
		return done(err)
	},
}

// families are the families of sockets that open, of any kind: `[1]`.
func families([]string) (string, error) {
	var open []string
	for family := range 48 {
		kinds := []int{unix.SOCK_STREAM, unix.SOCK_DGRAM, unix.SOCK_RAW, unix.SOCK_SEQPACKET}
		opens := func(kind int) bool {
			_, err := closing(unix.Socket(family, kind, 0))
			return err == nil
		}
		if slices.ContainsFunc(kinds, opens) {
			open = append(open, strconv.Itoa(family))
		}
	}
	if len(open) == 0 {
		return "", os.ErrPermission
	}
	return fmt.Sprintf("[%s]", strings.Join(open, " ")), nil
}

// gram sends to a unix socket by path from one of a pair of datagram sockets.
func gram(w []string) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, number(w[1]), 0)
	if err != nil {
		return "", err
	}
	return done(unix.Sendto(pair[0], []byte("x"), 0, &unix.SockaddrUnix{Name: w[0]}))
}

// turn connects one of a pair of sockets anew, to a path.
func turn(w []string) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, number(w[1]), 0)
	if err != nil {
		return "", err
	}
	return done(unix.Connect(pair[0], &unix.SockaddrUnix{Name: w[0]}))
}

// rights passes a descriptor through a pair of sockets.
func rights([]string) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return "", err
	}
	if err := unix.Sendmsg(pair[0], []byte("x"), unix.UnixRights(0), nil, 0); err != nil {
		return "", err
	}
	_, _, _, _, err = unix.Recvmsg(pair[1], make([]byte, 1), make([]byte, 64), 0)
	return done(err)
}
