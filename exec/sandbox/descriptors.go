//go:build linux || darwin

package sandbox

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// sealListed marks every descriptor above the first three that dir lists to be
// closed when a program is started.
func sealListed(dir string) error {
	list, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("listing them: %w", err)
	}
	defer list.Close()
	// Names alone: what each is would be asked of one that is closed by now.
	names, err := list.Readdirnames(-1)
	if err != nil {
		return fmt.Errorf("listing them: %w", err)
	}
	for _, name := range names {
		if fd, err := strconv.Atoi(name); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}
