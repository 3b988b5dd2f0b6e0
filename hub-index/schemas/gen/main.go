// Command gen writes the schemas. It runs in the directory of package
// schemas.
package main

import (
	"fmt"
	"os"

	"sinew/hub-index/schemas"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := schemas.Files()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
