// Package options fits the weights that tell which value of a list a text
// states, and counts how they do on arguments they were not fitted on. Nothing
// is drawn by chance: the same file gives the same weights.
package options

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"sinew/decide/adapter/local/values"
)

// Cases are the arguments of one file.
type Cases struct{ arguments []argument }

// Load reads cases from a file like option_cases.json.
func Load(path string) (Cases, error) {
	all, err := read(path)
	return Cases{all}, err
}

// Report prints the figures of each argument by weights fitted on the others;
// with misses, what is not right as well.
func (c Cases) Report(out io.Writer, misses bool) {
	c.report(out, c, true, misses)
}

// Blind prints the figures of other cases by weights fitted on all of these.
func (c Cases) Blind(out io.Writer, other Cases, misses bool) {
	c.report(out, other, false, misses)
}

func (c Cases) report(out io.Writer, counted Cases, leaving, misses bool) {
	for _, of := range []struct {
		name     string
		examples func(*argument, string) map[string]*string
	}{{"without examples", none}, {"with the manifest's", shipped}, {"with every other test taught", taught}} {
		fmt.Fprintln(out, of.name)
		count(c.arguments, counted.arguments, leaving, of.examples).print(out, misses)
	}
}

// Ship fits all cases and writes the weights.
func (c Cases) Ship(path string) error {
	data, err := json.MarshalIndent(fitModel(training(c.arguments, -1)), "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
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
