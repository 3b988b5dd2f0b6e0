package main

import "golang.org/x/sys/unix"

// compatibleSocket opens a socket by the numbers of the 32-bit system.
func compatibleSocket() int32

func compatible() error {
	if answer := compatibleSocket(); answer < 0 {
		return unix.Errno(-answer)
	}
	return nil
}
