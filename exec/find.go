package exec

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sinew/exec/policy"
)

// findPlaces is what the machine has at each path of p.
func findPlaces(p policy.Policy) map[string]policy.Found {
	found := map[string]policy.Found{}
	for _, place := range slices.Concat(p.Reads, p.Writes) {
		real, err := filepath.EvalSymlinks(place.Path)
		if err != nil {
			continue
		}
		if info, err := os.Stat(real); err == nil {
			found[place.Path] = policy.Found{Real: real, Dir: info.IsDir()}
		}
	}
	return found
}

// resolver is the file /etc/resolv.conf leads to, when that is not in /etc.
func resolver() string {
	real, err := filepath.EvalSymlinks("/etc/resolv.conf")
	if err != nil || strings.HasPrefix(real, "/etc/") {
		return ""
	}
	return real
}
