// Command encode gives each line it reads its vector, and answers each with an
// empty line once it has it. The bench builds it twice, with and without the
// encoder's assembly, and keeps both running: what is measured is one text.
package main

import (
	"bufio"
	"fmt"
	"os"

	"sinew/decide/adapter/local/encoder"
)

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		encoder.Embed(lines.Text())
		fmt.Println()
	}
}
