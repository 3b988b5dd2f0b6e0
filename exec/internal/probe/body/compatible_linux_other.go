//go:build linux && !amd64

package main

import "golang.org/x/sys/unix"

// compatible is a call of another instruction set, which this one has not.
func compatible() error { return unix.ENOSYS }
