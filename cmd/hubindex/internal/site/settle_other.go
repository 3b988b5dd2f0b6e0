//go:build !linux

package site

import "os"

// settleFile brings a file to the disk.
func settleFile(f *os.File) error { return f.Sync() }

// settle has nothing left to do but for the names, which the system brings to
// the disk by itself.
func settle(string) error { return nil }
