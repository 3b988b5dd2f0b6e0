package eval

import (
	"encoding/json"
	"math"
	"os"

	"sinew/decide/adapter/local/scorer"
)

// Ship fits the weights of the program over all domains, and writes them.
func (d *Data) Ship(file string) error {
	plan := fitting
	plan.Episodes *= 2
	fitted := Fit(d.drawer(d.all(), d.fitting(), 1).samples(plan))
	text, err := json.Marshal(scorer.Weights{Fit: scorer.Fit, Class: short(fitted.Class), None: short(fitted.None)})
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// short cuts weights to four digits behind the point, which processors agree
// on.
func short(all []float64) []float64 {
	cut := make([]float64, len(all))
	for i, x := range all {
		cut[i] = math.Round(x*1e4) / 1e4
	}
	return cut
}
