// Command sinew fetches reflexes from git, keeps them by content, and runs
// them, held by the kernel. The words it understands are in package cli.
package main

import (
	"os"

	"sinew/cmd/sinew/cli"
)

func main() { os.Exit(cli.Main()) }
