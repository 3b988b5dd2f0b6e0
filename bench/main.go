// Command bench holds this program against what a person would use instead,
// side by side in one run:
//
//	go run ./bench [-rounds n] [-only words] [-binary path] [-node path]
//
// It builds the program as `go install` would, serves repositories made for the
// occasion over https on this machine, and does each piece of work by every
// way there is, round after round, so that whatever else the machine is doing
// falls on all of them alike. Every run is of fresh processes and begins with
// an empty directory; where a layer of the program is measured by itself, this
// process does what the program would. What comes out is a table of medians, and
// how each stands to the bar it should stay under.
//
// A contest is one piece of work; its ways are what it can be done with, this
// program first. Nothing here fails because something was slow: it is no test.
// It needs git and a Go toolchain; without node, what is about JavaScript bodies
// is left out.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == peakWord {
		os.Exit(reportPeak(os.Args[2:]))
	}
	var o options
	flag.IntVar(&o.rounds, "rounds", 0, "how many rounds of each contest are measured; 0 is each one's own")
	flag.StringVar(&o.only, "only", "", "measure only contests whose name holds these words")
	flag.StringVar(&o.binary, "binary", "", "measure this program instead of building one")
	flag.StringVar(&o.node, "node", "", "run JavaScript bodies by this node instead of the one on PATH")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	rounds int
	only   string
	binary string
	node   string
}

// run measures every contest and prints the table. Its error is a run that did
// not do its work.
func run(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := newStage(ctx, dir, o.binary)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.findNode(ctx, o.node); err != nil {
		return err
	}
	fmt.Println(s.describe())
	fmt.Print("\n" + header())
	for _, c := range contests(s) {
		if !strings.Contains(c.name, o.only) {
			continue
		}
		if o.rounds > 0 {
			c.rounds = o.rounds
		}
		results, err := c.measure(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		fmt.Print(c.rows(results))
	}
	return nil
}
