// Command cmd fits and measures the local adapter's scorer:
//
//	go run ./internal/eval/... -data DIR              every figure of internal/eval/README.md
//	go run ./internal/eval/... -data DIR -weights F   fits the weights that are shipped, into F
//
// DIR holds clinc_episodes.json and clinc_domains.json; without -data it is the
// directory data below $SINEW_TESTDATA. Vectors are kept in the user's cache
// directory.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sinew/internal/eval"
	"sinew/internal/vectorcache"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

// room is for more vectors than CLINC has texts.
const room = 20_000

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("eval", flag.ContinueOnError)
	dir := flags.String("data", filepath.Join(os.Getenv("SINEW_TESTDATA"), "data"), "the directory of the data")
	runs := flags.Int("runs", eval.Runs, "how many runs are measured")
	weights := flags.String("weights", "", "fit the weights that are shipped, into this file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	data, err := eval.Load(*dir, vectorcache.Open(filepath.Join(cache, "sinew-eval", "vectors"), room).Vectors)
	if err != nil {
		return err
	}
	if *weights != "" {
		return data.Ship(*weights)
	}
	data.Report(out, *runs)
	data.Negatives(out)
	return nil
}
