package gittest

import (
	"os"
	"strconv"
	"strings"
)

// PeakMemory is the most resident memory this process has had so far, in kB;
// ok is false where the system does not say (it does on Linux).
func PeakMemory() (kB int, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kB, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			return kB, err == nil
		}
	}
	return 0, false
}
