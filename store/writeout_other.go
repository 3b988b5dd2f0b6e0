//go:build !linux

package store

import (
	"os"
	"syscall"
)

// writeOut hands a file's bytes to the disk. Where the system tells handing
// over from emptying the disk's cache, the one sync of the directory that
// follows does the latter for all.
func writeOut(file *os.File) error { return syscall.Fsync(int(file.Fd())) }
