package cli

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// listen notes that Ctrl-C was pressed, until stop. Where the program was
// started so that Ctrl-C does not reach it, nothing is noted.
func (s *session) listen() (stop func()) {
	if signal.Ignored(os.Interrupt) {
		return func() {}
	}
	s.pressed = make(chan os.Signal, 1)
	signal.Notify(s.pressed, os.Interrupt)
	return func() { signal.Stop(s.pressed) }
}

// slack is more than a signal to the program itself takes to arrive.
const slack = time.Second

// endInterrupted ends the program by the signal that Ctrl-C is, once all is put
// away: a shell then reports 130 and leaves its loop, as it does not for a
// program that exits with that code (manual, "Exit codes"). It returns where
// the program was interrupted otherwise.
func (s *session) endInterrupted() {
	if len(s.pressed) == 0 {
		return
	}
	signal.Reset(os.Interrupt)
	if syscall.Kill(os.Getpid(), syscall.SIGINT) == nil {
		time.Sleep(slack)
	}
}
