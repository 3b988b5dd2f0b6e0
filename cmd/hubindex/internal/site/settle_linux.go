package site

import (
	"os"

	"golang.org/x/sys/unix"
)

// settleFile leaves a file to settle: to wait for each of many thousand would
// take most of a build's time.
func settleFile(*os.File) error { return nil }

// settle brings all that was written below a directory's file system to the
// disk.
func settle(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return unix.Syncfs(int(d.Fd()))
}
