// Command sinew fetches reflexes from git, keeps them by content, and runs
// them, held by the kernel. The words it understands are in package cli.
package main

import (
	"io"
	"log"
	"os"
	"runtime/debug"

	"sinew/cmd/sinew/cli"
)

func main() {
	log.SetOutput(io.Discard) // net/http logs what a server sends unasked; what a person reads is report's
	if os.Getenv("GOGC") == "" {
		collectLater()
	}
	os.Exit(cli.Main())
}

// collectLater lets a command that lives for a moment end before its garbage is
// worth collecting, a fifth of its time over hundreds of reflexes. One that
// holds much pays for memory as usual.
func collectLater() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(256 << 20)
}
