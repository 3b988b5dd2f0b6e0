package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"sinew/internal/app"
	"sinew/internal/turn"
)

// turns are what a spinner shows in turn.
var turns = []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// every is how long a spinner shows one of its turns, and before it the moment
// in which nothing is shown.
const every = 120 * time.Millisecond

// spinning shows a spinner while the adapter is asked for longer than a moment,
// where standard error is a terminal that can take it away again (manual,
// "Colour"). done takes it away, and returns once nothing more is shown; it is
// called before anything else is.
func (s *session) spinning() (done func()) {
	if !rewritable(os.Stderr) {
		return func() {}
	}
	clock := time.NewTicker(every)
	ended := spin(s.err, clock.C)
	return func() {
		clock.Stop()
		ended()
	}
}

// spin shows a turn at each tick until it is ended. Without a tick, nothing is
// ever written.
func spin(to io.Writer, ticks <-chan time.Time) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-ticks:
				fmt.Fprint(to, clearLine+"  "+turns[n%len(turns)])
			case <-stop:
				if n > 0 {
					fmt.Fprint(to, clearLine)
				}
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

// plan plans an input, with a spinner while that takes its time.
func (s *session) plan(ctx context.Context, d *app.Decider, in input) (*turn.Sentence, error) {
	done := s.spinning()
	defer done()
	return d.Plan(ctx, in.text, in.tags)
}
