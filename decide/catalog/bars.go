package catalog

import (
	"cmp"
	"fmt"
	"strconv"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// Bars are the probabilities a decision must clear; each means the probability
// that the call is right (manual, "Outcomes"). Fits and Whole are nil for an
// adapter that ships none of them.
type Bars struct {
	Route, Read, Write float64
	Fits, Whole        *float64
}

// Effect is the bar of an effect. A destructive call has none: it always waits.
func (b Bars) Effect(e manifest.Effect) (float64, bool) {
	switch e {
	case manifest.ReadOnly:
		return b.Read, true
	case manifest.Write:
		return b.Write, true
	}
	return 0, false
}

// Move is an adapter's bars with those a person moved under its name in
// evoke.toml; nil when it ships none and nobody gave any. Bars that are none
// are a diag.Problems (manual, "Thresholds"). shipped is not changed.
func Move(adapter string, shipped *Bars, by project.Gate) (*Bars, error) {
	if by == (project.Gate{}) {
		return shipped, nil
	}
	bars := Bars{}
	if shipped != nil {
		bars = *shipped
	}
	for _, one := range []struct{ to, from *float64 }{{&bars.Route, by.Route}, {&bars.Read, by.Read}, {&bars.Write, by.Write}} {
		if one.from != nil {
			*one.to = *one.from
		}
	}
	bars.Fits, bars.Whole = cmp.Or(by.Fits, bars.Fits), cmp.Or(by.Whole, bars.Whole)
	if err := bars.Check(); err != nil {
		return nil, diag.One("", "adapters."+adapter+".gate: "+err.Error(), diag.Of(diag.FixCheck))
	}
	return &bars, nil
}

// Check reports why the bars are no bars: one that is no probability, or a
// read bar above the write bar.
func (b Bars) Check() error {
	all := []float64{b.Route, b.Read, b.Write}
	for _, optional := range []*float64{b.Fits, b.Whole} {
		if optional != nil {
			all = append(all, *optional)
		}
	}
	for _, p := range all {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("%s is not a probability", number(p))
		}
	}
	if b.Read > b.Write {
		return fmt.Errorf("read %s is above write %s", number(b.Read), number(b.Write))
	}
	return nil
}

func number(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }
