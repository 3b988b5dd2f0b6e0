package store

import (
	"errors"

	"golang.org/x/sys/unix"
)

// writeOut brings an open file's bytes to the disk without asking the disk to
// empty its cache: the one sync of the directory that follows does that for
// all. Synced one by one, the files of fifteen small trees take several times
// as long.
func writeOut(fd int) error {
	const wait = unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
	err := unix.SyncFileRange(fd, 0, 0, wait)
	for err != nil { // a file system that knows no such call
		if err = unix.Fsync(fd); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
	return nil
}
