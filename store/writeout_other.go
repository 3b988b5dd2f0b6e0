//go:build !linux

package store

import "syscall"

// writeOut hands an open file's bytes to the disk. Where the system tells handing
// over from emptying the disk's cache, the one sync of the directory that
// follows does the latter for all.
func writeOut(fd int) error { return syscall.Fsync(fd) }
