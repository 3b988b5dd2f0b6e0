package cli

import "time"

// maxAhead is how far a time of --now may lie after the machine's clock: what
// two clocks that are kept may differ by.
const maxAhead = 5 * time.Minute

// timeOf is the time that --now gives a command, or the clock's where it gives
// none. One that lies ahead is refused: no line of a log is seen before the one
// above it, so every later record would get that time too.
func timeOf(command, given string, clock time.Time) (time.Time, error) {
	if given == "" {
		return clock, nil
	}
	at, err := time.Parse(time.RFC3339, given)
	if err != nil {
		return at, usageError("%s: --now %q is no time as 2026-11-30T04:00:00Z", command, given).fixed("hubindex " + command + " --help")
	}
	if at.After(clock.Add(maxAhead)) {
		return at, usageError("%s: --now %s is after this machine's clock, %s: no later record could be logged with an earlier time",
			command, at.UTC().Format(time.RFC3339), clock.UTC().Format(time.RFC3339)).fixed("leave --now out, or set the clock")
	}
	return at, nil
}
