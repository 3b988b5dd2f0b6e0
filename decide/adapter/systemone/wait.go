package systemone

import (
	"net/http"
	"strconv"
	"time"
)

// waitOf is how long a Retry-After says to wait at a time: a number of seconds
// or a day and time. ok is false for one that says neither, and for one that
// points back.
func waitOf(header string, now time.Time) (wait time.Duration, ok bool) {
	const most = 24 * time.Hour // over every deadline, and no number that overflows
	if seconds, err := strconv.ParseFloat(header, 64); err == nil {
		if !(seconds >= 0) {
			return 0, false
		}
		return time.Duration(min(seconds, most.Seconds()) * float64(time.Second)), true
	}
	at, err := http.ParseTime(header)
	if err != nil || at.Before(now.Truncate(time.Second)) {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}
