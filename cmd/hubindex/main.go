// Command hubindex is what the maintainers of a Hub index run: it checks pull
// requests, reads the listed repositories, and keeps the log. The words it
// understands are in package cli.
package main

import (
	"os"

	"sinew/cmd/hubindex/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
