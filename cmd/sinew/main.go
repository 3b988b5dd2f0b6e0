// Command sinew fetches reflexes from git, keeps them by content, and runs
// them, held by the kernel. The words it understands are in package cli.
package main

import (
	"io"
	"log"
	"os"

	"sinew/cmd/sinew/cli"
)

func main() {
	log.SetOutput(io.Discard) // net/http logs what a server sends unasked; what a person reads is report's
	os.Exit(cli.Main())
}
