// Command options fits the weights that tell which value of a list a text
// states, and counts how they do on arguments they were not fitted on.
//
//	go run ./internal/eval/options -cases option_cases.json                     the figures, leaving one argument out
//	go run ./internal/eval/options -cases option_cases.json -write weights.json fits all of it and writes the weights
//	go run ./internal/eval/options -cases option_cases.json -blind other.json   fits all of it and counts on another file
//
// Nothing is drawn by chance: the same file gives the same weights.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sinew/decide/adapter/local/values"
)

func main() {
	cases := flag.String("cases", filepath.Join(os.Getenv("SINEW_TESTDATA"), "data", "option_cases.json"), "the cases to fit on")
	blind := flag.String("blind", "", "cases to count on instead of leaving one argument out")
	write := flag.String("write", "", "where to write the weights of all cases")
	misses := flag.Bool("misses", false, "print what is not right")
	flag.Parse()
	if err := run(*cases, *blind, *write, *misses); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(cases, blind, write string, misses bool) error {
	all, err := read(cases)
	if err != nil {
		return err
	}
	if write != "" {
		return writeModel(write, fitModel(training(all, -1)))
	}
	other := all
	if blind != "" {
		if other, err = read(blind); err != nil {
			return err
		}
	}
	for _, of := range []struct {
		name     string
		examples func(*argument, string) map[string]*string
	}{{"without examples", none}, {"with the manifest's", shipped}, {"with every other test taught", taught}} {
		fmt.Println(of.name)
		count(all, other, blind == "", of.examples).print(misses)
	}
	return nil
}

// training is what is fitted on: every argument but one, under few examples
// and under many.
func training(all []argument, without int) []instance {
	var kept []instance
	for _, in := range slices.Concat(with(all, shipped), with(all, taught), shorter(all)) {
		if in.argument != without {
			kept = append(kept, in)
		}
	}
	return kept
}

// The kinds of the two views: the second does without the vectors of whole
// texts.
var (
	own  = using()
	view = using("meaning", "alike")
)

func fitModel(on []instance) *values.Model {
	return &values.Model{Own: *fit(on, own), View: *fit(on, view)}
}

func writeModel(path string, m *values.Model) error {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}
