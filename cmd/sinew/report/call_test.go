package report

import (
	"strings"
	"testing"

	"sinew/exec/policy"
)

// Whatever a kernel lacks is said: on the line of every call, and once with its
// reason at add and show.
func TestEveryLandlockIsSaidAsItIs(t *testing.T) {
	for abi, want := range []policy.StatusType{
		policy.None, policy.Partial, policy.Partial, policy.Partial, policy.Partial, policy.Partial,
		policy.Full, policy.Full, policy.Full, policy.Full, policy.Full,
	} {
		status := policy.Kernel{System: "linux", ABI: policy.ABI(abi), Filter: true}.Status()
		line := Words{}.Call(`timer duration="10 minutes"`, status.Type)
		once := Contained(status.Type, status.Why)
		ends := map[policy.StatusType]string{policy.Full: `minutes"`, policy.Partial: " · partly contained", policy.None: " · not contained"}[want]
		if status.Type != want || !strings.HasSuffix(line, ends) {
			t.Errorf("ABI %d: %s, %s", abi, status.Type, line)
		}
		if want != policy.Full && (!strings.Contains(once, status.Why) || !strings.HasPrefix(once, strings.TrimPrefix(ends, " · ")+" (")) {
			t.Errorf("ABI %d: %s", abi, once)
		}
	}
}
