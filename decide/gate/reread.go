package gate

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/pkg/call"
)

// Reread is a decision with one value of its call read anew: its words are the
// same, and so is what it stands on. An abstain stays as it is.
func Reread(cat *catalog.Catalog, d Decision, arg string, v call.Value) Decision {
	if d.Reading.Winner == nil {
		return d
	}
	w := *d.Reading.Winner
	w.Args = slices.Clone(w.Args)
	for i := range w.Args {
		if w.Args[i].Name == arg {
			w.Args[i].Value = v
		}
	}
	d.Reading.Winner = &w
	return d.again(cat)
}
