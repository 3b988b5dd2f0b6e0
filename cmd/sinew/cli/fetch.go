package cli

import (
	"fmt"
	"os"

	"github.com/mattn/go-isatty"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
)

// clearLine takes the cursor to the start of its line and empties it.
const clearLine = "\r\x1b[2K"

// fetching is how a command fetches, and shows on a terminal how far it is: on
// one line, which done takes away.
func (s *session) fetching(offline bool, jobs int) (how app.Fetching, done func()) {
	how = app.Fetching{Offline: offline, Jobs: jobs}
	if !rewritable(os.Stderr) {
		return how, func() {}
	}
	shown := false
	how.Progress = func(done, all int) {
		shown = true
		fmt.Fprint(s.err, clearLine+report.Progress(done, all))
	}
	return how, func() {
		if shown {
			fmt.Fprint(s.err, clearLine)
		}
	}
}

// rewritable reports whether a stream is a terminal that can write a line again.
// That is no colour: NO_COLOR leaves it.
func rewritable(to *os.File) bool {
	name := os.Getenv("TERM")
	return name != "" && name != "dumb" && isatty.IsTerminal(to.Fd())
}
